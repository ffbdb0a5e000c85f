"""manage.py sweeper: sweep for ever, without a broker."""

from __future__ import annotations

import logging
import signal
from threading import Event
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from games.services import work

if TYPE_CHECKING:
    from argparse import ArgumentParser

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Any number may run, on any number of machines: what one has done is nobody else's work any more."""

    help = "Make time-outs and forgotten work happen, broker or no broker. Stops on SIGTERM and SIGINT."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS", help="pause between sweeps (5)")

    def handle(self, *_args: Any, **options: Any) -> None:
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        while not stopped.is_set():
            try:
                work.sweep()
            except Exception:
                logger.exception("the sweep failed; the next one comes")
            close_old_connections()
            stopped.wait(options["every"])
