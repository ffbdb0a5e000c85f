"""The calls that the service makes, as the description's `webhooks`."""

from __future__ import annotations

from typing import Any, Final

from common.http import media_types
from common.openapi.components import REF, component_schemas, reachable
from games.wire.calls import KINDS

TAG: Final = "calls"
"""Not that of the operations on webhooks: generators make one class of the operations with a tag, and overwrite it."""

RECEIVING: Final = """\
The calls are sent to the address of a webhook (`create_webhook`) at least once, and for each game in order. Answer with
any 2xx within 10 seconds. Anything else is tried again, ten times in three days; `410` switches the webhook off. Verify
the signature with any library of [Standard Webhooks](https://www.standardwebhooks.com/): HMAC-SHA256 over
`{webhook-id}.{webhook-timestamp}.{body}` with the secret (`whsec_` and base64), in base64.
"""

_HEADERS: Final = (
    ("webhook-id", "It is the same in every attempt of a call: save the ids you have seen.", {"format": "uuid"}),
    ("webhook-timestamp", "The time of this attempt, in seconds since 1970.", {"pattern": "^[0-9]+$"}),
    (
        "webhook-signature",
        "`v1,<base64>`; for 24 hours after a rotation two of them, separated by a space.",
        {"pattern": "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$"},
    ),
)

_ANSWERS: Final = {
    "2XX": ("CallTaken", "The call is accepted. Only the status of the answer is kept."),
    "410": ("CallUnwanted", "The receiver is gone: the webhook is switched off at once."),
    "429": ("CallPutOff", "The receiver is busy. `Retry-After` is respected, up to a day."),
    "default": ("CallFailed", "The call has failed and is tried again."),
}
"""How a receiver answers: the name of the component and its description, by status."""


def describe_calls(result: dict[str, Any]) -> None:
    """Add every call and its schemas to the OpenAPI document `result`."""
    result["components"]["parameters"] = {
        _component(header): {
            "name": header,
            "in": "header",
            "required": True,
            "description": text,
            "schema": {"type": "string", **schema},
        }
        for header, text, schema in _HEADERS
    }
    result["components"]["responses"] |= {name: {"description": text} for name, text in _ANSWERS.values()}
    result["tags"] = [
        {**tag, "description": f"{tag['description']}\n\n{RECEIVING}"} if tag["name"] == TAG else tag
        for tag in result["tags"]
    ]
    kinds = tuple(kind for kind, _, _ in KINDS)
    components = component_schemas(kinds)
    for kind, name, summary in KINDS:
        for needed in reachable(kind.__name__, components):
            result["components"]["schemas"].setdefault(needed, components[needed])
        result.setdefault("webhooks", {})[name] = {"post": _call(kind, name, summary)}
    result["components"]["schemas"] = dict(sorted(result["components"]["schemas"].items()))


def _component(header: str) -> str:
    return "".join(part.capitalize() for part in header.split("-"))


def _call(kind: type[Any], name: str, summary: str) -> dict[str, Any]:
    reference = {"$ref": REF.format(name=kind.__name__)}
    return {
        "operationId": "receive_" + name.replace(".", "_"),
        "summary": summary,
        "description": str(kind.__doc__),
        "tags": [TAG],
        "security": [{}],
        "parameters": [{"$ref": f"#/components/parameters/{_component(header)}"} for header, _, _ in _HEADERS],
        "requestBody": {"required": True, "content": {media_types.JSON: {"schema": reference}}},
        "responses": {status: {"$ref": f"#/components/responses/{name}"} for status, (name, _) in _ANSWERS.items()},
    }
