"""Options of scoring and of the end of rounds and matches (SPEC 5, 8.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FLIP, LIGHT
from engine.option import Option
from engine.option_types import Choice, Integer
from engine.requirements import no_flip, no_second_side
from engine.rules import scoring
from engine.rules.scoring import fewest_points
from engine.ruleset import change_cards

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_MODES: Final = {
    "own_low": scoring.OWN_LOW,
    "loser_at": scoring.LOSER_AT,
    "single_round": scoring.SINGLE_ROUND,
    "elimination": scoring.ELIMINATION,
}


def _patch_scoring(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, scoring=_MODES[value])


SCORING: Final[Option] = Option(
    name="scoring",
    summary="Who writes down points and how the match ends.",
    source="5; C06",
    takes=Choice(("winner_takes", *_MODES)),
    default="winner_takes",
    patch=_patch_scoring,
    suggests=lambda value: {"target": 200} if value == "loser_at" else {},
)


def _patch_target(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, target=value)


def _why_no_target(rules: Ruleset, _value: int) -> str | None:
    return None if rules.scoring.by_total else "no total ends a match of a single round"


TARGET: Final[Option] = Option(
    name="target",
    summary="The total at which the match ends, or a seat leaves.",
    source="5; C07",
    takes=Integer(1, 10_000),
    default=500,
    patch=_patch_target,
    unavailable_because=_why_no_target,
)


def _patch_scoring_side(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, scored_side=LIGHT)


SCORING_SIDE: Final[Option] = Option(
    name="scoring_side",
    summary="Which faces are scored: those of the side in play when the round ended, or always the light ones.",
    source="5; C08",
    takes=Choice(("ended", "light")),
    default="ended",
    patch=_patch_scoring_side,
    unavailable_because=no_second_side,
)


def _patch_tiebreak(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, extra_round=True)


def _why_no_tiebreak(rules: Ruleset, _value: str) -> str | None:
    return None if rules.scoring.ties else "this way to score leaves no shared first place to play on"


TIEBREAK: Final[Option] = Option(
    name="tiebreak",
    summary="Whether a shared first place is a shared victory or is played on.",
    source="5; R-TIE",
    takes=Choice(("shared", "extra_round")),
    default="shared",
    patch=_patch_tiebreak,
    unavailable_because=_why_no_tiebreak,
)


def _patch_last_flip_scoring(rules: Ruleset, _value: str) -> Ruleset:
    return change_cards(rules, (FLIP,), last_effects=())


LAST_FLIP_SCORING: Final[Option] = Option(
    name="last_flip_scoring",
    summary="Whether a Flip laid as the last card is carried out before the hands are scored.",
    source="8.1; S1 FAQ",
    takes=Choice(("flip_first", "no_flip")),
    default="flip_first",
    patch=_patch_last_flip_scoring,
    unavailable_because=no_flip,
)


def _patch_time_winner(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, time_counts=fewest_points)


TIME_WINNER: Final[Option] = Option(
    name="time_winner",
    summary="Who wins a round that is blocked or out of time: the fewest cards, or the fewest points.",
    source="8.2; S2, S4",
    takes=Choice(("fewest_cards", "fewest_points")),
    default="fewest_cards",
    patch=_patch_time_winner,
)
