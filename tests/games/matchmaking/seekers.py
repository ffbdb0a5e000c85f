"""Seekers for tests: people who look for a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from games import clock as clocks
from games import matchmaking
from games.models import Seek
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

    from games.matchmaking import Seen

DEFAULTS: dict[str, Any] = {
    "options": {"game": "classic"},
    "clock": clocks.PRESETS["live"].control,
    "open_rules": False,
    "least_seats": 2,
    "most_seats": 2,
    "bots": False,
    "min_reliability": None,
    "lasts": None,
}


def wanted(**wish: Any) -> matchmaking.Wanted:
    return matchmaking.Wanted(**{**DEFAULTS, **wish})


def look(player: UUID | None = None, *, command_id: UUID | None = None, asked: bytes = bytes(32), **wish: Any) -> Seen:
    """Let a player, by default a new one, look for a match: live, for two, classic rules."""
    return matchmaking.create(
        player=player or tables.person(),
        wanted=wanted(**wish),
        command_id=command_id or uuid4(),
        request_hash=asked,
    )


def again(seen: Seen) -> Seen:
    """Return the seek as it is now."""
    return matchmaking.get(player=seen.seek.player_id, seek_id=seen.seek.id)


def states(*seen: Seen) -> list[str]:
    return [again(one).seek.state for one in seen]


def confirm(seen: Seen) -> Seen:
    return matchmaking.confirm(player=seen.seek.player_id, seek_id=seen.seek.id)


def cancel(seen: Seen) -> None:
    matchmaking.cancel(player=seen.seek.player_id, seek_id=seen.seek.id)


def people_of(game_id: UUID | None) -> list[UUID | None]:
    """Return the players of a game by seat, None for bots."""
    assert game_id is not None
    return [seat.player for seat in tables.state_of(game_id).game.seats]


def check_everybody() -> None:
    """Check what holds at any time: a seated player has a seat in the match, active ones wait in one gathering."""
    for seek in Seek.objects.select_related("gathering"):
        if seek.state == Seek.State.SEATED:
            assert seek.player_id in people_of(seek.game_id)
        assert (seek.game_id is not None) == (seek.state == Seek.State.SEATED)
        assert (seek.ended_at is None) == (seek.state in Seek.ACTIVE)
        called = seek.gathering is not None and seek.gathering.confirm_by is not None
        assert called == (seek.state == Seek.State.CALLED)
