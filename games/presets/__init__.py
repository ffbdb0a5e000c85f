"""Presets: shapes of tables with names, for every ruleset, and what to expect of their matches.

`builtin` is the table of presets. `expectations` says how long their matches take: the numbers of decisions are
measured (`make measure-presets`), the time is computed from them and from the clock.
"""

from games.presets.builtin import PRESETS, Preset, options_of
from games.presets.expectations import Expectation, Spread, expected

__all__ = ["PRESETS", "Expectation", "Preset", "Spread", "expected", "options_of"]
