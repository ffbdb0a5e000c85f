"""Which dark face is behind which light face (R-PAIRING, SPEC 1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import MiscKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.chance import Tape
    from engine.ruleset import Deck


def random_pairing(deck: Deck, tape: Tape) -> tuple[int, ...]:
    """A fresh bijection per match, from the committed seed."""
    return tuple(tape.misc(MiscKind.PAIRING, 0).shuffle(deck.dark))


def physical_pairing(deck: Deck, _tape: Tape) -> tuple[int, ...]:
    """The printed cards."""
    return deck.dark


def custom_pairing(dark: tuple[int, ...]) -> Callable[[Deck, Tape], tuple[int, ...]]:
    """A supplied list, for tests and analysis."""
    return lambda _deck, _tape: dark
