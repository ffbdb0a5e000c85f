"""Erases players who leave for good: last calls, then steps that are each safe to repeat.

Progress is kept only in the work that is left, so another worker finishes what a killed one began. A replay of the
ledger after a restore takes the same steps, without last calls.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction

from common.database import queries
from games import hints
from games.orders import standing_orders
from games.services import empty_seats, loans, rematches
from games.webhooks import erasure_calls
from players import selectors
from players.privacy import erasure, erasure_log, leaving

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from players.privacy.erasure_log import Entry

_FORGET_SEEKS: Final = "DELETE FROM seek WHERE player_id = %s::uuid"

logger = logging.getLogger(__name__)


def carry_out(player_id: UUID) -> None:
    """Do what is due for a leaving player: close the account, or erase it some minutes later."""
    claim = leaving.claim(player_id)
    if claim is None:
        return
    if claim.begun:
        erase(player_id)
        return
    with transaction.atomic():
        leaving.begin(player_id)
        erasure_calls.promise(player_id)
        transaction.on_commit(hints.call_webhooks)


def erase(player_id: UUID) -> None:
    """Erase a player, or finish an erasure that was interrupted. Does nothing if the player does not exist.

    The guests that were merged into the player are erased with them, since a backup may hold them. The ledger does
    not name a merged guest alone: with a backup from before the merge the account would lose the guest's games.
    Raises `OSError` if the ledger cannot be written: nothing is erased then.
    """
    if erasure.is_gone(player_id):
        return
    forgotten = [] if selectors.is_merged(player_id) else [player_id, *selectors.guests_of(player_id)]
    for one in forgotten:
        erasure_log.write_out(one)
    rematches.leave(player_id)
    loans.end_all(player_id)
    erasure.sign_out(player_id)
    standing_orders.of_player(player_id).delete()
    empty_seats.vacate(player_id)
    erasure.forget_elsewhere(player_id)
    erasure.remove_many(player_id)
    with transaction.atomic():
        queries.rows(_FORGET_SEEKS, player_id)
        # Again, for seats that a concurrent request may have taken.
        standing_orders.of_player(player_id).delete()
        empty_seats.vacate(player_id)
        erasure.remove_account(player_id)
        for one in forgotten:
            erasure_log.note(one)


def replay_if_behind() -> int:
    """Repeat the erasures that are in the ledger's file but not in a restored database. Returns their number.

    Cheap if there is nothing to do. Raises `UnreadableLedger`, `OSError`.
    """
    if not settings.ERASURE_LEDGER:
        return 0
    entries = erasure_log.missing(erasure_log.read(Path(settings.ERASURE_LEDGER)))
    return replay(entries) if entries else 0


def replay(entries: Iterable[Entry]) -> int:
    """Erase the players of these entries who exist again. Returns their number."""
    entries = list(entries)
    found = erasure_log.alive(entries)
    for player_id in found:
        erase(player_id)
    erasure_log.note_all(entries)
    if found:
        logger.warning("the ledger of erasures was ahead of the database: %d accounts erased anew", len(found))
    return len(found)
