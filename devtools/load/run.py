"""One load test: players sign up, sit down, and play; what they do counts after a while."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from devtools.benchmarks import machine
from devtools.load import parts
from devtools.load.clients import AT_ONCE, PATIENCE, Load, Table
from devtools.load.figures import Report
from devtools.load.listeners import Listener
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from devtools.load.service import Service

CATCH_UP: Final = 10.0
"""Seconds that streams have at the end to tell the last events."""
POLL: Final = 0.1


class Wish(NamedTuple):
    """What to do: `players` play for `seconds` after `warm_up` seconds that do not count."""

    players: int
    seats: int
    seconds: float
    warm_up: float
    think: float
    looks: int
    streams: bool
    options: dict[str, Any]
    pages: bool = False
    bots: int = 0


class Cpu:
    """The CPU of the service, of this process and of other programs since the beginning, in seconds."""

    def __init__(self, find: Callable[[], parts.Parts]) -> None:
        self.find = find
        self.began = self._used()

    def _used(self) -> tuple[dict[str, float], float, float]:
        own = resource.getrusage(resource.RUSAGE_SELF)
        return parts.cpu_seconds(self.find()), own.ru_utime + own.ru_stime, machine.busy_us() / 1e6

    def into(self, report: Report) -> None:
        """Write the figures into the report."""
        (before, own_before, busy_before), (after, own, busy) = self.began, self._used()
        report.cpu = {name: max(0.0, used - before.get(name, 0.0)) for name, used in after.items()}
        report.loader_cpu = own - own_before
        if report.cpu:
            report.others_cpu = max(0.0, busy - busy_before - sum(report.cpu.values()) - report.loader_cpu)


async def run(service: Service, wish: Wish, say: Callable[[str], object]) -> Report:
    """Let people play; return the figures. Raises Trouble."""
    number = wish.players // wish.seats
    report = Report(
        players=number * wish.seats,
        tables=number,
        began=0.0,
        seconds=0.0,
        think=wish.think,
        streams=wish.streams,
        cores=os.cpu_count() or 0,
    )
    load = Load(service.requests, report, wish.think, wish.looks, wish.options, wish.pages, wish.bots)
    await _answers(service)
    tokens = await load.sign_up(report.players)
    service.signed_up()
    tables = [
        Table(load, tokens[place * wish.seats : (place + 1) * wish.seats], random.Random(place))
        for place in range(number)
    ]
    listeners = [Listener(load, service.streams, token) for token in tokens] if wish.streams else []
    tasks = [asyncio.create_task(one.listen()) for one in listeners]
    try:
        games = await _open(tables)
        await _all_listen(listeners, tasks)
        say(f"{report.players} players sit at {number} tables.")
        playing = [asyncio.create_task(table.play(game)) for table, game in zip(tables, games, strict=True)]
        tasks += playing
        await _pass(wish.warm_up, tasks)
        cpu = Cpu(service.parts)
        report.began, started, load.counting = time.time(), time.monotonic(), True
        await _pass(wish.seconds, tasks)
        load.counting, report.seconds = False, time.monotonic() - started
        cpu.into(report)
        report.outbox = service.outbox()
        load.ending = True
        await asyncio.gather(*playing)
        report.stalled = sum(table.stalled for table in tables)
        await _check(report, tables, listeners)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        service.requests.close()
    return report


async def _answers(service: Service) -> None:
    try:
        await service.requests.ask("GET", "/livez")
    except (OSError, EOFError) as error:
        raise Trouble(f"{service.requests.host} does not answer: {error}") from None


async def _open(tables: Sequence[Table]) -> list[str]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(table: Table) -> str:
        async with gate:
            return await table.open()

    return list(await asyncio.gather(*map(open_one, tables)))


async def _pass(seconds: float, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Let time pass. Raises what ended a task."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def _all_listen(listeners: Sequence[Listener], tasks: Sequence[asyncio.Task[None]]) -> None:
    """Wait until all streams are open. Raises what ended one, and Trouble after a minute."""
    end = time.monotonic() + PATIENCE
    while closed := sum(not one.is_open for one in listeners):
        if time.monotonic() > end:
            raise Trouble(f"{closed} of {len(listeners)} streams did not begin within {PATIENCE:.0f} s.")
        await _pass(POLL, tasks)


async def _check(report: Report, tables: Sequence[Table], listeners: Sequence[Listener]) -> None:
    """Compare what was answered with the logs and with what the streams told."""
    report.lost = sum(await asyncio.gather(*(table.count_lost() for table in tables)))
    end = time.monotonic() + CATCH_UP
    while (untold := sum(one.untold(tables) for one in listeners)) and time.monotonic() < end:  # noqa: ASYNC110
        await asyncio.sleep(POLL)  # no single event says that all streams have told everything
    report.untold = untold + sum(one.gaps for one in listeners)
    report.repeated = sum(one.repeated for one in listeners)
