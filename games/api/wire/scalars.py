"""The small types of the wire: ids, cards, seats, numbers. Patterns are part of the schema."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta

UUID_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
CARD_PATTERN = (
    r"^([RYGBptov]([0-9RSEF]|\+[15])|[RYGB](\+2|H[12]|DA|TH|[1-5]\*)|W([2HJO4SXB]|D[12]|A[HA]|HF)?|w[cvem]?|x)$"
)
HEX32_PATTERN = "^[0-9a-f]{64}$"
MAX_INT = 2**31 - 1

Id = Annotated[
    str,
    Meta(
        pattern=UUID_PATTERN,
        description="A UUID in lower case with hyphens; no other spelling is accepted.",
        extra_json_schema={"format": "uuid"},
    ),
]
CardText = Annotated[
    str,
    Meta(
        pattern=CARD_PATTERN,
        description="A face as text: `R5`, `G+1`, `pE`, `W`, `wc` (docs/rules, section 0.1).",
    ),
]
SeatNumber = Annotated[int, Meta(ge=0, le=9, description="A seat, counted from 0 clockwise.")]
Version = Annotated[int, Meta(ge=0, le=MAX_INT, description="Number of events so far.")]
Count = Annotated[int, Meta(ge=0, le=MAX_INT)]
Hex32 = Annotated[str, Meta(pattern=HEX32_PATTERN, description="32 bytes in hexadecimal.")]
Timestamp = Annotated[str, Meta(description="RFC 3339 in UTC.", extra_json_schema={"format": "date-time"})]
Moment = Annotated[datetime, Meta(tz=True)]
"""The same where the value is one."""
