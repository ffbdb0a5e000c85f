"""Seeks as their player sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from games import matchmaking
from games.api import clocks
from games.store import controls
from games.store.option_sets import OptionSet
from games.types import Speed
from games.wire import option_names
from games.wire.seeks import Muster, Seek, Seeks

if TYPE_CHECKING:
    from uuid import UUID

    from games.wire.seeks import SeekState
    from games.wire.words import SpeedName


def of_player(player: UUID) -> Seeks:
    """Return the seeks of a player."""
    return Seeks(seeks=[shown(one) for one in matchmaking.of_player(player)])


def shown(found: matchmaking.Seen) -> Seek:
    """Return a seek as its player sees it."""
    seek = found.seek
    changed: Any = OptionSet.of(seek.options).changed
    muster = None
    if found.confirm_by is not None:
        muster = Muster(until=found.confirm_by, confirmed=found.has_confirmed, people_confirmed=found.confirmed)
    return Seek(
        id=str(seek.id),
        state=cast("SeekState", seek.state),
        ruleset=seek.ruleset,
        edition=seek.edition,
        options=option_names.to_wire(changed),
        clock=clocks.summary(None if seek.clock is None else controls.read(seek.clock)),
        speed=speed(Speed(seek.speed)),
        preset=matchmaking.preset_of(seek),
        house_rules="open" if seek.open_rules else "fixed",
        least_seats=seek.least_seats,
        most_seats=seek.most_seats,
        bots=seek.bots,
        min_reliability=seek.min_reliability,
        people=found.people,
        muster=muster,
        game_id=None if seek.game_id is None else str(seek.game_id),
        created_at=seek.created_at,
        expires_at=seek.expires_at,
        ended_at=seek.ended_at,
    )


def speed(of: Speed) -> SpeedName:
    """Return the speed by name."""
    return cast("SpeedName", of.word)
