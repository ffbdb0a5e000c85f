"""The streams process: granian, as an ASGI server, running `games.streams`.

In development it is also the front: it passes requests other than streams on to the web process (`--pass-on`).
"""

import argparse
import asyncio
import contextlib
import ctypes
import gc
import os
import resource
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from granian import loops
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from config import topology
from config.checks import demand_real_clock
from config.servers.parent_watch import end_with_parent
from config.servers.web import ARENAS, HEAD_BYTES, HEAD_SECONDS, LOG, M_ARENA_MAX, place

if TYPE_CHECKING:
    from games.streams.app import Application

MOST = 16_384
"""Concurrent requests, most of which are streams."""
FAREWELL_SECONDS = 5  # streams end at once when told to; this is for readers who do not read
BEHIND = "STREAMS_WEB_PROCESS"  # passed to the workers


class Loop(asyncio.SelectorEventLoop):
    """Ends all streams when a signal ends the server, which waits for them."""

    def add_signal_handler(self, sig: int, callback: Any, *args: Any) -> None:  # type: ignore[override]  # the types of `args` do not matter
        """Add a handler that ends the streams first."""

        def both() -> None:
            _application().close()
            callback(*args)

        super().add_signal_handler(sig, both)


@loops.register("asyncio")
def new_loop() -> asyncio.AbstractEventLoop:
    """Return the loop that granian runs the application in."""
    loop = Loop()
    asyncio.set_event_loop(loop)
    return loop


def main(words: Sequence[str]) -> None:
    """Serve until SIGTERM or SIGINT."""
    parser = argparse.ArgumentParser(prog="python3 -m config.servers.streams", description="The streams process.")
    parser.add_argument("--bind", default="127.0.0.1:8001", metavar="HOST:PORT")
    parser.add_argument("--workers", type=int, default=1, help="processes; %(default)s")
    parser.add_argument("--pass-on", metavar="URL", help="whom to ask what is no stream; for development")
    given = parser.parse_args(words)
    host, port = place(given.bind)
    if given.pass_on:
        os.environ[BEHIND] = given.pass_on
    read_settings()
    with contextlib.suppress(AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
    topology.demand()
    demand_real_clock()
    allow_connections()
    _application()  # loaded once, before the workers are forked, which share its pages
    gc.collect()
    gc.freeze()
    Server(
        "config.servers.streams:application",
        host,
        port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        loop=Loops.asyncio,
        websockets=False,
        workers=given.workers,
        backlog=2048,
        backpressure=MOST,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000, max_buffer_size=HEAD_BYTES),
        respawn_failed_workers=True,
        workers_kill_timeout=FAREWELL_SECONDS,
        log_level=LogLevels.warning,
        log_dictconfig=LOG,
    ).serve(target_loader=worker, wrap_loader=False)


def allow_connections() -> None:
    """Raise the limit of open files to the system's maximum: each stream is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def read_settings() -> None:
    """Load the settings, so that wrong ones end this process, not every worker. Raises ImproperlyConfigured."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    from django.conf import settings  # noqa: PLC0415  as below

    _ = settings.SECRET_KEY  # the first access reads all of them


def worker() -> Callable[..., Any]:
    """Return the application, in a worker that ends with its parent."""
    end_with_parent(FAREWELL_SECONDS)
    return guarded()


def guarded() -> Callable[..., Any]:
    """Return the application with the checks of `Entrance`."""
    application = _application()
    from config.middleware.entrance import Entrance  # noqa: PLC0415  needs settings

    return Entrance(application)


@cache
def _application() -> "Application":
    import django  # noqa: PLC0415  settings come first

    django.setup(set_prefix=False)
    from config.servers.front import Front  # noqa: PLC0415  needs settings
    from games.streams.app import Application  # noqa: PLC0415  as above

    behind = os.environ.get(BEHIND)
    return Front(behind) if behind else Application()


if __name__ == "__main__":
    main(sys.argv[1:])
