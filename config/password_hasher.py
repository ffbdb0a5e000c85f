"""Operators' passwords: Argon2, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

PATIENCE: Final = 1.0
"""Seconds to wait for another hash to finish."""


class HasherBusy(Exception):
    """Other threads are hashing passwords, and this one waited too long."""


class OneAtATime(Argon2PasswordHasher):
    """A hash takes 100 MB and all cores for a tenth of a second, so a process makes one at a time.

    Raises `HasherBusy` where the others take longer than `PATIENCE`.
    """

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of a password, to be stored."""
        with _turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Tell whether the password matches the hash."""
        with _turn():
            return super().verify(password, encoded)


_lock: Final = Lock()


@contextmanager
def _turn() -> Iterator[None]:
    if not _lock.acquire(timeout=PATIENCE):
        raise HasherBusy
    try:
        yield
    finally:
        _lock.release()
