"""All hypothesis generators of the engine's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

import engine
from engine.cards import FACES
from engine.editions.flip import FLIP_DECK
from tests.engine.matches import Match, Style, branch_of, turns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hypothesis.strategies import DrawFn, SearchStrategy

SEEDS = st.integers(0, 2**32 - 1)
STYLES = st.sampled_from(Style)


@st.composite
def pairings(draw: DrawFn) -> tuple[str, ...]:
    """Draw a whole deck written as `light/dark`, for `pairing`."""
    dark = draw(st.permutations(FLIP_DECK.dark))
    return tuple(f"{FACES[light]}/{FACES[face]}" for light, face in zip(FLIP_DECK.light, dark, strict=True))


@st.composite
def seatings(draw: DrawFn) -> list[str]:
    """Draw teams of one size, by seat."""
    teams = draw(st.lists(st.sampled_from(("X", "Y", "Zoë", "the others", "A")), min_size=2, max_size=3, unique=True))
    members = draw(st.integers(2, 10 // len(teams)))
    return list(draw(st.permutations(teams * members)))


def seat_counts(options: Mapping[str, object]) -> SearchStrategy[int]:
    return st.sampled_from([seats for seats in range(2, 11) if _seated(options, seats)])


@st.composite
def seated_rulesets(draw: DrawFn, *, fixed: Mapping[str, object] | None = None) -> tuple[dict[str, object], int]:
    """Draw options that make a ruleset, and a number of seats for it."""
    options = draw(rulesets(fixed=fixed))
    return options, draw(seat_counts(options))


def _seated(options: Mapping[str, object], seats: int) -> bool:
    try:
        engine.new_match(options, seats=seats, commitment="00" * 32)
    except engine.RulesetError:
        return False
    return True


def values(option: engine.OptionInfo) -> SearchStrategy[Any]:
    kind = _VALUES.get(option.type)
    return kind(option) if kind else st.sampled_from(option.values)


_VALUES: dict[str, Callable[[engine.OptionInfo], SearchStrategy[Any]]] = {
    "whole": lambda option: st.integers(option.least, option.most),
    "cards": lambda option: st.one_of(st.sampled_from(option.values), pairings()),
    "several": lambda option: st.lists(st.sampled_from(option.values), unique=True),
    "wholes": lambda option: st.lists(st.integers(option.least, option.most), max_size=4),
    "teams": lambda option: st.one_of(st.just(0), st.integers(option.least, option.most), seatings()),
    "script": lambda option: st.lists(st.sampled_from(option.values), max_size=4),
    "percents": lambda _: st.sampled_from([(0, 100, 0, 0, 0, 0, 0, 0, 0), (90, 0, 0, 0, 0, 0, 0, 0, 10)]),
}


NAMED = ("game", "edition")
"""Options that say which deck is played; the others are laid on it."""


@st.composite
def rulesets(draw: DrawFn, *, fixed: Mapping[str, object] | None = None) -> dict[str, object]:
    """Draw options that make a ruleset: one that conflicts with the others is dropped. `fixed` ones stay as they are.

    Half of them are for UNO Flip! in its base edition, the others for any game.
    """
    game, edition = draw(st.one_of(st.just(("flip", "base")), st.sampled_from(sorted(engine.EDITIONS))))
    others = [option for option in engine.describe() if option.name not in NAMED]
    chosen = draw(st.lists(st.sampled_from(others), unique_by=lambda option: option.name, max_size=8))
    fixed = {"game": game, "edition": edition} | dict(fixed or {})
    options = {option.name: draw(values(option)) for option in chosen} | fixed
    while (refused := refused_option(options, fixed)) is not None:
        del options[refused]
    return options


def refused_option(options: Mapping[str, object], fixed: Mapping[str, object]) -> str | None:
    """Return an option that must be dropped because it conflicts with the others; None if they make a ruleset."""
    try:
        engine.resolve(options)
    except engine.RulesetError as error:
        named = [str(error.fields[name]) for name in ("option", "first", "second") if name in error.fields]
        free = [name for name in options if name not in fixed]
        return next((name for name in named if name in free), free[0])
    return None


@st.composite
def matches(draw: DrawFn, *, most: int = 120, fixed: Mapping[str, object] | None = None) -> Match:
    """Draw a match after up to `most` random legal commands; one of four continues in a branch of another one."""
    options, seats = draw(seated_rulesets(fixed=fixed))
    match = Match(options, seats, draw(SEEDS), draw(STYLES), kept=draw(st.booleans()))
    match.play(draw(st.integers(match.table.seats + 1, most)))
    if turns(match) and draw(st.integers(0, 3)) == 0:
        match = draw(branches(match))
        match.play(draw(st.integers(match.table.seats + 1, most)))
    return match


@st.composite
def branches(draw: DrawFn, match: Match) -> Match:
    seat = draw(st.one_of(st.none(), st.integers(0, match.table.seats - 1)))
    return branch_of(match, draw(st.sampled_from(turns(match))), seat)
