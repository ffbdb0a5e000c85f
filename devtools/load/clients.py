"""Clients that play whole matches by the public API: with command ids, repetitions, and a thought before each move."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import msgspec

from devtools.benchmarks.tables import Created, CreatedGame, Joined, Seen
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from devtools.load.connections import Answer, Connections
    from devtools.load.figures import Report

PATIENCE: Final = 60.0
"""Seconds for which a client repeats one request."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two tries; they double."""
AT_ONCE: Final = 16
"""Players who sign up, or tables that are set up, at the same time."""
TURN_SECONDS: Final = 86_400
PAGE: Final = 500
BOTS_POLL: Final = 0.05
"""Seconds between two looks whether a bot has moved."""
NEWEST: Final = 20
"""Events that a reader asks for."""
_PREFERRED: Final = ("uno", "play")
_UNSERVED: Final = frozenset({429, 500, 502, 503, 504})
_DISALLOWED: Final = frozenset({403, 409, 422})


class StalledError(Trouble):
    """The service did not serve a request for a minute."""


class Entry(msgspec.Struct):
    """An event of the log."""

    seq: int


class Moved(msgspec.Struct):
    """The answer to a command."""

    events: list[Entry]
    game: Seen


class Kind(msgspec.Struct):
    """The kind of a command."""

    type: str


class Page(msgspec.Struct):
    """A page of the log."""

    events: list[Entry]
    more: bool


_seen = msgspec.json.Decoder(Seen)
_moved = msgspec.json.Decoder(Moved)
_kind = msgspec.json.Decoder(Kind)
_page = msgspec.json.Decoder(Page)


