"""The presets of the service: one table for all rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import engine


@dataclass(frozen=True, kw_only=True, slots=True)
class Preset:
    """A shape of a table: options of the rules beside game and edition, the name of a clock, and who fits round it.

    An option that a ruleset does not have is left out there. With every preset the service makes forced moves.
    """

    options: Mapping[str, object] = field(hash=False)
    clock: str
    least_seats: int = 2
    most_seats: int = 10


PRESETS: Final[Mapping[str, Preset]] = {
    "tonight": Preset(options={"scoring": "single_round"}, clock="live"),
    "quick": Preset(options={"scoring": "winner_takes", "target": 150}, clock="half_day"),
    "classic": Preset(options={"scoring": "winner_takes", "target": 500}, clock="day"),
    "league": Preset(options={"scoring": "single_round"}, clock="half_day", most_seats=6),
}
"""Presets by name, the shortest first. Their titles and summaries are in `games/catalogue/texts`."""


@cache
def options_of(preset: str, ruleset: str) -> Mapping[str, object]:
    """Return all options of a preset in a ruleset, as a match with them names them. Raises KeyError."""
    game, edition = engine.rulesets()[ruleset]
    options: dict[str, object] = {"game": game, "edition": edition, "forced_moves": True, "standing_orders": True}
    for name, value in PRESETS[preset].options.items():
        with suppress(engine.OptionNotApplicable):
            engine.resolve_uncached({**options, name: value})
            options[name] = value
    return dict(engine.resolve_uncached(options).spec.options)
