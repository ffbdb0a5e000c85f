"""Merges a guest into the account of the same person: the seats and everything attached to them.

Players are linked to seats outside the log, so the log is not changed. All happens in one transaction, and a repeated
request gets the same answer. The outbox gets the messages to people and webhooks.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction

from common.database import queries
from games import errors, hints
from games.models import FormerSeat, Loan
from games.services import loans
from games.store import seats
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
# Games are locked before their seats, as for a move.
LOCK: Final = """
SELECT FROM game WHERE id IN (SELECT game_id FROM seat WHERE player_id = %(guest)s::uuid) ORDER BY id FOR NO KEY UPDATE
"""
LOCK_ONE: Final = "SELECT true FROM game WHERE id = %s::uuid FOR NO KEY UPDATE"
THEIRS: Final = """
SELECT game_id FROM seat WHERE player_id = %(guest)s::uuid
UNION SELECT game_id FROM loan WHERE borrower_id = %(guest)s::uuid
"""
# Where both have played the same finished match, the account can hold only one seat: the guest's loses its player.
NAMELESS: Final = """
UPDATE seat theirs SET player_id = NULL
WHERE theirs.player_id = %(guest)s::uuid
    AND EXISTS (SELECT FROM seat ours WHERE ours.game_id = theirs.game_id AND ours.player_id = %(player)s::uuid)
"""
# For running games the turn is announced again, addressed to the seat's number: another entry may be under way.
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
# A command id that both have used repeats the request of the account from now on. If both look for the same match, the
# next arrangement parts them.
SEEKS: Final = """
UPDATE seek theirs SET player_id = %(player)s::uuid, command_id = CASE WHEN EXISTS (
        SELECT FROM seek ours WHERE ours.player_id = %(player)s::uuid AND ours.command_id = theirs.command_id
    ) THEN gen_random_uuid() ELSE theirs.command_id END
WHERE theirs.player_id = %(guest)s::uuid
"""


def merge(*, player: UUID, token_id: UUID, secret: str) -> Merge:
    """Give the seats of a guest to the asking account. A repeated request gets the same answer.

    `token_id` is that of the request, `secret` the token of the guest's device. Raises RecentSignInRequired, what
    `players.accounts.merges.demand_account` raises, and what `merge_into` raises.
    """
    merges.demand_account(player_id=player, token_id=token_id)
    sha256 = digest_of_guest(secret)
    done = merges.earlier(player_id=player, sha256=sha256)
    if done is not None:
        return done
    merges.demand_recent_sign_in(player_id=player, token_id=token_id)
    with transaction.atomic():
        return merge_into(player, sha256)


def digest_of_guest(secret: str) -> bytes:
    """Return the digest of a guest's token; raises `InvalidGuestToken` for text that can be none."""
    if not secret_tokens.looks_like_secret(secret):
        raise InvalidGuestToken
    return secret_tokens.digest(secret)


def merge_into(player: UUID, sha256: bytes) -> Merge:
    """Give the seats of the guest with this token to an account, once; call it in a transaction.

    Raises what `players.accounts.merges.begin` raises, and `SeatedTogether`.
    """
    try:
        return merges.earlier(player_id=player, sha256=sha256) or _merge(player, sha256)
    except InvalidGuestToken:
        # The same request may have been served while we waited for its lock.
        done = merges.earlier(player_id=player, sha256=sha256)
        if done is None:
            raise
        return done


def _merge(player: UUID, sha256: bytes) -> Merge:
    guest = merges.begin(player_id=player, sha256=sha256)
    both = {"guest": guest, "player": player}
    together = [game for (game,) in queries.rows(TOGETHER, **both, finished=int(Status.FINISHED))]
    if together:
        raise errors.SeatedTogether(games=together)
    theirs = _locked(both)
    loans.end_all(guest)
    Loan.objects.filter(borrower_id=guest).update(borrower=player)
    queries.rows(NAMELESS, **both)
    FormerSeat.objects.filter(player_id=guest).update(player=player)
    moved = queries.rows(MOVE, **both, notify=int(Work.NOTIFY), running=int(Status.RUNNING))
    seats.keep_in_step(theirs)
    queries.rows(SEEKS, **both)
    games = [game for game, *_ in moved]
    subscriptions.take_over(player, games)
    running = [(game, version) for game, version, status in moved if status == Status.RUNNING]
    done = merges.finish(guest_id=guest, player_id=player, games=games, told_anew=running)
    for game in games:
        transaction.on_commit(partial(hints.moved, game))
    for game, _ in running:
        transaction.on_commit(partial(hints.wake, game))
    return done


def _locked(both: dict[str, UUID]) -> list[UUID]:
    """Lock the games of the guest in the order of their ids. Returns those whose seats must be kept in step."""
    if not settings.DATABASE_SHARDED:
        queries.rows(LOCK, **both)
        return []
    games = sorted(game for (game,) in queries.rows(THEIRS, **both))
    for game in games:
        queries.rows(LOCK_ONE, game)
    return games
