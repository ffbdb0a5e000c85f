"""Calls to webhooks: how many a second, by processes, and how long good receivers wait beside dead ones.

Run by `make bench`, or by `python -m devtools.benchmarks webhooks`. Each of many players has a webhook at a host of its
own (127.0.1.x) that answers after a fifth of a second, and plays in some games whose events it is sent. Everything
shares the cores: processes that call, PostgreSQL, and the receivers. So two processes are compared with one at
receivers that take a second, and with few places, where cores do not matter.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import statistics
import time
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

import psycopg

from devtools.benchmarks import machine
from devtools.migrated import migrated
from devtools.stack.port import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.context import SpawnProcess

PLAYERS: Final = 100
GAMES: Final = 400
SEATS: Final = 4
MOVES: Final = 4
ANSWER_SECONDS: Final = 0.2
LATE_SECONDS: Final = 1.0
FEW_PLACES: Final = 24
FEW_CALLS: Final = 480
HANG: Final = 40
"""Most receivers that never answer."""
BACKLOG: Final = 50
"""Calls that each of those has waiting."""
LIMIT: Final = 180.0

# Everything is due again, from the first event on.
ANEW: Final = """
WITH mine AS (
    SELECT c.id, c.webhook_id, c.game_id, g.version, gen_random_uuid() AS delivery
    FROM players_webhookcursor c JOIN game g ON g.id = c.game_id JOIN players_webhook w ON w.id = c.webhook_id
    WHERE w.state = 'active' AND w.url NOT LIKE '%%/hang' ORDER BY c.id LIMIT %s
), added AS (
    INSERT INTO players_webhookdelivery
        (id, webhook_id, type, game_id, after_version, version, state, attempts, leased, error, gives_up_at, next_at)
    SELECT delivery, webhook_id, 'game.moved', game_id, 0, version, 'pending', 0, false, '', now() + interval '3 days',
        now()
    FROM mine
)
UPDATE players_webhookcursor c SET version = 0, delivery_id = mine.delivery FROM mine WHERE c.id = mine.id
"""
# They have waited longest, so that they come first.
BACKLOGS: Final = """
INSERT INTO players_webhookdelivery (id, webhook_id, type, data, state, attempts, leased, error, gives_up_at, next_at)
SELECT gen_random_uuid(), w.id, 'ping', '{}', 'pending', 0, false, '', now() + interval '3 days',
    now() - interval '1 minute'
