"""The service under load: one by address, or an installation of our own with all that `make run` starts."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Final, NamedTuple

import psycopg

from devtools.benchmarks.installation import ADDRESSES
from devtools.load import parts
from devtools.load.connections import Connections
from devtools.stack.home import new_home
from devtools.stack.installation import stack
from devtools.stack.port import free_port
from devtools.stack.services import forget_given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_OUTBOX: Final = "SELECT count(*) FROM outbox"
_LOCAL: Final = frozenset({"127.0.0.1", "localhost", "::1"})
_BUDGETS: Final = ("READ", "PLAY", "WRITE", "ACCOUNT", "STREAM", "SIGN_UP")


class Service(NamedTuple):
    """The addresses of requests and streams, and what can be learned about the service beside them.

    `parts` finds the processes on this machine; `signed_up` is called when all players are there; `outbox` counts the
    work that waits for the worker.
    """

    requests: Connections
    streams: Connections
    parts: Callable[[], parts.Parts]
    signed_up: Callable[[], object] = lambda: None
    outbox: Callable[[], int | None] = lambda: None


@contextlib.contextmanager
def at(url: str) -> Iterator[Service]:
    """Yield the service at `url`. Raises Trouble."""
    requests = Connections(url)
    yield Service(requests, Connections(url), parts.by_commands if requests.host in _LOCAL else dict)


@contextlib.contextmanager
def own() -> Iterator[Service]:
    """Start an installation; remove it at the end. Raises Trouble."""
    forget_given()
    # Requests are counted as in production, so that the cost is real; none is refused.
    os.environ.update({f"RATE_LIMIT_{name}": "99999999/999" for name in _BUDGETS})
    os.environ["GUESTS_PER_HOUR"] = "0"
    with new_home() as home:
        os.environ["FLIPSIDE_STATE"] = str(home)  # mails are written there
        with (
            stack(home, "127.0.0.1", free_port()) as running,
            psycopg.connect(running.environment["DATABASE_URL"], autocommit=True) as database,
        ):

            def outbox() -> int:
                row = database.execute(_OUTBOX).fetchone()
                return 0 if row is None else int(row[0])

            yield Service(
                # The streams process of `make run` passes requests on; in production a proxy sends them to web at once.
                Connections(f"http://{running.web}"),
                Connections(running.address),
                parts.of_children(running.children),
                lambda: database.execute(ADDRESSES),
                outbox,
            )
