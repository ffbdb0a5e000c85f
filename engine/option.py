"""Options: named patches of a ruleset, and how they compose (SPEC 8, ARCHITECTURE 1.5).

An option says in one place what it is called, what it takes, what it means and how it changes a ruleset. Two options
that change the same decision cannot both be on: that is computed from what their patches touch, never listed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any, Literal

from engine.errors import BadOptionValue, ConflictingOptions
from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these texts."""

    values: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        """Is it one of the values."""
        return isinstance(value, str) and value in self.values

    def __str__(self) -> str:
        return ", ".join(self.values)


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    def accepts(self, value: object) -> bool:
        """Is it a truth value."""
        return isinstance(value, bool)

    def __str__(self) -> str:
        return "true, false"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits."""

    least: int
    most: int

    def accepts(self, value: object) -> bool:
        """Is it a whole number within the limits."""
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class ChoiceOrFaces(Choice):
    """One of these texts, or `custom` given as a list of `light/dark` cards that `permits` allows."""

    permits: Callable[[tuple[str, ...]], bool]

    def accepts(self, value: object) -> bool:
        """Is it one of the values or a permitted list."""
        if isinstance(value, (list, tuple)):
            return all(isinstance(item, str) for item in value) and self.permits(tuple(value))
        return Choice.accepts(self, value)

    def __str__(self) -> str:
        return f"{', '.join(self.values)} or a list of all cards as light/dark"


Takes = Choice | Switch | Whole | ChoiceOrFaces


def _nothing_implied(_value: Any) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """`patch(ruleset, value)` is asked only for values other than the default.

    `implies(value)` gives other options that follow unless they are given themselves.
    """

    name: str
    summary: str
    source: str
    takes: Takes
    default: object
    patch: Callable[[Ruleset, Any], Ruleset]
    implies: Callable[[Any], Mapping[str, object]] = _nothing_implied
    kind: Literal["option", "house_rule"] = "option"


def check_value(option: Option, value: object) -> None:
    """Raises BadOptionValue unless the option takes the value."""
    if not option.takes.accepts(value):
        raise BadOptionValue(option=option.name, takes=str(option.takes))


def compose(base: Ruleset, chosen: Mapping[str, tuple[Option, object]]) -> Ruleset:
    """The base with the chosen (option, value) patches laid on. Raises ConflictingOptions."""
    patches = {name: choice for name, choice in chosen.items() if choice[1] != choice[0].default}
    touched = {name: _touched(base, option.patch(base, value)) for name, (option, value) in patches.items()}
    for first, second in combinations(sorted(patches), 2):
        if common := touched[first] & touched[second]:
            raise ConflictingOptions(first=first, second=second, decision=min(common))
    for name in sorted(patches):
        option, value = patches[name]
        base = option.patch(base, value)
    return base


def _touched(before: Ruleset, after: Ruleset) -> set[str]:
    """Names of the decisions that differ; of a table only the entries that differ."""
    names: set[str] = set()
    for decision in fields(Ruleset):
        old, new = getattr(before, decision.name), getattr(after, decision.name)
        if isinstance(old, Mapping):
            changed = {key for key in old.keys() | new.keys() if old.get(key) is not new.get(key)}
            names |= {f"{decision.name} of {getattr(key, '__name__', key)}" for key in changed}
        elif old != new:
            names.add(decision.name)
    return names
