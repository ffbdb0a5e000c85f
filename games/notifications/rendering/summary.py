"""What happened in a game since its reader looked, in a few sentences, for mails about several games.

It says what everybody at the table saw and never names a card of a hand: it stands at the top of a mail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import engine
from games.notifications.rendering.board import IDLE, board_of, names_of
from games.notifications.rendering.faces import deck_of
from games.notifications.rendering.sentences import Narrator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.notifications.rendering.content import Content
    from games.notifications.rendering.texts import Texts
    from games.types import LoggedEvent

MOST: Final = 3
"""Most events that have a sentence of their own."""
_WEIGHT: Final = {
    tag: place
    for place, tag in enumerate((
        "round_ended", "seat_eliminated", "seat_resigned", "autopilot_engaged", "timed_out", "uno_caught",
        "challenge_decided", "hands_moved", "seat_knocked_out", "round_blocked", "time_expired", "clock_paused",
        "clock_resumed", "autopilot_released",
    ))
}  # fmt: skip
"""The events that are worth a sentence, the weightiest first. The end of a match has a message of its own."""


def summary(content: Content, view: engine.View | None, texts: Texts) -> tuple[str, ...]:
    """Return what happened since the reader looked; empty if nothing did."""
    news = content.looked
    if view is None or news is None or content.seat is None or not news.events:
        return ()
    narrator = Narrator(texts, deck_of(view, texts), names_of(view, content.names, texts), content.seat)
    tally = ", ".join(_tally(news.events, content.seat, texts))
    sentences = [
        texts.digest["since"].format(news=tally) if tally else "",
        *narrator.sentences([logged.event for logged in _worth_telling(content, news.events)]),
        texts.fill(texts.digest["made"], count=news.made) if news.made else "",
        texts.mail["earlier"] if news.cut else "",
    ]
    return tuple(filter(None, sentences))


def waits_for(content: Content, view: engine.View | None, texts: Texts, *, is_told: bool) -> tuple[str, ...]:
    """Return what the game waits for; empty if for nothing. `is_told`: the message says "your turn" already."""
    if view is None or content.seat is None or view.phase in IDLE:
        return ()
    board = board_of(view, content.names, texts)
    if view.decision is not None:
        return (*board.notices, board.decision)
    if view.turn == content.seat:
        return board.notices if is_told else (*board.notices, board.decision)
    if view.turn is None:
        return board.notices
    player = names_of(view, content.names, texts)[view.turn]
    return (*board.notices, texts.digest["waits"].format(player=player))


def _tally(events: Sequence[LoggedEvent], seat: int, texts: Texts) -> Iterator[str]:
    """Yield how many cards were played and drawn."""
    shown = [engine.redact(logged.event, seat) for logged in events]
    played = sum(event["type"] == "card_played" for event in shown)
    drawn = sum(len(event["backs"]) for event in shown if event["type"] == "cards_drawn")
    for word, count in (("played", played), ("drawn", drawn)):
        if count:
            yield texts.fill(texts.digest[word], count=count)


def _worth_telling(content: Content, events: Sequence[LoggedEvent]) -> list[LoggedEvent]:
    """Return the weightiest events, in order, without those that the message is about."""
    told = {content.seq, *(other.seq for other in content.also)}
    found = [one for one in events if engine.TAGS[type(one.event)] in _WEIGHT and one.seq not in told]
    found.sort(key=lambda one: (_WEIGHT[engine.TAGS[type(one.event)]], -one.seq))
    return sorted(found[:MOST], key=lambda one: one.seq)
