"""The cache server as the limits use it: one connection per thread, one round trip, and short time-outs.

The client library's pool costs three times the CPU (66 against 20 us a call), which every request would pay. Only a
cluster, which has a server for each key, is used by the library's own client. The script has one key, as a cluster
demands: refusals, which are rare, are counted by a second command.
While the server is away requests are not counted and do not wait: one try a second, one warning a minute.
"""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from django.conf import settings
from redis.exceptions import ConnectionError as Broken
from redis.exceptions import NoScriptError

from common import cache_server
from common.cache_server import FAULTS

logger = logging.getLogger(__name__)

TIMEOUT: Final = 0.1  # seconds, for connecting and for an answer
PAUSE: Final = 1.0  # seconds without a try after one that failed
WARN_EVERY: Final = 60.0  # seconds

SCRIPT: Final = (Path(__file__).parent / "gcra.lua").read_text()
_SHA: Final = hashlib.sha1(SCRIPT.encode()).hexdigest()  # noqa: S324  the name that the server gives it

Answer = tuple[int, int, int]
Connection = Any
"""A connection of the client library, whose methods have no types; of a cluster, the library's client."""


class _Lines(threading.local):
    address: str = ""
    connection: Connection | None = None


class _State:
    address = ""
    cluster: tuple[str, cache_server.Client] = ("", None)
    away_until = 0.0
    warned_at = -WARN_EVERY
    uncounted = 0


_lines = _Lines()
_state = _State()
_lock = threading.Lock()


def count(key: str, quota: int, window: int, name: str) -> Answer | None:
    """Run the script for one request of `quota` in `window` seconds; None if the server is away.

    A refusal is added to the counts of class `name`.
    """
    address: str = settings.CACHE_URL
    if _state.away_until > time.monotonic() and _state.address == address:
        _miss()
        return None
    answer = _try(address, ("1", prefixed(key), str(quota), f"{window}000000"))
    if answer is None:
        return None
    if not answer[0]:
        _add("limits:refused", name)
    if _state.uncounted:
        _report(address)
    return answer


def tally(name: str) -> None:
    """Add one to a counter for operators, shared by all processes; does nothing while the server is away."""
    _add("tallies", name)


def _add(counts: str, name: str) -> None:
    address: str = settings.CACHE_URL
    if _state.away_until > time.monotonic() and _state.address == address:
        return
    try:
        _call(_line(address), "HINCRBY", prefixed(counts), name, 1)
    except FAULTS:
        _drop()


class Figures(NamedTuple):
    """For operators: whether the server answers, requests that were not counted, refused ones by class, and tallies."""

    counting: bool
    uncounted: int
    refused: dict[str, int]
    tallies: dict[str, int]


def figures() -> Figures:
    """Return the figures of all processes; without the server, those of this process."""
    for last in (False, True):
        try:
            return _figures(_line(settings.CACHE_URL))
        except FAULTS as error:
            _drop()
            if last or not isinstance(error, Broken):  # as in `_try`
                break
    return Figures(counting=False, uncounted=_state.uncounted, refused={}, tallies={})


def _figures(line: Connection) -> Figures:
    missed: Any = _call(line, "GET", prefixed("limits:uncounted"))
    refused: Any = _call(line, "HGETALL", prefixed("limits:refused"))
    tallies: Any = _call(line, "HGETALL", prefixed("tallies"))
    return Figures(
        counting=True, uncounted=int(missed or 0) + _state.uncounted, refused=_counts(refused), tallies=_counts(tallies)
    )


def _counts(answer: Any) -> dict[str, int]:
    pairs = answer.items() if isinstance(answer, dict) else zip(answer[::2], answer[1::2], strict=True)
    return {name.decode(): int(times) for name, times in pairs}


def prefixed(key: str) -> str:
    """Return `key` with the prefix of the limits, beside the keys of Django's cache."""
    return f"{settings.CACHES['default'].get('KEY_PREFIX', '')}:{key}"


def _try(address: str, asked: tuple[str, ...]) -> Answer | None:
    for last in (False, True):
        try:
            return _ask(_line(address), asked)
        except FAULTS as error:
            _drop()
            # The server may have closed an idle connection; a new one shows whether it is away.
            if last or not isinstance(error, Broken):
                _lose(address, error)
                break
    return None


def _ask(line: Connection, asked: tuple[str, ...]) -> Answer:
    try:
        if cache_server.is_cluster(_lines.address):
            return cast("Answer", tuple(line.execute_command("EVALSHA", _SHA, *asked)))
        line.send_packed_command([_packed("EVALSHA", _SHA, *asked)], check_health=False)
        return cast("Answer", tuple(line.read_response()))
    except NoScriptError:
        return cast("Answer", tuple(_call(line, "EVAL", SCRIPT, *asked)))


def _packed(*words: str) -> bytes:
    """Return a command in the protocol's form; the library's own packing takes three times as long."""
    parts = [word.encode() for word in words]
    return b"*%d\r\n" % len(parts) + b"".join([b"$%d\r\n%b\r\n" % (len(part), part) for part in parts])


def _call(line: Connection, *words: Any) -> Any:
    if cache_server.is_cluster(_lines.address):
        return line.execute_command(*words)
    line.send_command(*words, check_health=False)
    return line.read_response()


def _line(address: str) -> Connection:
    """Return this thread's connection, or the client of a cluster. Raises FAULTS."""
    if _lines.connection is None or _lines.address != address:
        _drop()
        connection = (
            _cluster(address) if cache_server.is_cluster(address) else cache_server.connection(address, TIMEOUT)
        )
        _lines.address, _lines.connection = address, connection
    return _lines.connection


def _cluster(address: str) -> cache_server.Client:
    """Return the client of this process, which all threads share: each new one asks for the slots of all nodes."""
    with _lock:
        if _state.cluster[0] != address:
            _state.cluster = address, cache_server.client(address, TIMEOUT)
        return _state.cluster[1]


def _drop() -> None:
    """Close the connection: a late answer must not be taken for that of another command."""
    connection, _lines.connection = _lines.connection, None
    if connection is not None and not cache_server.is_cluster(_lines.address):  # the library's client does so itself
        connection.disconnect()


def _lose(address: str, error: Exception) -> None:
    _state.address, _state.away_until = address, time.monotonic() + PAUSE
    _miss()
    if time.monotonic() - _state.warned_at >= WARN_EVERY:
        _state.warned_at = time.monotonic()
        logger.warning("the cache server does not answer, so requests are not counted: %s", type(error).__name__)


def _miss() -> None:
    with _lock:
        _state.uncounted += 1


def _report(address: str) -> None:
    """Add the number of uncounted requests to the counter of all processes."""
    with _lock:
        missed, _state.uncounted = _state.uncounted, 0
    try:
        _call(_line(address), "INCRBY", prefixed("limits:uncounted"), missed)
    except FAULTS:
        _drop()


def _forget() -> None:
    _lines.connection = None
    _state.cluster = ("", None)


os.register_at_fork(after_in_child=_forget)
