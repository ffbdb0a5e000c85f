"""A client's knowledge of the hands of partners who show them (SPEC 4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

Shown = dict[str, Any]


class Partnership:
    """Fronts of partners' hands by seat, in no order."""

    fronts: dict[int, Counter[str]]

    def find_partners(self: Any, event: Shown) -> None:
        """Find the seats that show their cards, from the event that creates the match."""
        teams, shown = event["teams"], dict(event["options"]).get("team_view") and self.viewer is not None
        partners = [seat for seat, team in enumerate(teams) if shown and team == teams[self.viewer]]
        self.fronts = {seat: Counter() for seat in partners if seat != self.viewer}

    def partner_takes(self, seat: int, faces: list[str]) -> None:
        if seat in self.fronts:
            self.fronts[seat] += Counter(faces)

    def partner_loses(self, seat: int, faces: list[str]) -> None:
        if seat in self.fronts:
            self.fronts[seat] -= Counter(faces)

    def partners_show(self, hands: list[list[str] | None]) -> None:
        for seat in self.fronts:
            self.fronts[seat] = Counter(hands[seat] or ())
