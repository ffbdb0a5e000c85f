"""The paragraphs of the base rules that a house rule of the table changes, so that they can mention it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from games.rulebook.entries import OPTIONS
from games.rulebook.pages import anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import engine


def _cards(*symbols: str) -> list[str]:
    return [anchor(f"card.{symbol}") for symbol in symbols]


def _stacked(facts: engine.Summary) -> list[str]:
    wilds = ("W2", "W4") if facts.options["stack"] == "same_wild" else ()
    return _cards("+1", "+2", "+5", *wilds)


def _skips(facts: engine.Summary) -> list[str]:
    return _cards(*cast("tuple[str, ...]", facts.options["skip_effect_cards"]))


_NUMBERS: Final = _cards("number")
_CHANGES: Final[Mapping[str, Callable[[engine.Summary], Iterable[str]]]] = {
    "stack": _stacked,
    "stack_across": _stacked,
    "stack_draw_color": lambda _facts: _cards("wc"),
    "deflect": lambda _facts: _cards("R", "S"),
    "skip_effect": _skips,
    "seven_o": lambda _facts: _NUMBERS,
    "seven_swap": lambda _facts: _NUMBERS,
    "zero_rotation": lambda _facts: _NUMBERS,
    "zero_spell": lambda _facts: _NUMBERS,
    "jump_in": lambda _facts: ("turn",),
    "jump_in_cancels": lambda _facts: _cards("R"),
    "draw_until_playable": lambda _facts: ("drawing",),
    "draw_cap": lambda _facts: (*_cards("wc"), "color_draw"),
    "teams": lambda _facts: ("scoring",),
    "team_view": lambda _facts: ("knowledge",),
}
"""Anchors by house rule. A rule that only adds something, or sets an option of the base rules, has none."""


def changed(facts: engine.Summary) -> frozenset[str]:
    """Return the anchors of the paragraphs that the house rules change."""
    on = (find for option, find in _CHANGES.items() if facts.options[option] != OPTIONS[option].default)
    return frozenset(found for find in on for found in find(facts))
