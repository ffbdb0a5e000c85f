"""Random matches at the least cost: quick, but by the rules."""

from __future__ import annotations

import dataclasses
from copy import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given

import engine
from engine.catalogue import rules_of
from engine.decide import judge
from engine.testing import fast_random_match as rollout
from tests.engine.matches import Match
from tests.engine.strategies import SEEDS, seated_rulesets

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import Handler, Resolution, Ruleset


def started(options: dict[str, object], seats: int, seed: int) -> Match:
    match = Match(options, seats, seed)
    match.start()
    return match


def bits(match: Match) -> Callable[[int], int]:
    """Return random bits from the dice of the match, one by one."""

    def some(count: int) -> int:
        value = 0
        for _ in range(count):
            value = 2 * value + match.dice.below(2)
        return value

    return some


def judged_first(handler: Handler[Any, Any]) -> Handler[Any, Any]:
    """Return the handler, which also asks the judge whether the command is legal."""
    judging = copy(handler)

    def perform(resolution: Resolution, command: Any, judged: Any) -> None:
        meant = command
        if isinstance(command, engine.Play):  # a random match lays any of equal cards
            meant = command._replace(handle=resolution.table.hands[resolution.seat][judged])
        assert judge(resolution.rules, resolution.table, resolution.seat, meant)[1] == judged
        handler.perform(resolution, command, judged)

    judging.perform = perform  # type: ignore[method-assign]
    return judging


@pytest.mark.rule("3.12")
@given(seated_rulesets(fixed={"scoring": "single_round"}), SEEDS)
@example(({"scoring": "single_round", "hand_limit": 10}, 4), 0)
@example(({"scoring": "single_round", "game": "classic", "seven_o": True}, 4), 0)
def test_a_rollout_sends_nothing_that_the_rules_refuse(wish: tuple[dict[str, object], int], seed: int) -> None:
    def watched(spec: Any) -> Ruleset:
        rules = rules_of(spec)
        handlers = {command: judged_first(handler) for command, handler in rules.handlers.items()}
        return dataclasses.replace(rules, handlers=handlers)

    match = started(*wish, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rollout, "rules_of", watched)
        engine.fast_random_match(match.table, match.chance, bits(match))
    assert match.table.is_over


@pytest.mark.parametrize("scoring", ["winner_takes", "elimination"])
def test_the_events_of_a_rollout_fold_to_its_table(scoring: str) -> None:
    match = started({"scoring": scoring, "target": 1000}, 4, 7)
    before = list(match.log)
    commands, events = engine.fast_random_match(match.table, match.chance, bits(match))
    assert engine.replay([*before, *events]) == match.table
    assert match.table.is_over
    assert len(events) > commands > 100


def test_the_same_bits_give_the_same_rollout() -> None:
    first, again = started({}, 3, 5), started({}, 3, 5)
    rolled = engine.fast_random_match(first.table, first.chance, bits(first))
    assert rolled == engine.fast_random_match(again.table, again.chance, bits(again))


def test_rollouts_do_all_that_seats_can_do() -> None:
    happened: set[str] = set()
    for seed in range(5):
        match = started({}, 4, seed)
        events = engine.fast_random_match(match.table, match.chance, bits(match)).events
        happened |= {type(event).__name__ for event in events}
    assert happened >= {
        "CardKept", "CardPlayed", "CardsDrawn", "ChallengeAccepted", "ChallengeDecided", "ColorNamed", "Flipped",
        "MatchEnded", "RoundStarted", "UnoCalled", "UnoCaught", "UnoMissed",
    }  # fmt: skip
