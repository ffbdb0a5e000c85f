"""The rounds of a match that are over, with a look at its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from games.reads import rounds
from games.services import bots
from tests.games import tables
from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    import pytest

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


def scores(client: ContractClient, game: str) -> Any:
    answer = client.get(f"/v1/games/{game}?include=rounds")
    assert answer.status_code == 200, answer.content
    return answer.json()["rounds"]


def play_a_round(game: str, *people: Person) -> None:
    """Play the round that is under way, or the next one, to its end."""
    bots.move_bot_seats(UUID(game))
    while (table := tables.table_of(UUID(game))).turn is not None:
        tables.play_until(UUID(game), table.version + 1, *(person.id for person in people))


def test_a_match_without_a_finished_round_has_none(ada: Person, bob: Person) -> None:
    assert scores(ada.client, lobby(ada, seats=2)) == []
    game = running(ada, bob)
    assert scores(ada.client, game) == []
    assert "rounds" not in ada.see(game)


def test_each_round_has_its_points_and_totals(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = running(ada, bob, options={"scoring": "winner_takes", "target": 5000})
    play_a_round(game, ada, bob)
    play_a_round(game, ada, bob)
    first, second = scores(ada.client, game)
    last = ada.see(game)["view"]["last_round"]
    assert second == {name: last[name] for name in ("winner", "side", "points", "totals")}
    assert second["totals"] == [before + won for before, won in zip(first["totals"], second["points"], strict=True)]
    monkeypatch.setattr(rounds, "MOST", 1)
    assert scores(ada.client, game) == [second]


def test_delayed_spectators_see_the_rounds_that_they_saw(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob, spectators="delayed")
    assert scores(stranger, game) == []
    play_a_round(game, ada, bob)
    assert scores(stranger, game) == scores(bob.client, game)
