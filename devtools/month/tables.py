"""How people find a table: they sit down at public ones, or they look for a match and the service seats them.

A way to find a table is all that the month asks for, so that another one can take its place.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from devtools.month.clock import BEGINNING
from devtools.month.habits import DAY
from devtools.month.people import Refused
from games.matchmaking.seeks import MOST
from games.models import Seek
from games.presets import PRESETS, options_of

if TYPE_CHECKING:
    from uuid import UUID

    from devtools.month.people import Person
    from devtools.month.streams import Streams

_PATIENCE: Final = DAY
"""Assumed: after that time a host lets bots take the seats that are still open."""
_SOON: Final = "tonight"
"""The preset whose matches begin within minutes: people stay at the screen for it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to play. `seats`: of a table that they open, or the most; they play with fewer, too."""

    preset: str
    ruleset: str
    seats: int


@dataclass(slots=True)
class Search:
    """That somebody has looked for a match. `since` and `started` are in seconds since the month began.

    `game`: the table at which they sit. `missed_muster`: they did not confirm in time.
    """

    wish: Wish
    since: float
    game: str | None = None
    started: float | None = None
    missed_muster: bool = False


class Automatic(NamedTuple):
    """Which moves the tables let the service make for people."""

    forced: bool
    orders: bool


class FindsTables(Protocol):
    """A way to find a table."""

    def find_table(self, person: Person, wish: Wish, now: float) -> None:
        """Let the person look for a table, or sit down at one."""

    def look_after(self, person: Person, now: float) -> None:
        """Do what a person has to do for the matches that they wait for. They do so at every look."""

    def waiting(self, person: Person) -> int:
        """Return for how many matches the person waits."""

    def is_about_to_begin(self, person: Person) -> bool:
        """Return whether the person waits at the screen, because they may be called at any moment."""

    def searches(self) -> list[Search]:
        """Return what everybody has looked for."""


class PublicTables:
    """People sit down at the fullest public table that fits, or open one. A host starts the match when they look."""

    def __init__(self, automatic: Automatic) -> None:
        self.automatic = automatic
        self._at: dict[str, list[Search]] = {}
        self._hosts: Counter[UUID] = Counter()

    def find_table(self, person: Person, wish: Wish, now: float) -> None:
        """Sit down at a table that fits, or open one."""
        ruleset, _, _ = wish.ruleset.partition("-")
        found = person.games(status="lobby", open_seats=True, ruleset=ruleset)
        fitting = [game for game in found if self._fits(game, wish, person)]
        for game in sorted(fitting, key=lambda game: (_open_seats(game), self._at[game["id"]][0].since, game["id"])):
            try:
                person.ask("POST", f"/v1/games/{game['id']}/seats")
            except Refused:
                continue  # somebody was faster
            self._at[game["id"]].append(Search(wish, now, game["id"]))
            return
        made = person.ask("POST", "/v1/games", {**_settings(wish, self.automatic), "seats": wish.seats})["game"]
        self._at[made["id"]] = [Search(wish, now, made["id"])]
        self._hosts[person.id] += 1

    def look_after(self, person: Person, now: float) -> None:
        """Start the matches that the person is the host of, with bots if people have waited too long."""
        if not self._hosts[person.id]:
            return
        for game in person.games(status="lobby", mine=True):
            if next(seat for seat in game["seats"] if seat["kind"] == "human").get("player_id") != str(person.id):
                continue
            searches = self._at[game["id"]]
            if (missing := _open_seats(game)) and now - searches[0].since < _PATIENCE:
                continue
            for _ in range(missing):
                person.ask("POST", f"/v1/games/{game['id']}/bots", {"bot": "plain"})
            person.ask("POST", f"/v1/games/{game['id']}/start")
            self._hosts[person.id] -= 1
            for search in searches:
                search.started = now

    def waiting(self, person: Person) -> int:
        """Return at how many tables the person waits."""
        return len(person.games(status="lobby", mine=True))

    def is_about_to_begin(self, person: Person) -> bool:  # noqa: ARG002  of the protocol
        """Return False: nobody is called."""
        return False

    def searches(self) -> list[Search]:
        """Return what everybody has looked for."""
        return [search for searches in self._at.values() for search in searches]

    def _fits(self, game: dict[str, Any], wish: Wish, person: Person) -> bool:
        at = self._at.get(game["id"])
        if at is None or (at[0].wish.preset, at[0].wish.ruleset) != (wish.preset, wish.ruleset):
            return False
        return all(seat.get("player_id") != str(person.id) for seat in game["seats"])


class Seeks:
    """People say what they look for, bots welcome, and confirm when they look. The service seats them and starts."""

    def __init__(self, automatic: Automatic, streams: Streams) -> None:
        self.automatic, self.streams = automatic, streams
        self._wishes: dict[str, Wish] = {}
        self._active: dict[UUID, list[dict[str, Any]]] = {}

    def find_table(self, person: Person, wish: Wish, now: float) -> None:  # noqa: ARG002  the service has a clock
        """Look for a match, unless the person looks for as many as they may."""
        active = self._active.setdefault(person.id, [])
        if len(active) >= MOST:
            return
        body = {**_settings(wish, self.automatic), "least_seats": 2, "most_seats": wish.seats, "bots": True}
        made = person.ask("POST", "/v1/me/seeks", body)
        self._wishes[made["id"]] = wish
        if made["state"] in Seek.ACTIVE:
            active.append(made)

    def look_after(self, person: Person, now: float) -> None:  # noqa: ARG002  as above
        """Confirm where the person is called."""
        if not (self._active.get(person.id) and self.streams.seeks_changed(person.id)):
            return
        found = self._read(person)
        called = [seek for seek in found if seek["state"] == "called" and not seek["muster"]["confirmed"]]
        for seek in called:
            # The match of the first may have ended the second.
            with suppress(Refused):
                person.ask("POST", f"/v1/me/seeks/{seek['id']}/confirm")
        self._active[person.id] = self._read(person) if called else found

    def waiting(self, person: Person) -> int:
        """Return for how many matches the person looks."""
        return len(self._active.get(person.id, ()))

    def is_about_to_begin(self, person: Person) -> bool:
        """Return whether a match of the person begins within minutes."""
        return any(self._wishes[seek["id"]].preset == _SOON for seek in self._active.get(person.id, ()))

    def searches(self) -> list[Search]:
        """Return what everybody has looked for, by the rows of the service."""
        rows = Seek.objects.only("state", "game_id", "created_at", "ended_at").order_by("created_at")
        return [self._search(seek) for seek in rows.iterator()]

    def _search(self, seek: Seek) -> Search:
        search = Search(self._wishes[str(seek.id)], (seek.created_at - BEGINNING).total_seconds())
        if seek.state == Seek.State.SEATED and seek.ended_at is not None:
            search.game, search.started = str(seek.game_id), (seek.ended_at - BEGINNING).total_seconds()
        search.missed_muster = seek.state == Seek.State.MISSED
        return search

    def _read(self, person: Person) -> list[dict[str, Any]]:
        found = person.ask("GET", "/v1/me/seeks")["seeks"]
        return [seek for seek in found if seek["state"] in Seek.ACTIVE]


def _settings(wish: Wish, automatic: Automatic) -> dict[str, Any]:
    """Return options and clock as requests name them."""
    options = {**options_of(wish.preset, wish.ruleset)}
    options |= {"forced_moves": automatic.forced, "standing_orders": automatic.orders}
    options["ruleset"] = options.pop("game")
    return {"options": options, "clock": PRESETS[wish.preset].clock}


def _open_seats(game: dict[str, Any]) -> int:
    return sum(seat["kind"] == "open" for seat in game["seats"])
