"""A time control in words: the summary of its preset, or its limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games import clock as clocks
from games.catalogue.texts import TEXTS

if TYPE_CHECKING:
    import engine
    from games.catalogue.texts import Texts

_UNITS: Final = {"days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}
_MOST_UNITS: Final = 2


def clock_in_words(control: engine.ClockSet | None, language: str) -> str:
    """Return a sentence about the time that players have."""
    texts = TEXTS[language]
    if control is None:
        return texts.clock_words["none"]
    preset = next((name for name, known in clocks.PRESETS.items() if known.control == control), None)
    if preset is not None:
        return texts.clock_summaries[preset]
    given = {name: _duration(seconds, texts) for name in ("turn", "bank") if (seconds := getattr(control, name))}
    return texts.clock_words["_and_".join(given)].format(**given)


def _duration(seconds: int, texts: Texts) -> str:
    parts: list[str] = []
    for name, unit in _UNITS.items():
        count, seconds = divmod(seconds, unit)
        if count and len(parts) < _MOST_UNITS:
            parts.append(texts.said.fill(texts.clock_words[name], count=count))
    return texts.said.listed(parts)
