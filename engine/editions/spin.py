"""UNO Spin: classic UNO with a wheel (SPEC 7.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine import cards
from engine.commands import Discard, Shout, Spin, Wheel
from engine.decks.spin import SPIN_DECK
from engine.editions.classic import SINGLE_SIDED
from engine.handlers import discards, wheel
from engine.policies import matching
from engine.policies.wheel import SECTORS, ask_spin

SPIN: Final = replace(
    SINGLE_SIDED,
    game="spin",
    deck=SPIN_DECK,
    effects={**SINGLE_SIDED.effects, **dict.fromkeys(cards.SPINS, (ask_spin,))},
    uno_closed_by=SINGLE_SIDED.uno_closed_by | {"spin"},
    sectors=SECTORS,
    ends_wheel_draw=matching.color_ends_draw,
    handlers={
        **SINGLE_SIDED.handlers,
        Spin: wheel.SPIN,
        Wheel: wheel.WHEEL,
        Shout: wheel.SHOUT,
        Discard: discards.HANDLER,
    },
)
"""Neither as the starter nor as the last card does a Spin card lead to a spin (R-SPIN-OUT)."""
