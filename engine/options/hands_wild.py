"""The wild of the larger classic deck that moves hands (SPEC 7.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FACE_CODES, SHUFFLE_HANDS, SWAP_HANDS
from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ruleset import Ruleset

_OLDER: Final = {FACE_CODES[SWAP_HANDS]: FACE_CODES[SHUFFLE_HANDS]}


def _implies(value: str) -> Mapping[str, object]:
    return {"deck": 112} if value == "shuffle" else {}


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    """Patches are laid on by name, so the deck is the larger one by now."""
    light = tuple(_OLDER.get(face, face) for face in rules.deck.light)
    return replace(rules, deck=rules.deck._replace(light=light))


def _refused(rules: Ruleset, _value: str) -> str | None:
    return None if SHUFFLE_HANDS in rules.effects else "it gives no meaning to a wild that moves hands"


OPTION: Final = Option(
    name="hands_wild",
    summary="What the wild that moves hands does: swap two hands or, as on older cards, shuffle them all.",
    source="1.6, 7.2",
    takes=Choice(("swap", "shuffle")),
    default="swap",
    patch=_patch,
    implies=_implies,
    refused=_refused,
)
