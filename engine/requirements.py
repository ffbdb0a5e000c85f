"""Requirements of options: reasons for which several options are unavailable (`Option.unavailable_because`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FLIP, WILD_DRAW_COLOR
from engine.commands import Press

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def no_flip(rules: Ruleset, _value: object) -> str | None:
    """Require Flip cards."""
    return None if rules.deck.shows(FLIP) else "no card of this deck is a Flip"


def no_second_side(rules: Ruleset, _value: object) -> str | None:
    """Require backs to play with."""
    return None if rules.deck.has_two_sides else "the cards of this deck have one side"


def no_wild_draw_color(rules: Ruleset, _value: object) -> str | None:
    """Require Wild Draw Color cards."""
    return None if rules.deck.shows(WILD_DRAW_COLOR) else "the deck has no Wild Draw Color"


def no_launcher(rules: Ruleset, _value: object) -> str | None:
    """Require a launcher."""
    return None if Press in rules.handlers else "the game has no launcher"


def no_wheel(rules: Ruleset, _value: object) -> str | None:
    """Require a wheel."""
    return None if rules.sectors else "the game has no wheel"


def no_teams(rules: Ruleset, _value: object) -> str | None:
    """Require teams."""
    return None if rules.teams else "there are no teams"
