"""What a listener is told of a game: facts in JSON, the same for all who sit on one seat, or all who look on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from games.api import present
from games.api.streaming.formats import encode
from games.reads.handles import first_handle
from games.wire import log
from games.wire.streams import EventFacts, HeadFacts

if TYPE_CHECKING:
    from games.reads.updates import GameUpdate


class Told(NamedTuple):
    """Events by number, oldest first, and where they lead to."""

    events: list[tuple[int, bytes]]
    head: bytes


def told(news: GameUpdate, seat: int | None) -> Told:
    """Return what `seat` (None: a spectator) is told."""
    game = str(news.game_id)
    sight = news.sight
    entries = log.entries(
        news.events,
        news.status,
        seat,
        sight.shown_to(seat),
        since=0 if seat is None else news.since[seat],
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
