"""The deck that is played with a launcher (C24, SPEC 1.6, 7.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.decks.attack import ATTACK_2010S
from engine.decks.classic import CLASSIC_108
from engine.lacking import no_launcher
from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_DECKS: Final = {"2010s": ATTACK_2010S, "classic108": CLASSIC_108}


def _patch(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, deck=_DECKS[value])


OPTION: Final = Option(
    name="attack_deck",
    summary="The deck of Attack: the one of 1998, that of the 2010s, or the classic deck, whose +2 and Wild Draw Four"
    " are pressed for.",
    source="1.6, 7.4; X-ATT1, X-ATT2, S0-RU",
    takes=Choice(("1998", *_DECKS)),
    default="1998",
    patch=_patch,
    refused=no_launcher,
)
