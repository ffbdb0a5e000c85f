"""Matches that go on from a position of another one: the origin must be given, hold, and have had that position."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import engine
from engine.__main__ import main
from engine.verify.report import Report, report
from tests.engine.forgeries import DATA, MATCH, cut_off, forged, replaced
from tests.engine.matches import Match, Style
from tests.engine.transcripts import PUBLIC_KEY, SYSTEM, Scribe, file_of, recorded, short_match

ORIGIN = "00010203-0405-0607-0809-0a0b0c0d0e0f"
TURNS = [number for number, event in enumerate(MATCH.log, 1) if isinstance(event, engine.TurnStarted)]


def branched(
    says: Mapping[str, object] | None = None,
    *,
    at: int = TURNS[5],
    future: str = "redealt",
    clock: engine.ClockSet | None = None,
) -> bytes:
    """Return the transcript of a match that goes on from event `at`; `says`: changes of its position."""
    chance = engine.Chance(b"another match   ", b"another seed of another match   ")
    position = engine.branch(MATCH.log, at, origin=ORIGIN, future=future, seat=0)  # type: ignore[arg-type]
    opening = engine.new_branch(
        MATCH.log,
        position._replace(**(says or {})),
        commitment=chance.commitment.hex(),
        clock=clock,  # type: ignore[arg-type]
    )
    match = Match(MATCH.options, 2, 1, Style.SHED)
    match.chance, match.log, match.table = chance, list(opening), engine.replay(opening)
    scribe = Scribe(chance)
    scribe.record(SYSTEM, opening)
    for seat in range(2):
        scribe.record(seat, match.send(seat, engine.TakeSeat("human")))
    scribe.record(SYSTEM, match.send(None, engine.Start()))
    while not match.table.is_over:
        seat, command = match.choose()
        scribe.record(SYSTEM if seat is None else seat, match.send(seat, command))
    return file_of(scribe.rows, chance.match_id)


def told(data: bytes, *origins: bytes) -> Report:
    return report(data, keys=[PUBLIC_KEY], origins=origins)


@pytest.mark.parametrize("future", ["same", "redealt"])
@pytest.mark.parametrize("clock", [None, engine.ClockSet(60, None, 0, None, None, False, "lenient", 3)])  # noqa: FBT003
def test_a_branch_holds_together_with_the_match_it_goes_on_from(future: str, clock: engine.ClockSet | None) -> None:
    said = told(branched(future=future, clock=clock), DATA)
    assert said.code == 0, "\n".join(said.lines)
    assert f"ok  origin: It goes on as match {ORIGIN} stood after event {TURNS[5]}." in said.lines


def test_without_the_other_match_it_cannot_be_told_whether_it_began_so() -> None:
    said = told(branched())
    assert said.code == 2
    assert "give its transcript (--origin)" in said.lines[-1]
    assert sum(line.startswith("??") for line in said.lines) == 1
    other = recorded(short_match(2)).replace(ORIGIN.encode(), ORIGIN.replace("00", "ff").encode())
    sentence = f"What was given is of another match: {ORIGIN.replace('00', 'ff')}."
    assert any(sentence in line for line in told(branched(), other).lines)


def test_of_a_position_that_somebody_chose_nothing_else_is_in_doubt() -> None:
    said = told(branched({"origin": engine.NOWHERE}), DATA)
    assert said.code == 2
    assert "It is a match of a sandbox" in said.lines[-1]
    assert sum(line.startswith("??") for line in said.lines) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"scores": (0, 300)},
        {"at": TURNS[6]},
        {"at": TURNS[5] + 1},
        {"future": "same", "seat": None},
        {"seat": 1},
        {"hidden": ()},
    ],
)
def test_a_position_that_never_was_is_found_out(other: dict[str, object]) -> None:
    said = told(branched(other), DATA)
    assert said.code == 1
    assert "The match did not begin as match" in said.lines[-1]


def test_the_options_must_be_those_of_the_other_match() -> None:
    other = recorded(short_match(1, uno_penalty=3))
    said = told(branched(), other)
    assert any("options or seats are others" in line for line in said.lines)


def test_the_other_match_must_hold() -> None:
    wrong = told(branched(), forged(replaced(len(MATCH.log) - 1, winners=[1], ranks=[2, 1])))
    assert wrong.code == 1
    assert f"The match {ORIGIN} that was given as its origin: Event" in wrong.lines[-1]
    assert told(branched(), cut_off(1)).code == 1
    assert "What was given as its origin is no transcript" in told(branched(), b"{}\n").lines[-1]


def test_the_program_is_given_the_other_match_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match, branch = tmp_path / "match", tmp_path / "branch"
    match.write_bytes(DATA)
    branch.write_bytes(branched())
    assert main(["verify", str(branch), "--origin", str(match)]) == 0
    assert "ok  origin: " in capsys.readouterr().out
    assert main(["verify", str(branch), "--origin", str(tmp_path / "none")]) == 2
