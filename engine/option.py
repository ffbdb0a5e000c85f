"""Options: named patches of a ruleset, and how they compose (SPEC 8; docs/decisions/0003).

An option says in one place what it is called, what it takes, what it means and how it changes a ruleset. Two options
that change the same decision cannot both be on: that is computed from what their patches touch, never listed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from graphlib import TopologicalSorter
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from engine.errors import BadOptionValue, ConflictingOptions, OptionNotApplicable, Reason
from engine.ruleset import CardRule, Ruleset

if TYPE_CHECKING:
    from engine.option_types import Takes


def _nothing(_value: Any) -> Mapping[str, object]:
    return {}


def _as_it_is(value: Any) -> object:
    return value


def _never(_rules: Ruleset, _value: Any) -> str | None:
    return None


def _unchanged(rules: Ruleset, _value: Any) -> Ruleset:
    return rules


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """One choice about the rules: what it is called, takes and means, and how it changes a ruleset.

    `patch(ruleset, value)` is asked only for values other than the default, and must change something. An option
    without a patch decides nothing itself: it stands for others, or for what people are shown.
    `reads` names the options whose patches must come before this one, because it looks at what they change.
    `implies(value)` gives other options that belong to it: they are set, and cannot be chosen otherwise.
    `suggests(value)` gives others that follow unless they are chosen.
    `unavailable_because(ruleset, value)` looks at the ruleset with all patches laid on and says why this one cannot be
    on in it, as a clause; None if it can.
    `normalize(value)` is the form in which a value is stored and shown, where several say the same.
    `omit_default`: matches are older than this option, so those with its default do not name it and stay unchanged.
    """

    name: str
    summary: str
    source: str
    takes: Takes
    default: object
    patch: Callable[[Ruleset, Any], Ruleset] = _unchanged
    implies: Callable[[Any], Mapping[str, object]] = _nothing
    suggests: Callable[[Any], Mapping[str, object]] = _nothing
    reads: tuple[str, ...] = ()
    unavailable_because: Callable[[Ruleset, Any], str | None] = _never
    normalize: Callable[[Any], object] = _as_it_is
    kind: Literal["option", "house_rule"] = "option"
    omit_default: bool = False


def check_value(option: Option, value: object) -> None:
    """Raises BadOptionValue unless the option takes the value."""
    if not option.takes.accepts(value):
        raise BadOptionValue(option=option.name, takes=option.takes.described())


def compose(base: Ruleset, chosen: Mapping[str, tuple[Option, object]]) -> Ruleset:
    """Return the base with the chosen (option, value) patches applied.

    Raises ConflictingOptions if two patches decide the same differently; OptionNotApplicable if one changes nothing, or
    is refused and does not come with the base.
    """
    patches = {name: choice for name, choice in chosen.items() if choice[0].normalize(choice[1]) != choice[0].default}
    composed = _lay_on(base, patches)
    for name, (option, value) in patches.items():
        if value != base.defaults.get(name) and (reason := option.unavailable_because(composed, value)):
            raise OptionNotApplicable(option=name, reason=reason)
    touched = {}
    for name, (option, value) in patches.items():
        start = _lay_on(base, {read: patches[read] for read in option.reads if read in patches})
        touched[name] = difference(start, option.patch(start, value))
        if not touched[name] and option.patch is not _unchanged:
            raise OptionNotApplicable(option=name, reason="it changes nothing in this game")
    for first, second in combinations(sorted(patches), 2):
        if first in patches[second][0].reads or second in patches[first][0].reads:
            continue  # the later one builds on the decision of the other
        common = touched[first].keys() & touched[second].keys()
        if differing := [decision for decision in common if touched[first][decision] != touched[second][decision]]:
            raise ConflictingOptions(
                first=first,
                second=second,
                reason=Reason(
                    "{first} and {second} both decide {decision}",
                    first=first,
                    second=second,
                    decision=str(min(differing)),
                ),
            )
    return composed


def _lay_on(rules: Ruleset, patches: Mapping[str, tuple[Option, object]]) -> Ruleset:
    """Apply the patches by name, each after those that it reads."""
    order = TopologicalSorter({name: patches[name][0].reads for name in sorted(patches)})
    for name in order.static_order():
        if name in patches:
            option, value = patches[name]
            rules = option.patch(rules, value)
    return rules


class Decision(NamedTuple):
    """A field of a ruleset, or what one of its entries says: `handlers` of `Take`, the `effects` of the card `S`."""

    field: str
    entry: str = ""
    part: str = ""

    def __str__(self) -> str:
        """Return the decision in words: `target`, `handlers of Take`, `effects of S`."""
        return f"{self.part or self.field} of {self.entry}" if self.entry else self.field


def difference(before: Ruleset, after: Ruleset) -> dict[Decision, object]:
    """Return the decisions that differ, with their new values."""
    touched: dict[Decision, object] = {}
    for field in fields(Ruleset):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old is new:
            continue
        if field.name == "cards":
            touched |= _changed_cards(old, new)
        elif isinstance(old, Mapping):
            for key in old.keys() | new.keys():
                if old.get(key) != new.get(key):
                    touched[Decision(field.name, getattr(key, "__name__", key))] = new.get(key)
        elif isinstance(old, frozenset):
            touched |= {Decision(field.name, str(key)): key in new for key in old ^ new}
        elif old != new:
            touched[Decision(field.name)] = new
    return touched


def _changed_cards(before: Mapping[str, CardRule], after: Mapping[str, CardRule]) -> dict[Decision, object]:
    return {
        Decision("cards", symbol, part.name): getattr(after[symbol], part.name)
        for symbol in after
        if after[symbol] is not before[symbol]
        for part in fields(CardRule)
        if getattr(after[symbol], part.name) != getattr(before[symbol], part.name)
    }
