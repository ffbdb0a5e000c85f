"""Headers and parameters that only the games' operations have."""

from drf_spectacular.utils import OpenApiParameter

from common.openapi.headers import ETAG, IDEMPOTENCY_KEY, PREFER, PREFERENCE_APPLIED
from games.wire.requests import CURSOR_LENGTH, CURSOR_PATTERN

IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` you have. The answer is 412 (`precondition_failed`) if it has changed. "
    "For a game it has the effect of `expected_version`.",
)
OF_COMMANDS = [IDEMPOTENCY_KEY, IF_MATCH, PREFER, ETAG, PREFERENCE_APPLIED]
"""The headers of every command to a table and of its answer."""
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": CURSOR_PATTERN, "maxLength": CURSOR_LENGTH},
    OpenApiParameter.HEADER,
    description="The `cursor` of the last item you have. Browsers send it by themselves; it takes "
    "precedence over `after`.",
)
OPTIONS_IN_QUERY = OpenApiParameter(
    "options",
    {"type": "object", "additionalProperties": {"type": "string", "pattern": "^[!-~]*$"}},
    style="form",
    explode=True,
    description="Options by name, such as `stack=same&uno_penalty=4`; separate the entries of a list "
    "by commas. See `/v1/rulesets`.",
)
