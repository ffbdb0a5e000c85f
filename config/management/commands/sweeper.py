"""manage.py sweeper: do all periodic work without a broker, until stopped."""

from __future__ import annotations

import logging
import signal
import time
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

import structlog
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, close_old_connections

from common import spans
from config import topology
from games.sandbox import mode
from games.schedule import JOBS, SWEEP_SECONDS
from games.services import erasure

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from games.schedule import Job

logger = logging.getLogger(__name__)

GOODBYE_SECONDS: Final = 5.0
"""Time for work under way when the process is asked to end. The next process repeats what is cut off."""


class Command(BaseCommand):
    """Any number may run, on any number of machines, with or without workers."""

    help = "Do all periodic work (games/schedule.py), broker or no broker. Stops on SIGTERM and SIGINT."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--every", type=float, default=SWEEP_SECONDS, metavar="SECONDS",
            help=f"pause between sweeps of games, messages and calls to webhooks ({SWEEP_SECONDS:g})",
        )  # fmt: skip

    def handle(self, *_args: Any, **options: Any) -> None:
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        while not stopped.is_set() and not _is_ready():
            stopped.wait(options["every"])
        # A thread for each job: a mail server that hangs must not delay a time-out.
        threads = []
        for job in JOBS:
            every = options["every"] if job.seconds == SWEEP_SECONDS else job.seconds
            threads.append(Thread(target=_repeat, args=(job, stopped, every), daemon=True))
        for thread in threads:
            thread.start()
        stopped.wait()
        end = time.monotonic() + GOODBYE_SECONDS
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))


def _is_ready() -> bool:
    """Tell whether the database answers and everyone who was erased is: a restored backup may hold them again.

    Raises CommandError, or ends the process, if the servers do not fit the settings.
    """
    topology.demand()
    try:
        mode.refuse_moved_clock()
        erasure.replay_if_behind()
    except mode.Unfit as refusal:
        raise CommandError(str(refusal)) from None
    except DatabaseError as error:
        logger.warning("the database does not answer, the sweeper waits for it: %s", error)
        close_old_connections()
        return False
    return True


def _repeat(job: Job, stopped: Event, every: float) -> None:
    structlog.contextvars.bind_contextvars(task=job.task)  # of this thread
    work = job.alone or job.work
    while not stopped.is_set():
        try:
            with spans.span("task", job.task):
                work()
        except Exception:
            logger.exception("a periodic job failed; the next run comes")
        close_old_connections()
        stopped.wait(every)
