"""Seeks over HTTP: made, seen, confirmed and cancelled by their player, counted for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from games import matchmaking, retention
from games.matchmaking import job
from games.models import Seek
from games.presets import PRESETS
from games.services import erasure
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import make_person, with_scopes
from tests.games.merges.factories import make_guest, merge

if TYPE_CHECKING:
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

MINE = "/v1/me/seeks"
WISH = {"options": {"ruleset": "classic"}, "clock": "live", "least_seats": 2, "most_seats": 2}


def look(person: Person, **body: Any) -> Any:
    answer = person.client.send(MINE, {**WISH, **body})
    assert answer.status_code == 201, answer.content
    return answer.json()


def see(person: Person, seek: Any) -> Any:
    answer = person.client.get(f"{MINE}/{seek['id']}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def crowds() -> list[tuple[str, str, str | None, int]]:
    found = ContractClient().get("/v1/seeks").json()["seeks"]
    return [(one["ruleset"], one["speed"], one["preset"], one["people"]) for one in found]


def test_two_people_who_look_for_the_same_get_a_game_that_runs(ada: Person, bob: Person) -> None:
    first = look(ada)
    assert (first["state"], first["people"], first["muster"], first["game_id"]) == ("waiting", 1, None, None)
    second = look(bob)
    assert second["state"] == "seated"
    mine = see(ada, first)
    assert mine["game_id"] == second["game_id"]
    game = ada.see(mine["game_id"])
    assert game["status"] == "running"
    assert {seat["name"] for seat in game["seats"]} == {ada.name, bob.name}
    assert game["clock"]["preset"] == "live"


def test_a_seek_is_listed_until_a_day_after_it_ended(ada: Person) -> None:
    flip = look(ada, options={"ruleset": "flip"}, clock="day")
    classic = look(ada)
    assert ada.client.get(MINE).json()["seeks"] == [classic, flip]
    assert ada.client.delete(f"{MINE}/{classic['id']}").status_code == 204
    listed = ada.client.get(MINE).json()["seeks"]
    assert [(one["id"], one["state"]) for one in listed] == [(flip["id"], "waiting"), (classic["id"], "cancelled")]
    tables.later(90_000)
    assert retention.run() >= 1
    assert [one["id"] for one in ada.client.get(MINE).json()["seeks"]] == [flip["id"]]


def test_a_seek_says_which_preset_it_has(ada: Person) -> None:
    presets = ada.client.get("/v1/presets?ruleset=classic").json()["presets"]
    for preset in presets:
        made = look(ada, options=preset["options"], clock=preset["clock"])
        assert (made["preset"], {"edition": "base", **made["options"]}) == (preset["name"], preset["options"])
    assert ada.client.delete(f"{MINE}/{made['id']}").status_code == 204
    assert look(ada)["preset"] is None
    assert len(presets) == len(PRESETS)


def test_how_many_look_for_what_is_public_and_names_nobody(ada: Person, bob: Person) -> None:
    assert crowds() == []
    quick = ada.client.get("/v1/presets?ruleset=classic").json()["presets"][1]
    wish = {"options": quick["options"], "clock": quick["clock"], "least_seats": 4, "most_seats": 4}
    for person in (ada, bob, make_person()):
        look(person, **wish)
    look(ada, options={"ruleset": "flip"}, clock="none")
    assert crowds() == [("classic", "day", quick["name"], 3), ("flip", "none", None, 1)]
    said = ContractClient().get("/v1/seeks").content.decode()
    assert ada.name not in said
    assert str(ada.id) not in said


def test_the_muster_shows_how_many_have_confirmed(ada: Person, bob: Person) -> None:
    first, second = (look(person, bots=True, most_seats=3, least_seats=3) for person in (ada, bob))
    tables.later(120)
    job.run()
    called = see(ada, first)
    assert (called["state"], called["people"]) == ("called", 2)
    assert (called["muster"]["confirmed"], called["muster"]["people_confirmed"]) == (False, 0)
    (told,) = ada.client.get("/v1/me/notifications").json()["notifications"]
    assert (told["kind"], told["data"]["seek"], told["data"]["until"]) == (
        "muster",
        first["id"],
        called["muster"]["until"],
    )
    answer = ada.client.send(f"{MINE}/{first['id']}/confirm")
    assert answer.status_code == 200
    assert answer.json()["muster"]["confirmed"]
    assert see(bob, second)["muster"]["people_confirmed"] == 1
    done = bob.client.send(f"{MINE}/{second['id']}/confirm").json()
    assert (done["state"], done["muster"]) == ("seated", None)
    assert ada.client.send(f"{MINE}/{first['id']}/confirm").json()["game_id"] == done["game_id"]


def test_a_repeated_request_is_the_same_seek_and_another_with_its_id_is_refused(ada: Person) -> None:
    key = str(uuid4())
    first = look(ada, command_id=key)
    assert look(ada, command_id=key)["id"] == first["id"]
    assert refused(ada.client.send(MINE, {**WISH, "bots": True, "command_id": key})) == (422, "command_id_reused")
    assert len(ada.client.get(MINE).json()["seeks"]) == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"options": {"ruleset": "classic", "jump": True}}, (422, "unknown_option")),
        ({"options": {"ruleset": "classic", "target": 0}}, (422, "bad_option_value")),
        ({"options": {"teams": 2}, "least_seats": 3, "most_seats": 3}, (422, "option_not_applicable")),
        ({"least_seats": 4, "most_seats": 3}, (422, "bad_seek")),
        ({"clock": "sometime"}, (422, "bad_clock")),
        ({"least_seats": 1}, (400, "malformed_body")),
        ({"most_seats": 11}, (400, "malformed_body")),
        ({"house_rules": "some"}, (400, "malformed_body")),
        ({"min_reliability": 101}, (400, "malformed_body")),
        ({"lasts": 604_801}, (400, "malformed_body")),
        ({"player": "Ada"}, (400, "malformed_body")),
    ],
)
def test_impossible_wishes_are_refused(ada: Person, body: Any, expected: tuple[int, str]) -> None:
    assert refused(ada.client.send(MINE, {**WISH, **body})) == expected
    assert ada.client.get(MINE).json()["seeks"] == []


def test_a_sixth_seek_is_refused(ada: Person) -> None:
    for number in range(1, 6):
        look(ada, options={"ruleset": "classic", "target": 100 * number})
    assert refused(ada.client.send(MINE, WISH)) == (409, "too_many_seeks")


def test_others_seeks_do_not_exist(ada: Person, bob: Person) -> None:
    seek = look(ada)
    at = f"{MINE}/{seek['id']}"
    for answer in (bob.client.get(at), bob.client.delete(at), bob.client.send(f"{at}/confirm")):
        assert refused(answer) == (404, "seek_not_found")
    assert see(ada, seek)["state"] == "waiting"


def test_a_program_needs_the_scope_to_play(ada: Person) -> None:
    _, reader = with_scopes(ada, "games:read")
    _, player = with_scopes(ada, "games:play")
    assert refused(reader.send(MINE, WISH)) == (403, "insufficient_scope")
    made = player.send(MINE, WISH)
    assert made.status_code == 201
    assert reader.get(f"{MINE}/{made.json()['id']}").status_code == 200


def test_a_table_that_is_open_to_seeks_is_filled_and_starts_by_itself(ada: Person, bob: Person) -> None:
    created = ada.create(seats=2, clock="live", options={"ruleset": "classic"}, open_to_seeks=True)
    seated = look(bob)
    assert (seated["state"], seated["game_id"]) == ("seated", created["game"]["id"])
    assert ada.see(created["game"]["id"])["status"] == "running"


def test_a_private_table_cannot_be_open_to_seeks(ada: Person) -> None:
    answer = ada.client.send("/v1/games", {"private": True, "open_to_seeks": True})
    assert refused(answer) == (422, "bad_seek")
    assert ada.client.get("/v1/me/games").json()["games"] == []


def test_a_seek_goes_with_the_guest_into_the_account(ada: Person, bob: Person) -> None:
    guest = make_guest()
    own, theirs = look(ada, most_seats=3, least_seats=3), look(guest.person, most_seats=3, least_seats=3)
    assert see(ada, own)["people"] == 2
    tables.raw("UPDATE players_player SET email = 'ada@example.org' WHERE id = %s", ada.id)
    assert merge(ada, guest).status_code == 200
    assert {one["id"] for one in ada.client.get(MINE).json()["seeks"]} == {own["id"], theirs["id"]}
    # They were in one gathering, and play with one of the two.
    third, fourth = look(bob, most_seats=3, least_seats=3), look(make_person(), most_seats=3, least_seats=3)
    assert (third["state"], fourth["state"]) == ("waiting", "seated")
    assert sorted(one["state"] for one in ada.client.get(MINE).json()["seeks"]) == ["cancelled", "seated"]


def test_an_erased_player_looks_for_nothing(ada: Person, bob: Person) -> None:
    look(ada)
    erasure.erase(ada.id)
    assert Seek.objects.count() == 0
    assert look(bob)["state"] == "waiting"


def test_the_export_has_the_seeks(ada: Person) -> None:
    seek = look(ada)
    assert ada.client.get("/v1/me/export").json()["seeks"] == [seek]


def test_the_time_of_a_sandbox_moves_on_to_what_is_due(ada: Person) -> None:
    from games.sandbox import time_travel  # noqa: PLC0415 - it is off in this service

    before = time_travel.next_due()
    seek = look(ada, bots=True)
    due = time_travel.next_due()
    assert due is not None
    assert before is None or due <= before
    assert due.isoformat() < seek["expires_at"]
    assert matchmaking.get(player=ada.id, seek_id=UUID(seek["id"])).people == 1
