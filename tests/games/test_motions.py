"""When each motion began, by the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from games.reads import motions
from tests.engine.matches import Match
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Iterator


def control_commands(table: engine.Table, dice: engine.Dice) -> Iterator[tuple[int, engine.Command]]:
    """Yield for every seat something that it may do apart from its moves, in a random order."""
    for seat in range(table.seats):
        legal = engine.table_commands(table, seat)
        kept = [one for one in legal if not isinstance(one, engine.Resign) or dice.below(4) == 0]
        if kept:
            yield seat, kept[dice.below(len(kept))]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5))
def test_the_open_motions_of_a_log_are_those_of_the_engine(number: int, seats: int) -> None:
    match, dice = Match({}, seats, number % 1000, kept=True).play(3), engine.Dice(repr(number).encode())
    table = match.table
    numbered = list(enumerate(match.log, start=1))
    expected = motions.opened(numbered)
    for _ in range(12):
        for seat, command in control_commands(table, dice):
            if table.is_over or command not in engine.table_commands(table, seat):
                continue
            for event in engine.decide(table, seat, command, None):
                engine.replay([event], table)
                numbered.append((len(numbered) + 1, event))
                # A motion that stays open keeps the event that opened it; a new one was opened by this event.
                expected = {motion: expected.get(motion, len(numbered)) for motion, _ in table.votes}
                assert motions.opened(numbered) == expected


@pytest.mark.django_db
def test_a_motion_that_is_asked_for_again_begins_anew() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    began = []
    for _ in range(2):
        tables.send(game, people[0], engine.Vote("abort"))
        tables.send(game, people[1], engine.Vote("abort"))
        version = tables.version_of(game)
        began.append(motions.motions(game, version).opened["abort"])
        assert began[-1] == version - 1
        tables.send(game, people[2], engine.Vote("abort", yes=False))
        assert motions.motions(game, tables.version_of(game)).opened == {}
    assert began[0] < began[1]
    assert len(motions.motions(game, tables.version_of(game)).votes) == 6
