"""The worth of the remaining hand, in points of the round: the fewer cards, the more each of them matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.bots.outlook import Outlook

# By number of cards left, 0 to 5, then more. Measured: docs/contributors/bots.md.
_SIZE: Final = (0.0, 30.0, 13.0, 6.5, 4.0, 2.0, 0.0)
_WILD: Final = (0.0, 52.0, 31.0, 20.0, 12.0, 12.0, 3.0)
"""Worth of holding a wild, which can always be laid."""
_COLOR: Final = (0.0, 38.0, 8.0, 7.0, 2.0, 2.0, 2.0)
"""Worth of holding a card of the color in force."""
_SPREAD: Final = (0.0, 0.0, 3.0, 5.0, 1.0, 1.0, 0.0)
"""Cost of each color beyond two: a hand of few colors can be played out once its color comes."""
_USUAL_COLORS: Final = 2
_COMMON: Final = (0.0, 100.0, 0.0, 0.0, 50.0, 50.0, 50.0)
"""Worth of holding the colors most frequent among the unseen cards: they will be in force again."""
_USUAL_SHARE: Final = 0.23
_MORE: Final = 6
_PER_CARD_MORE: Final = 1.5


def worth_of_size(size: int) -> float:
    """Return the worth of this number of cards, whatever they are."""
    row = min(size, _MORE)
    return _SIZE[row] - _PER_CARD_MORE * (size - row)


def worth_of_hand(outlook: Outlook, counts: dict[str, int], size: int, color: str) -> float:
    """Return the worth of `size` cards, `counts` of them by color, under the color in force ('' if that is open)."""
    row = min(size, _MORE)
    score = worth_of_size(size)
    if counts[""]:
        score += _WILD[row]
    if color and counts.get(color) and (size > 1 or not counts[""]):
        score += _COLOR[row]
    if _SPREAD[row]:
        score -= _SPREAD[row] * (sum([counts[each] > 0 for each in outlook.colors]) - _USUAL_COLORS)
    if _COMMON[row] and (colored := size - counts[""]) > 0:
        shares = outlook.shares
        common = sum([counts[each] * shares[each] for each in outlook.colors]) / colored
        score += _COMMON[row] * (common - _USUAL_SHARE)
    return score
