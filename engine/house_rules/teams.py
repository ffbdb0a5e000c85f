"""Partners (SPEC 8.2, 5 "Teams", 7.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.ruleset import MOST_SEATS
from engine.takes import Teams

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_LEAST_MEMBERS: Final = 2


def _patch(rules: Ruleset, value: int | tuple[str, ...]) -> Ruleset:
    if isinstance(value, int):
        seated = tuple(str(seat % value + 1) for seat in range(MOST_SEATS))
        return replace(rules, teams=seated, least_seats=_LEAST_MEMBERS * value)
    return replace(rules, teams=value, least_seats=len(value), most_seats=len(value))


_TAKES: Final = Teams(least=2, most=MOST_SEATS // _LEAST_MEMBERS)
OPTION: Final = Option(
    name="teams",
    summary="Partners who score and win together: so many teams seated alternately, or the team of every seat; 0: off.",
    source="8.2, 5; S2, S4, X-108",
    takes=_TAKES,
    default=0,
    keeps=_TAKES.by_seat,
    patch=_patch,
    kind="house_rule",
)
