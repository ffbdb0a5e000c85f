"""What a listener is told of a game: facts in JSON, the same for all at one place, or all who look on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from games.api import present
from games.api.streaming.formats import encode
from games.reads.handles import first_handle
from games.wire import log
from games.wire.streams import EventFacts, HeadFacts

if TYPE_CHECKING:
    from games.reads.updates import GameUpdate, Place


class Told(NamedTuple):
    """Events by number, oldest first, and where they lead to."""

    events: list[tuple[int, bytes]]
    head: bytes


def told(news: GameUpdate, place: Place) -> Told:
    """Return what somebody at this place is told."""
    game, seat = str(news.game_id), place.seat
    sight = news.sight
    entries = log.entries(
        news.events,
        news.status,
        seat,
        sight.shown_to(seat),
        since=place.since,
        backs_open=sight.backs_open,
        first_handle=partial(first_handle, news.game_id, news.events),
    )
    head = HeadFacts(
        game=game,
        version=news.version,
        chain=news.chain.hex(),
        status=present.status(news.status),
        turn=news.turn,
        your_seat=seat,
        your_turn=seat is not None and seat == news.turn,
        can_act=news.can_act(seat),
        deadline_at=news.deadline_at,
        waiting=present.waiting(news.waits_for, news.asked_at),
        table=news.table,  # type: ignore[arg-type]  # stored in the form in which it is sent
    )
    return Told([(entry.seq, encode(EventFacts(game=game, entry=entry))) for entry in entries], encode(head))
