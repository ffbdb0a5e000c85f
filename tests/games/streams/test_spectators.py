"""Streams for viewers without a seat: events arrive when the round is over, and a move before that sends nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from games.hints import flush
from tests.games.api.people import Person, lobby, running
from tests.games.streams.items import events
from tests.games.streams.process import SOON, Ear, Streams, log, move
from tests.games.tables import play_until, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db(transaction=True)


def play_the_round(game: str, ada: Person, bob: Person) -> int:
    """Play until the round is over; return the version then."""
    while (table := table_of(UUID(game))).turn is not None:
        play_until(UUID(game), table.version + 1, ada.id, bob.id)
    flush()
    return table.version


@pytest.fixture
def hers(streams: Streams, ada: Person, bob: Person) -> Iterator[tuple[str, Ear]]:
    """Return a running match, and the stream of a player."""
    game = running(ada, bob)
    with Ear(streams, f"/v1/games/{game}/stream", str(ada.client.secret)) as ear:
        yield game, ear


def test_a_spectator_hears_of_a_round_when_it_is_over(
    streams: Streams, ada: Person, bob: Person, hers: tuple[str, Ear]
) -> None:
    game, ear = hers
    with Ear(streams, f"/v1/games/{game}/stream") as strangers:
        seen = strangers.type("snapshot")["game"]["version"]
        assert seen < ear.type("snapshot")["game"]["version"]
        for _ in range(3):
            ear.up_to(move(game, ada, bob))
        over = play_the_round(game, ada, bob)
        told = strangers.until(lambda items: events(items)[-1:] == [over] and items[-1]["type"] == "head")
        assert events(told) == list(range(seen + 1, over + 1))
        heads = [(item["version"], item["turn"], item["deadline_at"]) for item in told if item["type"] == "head"]
        assert set(heads) == {(over, None, None)}
        cursor = strangers.cursor()
    move_on(game, ada, bob)
    with Ear(streams, f"/v1/games/{game}/stream?after={cursor}") as again:
        ear.up_to(move(game, ada, bob))
        assert again.some(1, 0.5) == []


def move_on(game: str, ada: Person, bob: Person) -> None:
    """Deal and begin the next round."""
    from games.services import bots  # noqa: PLC0415 - it needs the settings

    bots.move_bot_seats(UUID(game))
    move(game, ada, bob)
    flush()


def test_a_spectator_who_waits_is_not_woken_by_moves(
    streams: Streams, ada: Person, bob: Person, hers: tuple[str, Ear]
) -> None:
    game, ear = hers
    seen = ada.see(game)["seats"][-1]["seat"] + 2  # the table, and two who sat down
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(streams.get, f"/v1/games/{game}/events?after={seen}&wait=30")
        streams.until_open(2)
        for _ in range(3):
            ear.up_to(move(game, ada, bob))
        assert not waiting.done()
        over = play_the_round(game, ada, bob)
        found = waiting.result(SOON).json()
    assert found["version"] == over
    assert [entry["seq"] for entry in found["events"]] == [entry["seq"] for entry in log(ada, game, seen)][:100]


def test_a_table_without_spectators_ends_their_streams_when_its_match_begins(
    streams: Streams, ada: Person, bob: Person
) -> None:
    game = lobby(ada, bob, spectators="none")
    with Ear(streams, f"/v1/games/{game}/stream") as strangers:
        assert strangers.type("snapshot")["game"]["view"]["phase"] == "lobby"
        assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
        assert strangers.end(SOON)["reason"] == "no_access"
        assert events(strangers.items) == []
    assert streams.get(f"/v1/games/{game}/stream").json()["code"] == "no_spectators"
    assert streams.get(f"/v1/games/{game}/events?after=3&wait=30").json()["code"] == "no_spectators"
