"""openapi.yaml is valid and complete, and matches the code."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.management import call_command
from django.urls import URLPattern, URLResolver, get_resolver
from openapi_spec_validator import OpenAPIV31SpecValidator

import engine
from config import web_client
from games.api.schema_words import SAID
from games.wire.commands import STRUCTS as COMMANDS
from games.wire.events import STRUCTS as EVENTS
from players.api.oauth_schemas import SCHEMAS
from players.limits import CLASSES
from players.scopes import SCOPES
from tests.contract.openapi import COMMITTED, document, parameters_of, resolved

if TYPE_CHECKING:
    from collections.abc import Iterator

UNDESCRIBED = {
    "/livez",
    "/readyz",
    "/readyz/reads",
    "/metrics",
    "/openapi.yaml",
    "/openapi.json",
    "/openapi-examples.json",
    "/docs",
    "/docs/errors",
    "/docs/errors/{code}",
}
"""Internal routes for supervisors and operators, and the description itself."""
METHODS = {"get", "post", "put", "patch", "delete"}


MOST_BYTES = 430_000


def test_the_committed_description_is_what_the_code_says() -> None:
    call_command("openapi", "--check")


def test_writing_the_description_leaves_what_it_is_made_of_as_it_was() -> None:
    before = deepcopy(SCHEMAS)
    call_command("openapi", "--check")
    assert before == SCHEMAS


def test_the_description_is_short_enough_to_be_read() -> None:
    assert COMMITTED.stat().st_size <= MOST_BYTES


def test_no_description_is_indented_which_markdown_takes_for_code() -> None:
    assert [text for text in _descriptions(document()) if "\n    " in text] == []


def _descriptions(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("description"), str):
            yield part["description"]
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from _descriptions(each)


def test_the_description_is_valid_openapi_3_1() -> None:
    assert document()["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(document()).iter_errors()] == []


def test_every_route_is_described_and_every_description_is_a_route() -> None:
    routed = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path) for path in _paths(get_resolver(), "/")}
    described = set(document()["paths"])
    # Pages for people are not described.
    pages = {"", "admin", "assets", "m", "verify", *web_client.FILES, *web_client.SCREENS}
    ours = {path for path in routed if path.split("/")[1] not in pages}
    assert ours - UNDESCRIBED == described


def test_every_operation_says_what_it_is_for() -> None:
    operations = list(_operations())
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        assert operation["summary"], operation
        assert operation["description"], operation
        assert operation["tags"], operation
        assert {status[0] for status in operation["responses"]} & {"2"}, operation


def test_every_schema_says_what_it_is() -> None:
    schemas = document()["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description", "").strip()] == []
    assert schemas.keys() >= SAID.keys()
    assert [name for name, sentence in SAID.items() if schemas[name]["description"] != sentence] == []


def test_what_a_query_must_name_is_required() -> None:
    parameters = parameters_of(document()["paths"]["/v1/anchors/consistency"]["get"])
    needed = {one["name"]: one.get("required", False) for one in parameters if one["in"] == "query"}
    assert needed == {"first": True, "second": True}
    limits = [one for operation in _operations() for one in parameters_of(operation) if one["name"] == "limit"]
    assert not any(one.get("required", False) for one in limits)


def test_commands_and_events_have_one_definition() -> None:
    schemas = document()["components"]["schemas"]
    for union, structs in (("Command", COMMANDS), ("Event", EVENTS)):
        kinds = [kind["$ref"].rpartition("/")[2] for kind in schemas[union]["oneOf"]]
        assert kinds == [*(struct.__name__ for struct in structs.values()), f"ZUnknown{union}"]
        for word, name in zip(structs, kinds, strict=False):
            assert schemas[name]["properties"]["type"]["const"] == word
    assert set(COMMANDS) == set(engine.COMMANDS)
    assert set(EVENTS) == set(engine.TAGS.values())


def test_bodies_are_closed() -> None:
    schemas = document()["components"]["schemas"]
    for operation in _operations():
        for media in operation.get("requestBody", {}).get("content", {}).values():
            name = media["schema"]["$ref"].rpartition("/")[2]
            assert schemas[name]["additionalProperties"] is False, name
    for struct in COMMANDS.values():
        assert schemas[struct.__name__]["additionalProperties"] is False


def test_no_object_is_free_in_form() -> None:
    """Every object has named members or describes its values, so that every generated type does."""
    every = {**document()["components"]["schemas"], "bodies": {"allOf": list(_inline_schemas())}}
    free = [where for name, schema in every.items() for where in _free(schema, name)]
    assert free == []


def _inline_schemas() -> Iterator[dict[str, Any]]:
    for operations in document()["paths"].values():
        for operation in operations.values():
            for part in (operation.get("requestBody", {}), *operation["responses"].values()):
                yield from (media["schema"] for media in resolved(part).get("content", {}).values())
            yield from (parameter["schema"] for parameter in parameters_of(operation))


def _free(schema: Any, where: str) -> Iterator[str]:
    if not schema.keys() & {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"}:
        yield f"{where} says nothing"
    named = schema.get("properties") or isinstance(schema.get("additionalProperties"), dict)
    if "object" in schema.get("type", ()) and not named:
        yield f"{where} is any object"
    for name, inner in schema.get("properties", {}).items():
        yield from _free(inner, f"{where}.{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _free(schema[key], f"{where}.{key}")
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for inner in schema.get(key, ()):
            yield from _free(inner, f"{where}.{key}")


def test_every_scope_is_one_there_is_and_every_operation_names_its_rate_class() -> None:
    for operation in _operations():
        assert operation["x-rate-limit-class"] in CLASSES
        for way in operation["security"]:
            assert {scope for scopes in way.values() for scope in scopes} <= set(SCOPES)


WITHOUT_HEAD = {"CommandRequest", "LookedRequest", "BranchRequest", "Origin", "WebhookDelivery", "ProblemParams"}
"""Schemas without the head: requests, the origin of a branch, the events of a delivery."""


def test_whatever_tells_a_version_tells_the_head_of_the_log_with_it() -> None:
    for name, schema in document()["components"]["schemas"].items():
        members = set(schema.get("properties", ()))
        if name not in WITHOUT_HEAD:
            assert ("version" in members) == ("chain" in members - {"seq"}) or "seq" in members, name
            assert ("current_version" in members) == ("current_chain" in members), name


def test_wire_types_refuse_what_they_do_not_know() -> None:
    for struct in (*COMMANDS.values(), *EVENTS.values()):
        assert struct.__struct_config__.forbid_unknown_fields
        assert struct.__struct_config__.frozen
        assert issubclass(struct, msgspec.Struct)


def _operations() -> Iterator[dict[str, Any]]:
    for path, operations in document()["paths"].items():
        if path.startswith("/v1/"):
            yield from (operation for method, operation in operations.items() if method in METHODS)


def _paths(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield path
        else:
            yield from _paths(entry, path)
