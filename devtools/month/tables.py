"""How people find a table.

`find_table` is all that the month asks of it, so that another way to find one can take its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from devtools.month.habits import DAY
from devtools.month.people import Refused
from games.presets import PRESETS, options_of

if TYPE_CHECKING:
    from devtools.month.people import Person

_PATIENCE: Final = DAY
"""Assumed: after that time a host lets bots take the seats that are still open."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to play. `seats`: of a table that they open; they sit down at one of any size."""

    preset: str
    ruleset: str
    seats: int


@dataclass(slots=True)
class Opened:
    """A table as the month notes it: what was wished for, and when it opened and began, in seconds."""

    wish: Wish
    since: float
    started: float | None = None
    bots: int = 0


class FindsTables(Protocol):
    """A way to find a table."""

    opened: dict[str, Opened]

    def find_table(self, person: Person, wish: Wish, now: float) -> None:
        """Let the person wait for a table, or sit down at one."""

    def look_after(self, person: Person, now: float) -> None:
        """Do what a person has to do for the tables that they wait at."""


class PublicTables:
    """People sit down at the fullest public table that fits, or open one. A host starts the match when they come by."""

    def __init__(self, *, forced_moves: bool) -> None:
        self.forced_moves = forced_moves
        self.opened: dict[str, Opened] = {}

    def find_table(self, person: Person, wish: Wish, now: float) -> None:
        """Sit down at a table that fits, or open one."""
        ruleset, _, _ = wish.ruleset.partition("-")
        found = person.games(status="lobby", open_seats=True, ruleset=ruleset)
        fitting = [game for game in found if self._fits(game, wish, person)]
        for game in sorted(fitting, key=lambda game: (_open_seats(game), self.opened[game["id"]].since, game["id"])):
            try:
                person.ask("POST", f"/v1/games/{game['id']}/seats")
            except Refused:
                continue  # somebody was faster
            return
        options = {**options_of(wish.preset, wish.ruleset), "forced_moves": self.forced_moves}
        options["ruleset"] = options.pop("game")
        body = {"options": options, "seats": wish.seats, "clock": PRESETS[wish.preset].clock}
        made = person.ask("POST", "/v1/games", body)["game"]
        self.opened[made["id"]] = Opened(wish, now)

    def look_after(self, person: Person, now: float) -> None:
        """Start the matches that the person is the host of, with bots if people have waited too long."""
        for game in person.games(status="lobby", mine=True):
            noted = self.opened[game["id"]]
            if next(seat for seat in game["seats"] if seat["kind"] == "human").get("player_id") != str(person.id):
                continue
            if (missing := _open_seats(game)) and now - noted.since < _PATIENCE:
                continue
            for _ in range(missing):
                person.ask("POST", f"/v1/games/{game['id']}/bots", {"bot": "plain"})
            person.ask("POST", f"/v1/games/{game['id']}/start")
            noted.started, noted.bots = now, missing

    def _fits(self, game: dict[str, Any], wish: Wish, person: Person) -> bool:
        noted = self.opened.get(game["id"])
        if noted is None or (noted.wish.preset, noted.wish.ruleset) != (wish.preset, wish.ruleset):
            return False
        return all(seat.get("player_id") != str(person.id) for seat in game["seats"])


def _open_seats(game: dict[str, Any]) -> int:
    return sum(seat["kind"] == "open" for seat in game["seats"])
