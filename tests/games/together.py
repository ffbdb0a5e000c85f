"""Calls made at the same moment, each on a connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

Answer = TypeVar("Answer")


def together(*calls: Callable[[], Answer]) -> list[Answer | Exception]:
    """What each call answered or raised, in order; all of them start at once."""
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
