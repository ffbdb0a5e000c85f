"""Games whose players leave for good do not wait for them, and their history does not change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from games import hints
from games.audit import check
from games.clock.control import control
from games.models import OutboxEntry
from games.services import empty_seats, worker
from players.models import Removal
from players.notifications import inbox
from tests.games import tables
from tests.games.api.people import lobby, running
from tests.games.privacy.factories import erase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def engaged(game: str) -> list[Any]:
    return [event for event in tables.events_of(UUID(game)) if isinstance(event, engine.AutopilotEngaged)]


def test_they_stand_up_from_a_table_that_has_not_started(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=3)
    erase(ada)
    seen = bob.see(game)
    assert [seat["kind"] for seat in seen["seats"]] == ["open", "human", "open"]
    assert seen["host"] == 1


def test_the_service_plays_on_for_them_and_says_that_they_have_left(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = running(ada, bob, person("Cid"))
    erase(ada)
    (event,) = engaged(game)
    assert (event.seat, event.reason) == (0, "left")
    seen = bob.see(game)
    assert {"seat": 0, "kind": "human", "player_id": None, "name": None, "bot": None}.items() <= seen["seats"][
        0
    ].items()
    assert seen["seats"][0]["autopilot"]
    assert seen["turn"] != 0
    told = inbox.page(player_id=bob.id).items
    assert [one.data for one in told if one.kind == "autopilot"] == [{"you": 1, "seat": 0, "reason": "left"}]
    assert check.check_game(UUID(game)) is None


@pytest.mark.parametrize("on_turn", [True, False])
def test_hints_alone_get_the_others_told_and_the_seat_played(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, *, on_turn: bool
) -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    worker.sweep()
    turn = tables.table_of(game).turn
    assert turn is not None
    gone = turn if on_turn else (turn + 1) % 3
    woken: set[UUID] = set()  # hints of one moment are sent as one
    monkeypatch.setattr(hints, "wake", woken.add)
    with django_capture_on_commit_callbacks(execute=True):
        empty_seats.vacate(people[gone])
    for _ in range(10):
        due = [woken.pop() for _ in range(len(woken))]
        with django_capture_on_commit_callbacks(execute=True):
            worker.run_outboxes(due)
    assert [event.seat for event in engaged(str(game))] == [gone]
    assert tables.table_of(game).turn != gone
    for player in people[:gone] + people[gone + 1 :]:
        assert "autopilot" in [one.kind for one in inbox.page(player_id=player).items]
    assert not OutboxEntry.objects.filter(game_id=game).exists()


def test_a_match_that_nobody_is_left_in_is_abandoned(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    erase(ada)
    assert bob.see(game)["status"] == "running"
    erase(bob)
    ended = tables.events_of(UUID(game))[-1]
    assert isinstance(ended, engine.MatchEnded)
    assert (ended.cause, ended.winners) == ("abandoned", ())
    assert check.check_game(UUID(game)) is None


def test_a_match_against_bots_is_abandoned(ada: Person) -> None:
    game = tables.with_bots(ada.id, 2)
    erase(ada)
    assert isinstance(tables.events_of(game)[-1], engine.MatchEnded)


def test_who_was_on_autopilot_or_had_resigned_stays_so(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    cid = person("Cid")
    game = running(ada, bob, cid)
    ada.command(game, {"type": "resign"})
    before = len(engaged(game))
    erase(ada)
    assert len(engaged(game)) == before
    assert bob.see(game)["seats"][0]["name"] is None


def test_what_has_happened_is_the_same_to_the_byte(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob)
    ada.command(game, {"type": "resign"})
    before = stranger.get(f"/v1/games/{game}/events?limit=500")
    rows = tables.rows_of(UUID(game))
    erase(ada)
    assert tables.rows_of(UUID(game)) == rows
    assert stranger.get(f"/v1/games/{game}/events?limit=500").content == before.content
    assert check.check_game(UUID(game)) is None
    assert stranger.get(f"/v1/games/{game}").json()["seats"][0]["name"] is None
    assert bob.client.get("/v1/me/games").status_code == 200


def test_a_clock_runs_on_without_them(ada: Person, bob: Person) -> None:
    game = tables.timed(control(turn=3600), ada.id, bob.id, tables.person())
    erase(ada)
    with tables.travelled(4000):
        worker.sweep()
    assert check.check_game(game) is None
    assert bob.see(str(game))["seats"][0]["autopilot"]


def test_their_id_is_in_no_seat_and_no_list_and_finds_no_profile(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = running(ada, bob)
    ada.command(game, {"type": "resign"})
    gone = str(ada.id)
    listed = stranger.get(f"/v1/games?player={gone}").json()["games"]
    assert [one["seats"][0]["player_id"] for one in listed] == [gone]
    erase(ada)
    assert stranger.get(f"/v1/games?player={gone}").json()["games"] == []
    assert stranger.get(f"/v1/players/{gone}").status_code == 404
    for path in ("/v1/games", f"/v1/games?player={bob.id}", f"/v1/games/{game}", f"/v1/games/{game}/transcript"):
        answer = stranger.get(path)
        assert answer.status_code == 200
        assert gone.encode() not in answer.content


def test_a_table_that_they_were_removed_from_is_in_their_export_and_then_forgotten(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=3)
    assert ada.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert [one["game"] for one in bob.client.get("/v1/me/export").json()["removals"]] == [game]
    erase(bob)
    assert not Removal.objects.exists()


def test_nothing_happens_to_a_seat_that_somebody_sits_on(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    before = tables.version_of(UUID(game))
    empty_seats.look_after(UUID(game), 0)
    assert tables.version_of(UUID(game)) == before
