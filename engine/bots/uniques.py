"""The wilds of the editions: their targets and their worth in points of the round (SPEC 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.bots.outlook import Outlook

_KEEP: Final = -4.0
"""Worth of keeping a wild, which can be laid later."""
_PER_CARD: Final = 8.0
"""Points that one card less is worth to us."""
_NEAR: Final = (0.0, 15.0, 6.0, 2.0)
"""Extra worth of holding at most this number of cards."""
_PER_CARD_OF_ANOTHER: Final = 1.0
_DANGER: Final = (40.0, 24.0, 12.0, 7.0, 4.0, 3.0, 2.0)
"""Cost of a rival with this number of cards; the last entry is for all more."""
_NAMES_COLOR: Final = 5.0
"""Worth of naming the color after the play."""
_TO_A_WAFFLE: Final = 5
"""Cards that are drawn on average until a waffle comes up."""
_DUEL: Final = 2
_OF_A_NUMBER: Final = 8 / 112
_NO_NUMBER: Final = 40 / 112
"""Parts of a side (SPEC 1.1)."""


def worth_of_unique(outlook: Outlook, symbol: str, target: int | None) -> float:
    """Return the worth of this card's effect, aimed at `target` if it is aimed; 0 for all other cards."""
    weigh = _WORTH.get(symbol)
    return _KEEP + weigh(outlook, target) if weigh else 0.0


def _counted(outlook: Outlook, target: int | None, *, most: bool) -> tuple[int, bool]:
    """Return the hand size of the seat that the count selects and whether it is ours (ours last in a tie)."""
    own = outlook.size - 1
    for seat in outlook.rivals:
        if seat.seat == target:
            return seat.cards, False
    sizes = [seat.cards for seat in outlook.rivals]
    extreme = max(sizes) if most else min(sizes)
    ours = target is not None or (own > extreme if most else own < extreme)
    return (own, True) if ours else (extreme, False)


def _more(cards: int, count: int) -> float:
    """Return the worth of `count` more cards in a rival's hand, or of fewer if it is negative."""
    last = len(_DANGER) - 1
    return _DANGER[min(cards, last)] - _DANGER[min(cards + count, last)] + count * _PER_CARD_OF_ANOTHER


def _fewer(cards: int, gift: int) -> float:
    last = len(_NEAR) - 1
    near = _NEAR[min(cards - gift, last)] - _NEAR[min(cards, last)]
    return _PER_CARD * gift + near


def _hero(outlook: Outlook, target: int | None) -> float:
    cards, ours = _counted(outlook, target, most=True)
    gift = min(1, cards - 1)
    return _fewer(cards, gift) + _NAMES_COLOR if ours else _more(cards, -gift)


def _hopper(outlook: Outlook, target: int | None) -> float:
    cards, ours = _counted(outlook, target, most=True)
    gift = min((cards + 1) // 2, cards - 1)
    return _fewer(cards, gift) if ours else _more(cards, -gift)


def _villain(outlook: Outlook, target: int | None) -> float:
    cards, ours = _counted(outlook, target, most=False)
    return _NAMES_COLOR - 3 * _PER_CARD if ours else _more(cards, 3)


def _waffle(outlook: Outlook, target: int | None) -> float:
    cards, ours = _counted(outlook, target, most=False)
    return -_TO_A_WAFFLE * _PER_CARD if ours else _more(cards, _TO_A_WAFFLE)


def _optimus(outlook: Outlook, target: int | None) -> float:
    """We win the more likely, the higher our highest number and the fewer cards the other has."""
    cards = _cards_of(outlook, target)
    lost = 1 - (1 - (9 - max(_numbers(outlook), default=0)) * _OF_A_NUMBER) ** cards
    left = outlook.size - 1
    won = _fewer(left, min(_DUEL, left - 1))
    return (1 - lost) * won + lost * _more(cards, -min(_DUEL, cards - 1))


def _megatron(outlook: Outlook, target: int | None) -> float:
    """We lose if all numbers of the other are above our lowest, which is 0 if we have none."""
    cards = _cards_of(outlook, target)
    lost = (1 - min(_numbers(outlook), default=0) * _OF_A_NUMBER) ** cards - _NO_NUMBER**cards
    return (1 - lost) * (_more(cards, _DUEL) + _NAMES_COLOR) - lost * _DUEL * _PER_CARD


def _cards_of(outlook: Outlook, target: int | None) -> int:
    """Return the hand size of the target; of the next seat if none is named."""
    return next((seat.cards for seat in outlook.rivals if seat.seat == target), outlook.next.cards)


def _numbers(outlook: Outlook) -> list[int]:
    return [int(face.symbol) for face in outlook.hand if face.symbol.isdecimal()]


_WORTH: Final[Mapping[str, Callable[[Outlook, int | None], float]]] = {
    "WH": _hero,
    "wv": _villain,
    "WJ": _hopper,
    "we": _waffle,
    "WO": _optimus,
    "wm": _megatron,
}
