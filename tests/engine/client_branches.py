"""A client's reading of the events with which a branch begins (SPEC 3.14)."""

from __future__ import annotations

from collections import Counter
from typing import Any

Shown = dict[str, Any]


class Branching:
    """The table of a branch as it comes to its players."""

    origin: dict[str, Any] | None = None

    def position_set(self: Any, event: Shown) -> None:
        self.position = event
        self.origin = {"game": event["origin"], "version": event["at"], "future": event["future"]}

    def position_resumed(self: Any, event: Shown) -> None:
        for seat, cards in enumerate(self.position["sizes"]):
            mine = seat == self.viewer
            own_backs = event["own_backs"][seat] if mine and event["own_backs"] else []
            self.receive(seat, cards, event["faces"][seat] if mine else [], own_backs)
            self.backs[seat] = Counter(event["backs"][seat] or [])
        self.partners_show(event["faces"])
        for name in ("round", "dealer", "side", "direction", "color", "top_back"):
            setattr(self, name, self.position[name])
        for name in ("scores", "uno", "discard"):
            setattr(self, name, list(self.position[name]))
        self.out, self.eliminated = set(self.position["out"]), set(self.position["eliminated"])
        self.pile = self.position["size"]
        self.two_sides = self.top_back != "x" and not any("x" in backs for backs in self.backs)
