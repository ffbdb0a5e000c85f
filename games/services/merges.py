"""Merging a guest into the account of the same person: the seats go over, and with them whatever hangs on seats.

A seat says who plays outside the log, so nothing of the log is touched: all in one transaction, and who asks again is
given the same answer. What people and webhooks are to be told of it is promised in the outbox.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common.database import queries
from games import errors, hints
from games.types import Status, Work
from games.webhooks import subscriptions
from players import secret_tokens
from players.accounts import merges
from players.errors import InvalidGuestToken

if TYPE_CHECKING:
    from uuid import UUID

    from players.models import Merge

TOGETHER: Final = """
SELECT g.id FROM seat theirs JOIN seat ours ON ours.game_id = theirs.game_id JOIN game g ON g.id = theirs.game_id
WHERE theirs.player_id = %(guest)s::uuid AND ours.player_id = %(player)s::uuid AND g.status <> %(finished)s::smallint
ORDER BY g.id
"""
# Of a match that is over and that both have played, one seat can be the account's: the guest's becomes nameless.
NAMELESS: Final = """
UPDATE seat theirs SET player_id = NULL
WHERE theirs.player_id = %(guest)s::uuid
    AND EXISTS (SELECT FROM seat ours WHERE ours.game_id = theirs.game_id AND ours.player_id = %(player)s::uuid)
"""
# Whose turn it is in the running ones is told again, to the seat by its number: another entry may be under way.
MOVE: Final = """
WITH moved AS (
    UPDATE seat SET player_id = %(player)s::uuid WHERE player_id = %(guest)s::uuid RETURNING game_id, seat_no
), promised AS (
    INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
    SELECT g.id, g.version, %(notify)s::smallint, m.seat_no, service_now(), 0
    FROM moved m JOIN game g ON g.id = m.game_id WHERE g.status = %(running)s::smallint
    ON CONFLICT DO NOTHING
)
SELECT g.id, g.version, g.status FROM moved m JOIN game g ON g.id = m.game_id
"""


def merge(*, player: UUID, token_id: UUID, secret: str) -> Merge:
    """Make the seats of a guest those of the account that asks; once, and the same answer ever after.

    `token_id`: of the request; `secret`: the token of the guest's device. Raises what
    `players.accounts.merges.begin` and `demand_account` raise, and `SeatedTogether`.
    """
    merges.demand_account(player_id=player, token_id=token_id)
    if not secret_tokens.looks_like_secret(secret):
        raise InvalidGuestToken
    sha256 = secret_tokens.digest(secret)
    with transaction.atomic():
        try:
            return merges.earlier(player_id=player, sha256=sha256) or _merge(player, token_id, sha256)
        except InvalidGuestToken:
            # A twin of this request may have been faster, and we have waited for it.
            done = merges.earlier(player_id=player, sha256=sha256)
            if done is None:
                raise
            return done


def _merge(player: UUID, token_id: UUID, sha256: bytes) -> Merge:
    guest = merges.begin(player_id=player, token_id=token_id, sha256=sha256)
    both = {"guest": guest, "player": player}
    together = [game for (game,) in queries.rows(TOGETHER, **both, finished=int(Status.FINISHED))]
    if together:
        raise errors.SeatedTogether(games=together)
    queries.rows(NAMELESS, **both)
    moved = queries.rows(MOVE, **both, notify=int(Work.NOTIFY), running=int(Status.RUNNING))
    games = [game for game, *_ in moved]
    subscriptions.take_over(player, games)
    running = [(game, version) for game, version, status in moved if status == Status.RUNNING]
    done = merges.finish(guest_id=guest, player_id=player, games=games, told_anew=running)
    for game in games:
        transaction.on_commit(partial(hints.moved, game))
    for game, _ in running:
        transaction.on_commit(partial(hints.wake, game))
    return done
