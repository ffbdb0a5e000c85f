"""The ledger of erasures: keyed digests of erased accounts, so that they are erased again from a restored backup.

Every line goes to a file outside the database (`ERASURE_LEDGER`) and to the log before anything is erased, and to a
table of the database with it. A line is `TIME KEY DIGEST`: RFC 3339, the key's id, HMAC-SHA256 of the account's id.
"""

from __future__ import annotations

import hmac
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.db import connection

from common import clock, durable_file
from players.models import Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from uuid import UUID

logger = logging.getLogger(__name__)

_LINE: Final = re.compile(r"\S+ (?P<key>\S{1,16}) (?P<digest>[0-9a-f]{64})", re.ASCII)
_KNOWN: Final = "SELECT digest FROM players_erasure WHERE digest = ANY(%s::bytea[])"
_NOTE: Final = """
INSERT INTO players_erasure (digest, key_id, erased_at) VALUES (%s::bytea, %s, service_now())
ON CONFLICT DO NOTHING
"""


class UnreadableLedger(Exception):
    """The file has unreadable lines; serving without them might show players who were erased."""


class Entry(NamedTuple):
    """A line of the ledger."""

    key_id: str
    digest: bytes


def entry(player_id: UUID) -> Entry:
    """Return the line of this account, under the first key."""
    key_id, key = next(iter(settings.ERASURE_KEYS.items()))
    return Entry(key_id, _digest(key, player_id))


def write_out(player_id: UUID) -> None:
    """Append the line to the file, on disk when this returns, and to the log. Raises `OSError`."""
    one = entry(player_id)
    line = f"{clock.now():%Y-%m-%dT%H:%M:%SZ} {one.key_id} {one.digest.hex()}"
    logger.warning("erasure ledger: %s", line)
    if not settings.ERASURE_LEDGER:
        return
    durable_file.append(Path(settings.ERASURE_LEDGER), line)


def note(player_id: UUID) -> None:
    """Store the line in the database, in the transaction that deletes the account. Safe to repeat."""
    note_all([entry(player_id)])


def note_all(entries: Iterable[Entry]) -> None:
    """Store lines in the database. Safe to repeat."""
    with connection.cursor() as cursor:
        cursor.executemany(_NOTE, [(one.digest, one.key_id) for one in entries])


def read(file: Path) -> list[Entry]:
    """Return the lines of a file, empty if it does not exist yet. Raises `UnreadableLedger`.

    An incomplete last line is ignored: its write was interrupted, so nothing has been erased for it yet.
    """
    try:
        text = file.read_text(encoding="ascii")
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise UnreadableLedger(f"{file}: {error}") from None
    return list(_entries(file, durable_file.whole_lines(text)))


def missing(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that the database does not have, because it is older than they are."""
    wanted = {one.digest: one for one in entries}
    if not wanted:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, (list(wanted),))
        known = {bytes(digest) for (digest,) in cursor.fetchall()}
    return [one for digest, one in wanted.items() if digest not in known]


def alive(entries: Iterable[Entry]) -> list[UUID]:
    """Return existing accounts that the entries say were erased."""
    wanted: dict[str, set[bytes]] = {}
    for one in entries:
        wanted.setdefault(one.key_id, set()).add(one.digest)
    everybody = Player.objects.values_list("id", flat=True).iterator(chunk_size=10_000)
    return [
        player_id
        for player_id in everybody
        if any(_digest(settings.ERASURE_KEYS[key], player_id) in digests for key, digests in wanted.items())
    ]


def _entries(file: Path, lines: list[str]) -> Iterator[Entry]:
    for number, line in enumerate(lines, start=1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise UnreadableLedger(f"{file}, line {number}: not a line of a ledger of erasures")
        if found["key"] not in settings.ERASURE_KEYS:
            raise UnreadableLedger(f"{file}, line {number}: written under the key {found['key']}, see ERASURE_KEYS")
        yield Entry(found["key"], bytes.fromhex(found["digest"]))


def _digest(key: bytes, player_id: UUID) -> bytes:
    return hmac.digest(key, b"erasure 1\0" + player_id.bytes, "sha256")
