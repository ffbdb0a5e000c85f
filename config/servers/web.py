"""The web process: granian with `config.wsgi`, which is loaded once, before the workers are forked.

granian answers requests that it cannot read without a body and closes the connection; `config.middleware.edge` refuses
requests that are readable but not allowed. Nothing here is about games or players.
"""

import argparse
import contextlib
import ctypes
import gc
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from config import topology
from config.checks import demand_real_clock
from config.servers.parent_watch import end_with_parent
from config.startup import forget_again

HEAD_BYTES = 64 * 1024  # of a request line and its headers; longer ones get a bare 431
HEAD_SECONDS = 10  # until they have arrived; the proxy waits for bodies
IDLE_SECONDS = 600  # of a thread, granian's maximum: its database connection ends with it
M_ARENA_MAX, ARENAS = -8, 2  # of glibc's malloc: by default each thread has a heap of its own, ten megabytes in all
FAREWELL_SECONDS = 8  # for requests under way when told to end; less than the supervisor waits
_for_life = contextlib.ExitStack()  # of a worker
LOG: dict[str, Any] = {
    "formatters": {},
    "handlers": {},
    "loggers": {"_granian": {}, "granian.access": {}},  # through our own handlers, in our own form
}


def main(words: Sequence[str]) -> None:
    """Serve until SIGTERM or SIGINT, and finish the requests under way."""
    parser = argparse.ArgumentParser(prog="python3 -m config.servers.web", description="The web process.")
    parser.add_argument("--bind", default="127.0.0.1:8000", metavar="HOST:PORT")
    parser.add_argument("--workers", type=int, default=2, help="processes; %(default)s")
    parser.add_argument("--threads", type=int, default=4, help="of each, with a database connection each; %(default)s")
    parser.add_argument("--health", default="", metavar="HOST:PORT", help="answer /livez and /readyz there as well")
    given = parser.parse_args(words)
    host, port = place(given.bind)
    with contextlib.suppress(AttributeError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
    _application()
    _read_the_catalogue()
    topology.demand()
    demand_real_clock()
    forget_again()
    gc.collect()
    gc.freeze()  # these objects are not collected again, and their pages stay shared between the workers
    Server(
        "config.wsgi:application",
        host,
        port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=given.workers,
        blocking_threads=given.threads,
        blocking_threads_idle_timeout=IDLE_SECONDS,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000, max_buffer_size=HEAD_BYTES),
        respawn_failed_workers=True,
        workers_kill_timeout=FAREWELL_SECONDS,
        log_level=LogLevels.warning,
        log_dictconfig=LOG,
    ).serve(target_loader=partial(worker, given.health), wrap_loader=False)


def worker(health: str) -> Callable[..., Any]:
    """Return the application, in a worker that ends with its parent; also serve probes at `health`, if given."""
    end_with_parent(FAREWELL_SECONDS)
    from config.servers import probes  # noqa: PLC0415  as below
    from games.notifications import seen  # noqa: PLC0415  as below

    if health:
        probes.serve(*place(health))
    _for_life.enter_context(seen.gathering())
    return _application()


def _application() -> Callable[..., Any]:
    from config.wsgi import application  # noqa: PLC0415  where workers are not forked, each loads it for itself

    return application


def _read_the_catalogue() -> None:
    """Load the catalogue once for all workers: it takes most of a second, for which no request should wait."""
    from common.translations import LANGUAGES  # noqa: PLC0415  as above
    from games.api.views.catalogue import encoded  # noqa: PLC0415
    from games.api.views.rulesets import rulesets_in  # noqa: PLC0415

    for language in LANGUAGES:
        rulesets_in(language)
        encoded(language)


def place(bind: str) -> tuple[str, int]:
    """Return the host and the port of HOST:PORT; the host as an address, because granian resolves no names."""
    host, _, port = bind.rpartition(":")
    return str(socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)[0][4][0]), int(port)


if __name__ == "__main__":
    main(sys.argv[1:])
