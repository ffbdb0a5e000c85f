"""The calls that the service makes, as the description's `webhooks`."""

from __future__ import annotations

from typing import Any, Final

from common.http import media_types
from common.openapi.components import REF, component_schemas, reachable
from games.api.wire.calls import KINDS

_RECEIVING: Final = """\
Sent to the address of a webhook (`create_webhook`) at least once, and for each game in order. Answer with any 2xx
within 10 seconds. Anything else is tried again, ten times in three days; `410` switches the webhook off. Verify the
signature with any library of [Standard Webhooks](https://www.standardwebhooks.com/): HMAC-SHA256 over
`{webhook-id}.{webhook-timestamp}.{body}` with the secret (`whsec_` and base64), in base64.
"""

_HEADERS: Final = (
    ("webhook-id", "The same however often a call is repeated: keep the ids you have seen.", {"format": "uuid"}),
    ("webhook-timestamp", "When this attempt was made, in seconds since 1970.", {"pattern": "^[0-9]+$"}),
    (
        "webhook-signature",
        "`v1,<base64>`; two of them, separated by a blank, for 24 hours after a rotation.",
        {"pattern": "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$"},
    ),
)

_ANSWERS: Final = {
    "2XX": {"description": "Taken. Nothing of the answer is kept but its status."},
    "410": {"description": "Nobody is here any more: the webhook is switched off at once."},
    "429": {"description": "Not now; `Retry-After` is respected, up to a day."},
    "default": {"description": "Not taken: it is tried again."},
}


def describe_calls(result: dict[str, Any]) -> None:
    """Add every call and its schemas to the OpenAPI document `result`."""
    kinds = tuple(kind for kind, _, _ in KINDS)
    components = component_schemas(kinds)
    for kind, name, summary in KINDS:
        for needed in reachable(kind.__name__, components):
            result["components"]["schemas"].setdefault(needed, components[needed])
        result.setdefault("webhooks", {})[name] = {"post": _call(kind, name, summary)}
    result["components"]["schemas"] = dict(sorted(result["components"]["schemas"].items()))


def _call(kind: type[Any], name: str, summary: str) -> dict[str, Any]:
    reference = {"$ref": REF.format(name=kind.__name__)}
    return {
        "operationId": "receive_" + name.replace(".", "_"),
        "summary": summary,
        "description": f"{kind.__doc__}\n\n{_RECEIVING}",
        "tags": ["webhooks"],
        "security": [{}],
        "parameters": [
            {
                "name": header,
                "in": "header",
                "required": True,
                "description": text,
                "schema": {"type": "string", **schema},
            }
            for header, text, schema in _HEADERS
        ],
        "requestBody": {"required": True, "content": {media_types.JSON: {"schema": reference}}},
        "responses": {status: dict(answer) for status, answer in _ANSWERS.items()},
    }
