"""Web pushes: how many a second, by processes, and how long good push services wait beside one that hangs.

Run by `make bench`, or by `python -m devtools.benchmarks pushes`. Players with several browsers each are told of their
turns. Their push services are receivers on this machine that answer after a fifth of a second; everything shares the
cores.
"""

from __future__ import annotations

import multiprocessing
import random
import statistics
import time
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from common import base64url
from devtools.benchmarks import machine, webhooks

if TYPE_CHECKING:
    from uuid import UUID

    import psycopg

PEOPLE: Final = 60
GAMES: Final = 100
BROWSERS: Final = 8
"""Of each player, each at a push service of another address."""
LIMIT: Final = 60.0

NONE_HANGS: Final = "UPDATE players_device SET address = regexp_replace(address, '/(quick|hang)$', '/quick')"
ONE_HANGS: Final = (
    "UPDATE players_device SET address = replace(address, '/quick', '/hang') WHERE address LIKE '%//{}:%'"
)
# Those to the service that hangs have waited longest, so that they come first.
ANEW: Final = """
UPDATE players_delivery d SET state = 'pending', attempts = 0, sent_at = NULL,
    next_at = now() - CASE WHEN v.address LIKE '%%/hang' THEN interval '1 minute' ELSE interval '0' END
FROM players_device v WHERE v.id = d.device AND d.channel = 'webpush' AND d.state <> 'dropped'
"""
GOOD: Final = """
FROM players_delivery d JOIN players_device v ON v.id = d.device
WHERE d.channel = 'webpush' AND v.address LIKE '%%/quick' AND d.state <> 'dropped'
"""
LEFT: Final = f"SELECT count(*) FILTER (WHERE d.state = 'pending'), count(*) {GOOD}"
WAITED: Final = f"SELECT extract(epoch FROM d.sent_at - %s)::float8 {GOOD} AND d.state = 'sent'"


def main() -> None:
    """Measure and print."""
    with webhooks.stand(_prepare) as (database, postgres):
        for processes, hangs in ((1, False), (2, False), (1, True)):
            _run(database, postgres, processes, hangs=hangs)


def _run(database: psycopg.Connection, postgres: int, processes: int, *, hangs: bool) -> None:
    """Send everything once, and print how it went."""
    database.execute(NONE_HANGS)
    if hangs:
        database.execute(ONE_HANGS.format(_host(0)))
    database.execute("VACUUM ANALYZE")
    spawn = multiprocessing.get_context("spawn")
    go, ready = spawn.Event(), spawn.Semaphore(0)
    senders = [spawn.Process(target=_send, args=(ready, go), daemon=True) for _ in range(processes)]
    for sender in senders:
        sender.start()
    for _ in senders:
        ready.acquire()
    database.execute(ANEW)
    pids = [sender.pid for sender in senders if sender.pid]
    before, of_postgres = machine.cpu_us(pids), machine.cpu_us([postgres, *machine.children(postgres)])
    begun = time.monotonic()
    moment = _row(database, "SELECT now()")[0]
    go.set()
    left, total = _row(database, LEFT)
    while left and time.monotonic() - begun < LIMIT:
        time.sleep(0.1)
        left, _ = _row(database, LEFT)
    took, sent = time.monotonic() - begun, total - left
    used = machine.cpu_us(pids) - before
    of_postgres = machine.cpu_us([postgres, *machine.children(postgres)]) - of_postgres
    memory = max(machine.memory_mb(pid) for pid in pids)
    for sender in senders:
        sender.kill()
        sender.join()
    name = f"{processes} process(es), {'one service hangs' if hangs else 'none hangs'}"
    if not sent:
        print(f"{name}: no good push in {took:.0f} s", flush=True)
        return
    waited = sorted(row[0] for row in database.execute(WAITED, (moment,)))
    print(
        f"{name}: {sent / took:.0f} pushes/s ({sent} of {total} in {took:.1f} s); wait: median"
        f" {statistics.median(waited):.1f} s, longest {waited[-1]:.1f} s; CPU a push, ms: {used / sent / 1000:.1f},"
        f" PostgreSQL {of_postgres / sent / 1000:.1f}; {memory:.0f} MB each",
        flush=True,
    )


def _row(database: psycopg.Connection, statement: str) -> Any:
    row = database.execute(statement.replace("%%", "%")).fetchone()
    if row is None:
        raise LookupError(statement)
    return row


def _send(ready: Any, go: Any) -> None:
    """Be a process that sends pushes, until it is killed."""
    import django  # noqa: PLC0415 - the environment had to stand first

    django.setup()
    import pywebpush  # noqa: F401, PLC0415 - else the first pushes load it
    from django.conf import settings  # noqa: PLC0415

    from common.outbound.transport import exchange  # noqa: F401, PLC0415 - as above
    from games.notifications import send  # noqa: PLC0415

    settings.PUSH_OUTBOX = None
    send.send_due("webpush", 0)
    ready.release()
    go.wait()
    while True:
        if not send.send_due("webpush"):
            time.sleep(0.05)


def _host(number: int) -> str:
    return f"127.0.1.{1 + number}"


def _prepare(port: int) -> None:
    from django.db import connection  # noqa: PLC0415 - the environment had to stand first

    from games.notifications import create_for_command, send  # noqa: PLC0415
    from games.store import load  # noqa: PLC0415
    from players import services as players  # noqa: PLC0415

    dice = random.Random(6)
    people = [players.create_guest()[0].id for _ in range(PEOPLE)]
    for number, player in enumerate(people):
        _browsers(player, number, port)
    for _ in range(GAMES):
        game = webhooks.game_of(dice.sample(people, webhooks.SEATS), dice)
        found = load.load_game(game)
        if found is not None:
            create_for_command(game, found.game.version)
    send.send_due("webpush", 0)
    connection.close()


def _browsers(player: UUID, number: int, port: int) -> None:
    from players.models import Device  # noqa: PLC0415 - as above

    private = generate_private_key(SECP256R1())
    point = base64url.write(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    for browser in range(BROWSERS):
        address = f"http://{_host(browser)}:{port}/{number}/quick"
        Device.objects.create(
            player_id=player, kind="webpush", address=address, sha256=sha256(address.encode()).digest(), p256dh=point,
            auth=base64url.write(bytes(16)),
        )  # fmt: skip


if __name__ == "__main__":
    main()
