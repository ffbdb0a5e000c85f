"""The decks of UNO Attack, the earlier and the later one (SPEC 1.6)."""

from __future__ import annotations

from typing import Final

from engine.decks.printing import one_sided, points_by_face

_NUMBERS: Final = "1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2"
ATTACK_1998: Final = one_sided(f"{_NUMBERS} H2:2 R:2 S:2 DA:1 TH:1", "W:4 WAH:2 WHF:2")
ATTACK_2010S: Final = one_sided(f"{_NUMBERS} R:1 S:2 DA:2 H1:1 H2:2", "W:4 WAA:4")
ATTACK_POINTS: Final = points_by_face(
    {
        "R": 20, "S": 20, "H1": 20, "H2": 20, "DA": 30, "TH": 30, "W": 50, "WAH": 50, "WHF": 50, "WAA": 50,
        "+2": 20, "W4": 50,
    }
)  # fmt: skip
"""Of the classic deck too, which may be played with a launcher."""
