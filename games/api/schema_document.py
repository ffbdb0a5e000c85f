"""What the description says as a whole, when all operations are in it: shared headers and answers, the codes.

`complete` is a hook of drf-spectacular; the settings name it last.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any, Final

from common.api.problem import STATUS
from common.http import errors as http_errors
from common.http.errors import RateLimited
from common.openapi.codes import explained
from common.openapi.examples import add_examples
from common.openapi.headers import HEADERS, of_success
from games.api.schema_operation import PROBLEM
from games.api.schema_webhooks import describe_calls
from games.api.schema_words import describe
from games.errors import StoreBusy
from players.api.schema import SCHEMES

METHODS: Final = ("get", "put", "post", "delete", "patch")
_SHARED_FROM: Final = 2
"""A refusal that so many operations have alike is a component."""
_MOST_CODES: Final = 3
"""Of so many codes a name can be made."""


def complete(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001 - spectacular calls it so
    """Finish the OpenAPI document `result` and return it."""
    components = result["components"]
    components["headers"] = {name: dict(header) for name, header in sorted(HEADERS.items())}
    components["securitySchemes"] = {**SCHEMES, **components.get("securitySchemes", {})}
    code = components["schemas"]["ErrorCode"]
    code["description"] = "Stable name of a refusal: branch on it.\n\n" + explained(code["enum"])
    for operation in operations(result):
        in_other_words = bool(OTHERS & set(operation["tags"]))
        for status, response in operation["responses"].items():
            if status < "4" or in_other_words:
                response["headers"] = of_success(response.get("headers", {}))
    _share_refusals(result)
    describe_calls(result)
    describe(components["schemas"])
    for operation in operations(result):
        if OTHERS & set(operation["tags"]):
            _add_the_edge(operation)
    add_examples(result, operations(result))
    return result


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all operations of `document`, those of webhooks left out."""
    return [path[method] for path in document["paths"].values() for method in METHODS if method in path]


def _share_refusals(result: dict[str, Any]) -> None:
    """Describe refusals that many operations have alike once."""
    every: list[dict[str, Any]] = [operation["responses"] for operation in operations(result)]
    found = Counter(_name(response) for responses in every for response in responses.values())
    shared: dict[str, Any] = result["components"].setdefault("responses", {})
    for responses in every:
        for status, response in responses.items():
            name = _name(response)
            if name is not None and found[name] >= _SHARED_FROM:
                shared[name] = response
                responses[status] = {"$ref": f"#/components/responses/{name}"}
    result["components"]["responses"] = dict(sorted(shared.items()))


def _name(response: dict[str, Any]) -> str | None:
    """Return the name of a refusal that is nothing but its codes, and of one with none."""
    codes: list[str] | None = response.get("x-problem-codes")
    if codes == []:
        return "AnyOtherRefusal"
    if codes is None or not 0 < len(codes) <= _MOST_CODES:
        return None
    return "Or".join(code.title().replace("_", "") for code in codes)


OTHERS: Final = frozenset({"accounts", "oauth"})
"""Operations that refuse in a dialect of their own."""
EDGE: Final[tuple[Any, ...]] = (
    RateLimited,
    http_errors.AddressTooLong,
    http_errors.HeadersTooLarge,
    http_errors.InternalError,
    StoreBusy,
)
"""What can happen to any request before or after they have it."""


def _add_the_edge(operation: dict[str, Any]) -> None:
    """Add the refusals that they do not make themselves, which are problems as everywhere else."""
    responses: dict[str, Any] = operation["responses"]
    reads = (http_errors.LengthRequired,) if "requestBody" in operation else ()
    for refusal in (*EDGE, *reads):
        name = refusal.code.title().replace("_", "")
        responses.setdefault(str(STATUS[refusal.code]), {"$ref": f"#/components/responses/{name}"})
    unread: dict[str, Any] = responses.setdefault("400", {"description": "", "headers": of_success({}), "content": {}})
    unread["description"] += f" As a problem, {explained([http_errors.MalformedRequest.code])[2:]}"
    unread["description"] = unread["description"].strip()
    unread["content"] |= deepcopy(PROBLEM)
    operation["responses"] = dict(sorted(responses.items()))
