"""Help of a teammate for a seat that cannot play (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Ask, Decline, Give, Pass
from engine.handlers import draws, gives, helping
from engine.lacking import no_teams
from engine.option import Option
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    helped = {Ask: helping.ASK, Give: gives.HANDLER, Decline: helping.DECLINE, Pass: draws.PASS}
    return replace(rules, handlers={**rules.handlers, **helped})


OPTION: Final = Option(
    name="teammate_gives",
    summary="Whether a seat that cannot play may ask its teammates for a card; needs teams.",
    source="8.2; S2, S4",
    takes=Switch(),
    default=False,
    patch=_patch,
    reads=("teams",),
    refused=no_teams,
    kind="house_rule",
)
