"""Numbers that do something: hands change, or a color is dropped (SPEC 8.2 zero_spell, 8.3 seven_o).

All of these change the hand of their player, so UNO is settled after them, for what is left then (SPEC 3.9). As a last
card a number does nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import COLOR_CODES, COLOR_OF
from engine.policies import gifts, hands
from engine.policies.uno_calls import lapse, settle_call
from engine.state import SAFE

if TYPE_CHECKING:
    from engine.ruleset import Draft


def swap_if_aimed(draft: Draft) -> None:
    """The player may change hands with the seat that the card is aimed at."""
    if draft.table.target is None:
        _settle(draft)
    else:
        hands.swap(draft)


def pass_hands_on(draft: Draft) -> None:
    """All hands move one seat on in the direction of play."""
    table = draft.table
    hands.pass_on(draft, table.direction, called=table.uno[draft.seat] is SAFE)


def drop_color(draft: Draft) -> None:
    """All cards of the color that was said with the card go under it; nothing if none was said."""
    assert draft.play is not None  # noqa: S101  it is its effect
    if draft.play.dump is not None:
        active = draft.table.faces[draft.table.side]
        color = COLOR_CODES[draft.play.dump]
        cards = [card for card in draft.table.hands[draft.seat] if COLOR_OF[active[card]] == color]
        gifts.discard(draft, draft.seat, cards, called=False)
    _settle(draft)


def _settle(draft: Draft) -> None:
    """Is a call due for what the player holds now; one that came with the card lapses if it is not."""
    if len(draft.table.hands[draft.seat]) == 1:
        settle_call(draft, draft.seat, called=False)
    lapse(draft)
