"""The seed: bound by the first event, sealed while the match runs, revealed by the last event, never both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

import engine
from games import seeds
from games.audit.faults import Broken

if TYPE_CHECKING:
    from uuid import UUID

    from games.audit.reading import Header


def chance_of(game_id: UUID, header: Header, ended: engine.Event | None, commitment: str) -> engine.Chance:
    """The chance of a match. Raises `Broken` if its seed is not where or what it must be.

    `ended`: the event that ended the match, None if it goes on; `commitment`: what the first event says.
    """
    revealed = ended.seed if isinstance(ended, engine.MatchEnded) else None
    if (header.sealed is None) != (revealed is not None):
        raise Broken(None, "seed", "the seed must be sealed until the match is over, and revealed from then on")
    seed = _sealed(game_id, header) if revealed is None else bytes.fromhex(revealed)
    chance = engine.Chance(game_id.bytes, seed)
    if chance.commitment.hex() != commitment:
        raise Broken(1, "seed", "the seed is not the one committed to")
    return chance


def _sealed(game_id: UUID, header: Header) -> bytes:
    key = header.key_id or ""
    if key not in settings.GAME_SECRET_KEYS:
        raise Broken(None, "key", f"the seed is sealed with key {key!r}, which is not in GAME_SECRET_KEYS")
    try:
        return seeds.unseal(game_id, key, header.sealed or b"")
    except seeds.SeedUnreadable:
        raise Broken(None, "seed", "the sealed seed does not open with its key") from None
