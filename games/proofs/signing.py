"""The keys that sign transcripts and checkpoints.

The private halves are only in `settings.SIGNING_KEYS`; the first signs. The public half of every key that ever signed
is kept in a table, so that its signatures can be verified after its private half is destroyed.
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
    """A key that signs or has signed. `until` is None for the current key."""

    id: str
    public: bytes
    since: datetime
    until: datetime | None


def current() -> Key:
    """Return the current signing key, after recording its public half."""
    key = _key(settings.SIGNING_KEYS[0])
    _publish(key)
    return key


def public_keys() -> list[PublicKey]:
    """Return all keys that ever signed here, the newest first."""
    current()
    keys = SigningKey.objects.order_by("-since", "id")
    return [PublicKey(key.id, bytes(key.public_key), key.since, key.until) for key in keys]


def _publish(key: Key) -> None:
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
    """Return whether nothing needs recording.

    A process whose key was retired by an unknown one is about to be replaced by a newer process. If it took over
    again, the two would alternate until then.
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
