"""manage.py sweeper: sweep games and messages and keep watch for ever, without a broker."""

from __future__ import annotations

import logging
import signal
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from games import anchors, retention
from games.audit import watchman
from games.notifications import sweep
from games.sandbox import switch
from games.services import leaving, work

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable

logger = logging.getLogger(__name__)

RETAIN_EVERY: Final = 3600.0
"""Seconds between looks for what is over."""

ANCHORS_EVERY: Final = 300.0
"""Seconds between looks whether a day is over and has no anchor; one that is cut short has left nothing."""

GOODBYE_SECONDS: Final = 5.0
"""How long a message under way may take to get out when the process is asked to end; it comes again if it does not."""


class Command(BaseCommand):
    """Any number may run, on any number of machines: what one has done is nobody else's work any more."""

    help = (
        "Make time-outs, forgotten work and messages happen and keep watch over the logs, broker or no broker. "
        "Stops on SIGTERM and SIGINT."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS", help="pause between sweeps (5)")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            switch.refuse_moved_clock()
        except switch.Unfit as refusal:
            raise CommandError(str(refusal)) from None
        leaving.replay_if_behind()  # before anything is done for whom a restored backup has brought back
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        # Apart: a mail server that hangs does not hold up whose time is over.
        messages = Thread(target=_again_and_again, args=(sweep.run_here, stopped, options["every"]), daemon=True)
        watch = Thread(target=_again_and_again, args=(watchman.keep_watch, stopped, watchman.PERIOD), daemon=True)
        messages.start()
        over = Thread(target=_again_and_again, args=(retention.run, stopped, RETAIN_EVERY), daemon=True)
        over.start()
        Thread(target=_again_and_again, args=(anchors.keep, stopped, ANCHORS_EVERY), daemon=True).start()
        watch.start()
        _again_and_again(work.sweep, stopped, options["every"])
        messages.join(GOODBYE_SECONDS)
        watch.join(GOODBYE_SECONDS)


def _again_and_again(sweep: Callable[[], object], stopped: Event, every: float) -> None:
    while not stopped.is_set():
        try:
            sweep()
        except Exception:
            logger.exception("a sweep failed; the next one comes")
        close_old_connections()
        stopped.wait(every)
