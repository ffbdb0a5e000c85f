"""The last card must not make others draw (SPEC 8.3, R-DRAW-LAST)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import cards
from engine.option import Option
from engine.option_types import Switch
from engine.ruleset import change_cards

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_DRAW_CARDS: Final = (
    cards.DRAW_ONE,
    cards.DRAW_TWO,
    cards.DRAW_FIVE,
    cards.WILD_DRAW_TWO,
    cards.WILD_DRAW_FOUR,
    cards.WILD_DRAW_COLOR,
    cards.DOWNPOUR_ONE,
    cards.DOWNPOUR_TWO,
    cards.VILLAIN,
    cards.WAFFLE,
    cards.MEGATRON,
    cards.HIT_ONE,
    cards.HIT_TWO,
    cards.ALL_HIT,
    cards.HIT_FIRE,
    cards.ATTACK_ATTACK,
)
"""Cards that make a seat draw, or press the launcher."""


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return change_cards(rules, _DRAW_CARDS, may_finish=False)


NO_DRAW_FINISH: Final[Option] = Option(
    name="no_draw_finish",
    summary="The last card laid must not make another seat draw or press.",
    source="8.3; R-DRAW-LAST",
    takes=Switch(),
    default=False,
    patch=_patch,
    omit_default=True,
    kind="house_rule",
)
