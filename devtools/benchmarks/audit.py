"""Speed of one core in checking logs: whole games, by the auditor. `python -m devtools.benchmarks audit`."""

from __future__ import annotations

import math
import time
from statistics import median
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from devtools.migrated import migrated
from games.services import envelope

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

GAMES = 12
COMMANDS = 250
SAMPLES = 7


def main() -> None:
    """Let bots play some games, check all of them repeatedly, and print the figures."""
    with migrated("config.settings.test"):
        _measure(_games())


def _games() -> list[UUID]:
    from games.services import lobby  # noqa: PLC0415  Django is set up by now
    from players import services as players  # noqa: PLC0415

    host = players.create_guest()[0].id
    made = []
    for _ in range(GAMES):
        envelope: dict[str, Any] = {"player": host, "request_hash": bytes(32)}
        wish = lobby.TableWish(options={"target": 1000}, seats=4)
        game = lobby.create_game(wish=wish, command_id=uuid4(), **envelope).game.id
        for _ in range(3):
            lobby.add_bot(game_id=game, seat=None, bot="random", command_id=uuid4(), **envelope)
        lobby.start(game_id=game, command_id=uuid4(), **envelope)
        made.append(game)
        _play(game, host)
    return made


def _play(game: UUID, host: UUID) -> None:
    import engine  # noqa: PLC0415
    from games.services import bots, commands  # noqa: PLC0415
    from games.store import load  # noqa: PLC0415

    for _ in range(COMMANDS):
        bots.move_bot_seats(game)
        found = load.load_game(game)
        if found is None or found.table.is_over:
            return
        table = found.table
        legal = engine.legal_commands(table, 0)
        if table.turn == 0 and legal:
            commands.submit_command(
                game_id=game, actor=envelope.Actor(host), command=legal[0], command_id=uuid4(), request_hash=bytes(32),
                expected_version=None,
            )  # fmt: skip


def _measure(games: list[UUID]) -> None:
    from games.audit import auditor, check  # noqa: PLC0415

    rates = []
    events = 0
    for _ in range(SAMPLES):
        began = time.process_time(), time.perf_counter()
        events = 0
        for game in games:
            finding = check.whole(game)
            if finding.fault is not None:
                raise RuntimeError(str(finding.fault))
            events += finding.events
        cpu, wall = time.process_time() - began[0], time.perf_counter() - began[1]
        rates.append((events / cpu, events / wall, len(games) / wall))
    for name, values in zip(
        ("events a second of CPU", "events a second", "games a second"), zip(*rates, strict=True), strict=True
    ):
        print(f"{name}: {median(values):,.0f} [{min(values):,.0f}..{max(values):,.0f}]")
    print(f"{events / len(games):.0f} events a game")
    first, again = _round(auditor.look_at_moves), _round(auditor.look_at_moves)
    print(f"a first round over all {first:.0f} ms, one over nothing new {again:.1f} ms")


def _round(look: Callable[[float], object]) -> float:
    began = time.process_time()
    look(math.inf)
    return (time.process_time() - began) * 1e3


if __name__ == "__main__":
    main()
