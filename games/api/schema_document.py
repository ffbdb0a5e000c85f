"""Completes the OpenAPI document when all operations are in it: shared headers, answers and parameters, and the codes.

`complete` is a hook of drf-spectacular; the settings name it last.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from common.http import errors as http_errors
from common.openapi.codes import explained
from common.openapi.growth import describe_growth
from common.openapi.headers import HEADERS, OF_EVERY_ANSWER, own_headers, referred
from games.api.schema_operation import PROBLEM, SHARED, Coded, any_problem, codes_by_status
from games.api.schema_webhooks import describe_calls
from games.api.schema_words import describe
from players.api.schema import SCHEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

METHODS: Final = ("get", "put", "post", "delete", "patch")
NEVER_GROWS: Final = frozenset({"Color", "LateMoves", "Side"})
"""Enumerations that stay as they are (docs/clients/api.md)."""
OAUTH: Final = "oauth"
"""Tag of operations that refuse in a dialect of their own."""


def complete(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001 - spectacular calls it so
    """Finish the OpenAPI document `result` and return it."""
    components = result["components"]
    components["headers"] = {name: dict(header) for name, header in sorted(HEADERS.items())}
    for name in OF_EVERY_ANSWER:
        components["headers"][name]["x-on-any-answer"] = True
    components["securitySchemes"] = {**SCHEMES, **components.get("securitySchemes", {})}
    code = components["schemas"]["ErrorCode"]
    code["description"] = "Stable name of a refusal. Clients branch on it.\n\n" + explained(code["enum"])
    shared = {name: _any_problem(refusals) for name, refusals in SHARED.items()}
    components["responses"] = {**components.get("responses", {}), "NotModified": NOT_MODIFIED, **shared}
    for operation in operations(result):
        if OAUTH in operation["tags"]:
            _add_problems(operation)
        responses = operation["responses"]
        for status, response in responses.items():
            if "headers" in response:
                response["headers"] = own_headers(response["headers"])
            if not response.get("headers", True):
                del response["headers"]
            if response == NOT_MODIFIED_HERE:
                responses[status] = {"$ref": "#/components/responses/NotModified"}
    describe_calls(result)
    describe(components["schemas"])
    _drop_titles(components["schemas"])
    _share_parameters(result)
    describe_growth(result, NEVER_GROWS)
    return result


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all operations of `document`, those of webhooks left out."""
    return [path[method] for path in document["paths"].values() for method in METHODS if method in path]


NOT_MODIFIED: Final[dict[str, Any]] = {
    "description": "Not modified",
    "headers": {name: referred(name) for name in ("ETag", *OF_EVERY_ANSWER)},
}
NOT_MODIFIED_HERE: Final[dict[str, Any]] = {"description": "Not modified", "headers": {"ETag": referred("ETag")}}
"""The same as an operation describes it."""


def _any_problem(refusals: Sequence[Coded]) -> dict[str, Any]:
    names = (*OF_EVERY_ANSWER, "Content-Language", "Retry-After", "WWW-Authenticate")
    return {
        "description": "A refusal. `x-problem-codes` here and in the operation list its codes by status. "
        "`WWW-Authenticate` comes with 401, `Retry-After` with 429 and 503.",
        "headers": {name: referred(name) for name in names},
        "content": PROBLEM,
        "x-problem-codes": codes_by_status(refusals),
    }


def _add_problems(operation: dict[str, Any]) -> None:
    """Add the refusals that these operations do not make themselves, which are problems as everywhere else."""
    responses: dict[str, Any] = operation["responses"]
    if "content" in responses.get("400", {}):
        responses["400"] = {**responses["400"], "content": {**responses["400"]["content"], **PROBLEM}}
    responses["default"] = any_problem("ProblemOfEdge")
    if "requestBody" in operation:
        operation["x-problem-codes"] = codes_by_status([http_errors.LengthRequired])


def _drop_titles(schemas: dict[str, Any]) -> None:
    """Drop titles that only repeat the name of the component."""
    for name, schema in schemas.items():
        if schema.get("title") == name:
            del schema["title"]


def _share_parameters(result: dict[str, Any]) -> None:
    """Make a component of every parameter that several operations have alike."""
    every = [operation for operation in operations(result) if "parameters" in operation]
    found = Counter(_text(one) for operation in every for one in operation["parameters"])
    shared: dict[str, Any] = result["components"].setdefault("parameters", {})
    names: dict[str, str] = {}
    for text, times in found.most_common():
        parameter = json.loads(text)
        name = "".join(part.capitalize() for part in parameter["name"].replace("-", "_").split("_"))
        if name in shared:  # the header `webhook-id` and the `webhook_id` of a path
            name += f"In{parameter['in'].capitalize()}"
        if times > 1 and name not in shared:
            shared[name] = parameter
            names[text] = name
    for operation in every:
        operation["parameters"] = [
            {"$ref": f"#/components/parameters/{names[_text(one)]}"} if _text(one) in names else one
            for one in operation["parameters"]
        ]
    result["components"]["parameters"] = dict(sorted(shared.items()))


def _text(parameter: dict[str, Any]) -> str:
    return json.dumps(parameter)
