"""The leanest service under the same load as ours: as many connections, one request under way on each."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import random
import sys
import urllib.request
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from devtools.benchmarks.lean.database import GAMES, SEATS, set_up, token
from devtools.benchmarks.machine import Spread
from devtools.benchmarks.meter import Cost, Meter
from devtools.benchmarks.tables import expect
from devtools.benchmarks.traffic import Line, Script, request, run
from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from devtools.benchmarks.stand import Stand

START_LIMIT: Final = 30.0  # seconds


class Budgets(NamedTuple):
    """CPU at most, over that of this service: of a worker for a look and for a move, and of PostgreSQL for a move."""

    look: float
    move: float
    postgres: float


class LeanBench:
    """The connections and games of the leanest service, and their cost."""

    def __init__(self, where: Stand, lines: int) -> None:
        self.where = where
        self.lines = [Line(where.port) for _ in range(lines)]
        bounds = [GAMES * number // lines for number in range(lines + 1)]
        self.games = [range(first, end) for first, end in pairwise(bounds)]
        self.chance = random.Random(1)
        self.turn = [0] * GAMES
        self.legal: list[list[dict[str, int]]] = [[] for _ in range(GAMES)]
        self.begin()

    def begin(self) -> None:
        """Reset all figures."""
        self.looks, self.moves = Cost(), Cost()

    def sample(self, sweeps: int) -> None:
        """Take one sample of both kinds."""
        for cost, script in ((self.looks, self._look), (self.moves, self._move)):
            meter = Meter(self.where)
            for _ in range(sweeps):
                meter.measure(GAMES, partial(run, self.lines, [script(games) for games in self.games]))
            meter.into(cost)

    def compared(self, looks: Cost, moves: Cost, budgets: Budgets) -> Iterator[str]:
        """Yield the figures as text, and the ratio of the other service's `looks` and `moves` to them, by sample."""
        for name, theirs, own, budget in (
            ("look, worker", looks.worker_us, self.looks.worker_us, budgets.look),
            ("move, worker", moves.worker_us, self.moves.worker_us, budgets.move),
            ("move, PostgreSQL", moves.postgres_us, self.moves.postgres_us, budgets.postgres),
        ):
            ratio = Spread.of([one / other for one, other in zip(theirs, own, strict=True)])
            yield f"leanest {name}: CPU, us {Spread.of(own).text()}; ours {ratio.text(2)} times that, at most {budget}"

    def _look(self, games: Sequence[int]) -> Script:
        for game in games:
            self._learn(game, (yield request("GET", f"/games/{game}", token(self.turn[game]))).body)

    def _move(self, games: Sequence[int]) -> Script:
        for game in games:
            chosen = json.dumps(self.chance.choice(self.legal[game])).encode()
            answer = yield request("POST", f"/games/{game}", token(self.turn[game]), chosen)
            expect(answer, 200)
            self._learn(game, answer.body)

    def _learn(self, game: int, body: bytes) -> None:
        seen = json.loads(body)
        self.turn[game], self.legal[game] = seen["turn"] % SEATS, seen["legal"]


@contextlib.contextmanager
def lean(where: Stand, lines: int) -> Iterator[LeanBench]:
    """Start the leanest service beside the other, over the same PostgreSQL; stop it at the end. Raises Trouble."""
    set_up(where.database)
    port = free_port()
    web = Child(
        "lean",
        [sys.executable, "-m", "devtools.benchmarks.lean.app", str(port)],
        log=where.web.log.with_name("lean.log"),
        environment={**os.environ, "DATABASE_URL": where.database},
        folder=REPOSITORY,
    )
    try:
        wait.until(lambda: _answers(port), web, START_LIMIT)
        yield LeanBench(dataclasses.replace(where, port=port, web=web), lines)
    finally:
        web.stop()


def _answers(port: int) -> bool:
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/games/0", headers={"Authorization": f"Bearer {token(0)}"})
    try:
        with urllib.request.urlopen(asked, timeout=5):
            return True
    except OSError:
        return False
