"""UNO Spin: classic UNO with a wheel (SPEC 7.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import cards
from engine.commands import Discard, Shout, Spin, Wheel
from engine.editions.classic import SINGLE_SIDED
from engine.editions.deck_text import one_sided
from engine.option import Option
from engine.option_types import Script, Switch
from engine.requirements import no_wheel
from engine.rules import discards, matching, wheel
from engine.rules.matching import color_or_wild_ends_draw
from engine.rules.wheel import SECTORS, ask_spin
from engine.ruleset import CardRule

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


SPIN_DECK: Final = one_sided(
    "0:1 1:1 1*:1 2:1 2*:1 3:1 3*:1 4:1 4*:1 5:1 5*:1 6:2 7:2 8:2 9:2 +2:2 R:2 S:2", "W:4 W4:4"
)


SPIN: Final[Ruleset] = replace(
    SINGLE_SIDED,
    game="spin",
    deck=SPIN_DECK,
    cards={**SINGLE_SIDED.cards, **dict.fromkeys(cards.SPINS, CardRule(effects=(ask_spin,)))},
    uno_closed_by=SINGLE_SIDED.uno_closed_by | {"spin"},
    sectors=SECTORS,
    ends_wheel_draw=matching.color_ends_draw,
    handlers={
        **SINGLE_SIDED.handlers,
        Spin: wheel.SpinHandler(),
        Wheel: wheel.WheelHandler(),
        Shout: wheel.ShoutHandler(),
        Discard: discards.DiscardHandler(),
    },
)
"""A Spin card does not lead to a spin as the starter or as the last card (R-SPIN-OUT)."""


def _patch_wheel(rules: Ruleset, value: tuple[str, ...]) -> Ruleset:
    return replace(rules, wheel_script=tuple(value))


WHEEL: Final[Option] = Option(
    name="wheel",
    summary="Where the first spins of the match stop, one sector each: everybody knows it, so it is for trying things"
    " out. Spins after them are left to chance.",
    source="7.5",
    takes=Script(tuple(SECTORS), 200),
    default=(),
    patch=_patch_wheel,
    unavailable_because=no_wheel,
)


def _patch_spin_wild_sat(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, ends_wheel_draw=color_or_wild_ends_draw)


SPIN_WILD_SAT: Final[Option] = Option(
    name="spin_wild_sat",
    summary="Whether a drawn wild ends Draw Blue and Draw Red of the wheel.",
    source="7.5; C17, X-SPIN2",
    takes=Switch(),
    default=False,
    patch=_patch_spin_wild_sat,
    unavailable_because=no_wheel,
)
