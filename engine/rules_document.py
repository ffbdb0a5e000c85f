"""The rules document and the transcript, which the deal of a match is bound to (docs/protocol/protocol.md)."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import TYPE_CHECKING

from engine import chance
from engine.cards import FACES

if TYPE_CHECKING:
    from engine.ruleset import Deck, Ruleset
    from engine.state import Table


def rules_document(rules: Ruleset, seats: int) -> bytes:
    """Return the rules of a match as canonical JSON: sorted keys, no spaces, ASCII.

    `light` gives the light face of every card id; `dark` the printed dark faces, which `pairing` lays behind them.
    """
    document = {
        "protocol": "UFLIP1",
        "options": dict(rules.spec.options),
        "seats": seats,
        "hand_size": rules.hand_size,
        "light": [FACES[face] for face in rules.deck.light],
        "dark": [FACES[face] for face in rules.deck.dark],
    }
    return json.dumps(document, sort_keys=True, separators=(",", ":")).encode()


@cache
def _deck_hash(cards: int) -> bytes:
    return chance.deck_hash(range(cards))


def rules_hash(rules: Ruleset, seats: int) -> bytes:
    """Return SHA-256 of the rules document."""
    return hashlib.sha256(rules_document(rules, seats)).digest()


def transcript(match_id: bytes, table: Table, deck: Deck, hashed_rules: bytes) -> bytes:
    """Return T, which covers all that the seats saw before the first card was dealt."""
    return chance.transcript(
        match_id,
        rules_hash=hashed_rules,
        deck_hash=_deck_hash(len(deck.light)),
        commitment=bytes.fromhex(table.commitment),
        entropies=[bytes.fromhex(entropy) for entropy in table.entropies],
    )
