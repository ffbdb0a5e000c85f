"""Options of a turn: drawing, colors after a flip, UNO (SPEC 3, 8.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FLIP
from engine.commands import Pass
from engine.option import Option
from engine.option_types import Choice, Integer
from engine.requirements import no_flip
from engine.rules.drawing import only_if_unable
from engine.rules.effects import ask_flipper
from engine.ruleset import CardRule, change_cards

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch_draw_policy(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, may_draw=only_if_unable)


DRAW_POLICY: Final[Option] = Option(
    name="draw_policy",
    summary="Whether a seat may draw although it could play.",
    source="8.1; S2, S4, S0-GG",
    takes=Choice(("optional", "only_if_unable")),
    default="optional",
    patch=_patch_draw_policy,
)


def _patch_drawn_play(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, must_play_drawn=True)


def _why_no_drawn_play(rules: Ruleset, _value: str) -> str | None:
    return None if Pass in rules.handlers else "nothing is played after drawing"


DRAWN_PLAY: Final[Option] = Option(
    name="drawn_play",
    summary="Whether a drawn card that fits may be kept or must be played.",
    source="8.1; C28",
    takes=Choice(("optional", "forced")),
    default="optional",
    patch=_patch_drawn_play,
    unavailable_because=_why_no_drawn_play,
)


def _patch_flip_wild_chooser(rules: Ruleset, _value: str) -> Ruleset:
    flip = rules.cards.get(FLIP, CardRule())
    return change_cards(rules, (FLIP,), effects=(*flip.effects, ask_flipper))


FLIP_WILD_CHOOSER: Final[Option] = Option(
    name="flip_wild_chooser",
    summary="Who names the color when a Flip uncovers a wild: the seat about to play, or the player of the Flip.",
    source="8.1; S0-GH, S1",
    takes=Choice(("next_player", "flipper")),
    default="next_player",
    patch=_patch_flip_wild_chooser,
    unavailable_because=no_flip,
)


def _patch_uno_penalty(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, uno_penalty=value)


UNO_PENALTY: Final[Option] = Option(
    name="uno_penalty",
    summary="How many cards a seat draws when it is caught without having called UNO.",
    source="8.1; S0-GG",
    takes=Integer(0, 10),
    default=2,
    patch=_patch_uno_penalty,
)


_CLOSED_BY: Final[dict[str, frozenset[str]]] = {"next_play": frozenset({"play", "jump"}), "last_card": frozenset()}


def _patch_uno_window(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, uno_closed_by=_CLOSED_BY[value])


UNO_WINDOW: Final[Option] = Option(
    name="uno_window",
    summary="Until when a missed call can be caught: the next turn, the next card laid, or the last card.",
    source="8.1; C03, S2, S4",
    takes=Choice(("next_turn", *_CLOSED_BY)),
    default="next_turn",
    patch=_patch_uno_window,
)
