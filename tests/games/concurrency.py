"""Makes calls at the same moment, each on its own connection, and holds locks in another session."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import TypeVar

from django.db import connection

from games.models import Lease

Answer = TypeVar("Answer")


def together(*calls: Callable[[], Answer]) -> list[Answer | Exception]:
    """Return what each call returned or raised, in order; all of them start at once."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Answer]) -> Answer | Exception:
        try:
            connection.ensure_connection()
            barrier.wait()
            return call()
        except Exception as error:  # noqa: BLE001 - the refusals are what the tests look at
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@contextmanager
def held_elsewhere(lock: int) -> Iterator[None]:
    """Hold the advisory lock in another session inside the block.

    The lock is released explicitly: the server frees the locks of a closed connection only a moment later.
    """
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", (int(lock),))
            try:
                yield
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", (int(lock),))
    finally:
        other.close()


def expire_leases() -> None:
    """Let the time of all leases run out, as if their holders had been killed long ago, or slept."""
    Lease.objects.update(until="2020-01-01T00:00:00Z")
