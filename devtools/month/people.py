"""One person of the month: their requests to the service, and how they decide."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.core.handlers.base import BaseHandler
from django.test import RequestFactory

import engine
from devtools.month.habits import ORDERS
from games.reads import one_game
from games.wire.commands import to_wire
from players import services

if TYPE_CHECKING:
    from devtools.month.habits import Habit

BOT: Final = "sharp"
"""How people play."""
_CATCHES: Final = 0.5
"""Assumed: the chance that somebody who sees a missed call of UNO catches it."""
_MOST_MOVES: Final = 40
"""Most commands of one look at one table: a person goes on as long as it is their turn."""

_REQUESTS: Final = RequestFactory()


class Refused(Exception):
    """The service refused a request. The text is its answer."""


@dataclass(slots=True)
class Person:
    """A player with habits. `whims` decides when they look and what they wish for, `dice` how they play.

    They are apart, so that people come and wish alike in every variant, however many moves they have to choose.
    `gives_orders`: leaves standing orders; `ordered`: the games that have them. `looks` counts the requests that change
    nothing, `changes` the others, and `moves` those that are commands in games.
    """

    id: UUID
    token: str
    habit: Habit
    whims: Random
    dice: Random
    gives_orders: bool = False
    ordered: set[str] = field(default_factory=set)
    resigned: set[str] = field(default_factory=set)
    looks: int = 0
    changes: int = 0
    moves: int = 0

    def ask(self, method: str, path: str, body: object = None, **parameters: object) -> Any:
        """Send a request; return the decoded answer. Raises `Refused`."""
        self.looks += method == "GET"
        self.changes += method != "GET"
        headers = {"authorization": f"Bearer {self.token}"}
        if method == "GET":
            request = _REQUESTS.get(path, {name: _text(value) for name, value in parameters.items()}, headers=headers)
        else:
            sent = json.dumps(body or {})
            request = _REQUESTS.generic(method, path, sent, content_type="application/json", headers=headers)
        answer: Any = _application().get_response(request)
        if answer.status_code >= 400:  # noqa: PLR2004  the first status of a refusal
            raise Refused(f"{method} {path}: {answer.status_code} {answer.content[:300]!r}")
        return json.loads(answer.content) if answer.content else None

    def games(self, **wanted: object) -> list[dict[str, Any]]:
        """Return the person's games that fit these parameters."""
        found: list[dict[str, Any]] = self.ask("GET", "/v1/games", limit=100, **wanted)["games"]
        return found

    def play(self, game: str) -> int:
        """Make moves as long as it is the person's turn; return how many."""
        for number in range(_MOST_MOVES):
            command = self._choose(game)
            if command is None:
                return number
            try:
                self.send(game, command)
            except Refused as refusal:
                if "stale_version" not in str(refusal):
                    raise
        return _MOST_MOVES

    def give_orders(self, game: str) -> None:
        """Leave standing orders for the person's seat, once in a match."""
        if self.gives_orders and game not in self.ordered:
            self.ordered.add(game)
            self.ask("PUT", f"/v1/games/{game}/orders", ORDERS)

    def send(self, game: str, command: engine.Command) -> None:
        """Send a command. Raises `Refused`."""
        command_id = str(UUID(bytes=self.dice.randbytes(16), version=4))
        self.ask("POST", f"/v1/games/{game}/commands", {"command_id": command_id, "command": to_wire(command)})
        self.moves += 1

    def resign(self, game: str) -> None:
        """Give a match up; the service plays the seat to the end."""
        self.send(game, engine.Resign())
        self.resigned.add(game)

    def _choose(self, game: str) -> engine.Command | None:
        """Return a move as the bot would choose it from the person's view; None if there is nothing to do."""
        found = one_game.find_game(UUID(game), self.id)
        seat = found.seat
        if seat is None or found.table.is_over or seat in found.table.resigned:
            return None
        legal = engine.legal_commands(found.table, seat)
        if found.table.turn != seat:
            catches = [one for one in legal if isinstance(one, engine.Catch)]
            asked = engine.view(found.table, seat).decision
            if catches and self.dice.random() < _CATCHES:
                return catches[0]
            if not isinstance(asked, engine.HelpDecision | engine.RaceDecision) or seat not in asked.seats:
                return None
        if not legal:
            return None
        return engine.BOTS[BOT].choose(engine.view(found.table, seat), legal, self.dice.randrange)


@cache
def _application() -> BaseHandler:
    """Return the application with its middleware. Django's test client would keep something of every request."""
    application = BaseHandler()
    application.load_middleware()
    return application


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def person(habit: Habit, number: int, seed: str, *, orders: bool) -> Person:
    """Make an account for a person. `orders`: whether the tables let people leave orders."""
    whims, dice = (Random(f"{seed}/{use} {number}") for use in ("whims", "dice"))  # noqa: S311  it can be repeated
    player, token = services.create_guest(name=f"Month-{number}")
    return Person(player.id, token, habit, whims, dice, gives_orders=orders and habit.gives_orders)
