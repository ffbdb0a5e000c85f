"""Whether a message is still news at the moment it would go out.

A turn counts as seen only by a deed: it was played, or the table was fetched by its player while it was his turn at
that version. Nobody's presence is guessed.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from games.messages import story, times
from games.messages.table import BY_NAME
from games.records import Status
from players.models import Seen
from players.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime
    from uuid import UUID

    from games.messages.story import Scene
    from games.records import GameState
    from players.models import Notification

# Nobody waits for the disk: what a crash of the database forgets is that a message need not be sent.
NOTE: Final = Prepared("""
INSERT INTO players_seen AS s (player_id, game_id, version)
SELECT %s::uuid, %s::uuid, %s::int FROM set_config('synchronous_commit', 'off', true)
ON CONFLICT (player_id, game_id) DO UPDATE SET version = EXCLUDED.version WHERE s.version < EXCLUDED.version
RETURNING version
""")
MOST_NOTED: Final = 10_000
_noted: Final[dict[tuple[UUID, UUID], int]] = {}
"""What this process has noted lately: who looks again and again at the same version costs no statement."""

MOTIONS: Final = {"abort_asked": "abort", "pause_asked": "pause"}


@contextmanager
def noting(state: GameState, player: UUID | None) -> Iterator[None]:
    """Note, while the answer is made, that a player is shown a game in which it is his turn: he needs no message then.

    The block must not touch the database.
    """
    header = state.header
    if player is None or state.seat is None or state.seat != header.turn_seat:
        yield
        return
    with _noting(player, header.id, header.version):
        yield


def note_fetch(player: UUID, game_id: UUID, version: int) -> None:
    """Note that a player has fetched the table, at this version, while it was his turn. Once a version is enough."""
    with _noting(player, game_id, version):
        pass


@contextmanager
def _noting(player: UUID, game_id: UUID, version: int) -> Iterator[None]:
    if _noted.get((player, game_id), 0) >= version:
        yield
        return
    with NOTE.meanwhile(player, game_id, version):
        yield
    if len(_noted) >= MOST_NOTED:
        _noted.clear()
    _noted[player, game_id] = version


def why_stale(notification: Notification, scene: Scene | None, now: datetime) -> str | None:
    """Why this needs not be sent to a person any more; None: it is fresh. `scene`: its game, None if it has none."""
    if notification.expires_at is not None and notification.expires_at <= now:
        return "expired"
    kind = BY_NAME.get(notification.kind)
    if kind is None:
        return "unknown kind"
    if notification.game_id is None:
        return None
    if scene is None:
        return "no such game"
    if scene.header.status is Status.FINISHED and kind.group != "match":
        return "the match is over"
    return _STALE[kind.stale](notification, scene)


def _turn(notification: Notification, scene: Scene) -> str | None:
    seat = scene.header.seat_of(notification.player_id)
    if seat not in scene.asked:
        return "played"
    if notification.kind == "reminder":
        return None if _same_deadline(notification, scene) else "the deadline has moved"
    seq = notification.seq or 0
    if story.moved_on(scene, seq, seat):
        return "played"
    fetched = Seen.objects.filter(player_id=notification.player_id, game_id=scene.header.id, version__gte=seq)
    return "fetched" if notification.kind == "your_turn" and fetched.exists() else None


def _same_deadline(notification: Notification, scene: Scene) -> bool:
    return bool(notification.data.get("deadline_at") == times.written(scene.header.deadline_at))


def _motion(notification: Notification, scene: Scene) -> str | None:
    votes = dict(scene.table.votes)
    motion = MOTIONS[notification.kind]
    if motion not in votes or scene.header.status is not Status.RUNNING:
        return "decided"
    return "voted" if scene.header.seat_of(notification.player_id) in votes[motion] else None


def _lobby(notification: Notification, scene: Scene) -> str | None:
    if notification.kind == "invited":
        return invitation_is_stale(notification.player_id, scene)
    if scene.header.status is not Status.LOBBY:
        return "the match has started"
    return None if scene.header.seat_of(notification.player_id) is not None else "left"


def invitation_is_stale(player: UUID, scene: Scene) -> str | None:
    """Why this player needs not be asked to this table any more; None: he may be."""
    if scene.header.status is not Status.LOBBY:
        return "the match has started"
    if scene.header.seat_of(player) is not None:
        return "seated"
    return None if scene.header.open_seats else "no seat is left"


def _autopilot(notification: Notification, scene: Scene) -> str | None:
    return None if notification.data.get("seat") in scene.table.autopilot else "handed back"


_STALE: Final[Mapping[str, Callable[[Notification, Scene], str | None]]] = {
    "never": lambda _notification, _scene: None,
    "turn": _turn,
    "motion": _motion,
    "lobby": _lobby,
    "autopilot": _autopilot,
}
