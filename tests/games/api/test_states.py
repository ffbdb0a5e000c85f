"""Past states of a game: players see what they knew then, and after the match everything that was revealed."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from games.store import append, archiver
from games.types import EVERY
from games.wire.tables import table_view
from tests.games import tables
from tests.games.api.observations import NOW
from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

KINDS: list[dict[str, Any]] = [
    {},
    {"ruleset": "classic", "seven_o": True},
    {"edition": "marvel"},
    {"ruleset": "attack"},
    {"ruleset": "spin"},
]


EACH = 19
"""The step between the versions tested in a long match; those around a snapshot are always tested."""


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    game = running(ada, bob, spectators="open")
    for _ in range(12):
        mover = ada if ada.see(game)["your_turn"] else bob
        mover.command(game, mover.see(game)["legal_commands"][0])
    return game


def finished(ada: Person, bob: Person, **options: Any) -> str:
    game = running(ada, bob, options={"target": 50, **options})
    tables.play_well(UUID(game), ada.id, bob.id)
    return game


def state(client: ContractClient, game: str, version: int, eyes: str = "") -> Any:
    """Return the state at this version, for this client."""
    answer = client.get(f"/v1/games/{game}/states/{version}{eyes and '?as=' + eyes}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def shown(table: engine.Table, viewer: int | None) -> Any:
    """Return the view of a past state as it is sent."""
    return plain(table_view(engine.view(table, viewer)))


def redacted(events: list[engine.Event], viewer: int) -> Any:
    """Return the events from the first one on as they are sent."""
    handles = accumulate(events, engine.next_handle, initial=engine.Table().next_handle)
    return [plain(engine.redact(event, viewer, handle=handle)) for event, handle in zip(events, handles, strict=False)]


def ends(game: str) -> list[int]:
    """Return the versions at which a command ended."""
    return [row[0] for row in tables.raw("SELECT last_seq FROM command WHERE game_id = %s ORDER BY 1", game)]  # type: ignore[misc]  # integers


def test_each_sees_the_past_as_they_knew_it_then(ada: Person, bob: Person, game: str, stranger: ContractClient) -> None:
    events = tables.events_of(UUID(game))
    for version in ends(game):
        table = engine.replay(events[:version])
        for client, seat in ((ada.client, 0), (bob.client, 1), (stranger, None)):
            found = state(client, game, version)
            assert found["view"] == shown(table, seat)
            assert (found["version"], found["seen_by"], found["open"]) == (version, seat, None)


def test_the_last_state_is_the_game_as_it_is(ada: Person, game: str) -> None:
    seen = ada.see(game)
    found = state(ada.client, game, seen["version"])
    for card in seen["view"]["hand"]:
        del card["playable"], card["why_not"]
    assert found["view"] == seen["view"]
    assert found["turn"] == seen["turn"]
    for seat in seen["seats"]:
        del seat["player_id"], seat["name"], seat["bot"], seat["lent_until"]
    assert found["seats"] == seen["seats"]
    assert (found["chain"], found["recorded_at"]) == (seen["chain"], seen["updated_at"])


def test_states_lead_from_one_command_to_the_next(ada: Person, game: str) -> None:
    log = ada.client.get(f"/v1/games/{game}/events?limit=500").json()["events"]
    version, seen = ada.see(game)["version"], []
    while version:
        found = state(ada.client, game, version)
        entries = log[found["first_seq"] - 1 : found["last_seq"]]
        assert len({entry["command_id"] for entry in entries}) == 1
        assert (found["chain"], found["recorded_at"]) == (entries[-1]["chain"], entries[-1]["recorded_at"])
        seen.append(version)
        version = found["first_seq"] - 1
    assert seen[::-1] == ends(game)


def test_while_the_match_runs_nothing_is_shown_between_the_events_of_a_command(ada: Person, game: str) -> None:
    stops = ends(game)
    between = sorted(set(range(1, stops[-1])) - set(stops))
    assert between
    for version in between:
        problem = ada.client.get(f"/v1/games/{game}/states/{version}")
        assert (problem.status_code, problem.json()["code"]) == (409, "within_command")
        after = next(end for end in stops if end > version)
        before = max((end for end in stops if end < version), default=0)
        assert problem.json()["params"] == {"before": before, "after": after}


@pytest.mark.parametrize("eyes", ["0", "1", "open"])
def test_while_the_match_runs_nobody_sees_with_the_eyes_of_others(ada: Person, game: str, eyes: str) -> None:
    for route in (f"states/{ends(game)[-1]}", "events"):
        problem = ada.client.get(f"/v1/games/{game}/{route}?as={eyes}")
        assert (problem.status_code, problem.json()["code"]) == (409, "game_not_finished")


@pytest.mark.parametrize("version", [0, "last", 2**31, 9_999_999_999])
def test_a_version_that_never_was_is_refused_with_those_that_were(ada: Person, game: str, version: int | str) -> None:
    last = ada.see(game)["version"]
    problem = ada.client.get(f"/v1/games/{game}/states/{last + 1 if version == 'last' else version}").json()
    assert (problem["code"], problem["params"]) == ("no_such_version", {"last": last})


@pytest.mark.parametrize("version", ["-1", "01", "1.0", "+1", "1e1", "x", "10000000000", "%D9%A1"])
def test_other_spellings_of_a_version_are_no_address(ada: Person, game: str, version: str) -> None:
    assert ada.client.get(f"/v1/games/{game}/states/{version}").json()["code"] == "not_found"


@pytest.mark.parametrize("eyes", ["10", "-1", "all", "OPEN", "", "true", "0&as=1"])
def test_eyes_that_nobody_has_are_no_parameter(ada: Person, game: str, eyes: str) -> None:
    for route in (f"states/{ends(game)[-1]}", "events"):
        assert ada.client.get(f"/v1/games/{game}/{route}?as={eyes}").json()["code"] == "bad_parameter"


def test_the_past_of_a_private_game_is_there_for_its_players_alone(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = lobby(ada, seats=3, private=True)
    assert bob.sit(game, invitation=ada.code(game)).status_code == 200
    assert state(bob.client, game, 2)["seen_by"] == 1
    assert bob.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    for route in ("states/1", "states/2", "states/2?as=open", "states/99", "states/2?as=7", "events?as=0"):
        answers = [
            client.get(f"/v1/games/{which}/{route}")
            for client in (bob.client, stranger)
            for which in (game, str(uuid4()))
        ]
        assert {(answer.status_code, answer.content) for answer in answers} == {(404, answers[0].content)}


def test_who_stood_up_sees_as_anybody_else(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=3)
    assert state(bob.client, game, 3)["seen_by"] == 1
    bob.client.delete(f"/v1/games/{game}/seats/1")
    assert state(bob.client, game, 3)["seen_by"] is None


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_after_the_match_the_past_is_seen_with_every_eye(ada: Person, bob: Person, options: dict[str, Any]) -> None:
    game = finished(ada, bob, **options)
    events = tables.events_of(UUID(game))
    table = engine.Table()
    for version, event in enumerate(events, 1):
        engine.replay([event], table)
        if version % (1 + len(events) // 40):
            continue
        for seat in (0, 1):
            assert state(ada.client, game, version, str(seat))["view"] == shown(table, seat)
        found = state(ada.client, game, version, "open")
        assert found["view"] == shown(table, None)
        assert found["open"] == plain(engine.open_table(table))


def test_the_log_of_a_finished_match_is_open_unless_somebody_s_eyes_are_named(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = finished(ada, bob)
    events = tables.events_of(UUID(game))

    def told(client: ContractClient, eyes: str = "") -> Any:
        answer = client.get(f"/v1/games/{game}/events?limit=500{eyes}").json()["events"]
        return [entry["event"] for entry in answer]

    everything = redacted(events[:500], engine.OPEN)
    assert told(ada.client) == told(stranger) == told(bob.client, "&as=open") == everything
    for seat in (0, 1):
        assert told(stranger, f"&as={seat}") == redacted(events[:500], seat)


def test_a_seat_that_the_table_does_not_have_has_no_eyes(ada: Person, bob: Person) -> None:
    game = finished(ada, bob)
    for route in ("states/3", "events"):
        problem = ada.client.get(f"/v1/games/{game}/{route}?as=2").json()
        assert (problem["code"], problem["detail"]) == ("no_such_seat", "This table has seats 0 to 1.")


def test_a_state_is_not_sent_twice_and_kept_once_the_match_is_over(ada: Person, bob: Person, game: str) -> None:
    path = f"/v1/games/{game}/states/{ends(game)[-1]}"
    first = ada.client.get(path)
    assert first["Cache-Control"] == "private, no-store"
    assert ada.client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert bob.client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200
    path = f"/v1/games/{finished(ada, bob)}/states/9"
    tags = set()
    for eyes in ("", "?as=0", "?as=1", "?as=open"):
        answer = ada.client.get(path + eyes)
        assert answer["Cache-Control"] == "private, max-age=86400"
        assert answer["Vary"] == "Authorization"
        assert ada.client.get(path + eyes, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
        tags.add(answer["ETag"])
    assert len(tags) == 3  # Ada sat on seat 0


def test_a_look_at_the_past_takes_four_statements_early_and_late(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    game = str(tables.bots_only(4, target=2_000, spectators="open"))
    tables.play_until(UUID(game), 2 * EVERY + 30)
    for version in (ends(game)[3], *ends(game)[-80:]):
        with CaptureQueriesContext(connection) as statements:
            state(ada.client, game, version)
        assert len(statements) <= 4, statements.captured_queries


def test_the_past_is_the_same_without_snapshots_and_caches(ada: Person, bob: Person) -> None:
    game = finished(ada, bob, target=500)
    some = ends(game)[::9]
    before = [state(bob.client, game, version) for version in some]
    append.drop_caches()
    assert [state(bob.client, game, version) for version in some] == before


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_nobody_notices_that_a_game_has_been_archived(
    ada: Person, bob: Person, stranger: ContractClient, options: dict[str, Any]
) -> None:
    game = finished(ada, bob, **options)
    tables.raw("DELETE FROM outbox")
    events = tables.events_of(UUID(game))
    pages = [f"events?limit=500&as={eyes}" for eyes in ("open", "1")]
    routes = ["", *(f"/{page}" for page in pages), "/transcript", "/rules"]

    frames = range(0, len(events) + 1, EVERY)
    looked_at = {version for frame in frames for version in (frame - 1, frame, frame + 1) if 0 < version <= len(events)}
    looked_at.update(range(EACH, len(events) + 1, EACH))

    def at(version: int) -> tuple[bytes, str]:
        answer = Client.get(bob.client, f"/v1/games/{game}/states/{version}?as=open")  # unchecked: there are many
        return answer.content, answer["ETag"]

    table = engine.Table()
    for version, event in enumerate(events, 1):
        engine.replay([event], table)
        if version % EACH == 0 or version == len(events):
            body = at(version)[0]
            assert json.loads(body)["open"] == plain(engine.open_table(table))
            assert json.loads(body)["view"] == shown(table, None)

    def seen() -> list[Any]:
        answers = [client.get(f"/v1/games/{game}{route}") for client in (bob.client, stranger) for route in routes]
        assert {answer.status_code for answer in answers} == {200}
        bodies = [NOW.sub(b"", answer.getvalue()) for answer in answers]
        return [bodies, [answer.get("ETag") for answer in answers], [at(version) for version in sorted(looked_at)]]

    before = seen()
    assert archiver.run(timedelta(0), 60) == (1, 0, False)
    assert seen() == before
    append.drop_caches()
    assert seen() == before
