"""Options: named patches of a ruleset, and how they compose (SPEC 8; docs/decisions/0003).

An option says in one place what it is called, what it takes, what it means and how it changes a ruleset. Two options
that change the same decision cannot both be on: that is computed from what their patches touch, never listed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import BadOptionValue, ConflictingOptions, OptionNotApplicable
from engine.ruleset import Ruleset

if TYPE_CHECKING:
    from engine.takes import Takes


def _nothing(_value: Any) -> Mapping[str, object]:
    return {}


def _as_it_is(value: Any) -> object:
    return value


def _never(_rules: Ruleset, _value: Any) -> str | None:
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """`patch(ruleset, value)` is asked only for values other than the default.

    `implies(value)` gives other options that belong to it: they are set, and cannot be chosen otherwise. `suggests`
    gives others that follow unless they are chosen. `refused(ruleset, value)` looks at the ruleset with all patches
    laid on and says why this one cannot be on in it, as a clause; None if it can. `keeps(value)` is the form in which a
    value is stored and shown, where several say the same. `later`: matches were played before there was this option, so
    those without it do not name it, and stay what they were.
    """

    name: str
    summary: str
    source: str
    takes: Takes
    default: object
    patch: Callable[[Ruleset, Any], Ruleset]
    implies: Callable[[Any], Mapping[str, object]] = _nothing
    suggests: Callable[[Any], Mapping[str, object]] = _nothing
    reads: tuple[str, ...] = ()
    refused: Callable[[Ruleset, Any], str | None] = _never
    keeps: Callable[[Any], object] = _as_it_is
    kind: Literal["option", "house_rule"] = "option"
    later: bool = False


def check_value(option: Option, value: object) -> None:
    """Raises BadOptionValue unless the option takes the value."""
    if not option.takes.accepts(value):
        raise BadOptionValue(option=option.name, takes=str(option.takes))


def compose(base: Ruleset, chosen: Mapping[str, tuple[Option, object]]) -> Ruleset:
    """The base with the chosen (option, value) patches laid on.

    Raises ConflictingOptions where two patches decide the same differently, OptionNotApplicable where one is refused.
    """
    patches = {name: choice for name, choice in chosen.items() if choice[1] != choice[0].default}
    composed = _lay_on(base, patches)
    for name, (option, value) in patches.items():
        if reason := option.refused(composed, value):
            raise OptionNotApplicable(option=name, reason=reason)
    touched = {}
    for name, (option, value) in patches.items():
        start = _lay_on(base, {read: patches[read] for read in option.reads if read in patches})
        touched[name] = difference(start, option.patch(start, value))
    for first, second in combinations(sorted(patches), 2):
        common = touched[first].keys() & touched[second].keys()
        if differing := [decision for decision in common if touched[first][decision] != touched[second][decision]]:
            raise ConflictingOptions(first=first, second=second, reason=f"both decide {min(differing)}")
    return composed


def _lay_on(rules: Ruleset, patches: Mapping[str, tuple[Option, object]]) -> Ruleset:
    """The patches by name, those that look at others last."""
    for name in sorted(patches, key=lambda name: (bool(patches[name][0].reads), name)):
        option, value = patches[name]
        rules = option.patch(rules, value)
    return rules


def difference(before: Ruleset, after: Ruleset) -> dict[str, object]:
    """The decisions that differ, by name, with what they are now; of a table only the entries that differ."""
    touched: dict[str, object] = {}
    for decision in fields(Ruleset):
        old, new = getattr(before, decision.name), getattr(after, decision.name)
        if old is new:
            continue
        if isinstance(old, Mapping):
            for key in old.keys() | new.keys():
                if old.get(key) != new.get(key):
                    touched[f"{decision.name} of {getattr(key, '__name__', key)}"] = new.get(key)
        elif isinstance(old, frozenset):
            touched |= {f"{decision.name} of {key}": key in new for key in old ^ new}
        elif old != new:
            touched[decision.name] = new
    return touched
