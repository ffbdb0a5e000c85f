"""Webhooks of viewers without a seat are called about a round when it is over, and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from games.services import bots
from games.webhooks import batches
from tests.games import tables
from tests.games.api.people import lobby, running
from tests.games.webhooks.factories import Listener, deliver, hook

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def eve(person: Callable[..., Person]) -> Person:
    """Return a player who is a spectator."""
    return person("Eve")


def play_the_round(game: UUID, ada: Person, bob: Person) -> int:
    """Play until the round is over; return the version then."""
    while (table := tables.table_of(game)).turn is not None:
        tables.play_until(game, table.version + 1, ada.id, bob.id)
    return table.version


def test_a_spectator_is_called_when_a_round_is_over(ada: Person, bob: Person, eve: Person) -> None:
    game = UUID(running(ada, bob))
    with Listener() as hers, Listener() as adas:
        hook(eve.id, hers, game=game)
        hook(ada.id, adas)
        tables.play_until(game, tables.version_of(game) + 4, ada.id, bob.id)
        deliver(game)
        assert adas.seqs()
        assert hers.calls == []
        assert batches.sweep(100) == 0
        over = play_the_round(game, ada, bob)
        while deliver(game):
            pass
        assert hers.seqs() == list(range(4, over + 1))
        now = hers.calls[-1].data["now"]
        assert (now["version"], now["chain"], now["turn"]) == (over, hers.calls[-1].data["chain"], None)
        bots.move_bot_seats(game)  # deals the next round
        tables.play_until(game, tables.version_of(game) + 4, ada.id, bob.id)
        deliver(game)
        assert adas.seqs()[-1] > over
        assert hers.seqs()[-1] == over


def test_what_a_call_says_of_now_is_nothing_of_the_next_round(ada: Person, bob: Person, eve: Person) -> None:
    game = UUID(running(ada, bob))
    with Listener() as hers:
        hook(eve.id, hers, game=game)
        over = play_the_round(game, ada, bob)
        batches.advance(game)
        bots.move_bot_seats(game)  # deals the next round
        tables.play_until(game, tables.version_of(game) + 4, ada.id, bob.id)
        while deliver(game):
            pass
        assert hers.seqs() == list(range(4, over + 1))
        assert {call.data["now"]["version"] for call in hers.calls} == {over}
        assert {call.data["now"]["turn"] for call in hers.calls} == {None}


def test_at_a_table_without_spectators_their_calls_wait_until_the_match_is_over(
    ada: Person, bob: Person, eve: Person
) -> None:
    game = UUID(lobby(ada, bob, spectators="none", options={"target": 50}))
    with Listener() as hers:
        webhook = hook(eve.id, hers, game=game)
        webhook.cursors.update(version=1)
        batches.advance(game)  # two who sat down; before the call is made the match begins
        assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
        deliver(game)
        assert hers.calls == []
        tables.play_well(game, ada.id, bob.id)
        with tables.travelled(600):
            while deliver(game):
                pass
        assert hers.seqs() == list(range(2, tables.version_of(game) + 1))
        webhook.refresh_from_db()
        assert webhook.state == "active"