FROM (SELECT id FROM players_webhook WHERE url LIKE '%%/hang' ORDER BY created LIMIT %s) w, generate_series(1, %s)
"""
LEFT: Final = """
SELECT count(*) FROM players_webhookdelivery d WHERE d.type = 'game.moved' AND d.state = 'pending'
"""
WAITED: Final = """
SELECT extract(epoch FROM sent_at - created)::float8 FROM players_webhookdelivery
WHERE type = 'game.moved' AND state = 'sent'
"""


def main() -> None:
    """Measure and print."""
    with stand(_prepare) as (database, postgres):
        for path, processes, hanging in (
            ("/quick", 1, 0), ("/late", 1, 0), ("/late", 2, 0), ("/quick", 1, 1), ("/quick", 1, HANG),
        ):  # fmt: skip
            _run(database, postgres, path, processes, hanging)


@contextmanager
def stand(prepare: Callable[[int], None]) -> Iterator[tuple[psycopg.Connection, int]]:
    """Yield the database of an installation of its own, and PostgreSQL's process; with receivers on this machine.

    `prepare` fills the database for receivers at this port.
    """
    port = free_port()
    spawn = multiprocessing.get_context("spawn")
    receivers = spawn.Process(target=receive, args=(port,), daemon=True)
    try:
        os.environ["OUTBOUND_ALLOW"] = "127.0.0.0/8"
        with migrated("config.settings.development") as found:
            receivers.start()
            prepare(port)
            with psycopg.connect(found.environment["DATABASE_URL"], autocommit=True) as database:
                yield database, found.children[0].pid
    finally:
        if receivers.pid:
            receivers.kill()


def _run(database: psycopg.Connection, postgres: int, path: str, processes: int, hanging: int) -> None:
    """Send everything once, and print how it went."""
    database.execute("DELETE FROM players_webhookdelivery")
    database.execute("UPDATE players_webhook SET url = regexp_replace(url, '/(quick|late)$', %s)", (path,))
    database.execute(BACKLOGS, (hanging, BACKLOG))
    database.execute("VACUUM ANALYZE")
    spawn = multiprocessing.get_context("spawn")
    go, ready = spawn.Event(), spawn.Semaphore(0)
    few = path == "/late"
    callers = [spawn.Process(target=_call, args=(ready, go, few), daemon=True) for _ in range(processes)]
    for caller in callers:
        caller.start()
    for _ in callers:
        ready.acquire()
    database.execute(ANEW, (FEW_CALLS if few else None,))
    before, of_postgres = _cpu(callers), machine.cpu_us([postgres, *machine.children(postgres)])
    begun = time.monotonic()
    go.set()
    left = total = _left(database)
    while left and time.monotonic() - begun < LIMIT:
        time.sleep(0.1)
        left = _left(database)
    took = time.monotonic() - begun
    used = _cpu(callers) - before
    of_postgres = machine.cpu_us([postgres, *machine.children(postgres)]) - of_postgres
    memory = max(machine.memory_mb(caller.pid) for caller in callers if caller.pid)
    for caller in callers:
        caller.kill()
        caller.join()
    sent = total - left
    if not sent:
        print(f"{path}, {processes} process(es), {hanging} hanging: no call in {took:.0f} s", flush=True)
        return
    waited = sorted(row[0] for row in database.execute(WAITED))
    print(
        f"{path}, {processes} process(es), {hanging} hanging: {sent / took:.0f} calls/s"
        f" ({sent} of {total} in {took:.1f} s); wait: median {statistics.median(waited):.1f} s,"
        f" 99 % {waited[int(len(waited) * 0.99)]:.1f} s, longest {waited[-1]:.1f} s;"
        f" CPU a call, ms: {used / sent / 1000:.1f}, PostgreSQL {of_postgres / sent / 1000:.1f}; {memory:.0f} MB each",
        flush=True,
    )


def _left(database: psycopg.Connection) -> int:
    row = database.execute(LEFT).fetchone()
    return 0 if row is None else row[0]


def _cpu(callers: Sequence[SpawnProcess]) -> float:
    return machine.cpu_us([caller.pid for caller in callers if caller.pid])


def _call(ready: Any, go: Any, few: bool) -> None:  # noqa: FBT001 - the arguments of a process
    """Be a process that makes calls, until it is killed."""
    import django  # noqa: PLC0415 - the environment had to stand first

    django.setup()
    from common.outbound.transport import exchange  # noqa: F401, PLC0415 - else the first calls load it
    from games.webhooks import send  # noqa: PLC0415

    if few:
        send.PLACES = FEW_PLACES  # type: ignore[misc]  # as if it had no more
    send.run()
    ready.release()
    go.wait()
    while True:
        if not send.run():
            time.sleep(0.05)


def receive(port: int) -> None:
    """Be all receivers."""
    asyncio.run(_serve(port))


async def _serve(port: int) -> None:
    server = await asyncio.start_server(_answer, "0.0.0.0", port, backlog=4096)
    await server.serve_forever()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
        await asyncio.sleep(
            {b"quick": ANSWER_SECONDS, b"late": LATE_SECONDS}.get(head.split()[1].rpartition(b"/")[2], 3600)
        )
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
    except (OSError, EOFError):
        pass
    finally:
        writer.close()


def _prepare(port: int) -> None:
    from django.db import connection  # noqa: PLC0415 - the environment had to stand first

    from games.webhooks import subscriptions  # noqa: PLC0415
    from players import services as players  # noqa: PLC0415
    from players.webhooks import services as webhooks  # noqa: PLC0415

    dice, hosts = random.Random(5), count()
    people = [players.create_guest()[0].id for _ in range(PLAYERS + HANG)]
    for number, player in enumerate(people):
        host = next(hosts)
        path = "quick" if number < PLAYERS else "hang"
        webhooks.create(
            player_id=player,
            url=f"http://127.0.{1 + host // 200}.{1 + host % 200}:{port}/{path}",
            events=["game.moved"],
        )
    for _ in range(GAMES):
        subscriptions.join(game_of(dice.sample(people[:PLAYERS], SEATS), dice))
    connection.close()


def game_of(people: Sequence[UUID], dice: random.Random) -> UUID:
    """Return a game in which some moves were made."""
    import engine  # noqa: PLC0415 - as above
    from games.services import commands, envelope, lobby  # noqa: PLC0415
    from games.store import load  # noqa: PLC0415

    asked, (host, *others) = bytes(32), people
    wish = lobby.TableWish(options={}, seats=SEATS)
    game = lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=asked).game.id
    for player in others:
        lobby.take_seat(
            game_id=game, player=player, seat=None, code=None, entropy=None, command_id=uuid4(), request_hash=asked
        )
    lobby.start(game_id=game, player=host, command_id=uuid4(), request_hash=asked)
    for _ in range(MOVES):
        found = load.load_game(game)
        if found is None or (seat := found.table.turn) is None:
            break
        command = dice.choice(engine.legal_commands(found.table, seat))
        commands.submit_command(
            game_id=game, actor=envelope.Actor(people[seat]), command=command, command_id=uuid4(), request_hash=asked,
            expected_version=None,
        )  # fmt: skip
    return game


if __name__ == "__main__":
    main()
