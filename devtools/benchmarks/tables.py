"""Games over HTTP: set up, read, and moved in, always with a command that the service offered."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from devtools.benchmarks.traffic import Answer, Script, request

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable


class Seen(msgspec.Struct):
    """The part of a game that a player needs to continue."""

    status: str
    turn: int | None
    your_seat: int | None
    version: int
    legal_commands: list[msgspec.Raw]


class Done(msgspec.Struct):
    """The part of the answer to a command that a player needs."""

    game: Seen


class Joined(msgspec.Struct):
    """A new guest."""

    token: str


class Created(msgspec.Struct):
    """A new game's id."""

    id: str


class CreatedGame(msgspec.Struct):
    """The answer to a new game."""

    game: Created


_seen = msgspec.json.Decoder(Seen)
_done = msgspec.json.Decoder(Done)


@dataclass
class Table:
    """A game with a player on every seat. `legal` is what the service offered to `seat`, the one to act."""

    id: str
    tokens: list[str]
    chance: random.Random
    seat: int = 0
    moves: int = 0
    over: bool = False
    legal: list[msgspec.Raw] = field(default_factory=list)

    def started(self, answer: Answer) -> None:
        """Store the answer to the start of the match."""
        expect(answer, 200)
        self._learn(_done.decode(answer.body).game)

    def look(self) -> bytes:
        """Return the request that reads the game for the seat to act."""
        return request("GET", f"/v1/games/{self.id}", self.tokens[self.seat])

    def seen(self, answer: Answer) -> None:
        """Store the answer to `look`."""
        expect(answer, 200)
        self._learn(_seen.decode(answer.body))

    def move(self, prefer: str = "") -> bytes:
        """Return the request that makes one of the offered moves, chosen at random."""
        chosen = self.chance.choice(self.legal)
        body = b'{"command_id":"%s","command":%s}' % (str(uuid.uuid4()).encode(), bytes(chosen))
        return request("POST", f"/v1/games/{self.id}/commands", self.tokens[self.seat], body, prefer=prefer)

    def moved(self, answer: Answer) -> None:
        """Store the answer to `move`."""
        expect(answer, 200)
        self.moves += 1
        self._learn(_done.decode(answer.body).game)

    def _learn(self, game: Seen) -> None:
        self.over = game.status == "finished"
        # Between two rounds no seat is to act; any player may start the next one.
        turn = 0 if game.turn is None else game.turn
        self.legal = game.legal_commands if turn == game.your_seat else []
        self.seat = turn


def expect(answer: Answer, status: int) -> None:
    """Raise if the service refused: every request of a benchmark must succeed."""
    if answer.status != status:
        raise RuntimeError(f"{answer.status} instead of {status}: {answer.body[:400]!r}")


def guests(found: list[str], number: int) -> Script:
    """Create guests and add their tokens to `found`."""
    for _ in range(number):
        answer = yield request("POST", "/v1/guests", "", b"{}")
        expect(answer, 201)
        found.append(msgspec.json.decode(answer.body, type=Joined).token)


def open_tables(
    found: list[Table],
    tokens: list[str],
    number: int,
    chance: random.Random,
    *,
    turn_seconds: int | None = None,
    **options: Any,
) -> Script:
    """Set up `number` games for the holders of `tokens`, start them and add them to `found`."""
    clock = "none" if turn_seconds is None else {"turn": turn_seconds}
    wish = msgspec.json.encode({"seats": len(tokens), "options": options, "clock": clock})
    for _ in range(number):
        answer = yield request("POST", "/v1/games", tokens[0], wish)
        expect(answer, 201)
        game = msgspec.json.decode(answer.body, type=CreatedGame).game.id
        for token in tokens[1:]:
            expect((yield request("POST", f"/v1/games/{game}/seats", token, b"{}")), 200)
        table = Table(game, tokens, chance)
        table.started((yield request("POST", f"/v1/games/{game}/start", tokens[0], b"{}")))
        found.append(table)


def look_at(tables: Iterable[Table], seconds: list[float]) -> Script:
    """Read every game once, as the player to act."""
    for table in tables:
        answer = yield table.look()
        seconds.append(answer.seconds)
        table.seen(answer)


def move_in(tables: Iterable[Table], seconds: list[float]) -> Script:
    """Make one move in every game."""
    for table in tables:
        answer = yield table.move()
        seconds.append(answer.seconds)
        table.moved(answer)


def move_minimally_in(tables: Iterable[Table], seconds: list[float]) -> Script:
    """Make one move in every game, with an answer that does not say who must act."""
    for table in tables:
        answer = yield table.move("return=minimal")
        seconds.append(answer.seconds)
        expect(answer, 200)
        table.moves += 1


def play_to(table: Table, moves: int, seconds: list[float]) -> Script:
    """Play until `moves` moves have been made, with a look whenever the turn has passed to another seat."""
    while table.moves < moves:
        if not table.legal:
            table.seen((yield table.look()))
        answer = yield table.move()
        seconds.append(answer.seconds)
        table.moved(answer)
