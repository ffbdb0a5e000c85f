"""Decides whether a notification is still news when it would be sent.

A turn counts as seen only after an act: it was played, or its player fetched the table while they were asked at that
version. Presence is never guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from games import rematches
from games.notifications import quiet_hours, seen, snapshot
from games.notifications.kinds import AFTER_MATCH, BY_NAME
from games.reads import invitations, loan_offers, seeks
from games.store import removals
from games.types import Status
from players import invitation_codes
from players.models import Seen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from uuid import UUID

    from games.notifications.kinds import Kind
    from games.notifications.snapshot import Snapshot
    from games.types import GameState
    from players.models import Notification

Motion = Literal["abort", "pause"]

_TRUE_FOR_EVER: Final = frozenset({"round_over", "resigned", "timed_out", "challenged", "caught"})
"""Kinds about a past act, which stays true however the match goes on."""
MOTIONS: Final[Mapping[str, Motion]] = {"abort_asked": "abort", "pause_asked": "pause"}
"""The motion that a message of a kind is about."""


def note_seen(state: GameState, player: UUID | None) -> None:
    """Record that a player fetched a game in which they must or may act: they need no notification of it."""
    game, seat = state.game, state.seat
    if player is None or seat is None:
        return
    if seat == game.turn_seat or seat in snapshot.Snapshot(game, state.table, state.now).asked:
        seen.note(player, game.id, game.version)


def why_stale(notification: Notification, scene: Snapshot | None, now: datetime) -> str | None:
    """Return why a notification need not be sent to a person any more, None if it is still news."""
    if notification.expires_at is not None and notification.expires_at <= now:
        return "expired"
    kind = BY_NAME.get(notification.kind)
    if kind is None:
        return "unknown kind"
    if notification.game_id is None:
        return _without_game(kind, notification)
    if scene is None:
        return "no such game"
    if scene.game.status is Status.FINISHED and kind.group not in AFTER_MATCH:
        return "the match is over"
    return _STALE[kind.stale](notification, scene)


def _without_game(kind: Kind, notification: Notification) -> str | None:
    if kind.stale == "muster" and not seeks.waits_for_confirmation(notification):
        return "confirmed"
    return None


def is_told_beside(notification: Notification, scene: Snapshot, now: datetime) -> bool:
    """Return whether this belongs into the message of a more important notification of the same command.

    After the end of a match many earlier facts no longer hold: no vote is open, no player continues.
    """
    if scene.game.status is Status.FINISHED:
        return notification.kind in _TRUE_FOR_EVER
    return why_stale(notification, scene, now) is None


def _turn(notification: Notification, scene: Snapshot) -> str | None:
    seat = scene.game.seat_played_by(notification.player_id)
    if seat not in scene.asked:
        return "played"
    if notification.kind == "reminder":
        return None if _same_deadline(notification, scene) else "the deadline has moved"
    seq = notification.seq or 0
    if snapshot.moved_on(scene, seq, seat):
        return "played"
    fetched = Seen.objects.filter(player_id=notification.player_id, game_id=scene.game.id, version__gte=seq)
    return "fetched" if notification.kind == "your_turn" and fetched.exists() else None


def _same_deadline(notification: Notification, scene: Snapshot) -> bool:
    return bool(notification.data.get("deadline_at") == quiet_hours.written(scene.game.deadline_at))


def _motion(notification: Notification, scene: Snapshot) -> str | None:
    votes = dict(scene.table.votes)
    motion = MOTIONS[notification.kind]
    if motion not in votes or scene.game.status is not Status.RUNNING:
        return "decided"
    return "voted" if scene.game.seat_of(notification.player_id) in votes[motion] else None


def _lobby(notification: Notification, scene: Snapshot) -> str | None:
    if notification.kind == "invited":
        gone = invitations.of_player(scene.game.id, notification.player_id) is None
        return invitation_is_stale(notification.player_id, scene) or ("withdrawn" if gone else None)
    if scene.game.status is not Status.LOBBY:
        return "the match has started"
    return None if scene.game.seat_of(notification.player_id) is not None else "left"


def invitation_is_stale(player: UUID, scene: Snapshot) -> str | None:
    """Return why an invitation of this player to this table has become pointless; None if it has not."""
    if scene.game.seat_of(player) is not None:
        return "seated"
    return "removed" if removals.is_removed(scene.game.id, player) else table_is_closed(scene)


def table_is_closed(scene: Snapshot) -> str | None:
    """Return why nobody can sit down at the table; None if somebody can."""
    if not scene.game.has_room:
        return "the match has started"
    return None if scene.game.open_seats or scene.game.vacant else "no seat is left"


def _autopilot(notification: Notification, scene: Snapshot) -> str | None:
    return None if notification.data.get("seat") in scene.table.autopilot else "handed back"


def _rematch(notification: Notification, scene: Snapshot) -> str | None:
    offer = rematches.find(scene.game, scene.now)
    if offer is None or offer.state != "open":
        return "the offer is over"
    return None if offer.asks(scene.game.seat_of(notification.player_id)) else "answered"


def _loan(notification: Notification, scene: Snapshot) -> str | None:
    offered = loan_offers.find(scene.game.id, notification.data["by"])
    if offered is None or invitation_codes.written(offered.code) != notification.data["code"]:
        return "the offer is over"
    return None if scene.game.seat_of(notification.player_id) is None else "seated"


_STALE: Final[Mapping[str, Callable[[Notification, Snapshot], str | None]]] = {
    "never": lambda _notification, _scene: None,
    "turn": _turn,
    "motion": _motion,
    "lobby": _lobby,
    "autopilot": _autopilot,
    "rematch": _rematch,
    "loan": _loan,
}
