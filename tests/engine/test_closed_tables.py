"""Tables that are closed before their match (SPEC 3.11, R-CLOSED)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine
from engine import events as e
from engine.codec import decode_event, decode_table, encode_event, encode_table
from engine.errors import RoundOver, RuleViolation, WrongPhase
from engine.infer_commands import CannotInfer, infer_commands
from engine.notation import parse_command, print_command
from engine.notation.narration import narrate
from engine.verify.report import report
from tests.engine.matches import Match
from tests.engine.transcripts import PUBLIC_KEY, SYSTEM, Scribe, file_of

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.rule("3.11", "R-CLOSED")

CLOSE = engine.CloseTable()
SITTING: dict[str, list[tuple[int, engine.Command]]] = {
    "nobody": [],
    "one": [(0, engine.TakeSeat("human"))],
    "gone": [(0, engine.TakeSeat("human", "ab" * 32)), (1, engine.TakeSeat("bot")), (0, engine.LeaveSeat())],
    "all": [(seat, engine.TakeSeat("human")) for seat in range(3)],
}


def closed(sitting: Sequence[tuple[int, engine.Command]], *, by: int = SYSTEM) -> tuple[Match, bytes]:
    """Return the table and its transcript."""
    match = Match({"game": "classic"}, 3, 1, kept=True)
    scribe = Scribe(match.chance)
    scribe.record(SYSTEM, match.log)
    for seat, command in sitting:
        scribe.record(seat, match.send(seat, command))
    scribe.record(by, match.send(None, CLOSE))
    return match, file_of(scribe.rows, match.chance.match_id)


@pytest.mark.parametrize("sitting", SITTING.values(), ids=SITTING.keys())
def test_nobody_wins_nothing_is_dealt_and_the_seed_is_revealed(sitting: Sequence[tuple[int, engine.Command]]) -> None:
    match, _ = closed(sitting)
    table = match.table
    assert table.is_over
    assert table.result == e.MatchEnded((), (1, 1, 1), match.chance.seed.hex(), "closed")
    assert engine.replay(match.log) == table
    assert not any(isinstance(event, e.MatchStarted) for event in match.log)
    assert decode_table(encode_table(table)) == table
    assert decode_event(*encode_event(match.log[-1])) == match.log[-1]
    for seat in (None, 0, 1, 2):
        view = engine.view(table, seat)
        assert view.result is not None
        assert view.result.cause == "closed"
        assert seat is None or engine.legal_commands(table, seat) == engine.table_commands(table, seat) == []


@pytest.mark.parametrize("sitting", SITTING.values(), ids=SITTING.keys())
def test_its_transcript_holds(sitting: Sequence[tuple[int, engine.Command]]) -> None:
    _, file = closed(sitting)
    told = report(file, keys=[PUBLIC_KEY])
    assert told.code == 0, "\n".join(told.lines)


def test_only_the_service_closes_a_table() -> None:
    _, file = closed(SITTING["one"], by=0)
    assert report(file, keys=[PUBLIC_KEY]).code == 1


def test_no_match_that_has_started_is_closed_and_no_table_twice() -> None:
    match = Match({"game": "classic"}, 2, 1)
    match.start()
    with pytest.raises(WrongPhase):
        match.send(None, CLOSE)
    match, _ = closed(SITTING["all"])
    for command in (CLOSE, engine.TakeSeat("human"), engine.LeaveSeat(), engine.Start()):
        with pytest.raises(RuleViolation):
            engine.decide(match.table, 0, command, match.chance)
    with pytest.raises((RoundOver, WrongPhase)):
        engine.decide(match.table, None, CLOSE, match.chance)


def test_the_command_follows_from_its_event_and_has_a_line() -> None:
    match, _ = closed(SITTING["one"])
    before = engine.replay(match.log[:-1])
    assert infer_commands(before, SYSTEM, match.log[-1:]) == [(None, CLOSE)]
    with pytest.raises(CannotInfer):
        infer_commands(before, SYSTEM, [match.log[-1]._replace(cause="aborted")])  # type: ignore[attr-defined]
    assert parse_command(print_command(None, CLOSE)) == (None, CLOSE)
    assert "closed" in narrate(match.log[-1])
