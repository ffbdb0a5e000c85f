"""The keys by which the service signs what it hands out: transcripts and checkpoints.

The private halves are in `settings.SIGNING_KEYS` alone; the first signs. The public half of every key that ever signed
is kept in a table, so that what it signed can be checked when its private half is long destroyed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import connection, transaction

import engine
from common.database.advisory_locks import hold_until_commit
from games.advisory_locks import Lock

if TYPE_CHECKING:
    from datetime import datetime

STANDING: Final = "SELECT id, until IS NULL FROM signing_key WHERE until IS NULL OR id = %s::text"
RETIRE: Final = "UPDATE signing_key SET until = service_now() WHERE id <> %s::text AND until IS NULL"
REGISTER: Final = """
INSERT INTO signing_key (id, public_key, since) VALUES (%s::text, %s::bytea, service_now())
ON CONFLICT (id) DO UPDATE SET until = NULL
"""
ALL: Final = "SELECT id, public_key, since, until FROM signing_key ORDER BY since DESC, id"


class Key(NamedTuple):
    """The key that signs."""

    id: str
    public: bytes
    private: Ed25519PrivateKey


class PublicKey(NamedTuple):
    """A key that signs or has signed; `until` None: it signs now."""

    id: str
    public: bytes
    since: datetime
    until: datetime | None


def current() -> Key:
    """The key that signs now, known to all who ask for the keys."""
    key = _key(settings.SIGNING_KEYS[0])
    _publish(key)
    return key


def public_keys() -> list[PublicKey]:
    """All keys that ever signed here, the newest first."""
    current()
    with connection.cursor() as cursor:
        cursor.execute(ALL)
        return [PublicKey._make(row) for row in cursor.fetchall()]


def _publish(key: Key) -> None:
    """See to it that the key is in the table as the one that signs; one that signed before is retired."""
    if _is_known(key):
        return
    with transaction.atomic(), connection.cursor() as cursor:
        hold_until_commit(Lock.SIGNING_KEYS)
        cursor.execute(RETIRE, (key.id,))
        cursor.execute(REGISTER, (key.id, key.public))


def _is_known(key: Key) -> bool:
    """Whether there is nothing to do.

    A process whose key was retired by one it does not know is the older of the two and about to be replaced: were it
    to take over again, the two would go on like that until then.
    """
    with connection.cursor() as cursor:
        cursor.execute(STANDING, (key.id,))
        standing = dict(cursor.fetchall())
    if key.id not in standing:
        return False
    ours = {_key(seed).id for seed in settings.SIGNING_KEYS}
    return standing[key.id] or not standing.keys() <= ours


@cache
def _key(seed: bytes) -> Key:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw()
    return Key(engine.key_id(public), public, private)
