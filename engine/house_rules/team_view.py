"""Partners who see each other's cards (SPEC 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.lacking import no_teams
from engine.option import Option
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, team_view=True)


OPTION: Final = Option(
    name="team_view",
    summary="Whether partners see each other's cards: their active faces, at any time; needs teams.",
    source="4, 8.2",
    takes=Switch(),
    default=False,
    patch=_patch,
    reads=("teams",),
    refused=no_teams,
    kind="house_rule",
    later=True,
)
