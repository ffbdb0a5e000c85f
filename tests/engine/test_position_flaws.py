"""Untrusted positions: impossible ones are described in words (SPEC 3.14)."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.branch import position_flaw
from engine.transcript.writing import uuid_text
from engine.verify.report import report
from tests.engine.matches import MATCH_ID, Match, Style, turns
from tests.engine.transcripts import recorded

OPTIONS: dict[str, object] = {"scoring": "single_round"}
ORIGIN = Match(OPTIONS, 3, 5, Style.SHED).play(20_000)
VERSION = turns(ORIGIN)[4]
POSITION = engine.branch(ORIGIN.log, VERSION, origin=uuid_text(MATCH_ID), future="redealt", seat=1)
DECK = engine.resolve(OPTIONS).deck


FLAWS: dict[str, dict[str, Any]] = {
    "a list by seat": {"scores": (0, 0)},
    "it names a seat": {"turn": 3},
    "a seat has left": {"out": (POSITION.turn,)},
    "not every seat": {"out": ((POSITION.turn + 1) % 3,), "eliminated": ((POSITION.turn + 1) % 3,)},
    "it does not say": {"seat": None},
    "its side": {"color": 7 - POSITION.color},
    "its direction": {"direction": 2},
    "a number": {"round": 0},
    "not every card": {"pile": POSITION.pile[1:]},
    "the discards": {"discard": POSITION.discard[1:]},
    "the numbers": {"size": POSITION.size + 1},
    "the back": {"top_back": -1},
    "a hidden place": {"hidden": ((0, 0),)},
}


@pytest.mark.rule("3.14")
@pytest.mark.parametrize("flaw", FLAWS)
def test_a_position_that_cannot_be_is_refused(flaw: str) -> None:
    assert position_flaw(POSITION, 3, DECK) is None
    wrong = POSITION._replace(**FLAWS[flaw])
    assert (position_flaw(wrong, 3, DECK) or "").startswith(flaw)


@pytest.mark.rule("3.14")
def test_a_transcript_with_such_a_position_is_broken_without_that_of_its_origin() -> None:
    """All seats saw other discards than lie there: the moves do not reveal it."""
    shown = POSITION._replace(discard=POSITION.discard[::-1] + POSITION.discard[-1:])
    match = Match(OPTIONS, 3, 9, Style.SHED, origin=(ORIGIN.log, shown)).play(20_000)
    told = report(recorded(match))
    assert told.code == 1
    assert any("sets a position that cannot be" in line for line in told.lines), told.lines


@pytest.mark.rule("3.14")
def test_positions_of_the_dark_side_and_without_a_pile_are_positions() -> None:
    match = Match({}, 10, 3, Style.HOARD)
    found = {"dark": 0, "no pile": 0}
    while not all(found.values()):
        match = match if not match.table.is_over else Match({}, 10, match.seed + 1, Style.HOARD)
        match.play(len(match.sent) + 1)
        if match.table.round and isinstance(match.log[-1], engine.TurnStarted):
            position = engine.branch(match.log, len(match.log), origin="o", future="same", seat=0)
            found["dark"] += position.side
            found["no pile"] += not position.size
            assert position_flaw(position, 10, DECK) is None
