"""The small types of the wire: ids, cards, seats, numbers. Patterns are part of the schema."""

from typing import Annotated

from msgspec import Meta

from common.http.ids import ID
from common.http.types import exact, like
from common.http.validation_errors import PATTERNS

UUID_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
GIVEN_UUID_PATTERN = f"^{ID}$"
CARD_PATTERN = (
    r"^([RYGBptov]([0-9RSEF]|\+[15])|[RYGB](\+2|H[12]|DA|TH|[1-5]\*)|W([2HJO4SXB]|D[12]|A[HA]|HF)?|w[cvem]?|x)$"
)
HEX32_PATTERN = "^[0-9a-f]{64}$"
MAX_INT = 2**31 - 1


PATTERNS.update(
    {
        exact(GIVEN_UUID_PATTERN): "a UUID with hyphens",
        exact(CARD_PATTERN): "a card as the rules write it (0.1), such as `R5`, `G+1`, `W` or `wc`",
        exact(HEX32_PATTERN): "64 hexadecimal digits in lower case",
    }
)


Id = Annotated[str, like(UUID_PATTERN, format="uuid")]
GivenId = Annotated[
    str, like(GIVEN_UUID_PATTERN, "A UUID with hyphens, in any case; answers have it in lower case.", format="uuid")
]
"""An id that a client names. Two of them are compared as UUIDs, never as texts."""
CardText = Annotated[str, like(CARD_PATTERN, "A face as text: `R5`, `G+1`, `pE`, `W`, `wc` (rules.md, section 0.1).")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Version = Annotated[int, Meta(ge=0, le=MAX_INT, description="The number of events so far.")]
Count = Annotated[int, Meta(ge=0, le=MAX_INT)]
ReliabilityBound = Annotated[int, Meta(ge=50, le=99)]
"""In percent. Less asks for nothing, and nobody is always there."""
Hex32 = Annotated[str, like(HEX32_PATTERN, "32 bytes in hexadecimal.")]
Timestamp = Annotated[str, Meta(description="RFC 3339 in UTC.", extra_json_schema={"format": "date-time"})]
