"""All hypothesis generators of the engine's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

import engine
from engine.cards import FACES
from engine.decks.flip import FLIP_DECK
from tests.engine.matches import Match, Style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypothesis.strategies import DrawFn, SearchStrategy

SEEDS = st.integers(0, 2**32 - 1)
SEAT_COUNTS = st.integers(2, 10)
STYLES = st.sampled_from(Style)


@st.composite
def pairings(draw: DrawFn) -> tuple[str, ...]:
    """A whole deck written as `light/dark`, for `pairing`."""
    dark = draw(st.permutations(FLIP_DECK.dark))
    return tuple(f"{FACES[light]}/{FACES[face]}" for light, face in zip(FLIP_DECK.light, dark, strict=True))


def values(option: engine.OptionInfo) -> SearchStrategy[Any]:
    """Any value that the option takes."""
    if option.type == "whole":
        return st.integers(option.least, option.most)
    if option.type == "cards":
        return st.one_of(st.sampled_from(option.values), pairings())
    return st.sampled_from(option.values)


@st.composite
def rulesets(draw: DrawFn, *, fixed: Mapping[str, object] | None = None) -> dict[str, object]:
    """Options that make a ruleset: of two that conflict, one is dropped. `fixed` ones stay as they are."""
    chosen = draw(st.lists(st.sampled_from(engine.describe()), unique_by=lambda option: option.name, max_size=8))
    options = {option.name: draw(values(option)) for option in chosen} | dict(fixed or {})
    while True:
        try:
            engine.resolve(options)
        except engine.ConflictingOptions as conflict:
            pair = (str(conflict.fields["first"]), str(conflict.fields["second"]))
            del options[next(name for name in pair if name not in (fixed or {}))]
        else:
            return options


@st.composite
def matches(draw: DrawFn, *, most: int = 120, fixed: Mapping[str, object] | None = None) -> Match:
    """A match after up to `most` random legal commands."""
    match = Match(draw(rulesets(fixed=fixed)), draw(SEAT_COUNTS), draw(SEEDS), draw(STYLES))
    return match.play(draw(st.integers(match.table.seats + 1, most)))
