"""Headers of requests and answers, as the description names them."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from games.api.wire.scalars import UUID_PATTERN

_KEY = {"type": "string", "pattern": f'^"?{UUID_PATTERN.strip("^$")}"?$'}

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` you have: 304 if nothing changed."
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` you have: 412 (`precondition_failed`) if it has changed. Of a game it is another way to "
    "say `expected_version`.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    _KEY,
    OpenApiParameter.HEADER,
    description="The command's id, for those who do not name it in the body. Sent again, the same request gets the "
    "same answer; it is carried out once.",
)
ETAG = OpenApiParameter(
    "ETag",
    str,
    OpenApiParameter.HEADER,
    response=[200, 201, 304],
    description="Changes when the caller's view of the game does.",
)
LOCATION = OpenApiParameter(
    "Location", str, OpenApiParameter.HEADER, response=[201], description="Address of the new game."
)
ACCEPT_LANGUAGE = OpenApiParameter(
    "Accept-Language", str, OpenApiParameter.HEADER, description="Languages you read, where `language` names none."
)
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    str,
    OpenApiParameter.HEADER,
    description="The `cursor` of the last item you have, as browsers send it by themselves; it wins over `after`.",
)
OPTIONS_IN_QUERY = OpenApiParameter(
    "options",
    {"type": "object", "additionalProperties": {"type": "string", "pattern": "^[!-~]*$"}},
    style="form",
    explode=True,
    description="Options by name, as in `stack=same&uno_penalty=4`; lists with commas. See `/v1/rulesets`.",
)
