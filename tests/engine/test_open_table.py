"""The open table: every card of the deck in its place, with both faces."""

from __future__ import annotations

import pytest

import engine
from tests.engine.matches import Match


@pytest.mark.parametrize("options", [{}, {"game": "classic"}, {"game": "attack"}, {"game": "spin"}])
def test_every_card_lies_open_in_one_place(options: dict[str, object]) -> None:
    match = Match(options, 3, 7).play(40)
    shown = engine.open_table(match.table)
    cards = [card for place in (*shown.hands, shown.draw_pile, shown.discard) for card in place]
    light = match.table.faces[0]
    assert sorted(card.id for card in cards) == list(range(len(light)))
    assert all((card.back is None) == (not match.table.has_two_sides) for card in cards)


def test_it_agrees_with_what_each_seat_sees() -> None:
    match = Match({}, 4, 11).play(60)
    table = match.table
    shown = engine.open_table(table)
    seen = engine.view(table, None)
    assert [card.card for card in shown.discard] == seen.discard
    assert len(shown.draw_pile) == seen.draw_pile.count
    assert [shown.draw_pile[0].back] == [seen.draw_pile.top_back]
    for seat in range(4):
        assert [card.card for card in shown.hands[seat]] == [card.card for card in engine.view(table, seat).hand or []]
        opposite = engine.view(table, (seat + 1) % 4)
        assert sorted(str(card.back) for card in shown.hands[seat]) == sorted(opposite.seats[seat].backs or [])
