"""A client's reading of the events that keep a match going (SPEC 3.11)."""

from __future__ import annotations

from typing import Any

Shown = dict[str, Any]


class Keeping:
    """Clock, autopilot, resignations and votes."""

    def __init__(self) -> None:
        self.autopilot: set[int] = set()
        self.resigned: set[int] = set()
        self.votes: dict[str, list[int]] = {}
        self.paused = False

    def clock_set(self, _event: Shown) -> None:
        pass

    def timed_out(self, _event: Shown) -> None:
        pass

    def clock_extended(self, _event: Shown) -> None:
        pass

    def offset_noted(self, _event: Shown) -> None:
        pass

    def seat_lent(self, _event: Shown) -> None:
        pass

    def seat_returned(self, _event: Shown) -> None:
        pass

    def autopilot_engaged(self, event: Shown) -> None:
        self.autopilot.add(event["seat"])
        self.withdraw_votes(event["seat"])

    def autopilot_released(self, event: Shown) -> None:
        self.autopilot.remove(event["seat"])

    def seat_resigned(self, event: Shown) -> None:
        self.resigned.add(event["seat"])
        self.withdraw_votes(event["seat"])

    def withdraw_votes(self, seat: int) -> None:
        """A player whose seat is on autopilot has no vote."""
        left = {motion: [other for other in seats if other != seat] for motion, seats in self.votes.items()}
        self.votes = {motion: seats for motion, seats in left.items() if seats}

    def vote_cast(self, event: Shown) -> None:
        seats = self.votes.pop(event["motion"], [])
        if event["yes"]:
            self.votes[event["motion"]] = [*seats, event["seat"]]

    def clock_paused(self, event: Shown) -> None:
        if event["reason"] == "mutual":
            self.paused = True
            self.votes.pop("pause", None)

    def clock_resumed(self, event: Shown) -> None:
        if event["reason"] == "mutual":
            self.paused = False
