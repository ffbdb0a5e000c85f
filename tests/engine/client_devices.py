"""A client's reading of launcher and wheel (SPEC 7.4, 7.5)."""

from __future__ import annotations

from typing import Any

Shown = dict[str, Any]


class Devices:
    """Decisions and results of the devices."""

    def launcher_pressed(self: Any, _event: Shown) -> None:
        pass

    def spin_asked(self: Any, event: Shown) -> None:
        self.ask("spin", {"kind": "spin", "seat": event["seat"]})

    def wheel_spun(self: Any, _event: Shown) -> None:
        pass

    def wheel_choice_asked(self: Any, event: Shown) -> None:
        self.ask("wheel_choice", {"kind": "wheel", "seat": event["seat"], "sector": event["sector"]})

    def war_fought(self: Any, _event: Shown) -> None:
        pass

    def race_opened(self: Any, event: Shown) -> None:
        racing = [seat for seat in range(len(self.cards)) if seat not in self.out]
        self.ask("race", {"kind": "race", "seat": event["seat"], "seats": racing})

    def race_won(self: Any, _event: Shown) -> None:
        pass

    def ask(self: Any, phase: str, decision: dict[str, Any]) -> None:
        self.turn = decision["seat"]
        self.phase = phase
        self.decision = decision
