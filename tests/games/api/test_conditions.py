"""Conditional requests avoid sending an answer twice and lost updates.

The tables cover all operations of openapi.yaml.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest

from games.api.cursors import sign
from tests.contract.openapi import document, parameters_of
from tests.games.api.people import Person, lobby, make_person, running

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db

JSON: Final = "application/json"
DRAW: Final = {"type": "draw"}
UNTAGGED: Final = {
    "export_me": "it is sent as it is made",
    "prove_consistency": "two anchors are days apart; its base is that of `list_keys`",
    "read_state": "tests/games/api/test_states.py",
    "read_app": "takes an account with an address; its base is that of `list_apps`",
}
"""Operations that this table leaves out, with the reason."""
BOUNDED: Final = {
    "read_catalogue": "the words for what there is",
    "list_rulesets": "what the engine knows",
    "list_clocks": "what the service knows",
    "list_keys": "a key a year",
    "list_presets": "four for each ruleset",
    "list_my_presets": "at most 50",
    "list_blocks": "at most 1,000",
    "list_seeks": "what the people who look for a match want",
    "list_my_seeks": "at most 50",
    "read_seek": "one wish",
    "list_my_rematches": "the newest 100",
    "read_rematch": "the seats of a table",
    "read_series": "at most seven matches",
    "list_tokens": "at most 50 of each kind",
    "list_devices": "at most 20",
    "list_webhooks": "as many as a player may have",
    "list_apps": "at most 20",
    "read_app": "what was registered",
    "list_authorizations": "one for each app that was let in by hand",
    "read_vacation": "a year or two",
    "prove_consistency": "the logarithm of all days",
    "read_game": "the table",
    "read_state": "the table",
    "read_rules": "a book",
    "read_game_rules": "a book",
    "list_automatic_moves": "the latest 1,000",
    "list_events": "`after` is a version, which says nothing that the log does not",
    "read_preferences": "a few choices",
    "read_webhook": "kinds of events",
    "read_loan": "a seat",
    "list_invitations": "a table's of 30 days, at most 200",
    "export_me": "everything, as a stream",
}
"""Lists that are bounded or continue in another way, with the reason."""


@cache
def looks() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return path and description of every GET with a JSON answer, by operation. Sandboxes have tests of their own."""
    return {
        found["get"]["operationId"]: (path, found["get"])
        for path, found in document()["paths"].items()
        if path.startswith("/v1/")
        and "sandbox" not in path
        and "get" in found
        and JSON in found["get"]["responses"]["200"].get("content", {})
    }


@pytest.fixture
def places(ada: Person, bob: Person) -> dict[str, str]:
    """Return the values for the braces in paths."""
    hook = ada.client.send("/v1/me/webhooks", {"url": "https://example.org/hook", "events": ["game.moved"]})
    game = running(ada, bob)
    ada.client.put(f"/v1/games/{game}/seats/0/loan", {"hours": 24}, content_type=JSON)
    preset = ada.client.send("/v1/me/presets", {"name": "Evenings", "shared": True})
    seek = ada.client.send("/v1/me/seeks", {})
    return {
        "{seek_id}": seek.json()["id"],
        "{game_id}": game,
        "{webhook_id}": hook.json()["id"] if hook.status_code == 201 else str(uuid4()),
        "{name}": "flip",
        "{player}": ada.name,
        "{series_id}": _series(ada, bob),
        "{seat}": "0",
        "{code}": ada.code(lobby(ada, seats=2)),
        "{preset_code}": preset.json()["code"],
    }


def _series(ada: Person, bob: Person) -> str:
    """Return a series whose first match has begun."""
    game = running(ada, bob)
    assert bob.command(game, {"type": "resign"}).status_code == 200
    for person in (ada, bob):
        answer = person.client.send(f"/v1/games/{game}/rematch", {"best_of": 3})
        assert answer.status_code == 200, answer.content
    series: str = ada.see(answer.json()["next_game"])["series"]
    return series


def address(operation: str, places: dict[str, str]) -> str:
    path = looks()[operation][0]
    for place, value in places.items():
        path = path.replace(place, value)
    assert "{" not in path, f"{operation}: say in `places` what to ask it for"
    return path


