"""Spectators: what viewers without a seat see on every route, for each kind of table (R-SPECTATORS)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import errors
from games.audit import check
from games.models import Game
from games.services import bots, commands
from games.services.envelope import Actor, Envelope
from tests.games import tables
from tests.games.api.observations import Steps, hear
from tests.games.api.people import lobby, running, with_scopes

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

ROUTES = ("", "/events?limit=500", "/stream", "/stream?after=1", "/events?after=3&limit=2", "/states/3")


@pytest.fixture
def eve(person: Callable[..., Person]) -> Person:
    """Return a player who sits at none of these tables."""
    return person("Eve")


def get(client: ContractClient, game: str, route: str = "") -> Any:
    answer = client.get(f"/v1/games/{game}{route}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def listed(client: ContractClient, game: str) -> Any:
    """Return the game as the public list shows it."""
    (found,) = [one for one in client.get("/v1/games").json()["games"] if one["id"] == game]
    return found


def move(game: str, *people: Person) -> None:
    """Send the first legal command of the player who must act."""
    mover = people[tables.legal(UUID(game))[0]]
    assert mover.command(game, mover.see(game)["legal_commands"][0]).status_code == 200


def play_the_round(game: str, *people: Person) -> None:
    """Play until the round is over and the next one is not dealt yet."""
    for number in range(2_000):
        if (table := tables.table_of(UUID(game))).turn is None:
            return
        tables.play_until(UUID(game), table.version + 1, *(one.id for one in people[: number + 10]))
    raise AssertionError("the round does not end")


def deal(game: str) -> None:
    """Deal the next round as the worker does."""
    bots.move_bot_seats(UUID(game))
    assert tables.table_of(UUID(game)).turn is not None


# -- The setting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "setting"),
    [
        ({}, "delayed"),
        ({"options": {"edition": "transformers"}}, "delayed"),
        ({"options": {"ruleset": "classic_from_flip"}}, "open"),
        ({"options": {"own_backs": "table"}}, "open"),
        ({"options": {"own_backs": "visible"}}, "open"),
        ({"options": {"ruleset": "classic"}}, "open"),
        ({"options": {"ruleset": "spin"}}, "open"),
        ({"spectators": "open"}, "open"),
        ({"spectators": "none"}, "none"),
        ({"options": {"ruleset": "classic"}, "spectators": "delayed"}, "delayed"),
        ({"private": True}, "none"),
        ({"private": True, "spectators": "none"}, "none"),
    ],
    ids=str,
)
def test_a_table_says_who_may_watch(ada: Person, body: dict[str, Any], setting: str) -> None:
    made = ada.create(seats=2, **body)["game"]
    assert made["spectators"] == setting
    assert ada.see(made["id"])["spectators"] == setting
    assert ada.client.get("/v1/me/games").json()["games"][0]["spectators"] == setting


@pytest.mark.parametrize("setting", ["delayed", "open"])
def test_nobody_can_watch_at_a_private_table(ada: Person, setting: str) -> None:
    refused = ada.client.send("/v1/games", {"private": True, "spectators": setting})
    assert (refused.status_code, refused.json()["code"]) == (422, "spectators_at_private_table")
    assert ada.client.get("/v1/me/games").json()["games"] == []


def test_a_branch_has_spectators_of_its_own(ada: Person, bob: Person) -> None:
    game = running(ada, bob, options={"target": 50}, spectators="none")
    tables.play_well(UUID(game), ada.id, bob.id)
    log = get(ada.client, game, "/events?limit=500")["events"]
    version = next(entry["seq"] for entry in log if entry["event"]["type"] == "turn_started")
    for wish, setting in (({}, "delayed"), ({"spectators": "open"}, "open")):
        made = ada.client.send(f"/v1/games/{game}/branches", {"version": version, **wish})
        assert made.json()["game"]["spectators"] == setting
    both = {"version": version, "private": True, "spectators": "open"}
    assert ada.client.send(f"/v1/games/{game}/branches", both).json()["code"] == "spectators_at_private_table"


def test_who_may_watch_is_settled_when_the_table_is_set_up(ada: Person, bob: Person) -> None:
    game = running(ada, bob, spectators="none")
    with pytest.raises(IntegrityError, match="settled when it is set up"), transaction.atomic():
        Game.objects.filter(id=game).update(spectators=2)
    assert ada.see(game)["spectators"] == "none"


# -- Open --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"own_backs": "table"}, {"teams": 2, "team_view": True}], ids=str)
def test_a_second_tab_without_a_token_shows_no_back_that_its_holder_does_not_see(
    ada: Person, bob: Person, person: Callable[..., Person], stranger: ContractClient, options: dict[str, Any]
) -> None:
    people = [ada, bob, person("Cid"), person("Dan")]
    game = running(*people, options=options, spectators="open")
    for _ in range(8):
        seen = get(stranger, game)
        assert [seat["backs"] for seat in seen["seats"]] == [None] * 4
        told = [entry["event"] for entry in get(stranger, game, "/events?limit=500")["events"]]
        for other in people:
            as_seat = [entry["event"] for entry in get(other.client, game, "/events?limit=500")["events"]]
            for mine, theirs in zip(told, as_seat, strict=True):
                assert knows(theirs, mine), (mine, theirs)
        move(game, *people)


def knows(seat: Any, spectator: Any) -> bool:
    """Return whether the seat is told everything that the spectator is told."""
    if isinstance(spectator, dict):
        return all(key in seat and knows(seat[key], value) for key, value in spectator.items())
    if isinstance(spectator, list):
        return len(seat) == len(spectator) and all(map(knows, seat, spectator))
    return spectator is None or seat == spectator


def test_where_every_holder_looks_at_the_backs_spectators_do(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = running(ada, bob, options={"own_backs": "visible"})
    seen = get(stranger, game)
    assert seen["seats"][0]["backs"] == bob.see(game)["seats"][0]["backs"] != None  # noqa: E711
    assert seen["version"] == ada.see(game)["version"]


# -- Delayed -----------------------------------------------------------------------------------------------------------


def test_before_the_first_round_is_over_spectators_see_the_table_as_it_was_before_the_match(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = lobby(ada, bob)
    before = get(stranger, game)
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    seen = get(stranger, game)
    assert seen["status"] == "running"
    for same in ("version", "chain", "view", "updated_at", "turn", "deadline_at"):
        assert seen[same] == before[same], same
    assert [entry["seq"] for entry in get(stranger, game, "/events")["events"]] == [1, 2, 3]
    found = listed(stranger, game)
    assert found.pop("table") is None
    seats = [{name: seat[name] for name in found["seats"][0]} for seat in seen["seats"]]
    assert found == {name: seen[name] for name in found} | {"seats": seats}


@pytest.mark.parametrize("setting", ["none", "delayed"])
@pytest.mark.parametrize("clock", ["none", "correspondence"])
def test_nothing_that_a_stranger_can_ask_tells_of_the_round_under_way(
    ada: Person, bob: Person, eve: Person, stranger: ContractClient, setting: str, clock: str
) -> None:
    presets = [one["name"] for one in stranger.get("/v1/clocks").json()["clocks"]]
    game = running(ada, bob, spectators=setting, clock="none" if clock == "none" else presets[-1])
    heard = [hear(client, game, 2, []) for client in (stranger, eve.client)]
    for _ in range(3):
        move(game, ada, bob)
        again = [hear(client, game, 2, []) for client in (stranger, eve.client)]
        for before, after in zip(heard, again, strict=True):
            # The table is read in its current state, which takes a few steps more while a decision is open.
            pairs = [(one._replace(steps=0), other._replace(steps=0)) for one, other in zip(before, after, strict=True)]
            different = [one.route for one, other in pairs if one != other]
            assert different == []


@pytest.mark.parametrize("table", [{"spectators": "none"}, {"spectators": "delayed"}, {"private": True}], ids=str)
def test_no_event_is_read_for_a_stranger_who_is_not_shown_it(
    ada: Person, bob: Person, stranger: ContractClient, table: dict[str, Any]
) -> None:
    """The time of reading would reveal how far the match is, or that a private one exists."""
    made = ada.create(seats=2, **table)["game"]
    game = made["id"]
    assert bob.sit(game, invitation=ada.code(game)).status_code == 200
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    taken = []
    for _ in range(3):
        for route in (f"/v1/games/{game}/stream?after=1", f"/v1/games/{game}/events?after=1"):
            with Steps() as steps:
                stranger.get(route)
            taken.append(steps.count)
        move(game, ada, bob)
    assert taken[2:4] == taken[4:]  # the first request fills the cache of the table's options


def test_when_a_round_is_over_it_is_shown_to_all_and_the_next_one_is_not(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = running(ada, bob)
    play_the_round(game, ada, bob)
    over = ada.see(game)
    seen = get(stranger, game)
    assert seen["view"]["phase"] == "round_over"
    assert seen["view"]["last_round"]["hands"] == over["view"]["last_round"]["hands"]
    assert (seen["version"], seen["chain"], seen["updated_at"]) == (over["version"], over["chain"], over["updated_at"])
    events = get(stranger, game, f"/events?after={over['version'] - 1}")
    deal(game)
    move(game, ada, bob)
    assert ada.see(game)["view"]["round"] == 2
    assert ada.see(game)["version"] > over["version"]
    again = get(stranger, game)
    assert again.pop("server_now") > seen.pop("server_now")
    assert again == seen
    assert get(stranger, game, f"/events?after={over['version'] - 1}") == events
    assert stranger.get(f"/v1/games/{game}/states/{over['version'] + 1}").json()["params"] == {"last": over["version"]}
    assert get(stranger, game, f"/states/{over['version']}")["view"] == seen["view"]
    assert listed(stranger, game)["version"] == over["version"]


def test_a_match_that_is_over_is_open_to_all(ada: Person, bob: Person, stranger: ContractClient) -> None:
    for setting in ("none", "delayed", "open"):
        game = running(ada, bob, options={"target": 50}, spectators=setting)
        tables.play_well(UUID(game), ada.id, bob.id)
        seen = get(stranger, game)
        assert (seen["status"], seen["chain"]) == ("finished", ada.see(game)["chain"])
        assert get(stranger, game, "/events?limit=500") == get(ada.client, game, "/events?limit=500")
        assert stranger.get(f"/v1/games/{game}/transcript").status_code == 200
        assert stranger.get(f"/v1/games/{game}/record").status_code == 200


def test_the_tag_of_a_table_changes_when_its_match_begins(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = lobby(ada, bob)
    tag = stranger.get(f"/v1/games/{game}")["ETag"]
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    answer = stranger.get(f"/v1/games/{game}", HTTP_IF_NONE_MATCH=tag)
    assert (answer.status_code, answer.json()["status"]) == (200, "running")
    move(game, ada, bob)
    assert stranger.get(f"/v1/games/{game}", HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304


def test_a_player_who_has_stood_up_is_a_stranger(ada: Person, bob: Person, eve: Person) -> None:
    game = lobby(ada, eve, seats=2)
    assert eve.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert bob.sit(game).status_code == 200
    version = get(eve.client, game)["version"]
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    move(game, ada, bob)
    assert get(eve.client, game)["version"] == version
    assert len(get(eve.client, game, "/events")["events"]) == version


def test_a_token_that_may_not_read_is_no_way_to_look_on(ada: Person, bob: Person) -> None:
    for setting in ("open", "delayed"):
        game = running(ada, bob, spectators=setting)
        _, client = with_scopes(ada, "games:play")
        for route in ROUTES:
            refused = client.get(f"/v1/games/{game}{route}")
            assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")


def test_somebody_who_comes_too_late_is_not_told_how_far_the_match_is(ada: Person, bob: Person, eve: Person) -> None:
    game = lobby(ada, bob)
    before = eve.client.get(f"/v1/games/{game}")
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    move(game, ada, bob)
    for tag in (before["ETag"], eve.client.get(f"/v1/games/{game}")["ETag"], None):
        refused = eve.client.send(f"/v1/games/{game}/seats", headers={"If-Match": tag} if tag else {})
        assert (refused.status_code, refused.json()["code"]) == (409, "table_closed")
        assert {"current_version", "missed_events", "legal_commands"}.isdisjoint(refused.json())


def test_a_seat_that_was_asked_for_while_the_match_began_tells_nothing_of_it(
    ada: Person, bob: Person, eve: Person
) -> None:
    # The version was right when the request was judged, and another command was written first.
    game = UUID(running(ada, bob))
    loaded = commands._loaded(Envelope(game, Actor(eve.id), uuid4(), tables.ASKED, expected_version=2))
    stale = commands._stale(Envelope(game, Actor(eve.id), uuid4(), tables.ASKED, expected_version=2), loaded)
    assert (stale.fields["current_version"], [logged.seq for logged in stale.missed]) == (3, [3])
    closed = UUID(running(ada, bob, spectators="none"))
    request = Envelope(closed, Actor(eve.id), uuid4(), tables.ASKED, expected_version=2)
    with pytest.raises(errors.NoSpectators):
        commands._stale(request, commands._loaded(request))


def test_a_look_of_a_spectator_takes_few_statements_however_long_the_match_is(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = running(ada, bob)
    play_the_round(game, ada, bob)
    deal(game)
    for _ in range(20):
        move(game, ada, bob)
    with CaptureQueriesContext(connection) as statements:
        get(stranger, game)
    assert len(statements) <= 3, statements.captured_queries
    with CaptureQueriesContext(connection) as statements:
        get(stranger, game, "/events")
    assert len(statements) <= 1, statements.captured_queries


# -- None --------------------------------------------------------------------------------------------------------------


def test_a_table_without_spectators_shows_its_match_to_players_only(
    ada: Person, bob: Person, eve: Person, stranger: ContractClient
) -> None:
    game = lobby(ada, seats=2, spectators="none")
    assert get(stranger, game)["view"]["phase"] == "lobby"
    assert listed(stranger, game)["open_seats"] == 1
    assert bob.sit(game).status_code == 200
    version = get(eve.client, game)["version"]
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    for client in (stranger, eve.client):
        for route in ROUTES:
            refused = client.get(f"/v1/games/{game}{route}")
            assert (refused.status_code, refused.json()["code"]) == (403, "no_spectators"), route
        assert client.get(f"/v1/games/{game}/rules").status_code == 200
        assert (listed(client, game)["version"], listed(client, game)["status"]) == (version, "running")
    hook = {"url": "https://hooks.example.com/f", "events": ["game.moved"], "game": game}
    assert eve.client.send("/v1/me/webhooks", hook).json()["code"] == "no_spectators"
    assert eve.sit(game).status_code == 409
    assert eve.client.delete(f"/v1/games/{game}/seats/1").json()["code"] == "not_seated"
    for player in (ada, bob):
        assert player.see(game)["view"]["hand"]


# -- How it is kept ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", ["none", "delayed", "open"])
def test_how_far_spectators_see_follows_from_the_log(ada: Person, bob: Person, setting: str) -> None:
    game = lobby(ada, bob, spectators=setting)
    for act in (lambda: ada.client.send(f"/v1/games/{game}/start"), lambda: move(game, ada, bob)):
        act()
        assert check.check_game(UUID(game)) is None
    play_the_round(game, ada, bob)
    assert check.check_game(UUID(game)) is None
    deal(game)
    assert check.check_game(UUID(game)) is None
    Game.objects.filter(id=game).update(spectator_version=1)
    fault = check.check_game(UUID(game))
    assert fault is not None
    assert fault.kind == "columns"
