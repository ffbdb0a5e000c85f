"""The keys by which the service signs what it hands out: transcripts and checkpoints.

The private halves are in `settings.SIGNING_KEYS` alone; the first signs. The public half of every key that ever signed
is kept in a table, so that what it signed can be checked when its private half is long destroyed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import transaction
from django.db.models import Q

import engine
from common.clock import ServiceNow
from common.database.advisory_locks import hold_until_commit
from games.advisory_locks import Lock
from games.models import SigningKey

if TYPE_CHECKING:
    from datetime import datetime


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
    keys = SigningKey.objects.order_by("-since", "id")
    return [PublicKey(key.id, bytes(key.public_key), key.since, key.until) for key in keys]


def _publish(key: Key) -> None:
    """See to it that the key is in the table as the one that signs; one that signed before is retired."""
    if _is_known(key):
        return
    with transaction.atomic():
        hold_until_commit(Lock.SIGNING_KEYS)
        SigningKey.objects.filter(until=None).exclude(id=key.id).update(until=ServiceNow())
        registered = SigningKey(id=key.id, public_key=key.public, since=ServiceNow())
        SigningKey.objects.bulk_create(
            [registered], update_conflicts=True, unique_fields=["id"], update_fields=["until"]
        )


def _is_known(key: Key) -> bool:
    """Whether there is nothing to do.

    A process whose key was retired by one it does not know is the older of the two and about to be replaced: were it
    to take over again, the two would go on like that until then.
    """
    known = SigningKey.objects.filter(Q(until=None) | Q(id=key.id))
    standing = {found: until is None for found, until in known.values_list("id", "until")}
    if key.id not in standing:
        return False
    ours = {_key(seed).id for seed in settings.SIGNING_KEYS}
    return standing[key.id] or not standing.keys() <= ours


@cache
def _key(seed: bytes) -> Key:
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw()
    return Key(engine.key_id(public), public, private)