@pytest.mark.parametrize("operation", sorted(looks().keys() - UNTAGGED.keys()))
def test_what_one_has_already_is_not_sent_again(operation: str, ada: Person, places: dict[str, str]) -> None:
    path = address(operation, places)
    first = ada.client.get(path)
    assert first.status_code == 200, first.content
    tag = first["ETag"]
    again = ada.client.get(path, HTTP_IF_NONE_MATCH=tag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert ada.client.get(path, HTTP_IF_NONE_MATCH='"another"').status_code == 200


@pytest.mark.parametrize("operation", sorted(looks()))
def test_the_description_says_so(operation: str) -> None:
    described = looks()[operation][1]
    if operation != "export_me":
        assert {"304"} <= described["responses"].keys(), operation
        assert "ETag" in described["responses"]["200"]["headers"], operation
        assert "If-None-Match" in {one["name"] for one in parameters_of(described)}, operation


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/preferences", "/v1/me/games", "/v1/games", "/v1/me/webhooks"])
def test_no_tag_of_one_viewer_is_anothers(path: str, ada: Person, bob: Person) -> None:
    assert ada.client.get(path)["ETag"] != bob.client.get(path)["ETag"]


def test_a_list_that_has_changed_is_sent(ada: Person) -> None:
    tag = ada.client.get("/v1/me/games")["ETag"]
    lobby(ada, seats=2)
    assert ada.client.get("/v1/me/games", HTTP_IF_NONE_MATCH=tag).status_code == 200


# -- Lists


def lists() -> Iterator[str]:
    """Yield the operations whose answer, or a part of it, contains a list."""
    schemas = document()["components"]["schemas"]
    for operation, (_, described) in looks().items():
        name = described["responses"]["200"]["content"][JSON]["schema"].get("$ref", "").rpartition("/")[2]
        members = schemas.get(name, {}).get("properties", {})
        if any(member.get("type") == "array" for member in members.values()):
            yield operation


@pytest.mark.parametrize("operation", sorted(set(lists()) - BOUNDED.keys()))
def test_a_list_without_end_has_a_cursor_that_is_good_for_nothing_else(
    operation: str, ada: Person, places: dict[str, str]
) -> None:
    path, described = looks()[operation]
    assert "cursor" in {one["name"] for one in parameters_of(described)}, f"{operation} needs a cursor"
    path = address(operation, places)
    forged = [sign([1, str(uuid4())], scope="elsewhere"), sign(["x"], scope=path), "c" + "A" * 40, "2026-01-01"]
    for cursor in forged:
        answer = ada.client.get(path, {"cursor": cursor})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor"), (operation, cursor)


@pytest.mark.parametrize("path", ["/v1/games", "/v1/me/games"])
def test_a_cursor_is_good_for_its_list_and_its_reader(path: str, ada: Person, bob: Person) -> None:
    for _ in range(2):
        lobby(ada, bob)
    cursor = ada.client.get(path, {"limit": 1}).json()["next"]
    assert ada.client.get(path, {"limit": 1, "cursor": cursor}).status_code == 200
    other = {"/v1/games": "/v1/me/games", "/v1/me/games": "/v1/games"}[path]
    for answer in (bob.client.get(path, {"cursor": cursor}), ada.client.get(other, {"cursor": cursor})):
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


# -- If-Match on games


def legal(person: Person, game: str) -> Any:
    """Return a command that the player may send now in any deal, or a draw if it is not their turn."""
    return next(iter(person.see(game)["legal_commands"]), DRAW)


def moves(person: Person, game: str, **headers: str) -> Any:
    body = {"command_id": str(uuid4()), "command": legal(person, game)}
    return person.client.send(f"/v1/games/{game}/commands", body, **headers)


def on_turn(ada: Person, bob: Person) -> tuple[str, Person, Person]:
    game = running(ada, bob)
    seen = ada.see(game)
    return (game, ada, bob) if seen["your_turn"] else (game, bob, ada)


def test_a_move_is_made_if_the_game_is_as_its_player_saw_it(ada: Person, bob: Person) -> None:
    game, first, _ = on_turn(ada, bob)
    tag = first.client.get(f"/v1/games/{game}")["ETag"]
    done = moves(first, game, HTTP_IF_MATCH=tag)
    assert done.status_code == 200
    assert done["ETag"] == first.client.get(f"/v1/games/{game}")["ETag"] != tag
    late = moves(first, game, HTTP_IF_MATCH=tag)
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert late.json()["current_version"] == first.see(game)["version"]
    assert late.json()["missed_events"]
    assert "legal_commands" in late.json()


def test_a_retry_with_its_old_tag_gets_its_answer(ada: Person, bob: Person) -> None:
    game, first, _ = on_turn(ada, bob)
    tag = first.client.get(f"/v1/games/{game}")["ETag"]
    body = {"command_id": str(uuid4()), "command": legal(first, game)}
    answers = [first.client.send(f"/v1/games/{game}/commands", body, HTTP_IF_MATCH=tag) for _ in range(2)]
    assert [(one.status_code, one.json()["replayed"]) for one in answers] == [(200, False), (200, True)]


def test_tags_that_are_not_of_this_game_and_player_never_match(ada: Person, bob: Person) -> None:
    game, first, second = on_turn(ada, bob)
    other = running(ada, bob)
    tag = first.client.get(f"/v1/games/{game}")["ETag"]
    foreign = [
        first.client.get(f"/v1/games/{other}")["ETag"],
        second.client.get(f"/v1/games/{game}")["ETag"],
        f"W/{tag}",
        tag.strip('"'),
        '"5"',
    ]
    before = first.see(game)["version"]
    assert [moves(first, game, HTTP_IF_MATCH=one).status_code for one in foreign] == [412] * len(foreign)
    assert first.see(game)["version"] == before
    assert moves(first, game, HTTP_IF_MATCH=f'"other", {tag}').status_code == 200


def test_header_and_body_must_not_contradict(ada: Person, bob: Person) -> None:
    game, first, _ = on_turn(ada, bob)
    found = first.client.get(f"/v1/games/{game}")
    version = found.json()["version"]
    contradicting = first.command(game, legal(first, game), expected_version=version + 1, HTTP_IF_MATCH="x")
    assert contradicting.status_code == 400  # the envelope has no such member
    body = {"command_id": str(uuid4()), "command": legal(first, game), "expected_version": version - 1}
    path = f"/v1/games/{game}/commands"
    refused = first.client.send(path, body, HTTP_IF_MATCH=found["ETag"])
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_parameter")
    agreeing = first.client.send(path, {**body, "expected_version": version}, HTTP_IF_MATCH=found["ETag"])
    assert agreeing.status_code == 200


def test_any_game_that_is_there_matches_a_star(ada: Person, bob: Person) -> None:
    game, first, _ = on_turn(ada, bob)
    assert moves(first, game, HTTP_IF_MATCH="*").status_code == 200
    body = {"command_id": str(uuid4()), "command": legal(first, game), "expected_version": 1}
    stale = first.client.send(f"/v1/games/{game}/commands", body, HTTP_IF_MATCH="*")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")


def test_seats_bots_and_the_start_ask_too(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    path = f"/v1/games/{game}"
    old = ada.client.get(path)["ETag"]
    assert bob.client.send(f"{path}/seats", {}, HTTP_IF_MATCH=bob.client.get(path)["ETag"]).status_code == 200
    for refused in (
        ada.client.send(f"{path}/bots", {}, HTTP_IF_MATCH=old),
        ada.client.send(f"{path}/start", {}, HTTP_IF_MATCH=old),
        ada.client.delete(f"{path}/seats/0", HTTP_IF_MATCH=old),
        make_person().client.send(f"{path}/seats", {}, HTTP_IF_MATCH=old),
    ):
        assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
    added = ada.client.send(f"{path}/bots", {}, HTTP_IF_MATCH=ada.client.get(path)["ETag"])
    assert added.status_code == 200
    assert ada.client.send(f"{path}/start", {}, HTTP_IF_MATCH=added["ETag"]).status_code == 200


def test_a_private_table_tells_a_stranger_nothing_by_it(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2, private=True)
    answer = bob.client.send(f"/v1/games/{game}/seats", {}, HTTP_IF_MATCH='"x"')
    assert answer.status_code == 404


# -- If-Match on one's own objects


@pytest.mark.parametrize(
    ("path", "change"),
    [("/v1/me", {"name": "Ada.L"}), ("/v1/me/preferences", {"language": "fr"})],
)
def test_what_changed_meanwhile_is_not_changed_unseen(path: str, change: dict[str, str], ada: Person) -> None:
    def patch(tag: str, body: dict[str, str]) -> Any:
        return ada.client.patch(path, body, content_type=JSON, HTTP_IF_MATCH=tag)

    tag = ada.client.get(path)["ETag"]
    done = patch(tag, change)
    assert done.status_code == 200
    assert done["ETag"] == ada.client.get(path)["ETag"] != tag
    refused = patch(tag, change)
    assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
    assert patch("*", change).status_code == 200
    assert patch(f'"x", {done["ETag"]}', change).status_code == 200


def test_webhooks_and_vacations_ask_too(ada: Person) -> None:
    made = ada.client.send("/v1/me/webhooks", {"url": "https://example.org/hook", "events": ["game.moved"]})
    path = f"/v1/me/webhooks/{made.json()['id']}"
    tag = ada.client.get(path)["ETag"]
    changed = ada.client.patch(path, {"active": False}, content_type=JSON, HTTP_IF_MATCH=tag)
    assert (changed.status_code, changed["ETag"]) == (200, ada.client.get(path)["ETag"])
    assert ada.client.delete(path, HTTP_IF_MATCH=tag).status_code == 412
    assert ada.client.delete(path, HTTP_IF_MATCH=changed["ETag"]).status_code == 204
    free = ada.client.get("/v1/me/vacation")["ETag"]
    assert ada.client.delete("/v1/me/vacation", HTTP_IF_MATCH='"x"').status_code == 412
    assert ada.client.delete("/v1/me/vacation", HTTP_IF_MATCH=free).status_code == 200


# -- Idempotency-Key


def keyed() -> list[str]:
    """Return the operations whose body takes a command id."""
    schemas = document()["components"]["schemas"]
    return sorted(
        described["operationId"]
        for found in document()["paths"].values()
        for method, described in found.items()
        if method == "post"
        for media in described.get("requestBody", {}).get("content", {}).values()
        if "command_id" in schemas.get(media["schema"].get("$ref", "").rpartition("/")[2], {}).get("properties", {})
    )


@pytest.mark.parametrize("operation", keyed())
def test_whatever_takes_a_command_id_takes_it_as_a_header(operation: str) -> None:
    (described,) = (
        one
        for found in document()["paths"].values()
        for one in found.values()
        if isinstance(one, dict) and one.get("operationId") == operation
    )
    assert "Idempotency-Key" in {one["name"] for one in parameters_of(described)}


def test_a_table_is_set_up_once_wherever_its_command_id_stands(ada: Person, bob: Person) -> None:
    def sent(who: Person, path: str) -> list[tuple[int, bool]]:
        key = str(uuid4())
        answers = [
            who.client.send(path, {}, HTTP_IDEMPOTENCY_KEY=key),
            who.client.send(path, {"command_id": key}),
            who.client.send(path, {"command_id": key}, HTTP_IDEMPOTENCY_KEY=f'"{key}"'),
        ]
        return [(one.status_code, one.json()["replayed"]) for one in answers]

    assert sent(ada, "/v1/games") == [(201, False), (201, True), (201, True)]
    game = ada.client.send("/v1/games", {"seats": 3}).json()["game"]["id"]
    for who, step in ((bob, "seats"), (ada, "bots"), (ada, "start")):
        assert sent(who, f"/v1/games/{game}/{step}") == [(200, False), (200, True), (200, True)]


def test_a_move_may_be_named_in_the_header_the_body_or_both(ada: Person, bob: Person) -> None:
    game, first, _ = on_turn(ada, bob)
    path, key = f"/v1/games/{game}/commands", str(uuid4())
    draw = {"command": legal(first, game)}
    nameless = first.client.send(path, draw)
    assert (nameless.status_code, nameless.json()["code"]) == (400, "malformed_body")
    answers = [
        first.client.send(path, draw, HTTP_IDEMPOTENCY_KEY=f'"{key}"'),
        first.client.send(path, {**draw, "command_id": key}),
        first.client.send(path, {**draw, "command_id": key}, HTTP_IDEMPOTENCY_KEY=key),
    ]
    assert [(one.status_code, one.json()["replayed"]) for one in answers] == [(200, False), (200, True), (200, True)]
    other = first.client.send(path, {**draw, "command_id": str(uuid4())}, HTTP_IDEMPOTENCY_KEY=key)
    assert (other.status_code, other.json()["code"]) == (400, "bad_parameter")
    assert other.json()["detail"] == "Idempotency-Key and `command_id` name different commands."
