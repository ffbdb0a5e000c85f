"""One mail about several games: first those that wait for the reader, then other news.

Of each game it says what happened since the reader looked, and what it waits for.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from games.notifications.kinds import BY_NAME
from games.notifications.rendering import layout, plain_text
from games.notifications.rendering.content import Links, Parts
from games.notifications.rendering.html import render, small_table
from games.notifications.rendering.mail import letter_of
from games.notifications.rendering.plain_text import heading, wrapped
from games.notifications.rendering.summary import summary, waits_for
from games.notifications.rendering.texts import texts_in
from players.notifications.channels import Action

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import engine
    from games.notifications.rendering import Board
    from games.notifications.rendering.content import Content
    from games.notifications.rendering.texts import Texts

_MOST: Final = 25
"""Most notifications that a digest shows. It counts the others."""
_DRAWN_BYTES: Final = 50_000
"""Most bytes of drawn hands: Gmail cuts mails off after 102 kB."""
_NEVER: Final = datetime.max.replace(tzinfo=UTC)
_INDENT: Final = "  "


class Item(NamedTuple):
    """A game of a digest: the arguments that `mail.render` would get for its most important notification."""

    content: Content
    view: engine.View | None
    links: Links

    @property
    def waits(self) -> bool:
        """Return whether the game waits for the reader."""
        return BY_NAME[self.content.kind].stale == "turn"


class Entry(NamedTuple):
    """An item in words."""

    waits: bool
    letter: layout.Letter
    happened: str
    waits_for: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return what the entry says above the hand."""
        return tuple(filter(None, (*self.letter.news, self.happened, self.waits_for)))

    @property
    def board(self) -> Board | None:
        """Return the table if the reader must move there."""
        return self.letter.board if self.waits else None

    @property
    def label(self) -> str:
        """Return the label of the link to the game's page, with the title of the entry."""
        return f"{self.letter.texts.label(self.letter.page[0])} {self.letter.title}" if self.letter.page else ""


def digest(items: Sequence[Item], language: str, zone: str, unsubscribe: str | None) -> Parts:
    """Put several notifications into one mail. It offers no moves: each game has its page."""
    texts = texts_in(language)
    ordered = sorted(items, key=_urgency)
    entries = [_entry(item, texts, zone) for item in ordered[:_MOST]]
    waiting = sum(item.waits for item in ordered)
    words = texts.kinds["digest" if waiting else "digest.nobody"]
    title, body = (texts.fill(text, count=waiting) for text in (words.subject, words.body))
    more = "" if len(items) <= _MOST else texts.fill(texts.mail["digest_more"], count=len(items) - _MOST)
    return Parts(
        title=title,
        sentence=body,
        body=body,
        text="\n".join(_text_lines(entries, body, more, texts, unsubscribe)) + "\n",
        html=render(
            "notifications/digest.html",
            texts=texts,
            title=title,
            preview=body,
            greeting=_greeting(entries, texts),
            chapters=_with_hands(entries, texts),
            more=more,
            unsubscribe=unsubscribe,
        ),
        actions=tuple(Action(entry.label, entry.letter.page[1]) for entry in entries if entry.letter.page),
    )


def _entry(item: Item, texts: Texts, zone: str) -> Entry:
    content, view = item.content, item.view
    return Entry(
        item.waits,
        letter_of(content, view, Links(game=item.links.game, orders=item.links.orders), texts, zone),
        " ".join(summary(content, view, texts)),
        " ".join(waits_for(content, view, texts, is_told=item.waits)),
    )


def _urgency(item: Item) -> tuple[bool, datetime, float]:
    deadline = item.content.deadline_at if item.waits else None
    return (not item.waits, deadline or _NEVER, -item.content.created_at.timestamp())


def _greeting(entries: Sequence[Entry], texts: Texts) -> str:
    return layout.greeting(texts, next((entry.letter.reader for entry in entries if entry.letter.reader), ""))


def _chapters(entries: Sequence[Entry], texts: Texts) -> Iterator[tuple[str, list[Entry]]]:
    for label, waits in (("waiting", True), ("news", False)):
        found = [entry for entry in entries if entry.waits is waits]
        if found:
            yield texts.mail[label], found


def _with_hands(entries: Sequence[Entry], texts: Texts) -> list[tuple[str, list[tuple[Entry, str]]]]:
    room = _DRAWN_BYTES
    chapters = []
    for title, chapter in _chapters(entries, texts):
        drawn = []
        for entry in chapter:
            hand = small_table(entry.board) if entry.board else ""
            room -= len(hand.encode())
            drawn.append((entry, hand if room > 0 else ""))
        chapters.append((title, drawn))
    return chapters


def _text_lines(entries: Sequence[Entry], body: str, more: str, texts: Texts, unsubscribe: str | None) -> Iterator[str]:
    yield from wrapped(_greeting(entries, texts))
    yield ""
    yield from wrapped(body)
    for title, chapter in _chapters(entries, texts):
        yield from heading(title)
        for entry in chapter:
            yield ""
            yield from wrapped(f"* {entry.letter.title}", _INDENT)
            for sentence in (*entry.sentences, entry.letter.remark):
                yield from (_INDENT + line for line in wrapped(sentence, _INDENT))
            if entry.board:
                yield from plain_text.hand_only(entry.board, _INDENT * 2)
            if entry.letter.page:
                yield f"{_INDENT * 2}{entry.letter.page[1]}"
            if entry.letter.orders:
                yield from layout.text_orders(entry.letter, entry.letter.orders, _INDENT)
    if more:
        yield ""
        yield from wrapped(more)
    yield from layout.text_footer(texts, texts.mail["why_digest"], unsubscribe)