@dataclass
class Load:
    """The clients of one run. `report` has the figures of the time in which `counting` is set."""

    requests: Connections
    report: Report
    think: float
    looks: int
    """How many of the others look at the game after a move."""
    options: dict[str, Any]
    pages: bool = False
    """Whether one of the others reads the new events after a move."""
    bots: int = 0
    """How many bots sit at each table beside the people."""
    counting: bool = False
    ending: bool = False
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    """When the command of an event was sent, by game and number of the event."""

    async def ask(self, kind: str, method: str, path: str, token: str = "", body: Any = None) -> Answer:
        """Send a request until it is served, and count how long that took. Raises StalledError after a minute."""
        content = None if body is None else msgspec.json.encode(body)
        begun, pause, counting = time.monotonic(), FIRST_PAUSE, self.counting
        while True:
            wait = 0.0
            try:
                answer = await self.requests.ask(method, path, token, content)
            except TimeoutError:
                cause = "no answer"
            except (OSError, EOFError):
                cause = "connection"
            else:
                if answer.status not in _UNSERVED:
                    break
                cause, wait = str(answer.status), answer.retry_after
            self.retried(cause)
            wait = max(wait, pause * random.uniform(0.5, 1.0))
            if time.monotonic() + wait - begun > PATIENCE:
                raise StalledError(f"{method} {path} was not served for {PATIENCE:.0f} s: {cause}")
            await asyncio.sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)
        if counting:  # what a fault delays counts, although it may end after the test
            self.report.took(kind).add(time.monotonic() - begun)
        return answer

    def retried(self, cause: str) -> None:
        """Count a request or a stream that has to begin again."""
        if self.counting:
            self.report.retries[cause] = self.report.retries.get(cause, 0) + 1

    async def sign_up(self, number: int) -> list[str]:
        """Return the tokens of new guests. Raises Trouble if the service does not want that many."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def guest() -> str:
            async with gate:
                try:
                    answer = await self.ask("sign up", "POST", "/v1/guests", body={})
                except StalledError as stalled:
                    raise Trouble(
                        f"{number} players cannot sign up from one address ({stalled}): "
                        "set GUESTS_PER_HOUR=0 and RATE_LIMIT_SIGN_UP=0 for the time of the test."
                    ) from None
            return msgspec.json.decode(expect(answer, HTTPStatus.CREATED), type=Joined).token

        return list(await asyncio.gather(*(guest() for _ in range(number))))


@dataclass
class Table:
    """People who play one match after the other."""

    load: Load
    tokens: list[str]
    chance: random.Random
    stalled: bool = False
    answered: dict[str, list[int]] = field(default_factory=dict)
    """Numbers of the events that were answered, by game."""

    async def open(self) -> str:
        """Start a match and return the id of its game."""
        host, *others = self.tokens
        ask = self.load.ask
        wish = {
            "seats": len(self.tokens) + self.load.bots,
            "options": self.load.options,
            "clock": {"turn": TURN_SECONDS},
        }
        answer = await ask("set up", "POST", "/v1/games", host, wish | {"command_id": str(uuid4())})
        game: Created = msgspec.json.decode(expect(answer, HTTPStatus.CREATED), type=CreatedGame).game
        for token in others:
            body = {"command_id": str(uuid4())}
            expect(await ask("set up", "POST", f"/v1/games/{game.id}/seats", token, body), HTTPStatus.OK)
        for _ in range(self.load.bots):
            body = {"command_id": str(uuid4()), "bot": "random"}
            expect(await ask("set up", "POST", f"/v1/games/{game.id}/bots", host, body), HTTPStatus.OK)
        body = {"command_id": str(uuid4())}
        expect(await ask("set up", "POST", f"/v1/games/{game.id}/start", host, body), HTTPStatus.OK)
        self.answered[game.id] = []
        return game.id

    async def play(self, game: str) -> None:
        """Play one match after the other until the test ends, or the service has not served a request for a minute."""
        try:
            while not self.load.ending:
                if await self._match(game) and not self.load.ending:
                    game = await self.open()
        except StalledError:
            self.stalled = True

    async def _match(self, game: str) -> bool:
        """Play a match; return whether it is over."""
        seat = 0
        while not self.load.ending:
            seen = await self._look(game, seat)
            if seen.status == "finished":
                if self.load.counting:
                    self.load.report.finished += 1
                return True
            if self._is_bots(seen):
                await self._await_bots(game)
                continue
            if seen.turn not in {None, seat}:
                seat = seen.turn or 0
                continue
            await asyncio.sleep(self.chance.expovariate(1 / self.load.think) if self.load.think else 0)
            while seen.legal_commands and seen.turn in {None, seat} and seen.status != "finished":
                moved = await self._move(game, seat, self._choose(seen.legal_commands))
                if moved is None:
                    break
                seen = moved
                await self._watch(game, seat)
                if self.load.pages:
                    await self._read(game, seat)
            seat = 0 if self._is_bots(seen) else seen.turn or 0
        return False

    def _is_bots(self, seen: Seen) -> bool:
        """Tell whether it is the turn of a bot, whose seats come after those of people."""
        return seen.status != "finished" and seen.turn is not None and seen.turn >= len(self.tokens)

    async def _await_bots(self, game: str) -> None:
        """Wait until the bots have moved. Raises StalledError after a minute."""
        begun, counting = time.monotonic(), self.load.counting
        while self._is_bots(await self._look(game, 0)):
            if time.monotonic() - begun > PATIENCE:
                raise StalledError(f"No bot moved in game {game} for {PATIENCE:.0f} s.")
            await asyncio.sleep(BOTS_POLL)
        if counting:
            self.load.report.took("bot").add(time.monotonic() - begun)

    def _choose(self, legal: list[msgspec.Raw]) -> msgspec.Raw:
        """Return a call of UNO if it is legal, else a play if there is one, so that matches end."""
        kinds = [_kind.decode(command).type for command in legal]
        for wanted in _PREFERRED:
            if found := [command for command, kind in zip(legal, kinds, strict=True) if kind == wanted]:
                return self.chance.choice(found)
        return self.chance.choice(legal)

    async def _look(self, game: str, seat: int) -> Seen:
        answer = await self.load.ask("look", "GET", f"/v1/games/{game}", self.tokens[seat])
        return _seen.decode(expect(answer, HTTPStatus.OK))

    async def _watch(self, game: str, seat: int) -> None:
        """Let some of the others look."""
        others = [one for one in range(len(self.tokens)) if one != seat]
        for other in self.chance.sample(others, min(self.load.looks, len(others))):
            await self._look(game, other)

    async def _read(self, game: str, seat: int) -> None:
        """Let the next of the others read the last page of the log."""
        token = self.tokens[(seat + 1) % len(self.tokens)]
        after = max(self.answered[game][-1] - NEWEST, 0)
        expect(await self.load.ask("page", "GET", f"/v1/games/{game}/events?after={after}", token), HTTPStatus.OK)

    async def _move(self, game: str, seat: int, command: msgspec.Raw) -> Seen | None:
        """Send a command; return the game, or None if the rules do not allow it any more."""
        load, begun, counting = self.load, time.monotonic(), self.load.counting
        body = {"command_id": str(uuid4()), "command": command}
        answer = await load.ask("move", "POST", f"/v1/games/{game}/commands", self.tokens[seat], body)
        if answer.status in _DISALLOWED:
            load.report.refused += load.counting
            return None
        moved = _moved.decode(expect(answer, HTTPStatus.OK))
        for entry in moved.events:
            self.answered[game].append(entry.seq)
            if load.report.streams and counting:
                load.sent[game, entry.seq] = begun
        return moved.game

    async def count_lost(self) -> int:
        """Return how many of the events that were answered are not in the logs."""
        lost = 0
        for game, answered in self.answered.items():
            there: set[int] = set()
            more = True
            while more:
                path = f"/v1/games/{game}/events?after={max(there, default=0)}&limit={PAGE}"
                page = _page.decode(expect(await self.load.ask("check", "GET", path, self.tokens[0]), HTTPStatus.OK))
                there.update(entry.seq for entry in page.events)
                more = page.more and bool(page.events)
            lost += len(set(answered) - there)
        return lost


def expect(answer: Answer, status: HTTPStatus) -> bytes:
    """Return the body; raise Trouble if the service refused."""
    if answer.status != status:
        raise Trouble(f"The service answered {answer.status}, not {status.value}: {answer.body[:300]!r}")
    return answer.body
