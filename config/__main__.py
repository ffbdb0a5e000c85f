"""`flipside NAME ...`: every process and every management command of an installed service."""

import os
import sys
from collections.abc import Callable
from typing import Final

HELP: Final = """\
flipside web | streams      serve requests, or streams
flipside worker | beat      do the work of the service, or promise it in time, over the broker
flipside sweeper            do all periodic work without a broker
flipside NAME               any other command: flipside help lists them
"""


def main() -> None:
    """Run what the first word names. The settings are those of production unless DJANGO_SETTINGS_MODULE says others."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    name, *words = sys.argv[1:] or [""]
    if name in PROCESSES:
        PROCESSES[name](words)
    elif name in {"", "-h", "--help"}:
        sys.stdout.write(HELP)
    else:
        from django.core.management import execute_from_command_line  # noqa: PLC0415  servers need none of it

        execute_from_command_line(["flipside", name, *words])


def _web(words: list[str]) -> None:
    from config.servers import web  # noqa: PLC0415  each process loads its own

    web.main(words)


def _streams(words: list[str]) -> None:
    from config.servers import streams  # noqa: PLC0415  as above

    streams.main(words)


def _celery(words: list[str]) -> None:
    from celery.__main__ import main as celery  # noqa: PLC0415  as above

    sys.argv = ["celery", "-A", "config.celery", *words]
    celery()


def _worker(words: list[str]) -> None:
    _celery(["worker", "--without-gossip", "--without-mingle", *words])


def _beat(words: list[str]) -> None:
    _celery(["beat", *words])


PROCESSES: Final[dict[str, Callable[[list[str]], None]]] = {
    "web": _web, "streams": _streams, "worker": _worker, "beat": _beat,
}  # fmt: skip

if __name__ == "__main__":
    main()
