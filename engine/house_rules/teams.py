"""Teams, and whether partners see each other's cards (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.option_types import Switch, Teams
from engine.requirements import no_teams
from engine.ruleset import MOST_SEATS

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_LEAST_MEMBERS: Final = 2


def _patch_teams(rules: Ruleset, value: int | tuple[str, ...]) -> Ruleset:
    if isinstance(value, int):
        seated = tuple(str(seat % value + 1) for seat in range(MOST_SEATS))
        return replace(rules, teams=seated, least_seats=_LEAST_MEMBERS * value)
    return replace(rules, teams=value, least_seats=len(value), most_seats=len(value))


_TAKES: Final = Teams(least=2, most=MOST_SEATS // _LEAST_MEMBERS)
TEAMS: Final[Option] = Option(
    name="teams",
    summary="Partners who score and win together: so many teams seated alternately, or the team of every seat; 0: off.",
    source="8.2, 5; S2, S4, X-108",
    takes=_TAKES,
    default=0,
    normalize=_TAKES.by_seat,
    patch=_patch_teams,
    kind="house_rule",
)


def _patch_team_view(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, team_view=True)


TEAM_VIEW: Final[Option] = Option(
    name="team_view",
    summary="Whether partners see each other's cards: their active faces, at any time; needs teams.",
    source="4, 8.2",
    takes=Switch(),
    default=False,
    patch=_patch_team_view,
    reads=("teams",),
    unavailable_because=no_teams,
    kind="house_rule",
    omit_default=True,
)
