"""The deck of UNO Spin: the classic one, with one each of 1 to 5 in every color as a Spin card (SPEC 1.6)."""

from __future__ import annotations

from typing import Final

from engine.decks.printing import one_sided

SPIN_DECK: Final = one_sided(
    "0:1 1:1 1*:1 2:1 2*:1 3:1 3*:1 4:1 4*:1 5:1 5*:1 6:2 7:2 8:2 9:2 +2:2 R:2 S:2", "W:4 W4:4"
)
