"""What happened since a player looked at a game, as events and in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import engine
from games.notifications.rendering.board import names_of
from games.notifications.rendering.faces import deck_of
from games.notifications.rendering.sentences import Narrator
from games.notifications.rendering.texts import texts_in
from games.reads.handles import handle_before
from games.wire import log
from games.wire.since import SinceYouLooked, Told

if TYPE_CHECKING:
    from games.reads.since_looked import News
    from games.types import GameState


def since_you_looked(state: GameState, news: News, language: str) -> SinceYouLooked | None:
    """Return the news for the asker, who has a seat."""
    table, seat, texts = state.table, state.seat, texts_in(language)
    if seat is None:
        return None
    view = engine.view(table, seat)
    names = names_of(view, [record.name for record in state.game.seats], texts)
    told = Narrator(texts, deck_of(view, texts), names, seat).told([logged.event for logged in news.events])
    return SinceYouLooked(
        after=news.after,
        events=log.entries(
            news.events,
            state.game.status,
            seat,
            table.hands_shown_to(seat),
            since=state.game.since(seat),
            backs_open=table.backs_open,
            first_handle=partial(handle_before, state, news.events),
        ),
        sentences=[Told(seq=one.seq, text=text) for one, text in zip(news.events, told, strict=True) if text],
        cut=news.cut,
    )
