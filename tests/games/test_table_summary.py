"""The table in short, in the row of its game: what lists and streams show without a look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import engine
from games.audit import check
from games.reads import lists, one_game, updates
from games.reads.lists import GameFilter
from games.store import table_summary
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

pytestmark = pytest.mark.django_db


def listed(player: UUID | None) -> Mapping[str, Any] | None:
    [item] = lists.list_games(player, GameFilter(), None, 10).items
    return item.table


def streamed(game: UUID, *, outside: bool) -> updates.GameUpdate:
    return updates.after({(game, outside): 0}, 100)[game, outside]


def by_the_view(game: UUID, player: UUID) -> dict[str, Any]:
    """Return what the view of a seat says of the members of a summary."""
    state = one_game.load_game(game, player)
    view = engine.view(state.table, state.seat)
    return {
        "phase": view.phase,
        "side": view.side,
        "direction": view.direction,
        "color": view.color,
        "top": view.discard[0] if view.discard else None,
        "cards": [seat.cards for seat in view.seats],
        "uno": [seat.uno for seat in view.seats],
        "paused": view.paused,
        "winners": [] if view.result is None else view.result.winners,
    }


def test_a_table_has_none_before_the_match() -> None:
    ann = tables.person()
    tables.lobby_of(ann)
    assert listed(ann) is None
    assert listed(None) is None


def test_it_says_after_each_move_what_the_view_of_a_seat_says() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, scoring="single_round")
    while not (table := tables.table_of(game)).is_over:
        short = listed(bob)
        assert short is not None
        assert by_the_view(game, ann).items() <= short.items()
        assert (short["decision"] is None) == (table.pending is None)
        [own] = lists.my_games(ann, None, 10).items
        assert own.table == streamed(game, outside=False).table == short
        tables.play_until(game, table.version + 1, ann, bob)
    assert listed(None) == listed(ann)
    assert listed(None) is not None
    assert check.check_game(game) is None


def test_a_decision_has_no_handle_for_anybody() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    table = tables.table_of(game)
    while table.phase is not engine.Phase.DRAWN:
        tables.play_until(game, table.version + 1, ann, bob)
        table = tables.table_of(game)
    for player in (ann, bob):
        short = listed(player)
        assert short is not None
        assert short["decision"] == {"kind": "drawn_card", "seat": table.turn, "handle": None}


@pytest.mark.parametrize(("spectators", "sees"), [("none", False), ("delayed", False), ("open", True)])
def test_spectators_have_it_if_they_see_the_round(*, spectators: str, sees: bool) -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, spectators=spectators)
    assert (listed(None) is not None) is sees
    outside, inside = streamed(game, outside=True), streamed(game, outside=False)
    assert (outside.table is not None, bool(outside.waits_for), outside.asked_at is not None) == (sees, sees, sees)
    assert inside.table == listed(ann)
    assert (inside.waits_for, inside.asked_at) == (
        (tables.table_of(game).turn,),
        one_game.load_game(game, ann).game.asked_at,
    )


def test_delayed_spectators_have_it_between_rounds() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, spectators="delayed")
    while (table := tables.table_of(game)).turn is not None:
        assert listed(None) is None
        tables.play_until(game, table.version + 1, ann, bob)
    short = listed(None)
    assert short is not None
    assert (short["phase"], short) == ("round_over", listed(ann))


def test_the_column_is_read_as_it_was_written() -> None:
    ann = tables.person()
    table = tables.table_of(tables.with_bots(ann))
    assert table_summary.read(table_summary.write(table)) is not None
    assert table_summary.read(table_summary.write(engine.Table())) is None
