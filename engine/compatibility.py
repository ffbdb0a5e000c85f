"""Compatibility of options: where one applies, which values exclude each other, what a choice blocks (8.4).

All of it follows from the refusals of the catalogue; nothing is listed by hand.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from engine.catalogue import OPTIONS, check_table, chosen, resolve_uncached
from engine.errors import Reason, RulesetError
from engine.option import difference
from engine.option_info import describe
from engine.samples import settings, values
from engine.summary import rulesets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.option import Decision
    from engine.option_info import OptionInfo
    from engine.ruleset import Ruleset

_Choice = tuple[str, object]


class Applicability(NamedTuple):
    """The applicability of an option in a ruleset: can it leave its default? If not, `reason` is a clause.

    `needs`: another option and its value that must be chosen with it.
    """

    applicable: bool
    needs: tuple[str, object] | None = None
    reason: str | None = None


class Conflict(NamedTuple):
    """Two values that cannot be chosen together, with the reason and the rulesets.

    The value is None, any but the default, for an option that takes numbers or lists.
    """

    first: str
    first_value: object
    second: str
    second_value: object
    reason: str
    rulesets: tuple[str, ...]


class Blocked(NamedTuple):
    """A value that cannot be chosen with all the others, and the reason. None as in Conflict, but teams by number."""

    option: str
    value: object
    reason: str


_ENUMERATED: Final = ("choice", "switch", "several")
_LISTS: Final[Mapping[str, Any]] = {
    "wholes": lambda option: (option.least,),
    "script": lambda option: option.values[:1],
    "percents": lambda option: (option.default[0], *reversed(option.default[1:])),
    "cards": lambda option: option.values[-1],
}
"""One value other than the default, by the type of the option."""


def samples(option: OptionInfo) -> list[object]:
    """Return values other than the default that represent all of them; one for numbers and lists."""
    if option.type in _LISTS:
        return [_LISTS[option.type](option)]
    if option.type not in _ENUMERATED:
        return values(option)[-1:]
    # One seat stands for all of them.
    return list({str(value).partition("=")[0]: value for value in values(option)}.values())


def refusal(options: Mapping[str, object], seats: int | None = None) -> str | None:
    """Return the reason, as a clause, why these options make no ruleset (for these seats); None if they do."""
    try:
        rules = resolve_uncached(options)
        if seats is not None:
            check_table(rules, seats)
    except RulesetError as error:
        reason = error.fields.get("reason")
        return reason if isinstance(reason, str) else Reason(error.template, **error.fields)
    return None


@cache
def applicability(name: str) -> dict[str, Applicability]:
    """Return the applicability of every option in the ruleset of this name."""
    base = _base(name)
    plain = resolve_uncached(base)
    partners = {choice: _fields(plain, *choice) for choice in _choices() if choice[1] != _in_force(plain, choice[0])}
    return {option.name: _applies(base, plain, option, partners) for option in settings()}


def _base(name: str) -> dict[str, object]:
    game, edition = rulesets()[name]
    return {"game": game, "edition": edition}


def _in_force(rules: Ruleset, option: str) -> object:
    return chosen(rules)[option]


def _fields(plain: Ruleset, option: str, value: object) -> frozenset[str]:
    """Return the fields of a ruleset that the choice itself changes, without its implied options."""
    if value == OPTIONS[option].default:
        return frozenset()
    return _fields_of(difference(plain, OPTIONS[option].patch(plain, value)))


def _fields_of(decisions: Iterable[Decision]) -> frozenset[str]:
    return frozenset(decision.field for decision in decisions)


def _applies(
    base: Mapping[str, object], plain: Ruleset, option: OptionInfo, partners: Mapping[_Choice, frozenset[str]]
) -> Applicability:
    offered = samples(option)
    reasons = [refusal({**base, option.name: value}) for value in offered]
    if None in reasons:
        return Applicability(applicable=True)
    for value in offered:
        # Only a partner that changes a field the option reads can help; trying them all would take seconds.
        looks_at = _looks_at(plain, {option.name: value, **OPTIONS[option.name].implies(value)})
        for (other, partner), fields in partners.items():
            if other != option.name and (fields & looks_at or not looks_at):
                together = {**base, option.name: value, other: partner}
                if refusal(together) is None:
                    return Applicability(applicable=True, needs=(other, _least(together, other)))
    return Applicability(applicable=False, reason=reasons[0])


def _least(options: Mapping[str, object], number: str) -> object:
    """Return the least value of a numeric option that goes with the others; the value itself of other options."""
    if _INFO[number].type in _ENUMERATED or _INFO[number].type in _LISTS:
        return options[number]
    return next(value for value in values(_INFO[number]) if refusal({**options, number: value}) is None)


def _looks_at(rules: Ruleset, bundle: Mapping[str, object]) -> frozenset[str]:
    """Return the fields that these options read to refuse the ruleset; empty if all are available."""
    for option, value in bundle.items():
        rules = OPTIONS[option].patch(rules, value)
    watched = _Watched(rules)
    objections = [OPTIONS[option].unavailable_because(watched, value) for option, value in bundle.items()]  # type: ignore[arg-type]
    return frozenset(watched.seen) if any(objections) else frozenset()


@cache
def _choices() -> tuple[_Choice, ...]:
    """Return all options with sample values, the default included."""
    return tuple((option.name, value) for option in settings() for value in (*samples(option), option.default))


@cache
def conflicts() -> tuple[Conflict, ...]:
    """Return every pair of values that can be chosen alone but not together."""
    found: dict[tuple[str, object, str, object, str], list[str]] = {}
    for name in rulesets():
        for key in _conflicts_of(name):
            found.setdefault(key, []).append(name)
    return tuple(Conflict(*key, tuple(names)) for key, names in found.items())


def _conflicts_of(name: str) -> Iterator[tuple[str, object, str, object, str]]:
    base = _base(name)
    plain = resolve_uncached(base)
    traits = {}
    for option, value in _choices():
        if value != _in_force(plain, option):
            with suppress(RulesetError):
                traits[option, value] = _trait(plain, resolve_uncached({**base, option: value}), option, value)
    for first, second in combinations(traits, 2):
        # Most pairs have nothing to do with each other; composing them all would take seconds.
        if first[0] != second[0] and traits[first].meets(traits[second]):
            reasons = [
                refusal({**base, first[0]: one, second[0]: other})
                for one in _alike(*first)
                for other in _alike(*second)
            ]
            if reasons[0] is not None and None not in reasons:
                yield first[0], _shown(*first), second[0], _shown(*second), reasons[0]


def _alike(option: str, value: object) -> list[object]:
    """Return the value and, if it stands for numbers, others that must share its conflicts."""
    info = _INFO[option]
    return [value] if info.type in _ENUMERATED or info.type in _LISTS else [value, *values(info)[:-1]]


class _Trait(NamedTuple):
    """The decisions of a choice, their fields, and the fields that it reads before it is available."""

    decides: Mapping[Decision, object]
    fields: frozenset[str]
    looks_at: frozenset[str]

    def meets(self, other: _Trait) -> bool:
        """Return whether the two may exclude each other."""
        common = self.decides.keys() & other.decides.keys()
        apart = any(self.decides[decision] != other.decides[decision] for decision in common)
        return apart or bool(self.fields & other.looks_at or other.fields & self.looks_at)


def _trait(plain: Ruleset, rules: Ruleset, option: str, value: object) -> _Trait:
    decides = {name: new for name, new in difference(plain, rules).items() if name.field != "spec"}
    watched = _Watched(rules)
    OPTIONS[option].unavailable_because(watched, value)  # type: ignore[arg-type]  # it reads fields, that is all
    return _Trait(decides, _fields_of(decides), frozenset(watched.seen))


class _Watched:
    """A ruleset that remembers which of its fields were read."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self.seen: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.seen.add(name)
        return getattr(self._rules, name)


