"""Rounds that end because their time has run out (SPEC 8.2 time_limit). The clock itself: tests/games/clock/."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from tests.engine.positions import at

POSITION = "L cw t=A; A: R9 R8; B: G1 G2 G3; C: B1 B2 B4; dr: x6; di: Y8"


@pytest.mark.rule("8.2")
def test_a_limit_is_told_to_the_service_and_off_by_default() -> None:
    assert engine.resolve({}).time_limit == 0
    assert engine.resolve({"time_limit": 0}) is engine.resolve({})
    assert engine.resolve({"time_limit": 90}).time_limit == 90


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("value", [-1, 604_801, True, "90", 1.5, None])
def test_a_limit_is_a_number_of_seconds_up_to_a_week(value: object) -> None:
    with pytest.raises(engine.BadOptionValue):
        engine.resolve({"time_limit": value})


@pytest.mark.rule("8.2", "8.4")
@pytest.mark.parametrize("scoring", ["own_low", "loser_at"])
def test_the_time_winner_gets_no_bonus_where_all_write_their_own_hands(scoring: str) -> None:
    game = at(POSITION, time_limit=60, scoring=scoring).send("A expire")
    (ended,) = game.events(engine.RoundEnded)
    assert (ended.winner, ended.points) == (0, (17, 6, 7))


@pytest.mark.rule("8.2", "3.4")
@pytest.mark.parametrize(
    ("before", "phase"),
    [((), "TURN"), (("A draw",), "DRAWN"), (("A ask",), "TEAM_AID"), (("A play W",), "COLOR")],
)
def test_time_runs_out_in_every_phase(before: tuple[str, ...], phase: str) -> None:
    hand = "W R9" if phase == "COLOR" else "R9 R7"
    position = f"L cw t=A; A: {hand}; B: G1 G2; C: B1 B2; D: G4 G5; dr: Y1 x6; di: Y8"
    game = at(position, time_limit=60, teams=2, teammate_gives=True).send(*before)
    assert game.phase == phase
    game.send("A expire")
    assert game.phase == "ROUND_OVER"
    assert game.actor is None
    assert game.events(e.TimeExpired)
    assert game.refusal("A draw") == "round_over"
    assert game.refusal("A expire") == "round_over"


@pytest.mark.rule("8.2", "3.11")
def test_an_outage_is_added_to_a_timed_round_of_a_match_without_a_clock() -> None:
    timed, untimed = at(POSITION, time_limit=60), at(POSITION)
    events = engine.act(timed.table, None, engine.Extend("outage", 10, 12), timed.chance)
    assert events == [e.ClockExtended("outage", 10, 12)]
    with pytest.raises(engine.RuleViolation) as refusal:
        engine.act(untimed.table, None, engine.Extend("outage", 10, 12), untimed.chance)
    assert refusal.value.code == "no_clock"
