"""No release takes back what an earlier one promised, and the check finds every kind of breakage."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

from tests.contract.compatibility import breakages, load, newest_release
from tests.contract.openapi import document

if TYPE_CHECKING:
    from collections.abc import Callable

Document = dict[str, Any]
GAME = "/v1/games/{game_id}"


def get(path: str, method: str = "get") -> Callable[[Document], Document]:
    return lambda found: found["paths"][path][method]


def schema(name: str) -> Callable[[Document], Document]:
    return lambda found: found["components"]["schemas"][name]


def drop(at: Callable[[Document], Any], key: str) -> Callable[[Document], None]:
    return lambda found: at(found).pop(key)


def put(at: Callable[[Document], Any], **members: Any) -> Callable[[Document], None]:
    return lambda found: at(found).update(members)


def member(name: str, key: str) -> Callable[[Document], Document]:
    return lambda found: schema(name)(found)["properties"][key]


def listed(at: Callable[[Document], Any], key: str, *, add: str = "", remove: str = "") -> Callable[[Document], None]:
    def change(found: Document) -> None:
        values = at(found).setdefault(key, [])
        if add:
            values.append(add)
        if remove:
            values.remove(remove)

    return change


def codes(found: Document) -> Document:
    listed: Document = get(GAME)(found)["x-problem-codes"]
    return listed


def parameter(name: str) -> Callable[[Document], Document]:
    return lambda found: found["components"]["parameters"][name]


def without_variant(found: Document) -> None:
    """Remove one kind of command."""
    schema("Command")(found)["oneOf"].remove({"$ref": "#/components/schemas/DrawCommand"})


def with_variant(found: Document) -> None:
    """Add one kind of event."""
    event = schema("Event")(found)
    found["components"]["schemas"]["NewEvent"] = {"type": "object", "properties": {"type": {"const": "new"}}}
    event["oneOf"].append({"$ref": "#/components/schemas/NewEvent"})


BREAKAGES: dict[str, tuple[Callable[[Document], None], str]] = {
    "a path": (lambda found: found["paths"].pop(GAME), f"GET {GAME}: the operation is gone"),
    "an operation": (drop(lambda found: found["paths"]["/v1/me"], "patch"), "PATCH /v1/me: the operation is gone"),
    "an operationId": (put(get(GAME), operationId="see_game"), "read_game is called see_game now"),
    "a member of an answer": (drop(lambda f: schema("Game")(f)["properties"], "version"), "the member version is gone"),
    "a promise of an answer": (listed(schema("Game"), "required", remove="version"), "version may be missing now"),
    "a value in an answer": (listed(schema("GameStatus"), "enum", remove="lobby"), 'the value "lobby" is gone'),
    "a type in an answer": (put(member("Game", "private"), type="string"), "its type was boolean and is string"),
    "null in an answer": (put(member("Game", "open_seats"), type=["integer", "null"]), "and is integer or null"),
    "a format in an answer": (put(member("Game", "created_at"), format="date"), "format was date-time and is date"),
    "a status": (drop(lambda f: get(GAME)(f)["responses"], "304"), "status 304 is gone"),
    "a code": (listed(codes, "404", remove="game_not_found"), "game_not_found"),
    "a header": (drop(lambda f: get(GAME)(f)["responses"]["200"]["headers"], "ETag"), "the header ETag is gone"),
    "a media type": (drop(lambda f: get(GAME)(f)["responses"]["200"]["content"], "application/json"), "json is gone"),
    "a member of a request": (drop(lambda f: schema("GameRequest")(f)["properties"], "seats"), "seats is gone"),
    "a demand": (listed(schema("GameRequest"), "required", add="seats"), "the member seats is required now"),
    "a narrower request": (put(member("GameRequest", "seats"), maximum=3), "maximum is 3 now"),
    "a pattern": (put(schema("Card"), pattern="^R$"), "the pattern is ^R$ now"),
    "a parameter": (lambda f: get("/v1/games")(f)["parameters"].pop(), "parameter"),
    "a demanded parameter": (put(parameter("Limit"), required=True), "is required now"),
    "a command": (without_variant, "draw is gone"),
    "a demanded scope": (put(get(GAME), security=[{"token": ["games:play"]}]), "does not let anybody in any more"),
    "a webhook": (lambda found: found["webhooks"].pop("ping"), "webhook ping: it is gone"),
    "a member of a call": (drop(lambda f: schema("MovedInGame")(f)["properties"], "now"), "the member now is gone"),
}

ADDITIONS: dict[str, Callable[[Document], None]] = {
    "a path": lambda found: found["paths"].update({"/v1/new": deepcopy(found["paths"]["/v1/clocks"])}),
    "a member of an answer": lambda f: schema("Game")(f)["properties"].update(new={"type": "string"}),
    "a promise of an answer": listed(schema("Problem"), "required", add="rule"),
    "a value in an answer": listed(schema("NotificationKind"), "enum", add="new"),
    "an event": with_variant,
    "a status": lambda f: get(GAME)(f)["responses"].update({"418": {"description": "Tea."}}),
    "a code": listed(codes, "404", add="new_code"),
    "a member of a request": lambda f: schema("GameRequest")(f)["properties"].update(new={"type": "string"}),
    "a wider request": put(member("GameRequest", "seats"), maximum=1000),
    "a parameter": lambda f: get("/v1/games")(f)["parameters"].append(
        {"name": "new", "in": "query", "schema": {"type": "string"}}
    ),
    "a freer way in": put(get("/v1/me"), security=[{}]),
    "words": put(get(GAME), summary="Behold a game", description="Other words."),
}


CORRECTED: dict[str, str] = {}
"""Changes of the released description, by sentence, with the reason why they break no client."""


def test_what_was_released_is_kept() -> None:
    found = breakages(load(newest_release()), document())
    assert [sentence for sentence in found if not any(re.fullmatch(known, sentence) for known in CORRECTED)] == []
    assert [known for known in CORRECTED if not any(re.fullmatch(known, sentence) for sentence in found)] == []


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_breakage_is_caught(name: str) -> None:
    change, sentence = BREAKAGES[name]
    changed = deepcopy(document())
    change(changed)
    found = breakages(document(), changed)
    assert any(sentence in each for each in found), found


@pytest.mark.parametrize("name", ADDITIONS)
def test_an_addition_passes(name: str) -> None:
    changed = deepcopy(document())
    ADDITIONS[name](changed)
    assert changed != document()
    assert breakages(document(), changed) == []
