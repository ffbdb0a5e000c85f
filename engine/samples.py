"""Rulesets to try: every option alone, and random sets of options that go together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.catalogue import EDITIONS, check_seats, resolve, resolve_uncached
from engine.errors import RulesetError
from engine.option_info import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.option_info import OptionInfo
    from engine.ruleset import Ruleset

Options = dict[str, object]
_LARGE: Final = 20
_EVEN: Final = [12, *[11] * 8]
"""Percents, as even as nine can be."""
_SEATS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10)
NAMED = ("game", "edition")
"""Options that say which deck is played; the others are laid on it."""


def editions() -> list[Options]:
    """Return every edition of every game, as the options that name it."""
    return [{"game": game, "edition": edition} for game, edition in EDITIONS]


def settings() -> list[OptionInfo]:
    """Return the options that are laid on an edition."""
    return [option for option in describe() if option.name not in NAMED]


def values(option: OptionInfo) -> list[Any]:
    """Return values other than the default that show the effect; of numbers the least, a larger and a large one."""
    if isinstance(option.default, int) and option.least is not None and option.most is not None:
        found: list[Any] = [option.least, (option.least + option.default) // 2 + 1, min(option.most, _LARGE)]
    elif option.type == "several":
        found = [[value] for value in option.values]
    elif option.type == "wholes":
        found = [[option.least], [option.least, option.most]]
    elif option.type == "percents":
        found = [_EVEN]
    elif option.type == "script":
        found = [option.values]
    else:
        found = list(option.values)
    return [value for value in dict.fromkeys(map(_frozen, found)) if value != _frozen(option.default)]


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def alone(edition: Options) -> Iterator[Options]:
    """Yield the edition with one option changed, for every value of every option that it takes.

    An option that decides nothing by itself comes with another one that it needs.
    """
    seen: list[Options] = []
    for option in settings():
        for value in _offered(edition, option):
            chosen = _laid_on(edition, {option.name: value}, companion(edition, option.name))
            if chosen and chosen not in seen:
                seen.append(chosen)
                yield chosen


def _offered(edition: Options, option: OptionInfo) -> list[Any]:
    """Return the values to try, and the default where the edition comes with another one."""
    own = EDITIONS[str(edition["game"]), str(edition["edition"])].defaults
    return [*values(option), *([option.default] if own.get(option.name, option.default) != option.default else [])]


def companion(edition: Options, name: str) -> Options:
    """Return an option that this one needs in the edition; empty if it needs none, or none helps."""
    key = (*edition.values(), name)
    if key not in _COMPANIONS:
        offered = [{name: value} for value in _offered(edition, _named(name))]
        if any(is_playable({**edition, **one}) for one in offered):
            _COMPANIONS[key] = {}
        else:
            _COMPANIONS[key] = next(
                (
                    beside
                    for beside in ({other.name: value} for other in settings() for value in _offered(edition, other))
                    if name not in beside and any(is_playable({**edition, **beside, **one}) for one in offered)
                ),
                {},
            )
    return _COMPANIONS[key]


_COMPANIONS: Final[dict[tuple[object, ...], Options]] = {}


def _named(name: str) -> OptionInfo:
    return next(option for option in settings() if option.name == name)


def _laid_on(chosen: Options, one: Options, beside: Options) -> Options | None:
    """Return the options with one more and with those that it needs; None if it is not available."""
    if is_playable(tried := {**chosen, **one}):
        return tried
    return tried if beside and is_playable(tried := {**beside, **chosen, **one}) else None


def together(edition: Options, below: Callable[[int], int], most: int) -> Options:
    """Return the edition with up to `most` random options; one that cannot be on with the earlier ones is left out.

    `below(n)` gives a random whole number less than n.
    """
    chosen = dict(edition)
    open_to_choice = settings()
    for _ in range(1 + below(most)):
        option = open_to_choice.pop(below(len(open_to_choice)))
        offered = _offered(edition, option)
        one = {option.name: offered[below(len(offered))]}
        chosen = _laid_on(chosen, one, companion(edition, option.name)) or chosen
    return chosen


def is_playable(options: Options) -> bool:
    """Return whether these options make a ruleset."""
    try:
        resolve_uncached(options)
    except RulesetError:
        return False
    return True


def fitting_seats(options: Options, number: int) -> int:
    """Return a number of seats that the ruleset takes; it varies with the `number` of the match; the fewest for 0."""
    rules = resolve(options)
    fitting = [seats for seats in _SEATS if _fits(rules, seats)]
    return fitting[number % len(fitting)]


def _fits(rules: Ruleset, seats: int) -> bool:
    try:
        check_seats(rules, seats)
    except RulesetError:
        return False
    return True