def _shown(option: str, value: object) -> object:
    return value if _INFO[option].type in _ENUMERATED else None


_INFO: Final = {option.name: option for option in describe()}


def blocked(options: Mapping[str, object], seats: int | None = None) -> tuple[Blocked, ...]:
    """Return the values that these options exclude, each with the rest as it is, at a table of `seats` seats.

    Raises what `resolve` raises if the options make no ruleset themselves.
    """
    standing = chosen(resolve_uncached(options))
    found = []
    for option, alike, shown in _blockable():
        if alike[0] != standing[option]:
            reasons = [refusal({**options, option: value}, seats) for value in alike]
            if reasons[0] is not None and None not in reasons:
                found.append(Blocked(option, shown, reasons[0]))
    return tuple(found)


def _blockable() -> Iterator[tuple[str, Sequence[object], object]]:
    """Yield options with the values that are blocked together, and the value that is shown for them."""
    for option in settings():
        if option.type == "teams":  # the seats decide how many there can be
            singly: Iterable[object] = range(cast("int", option.least), cast("int", option.most) + 1)
        elif option.type in _ENUMERATED:
            singly = (*values(option), option.default)
        else:
            singly = ()
            (value,) = samples(option)
            yield option.name, _alike(option.name, value), None
        for value in singly:
            yield option.name, (value,), value
