"""Handles that events do not hold: they follow from the number of cards that came into hands before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import engine
from engine import events
from tests.engine.matches import Match
from tests.engine.strategies import matches


@pytest.mark.rule("R-BACKS")
@given(matches())
def test_events_alone_tell_the_handle_of_the_next_card(match: Match) -> None:
    table = engine.Table()
    handle = table.next_handle
    for event in match.log:
        engine.evolve(table, event)
        handle = engine.next_handle(handle, event)
        assert handle == table.next_handle


@pytest.mark.rule("4", "R-BACKS")
@given(matches())
def test_only_the_seat_that_draws_is_told_the_handles_of_its_cards(match: Match) -> None:
    table = engine.Table()
    for event in match.log:
        handle = table.next_handle
        engine.evolve(table, event)
        told = {viewer: engine.redact(event, viewer, handle=handle) for viewer in (None, *range(table.seats))}
        if isinstance(event, engine.CardsDrawn):
            assert [viewer for viewer, shown in told.items() if "handles" in shown] == [event.seat]
            assert told[event.seat]["handles"] == [table.hands[event.seat][card] for card in event.cards]
        else:
            assert told == {viewer: engine.redact(event, viewer) for viewer in told}


HANDS = ((1, 2), (3,))


@pytest.mark.parametrize(
    ("kind", "cards", "following"),
    [
        (events.CardsDrawn, (1, 2), 12),
        (events.CardGiven, 1, 11),
        (events.HandsDealt, HANDS, 13),
        (events.Flipped, HANDS, 13),
        (events.HandsMoved, HANDS, 13),
        (events.PositionResumed, HANDS, 4),
        (events.RoundStarted, None, 1),
        (events.TurnStarted, None, 10),
    ],
)
def test_every_card_that_comes_into_a_hand_takes_a_handle(kind: type[Any], cards: Any, following: int) -> None:
    given = {"cards": cards, "card": cards}
    assert engine.next_handle(10, kind(*[given.get(name, 0) for name in kind._fields])) == following


def test_a_draw_names_one_handle_for_each_card() -> None:
    drawn = events.CardsDrawn(1, "effect", (3, 4), 5, (30, 40), (6, 7))
    assert engine.redact(drawn, 1, handle=20)["handles"] == [20, 21]
    assert engine.redact(drawn, engine.OPEN, handle=20)["handles"] == [20, 21]
    assert [viewer for viewer in (None, 0, 2) if "handles" in engine.redact(drawn, viewer, handle=20)] == []


def test_a_redacted_event_has_no_handles_if_they_are_not_known() -> None:
    match = Match({}, 2, 1)
    match.start()
    match.send(match.table.turn, engine.Draw())
    drawn = next(event for event in match.log if isinstance(event, engine.CardsDrawn))
    assert "handles" not in engine.redact(drawn, drawn.seat)
