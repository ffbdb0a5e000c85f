"""One mail about several games, the most urgent first: where the reader must move, then what else happened."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from games.notifications.kinds import BY_NAME
from games.notifications.rendering import button, html, layout, plain_text
from games.notifications.rendering.content import Links, Parts
from games.notifications.rendering.mail import letter_of
from games.notifications.rendering.plain_text import heading, wrapped
from games.notifications.rendering.texts import texts_in
from games.notifications.rendering.theme import BREAKS, DAY, FONT
from players.notifications.channels import Action

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import engine
    from games.notifications.rendering import Board
    from games.notifications.rendering.content import Content
    from games.notifications.rendering.texts import Texts

_MOST: Final = 25
"""Messages that a digest tells; of more it says how many."""
_DRAWN_BYTES: Final = 50_000
"""Room for hands: Gmail cuts off what comes after 102 kB."""
_NEVER: Final = datetime.max.replace(tzinfo=UTC)
_INDENT: Final = "  "


class Item(NamedTuple):
    """A message of a digest: what `render` would get for it."""

    notice: Content
    view: engine.View | None
    links: Links

    @property
    def waits(self) -> bool:
        """Whether the game waits for the reader."""
        return BY_NAME[self.notice.kind].stale == "turn"


class Told(NamedTuple):
    """An item in words."""

    waits: bool
    letter: layout.Letter

    @property
    def scene(self) -> Board | None:
        """The table, if the reader must move there: he is shown the piles and his hand."""
        return self.letter.scene if self.waits else None

    @property
    def ways(self) -> Sequence[tuple[str, str]]:
        """Label and address of the page of the game; nothing for what is about no game."""
        return [self.letter.table] if self.letter.table else []


def digest(items: Sequence[Item], language: str, zone: str, unsubscribe: str | None) -> Parts:
    """Put several messages into one. Moves are not offered: each game has its page."""
    texts = texts_in(language)
    ordered = sorted(items, key=_urgency)
    told = [
        Told(item.waits, letter_of(item.notice, item.view, Links(game=item.links.game), texts, zone))
        for item in ordered[:_MOST]
    ]
    waiting = sum(item.waits for item in ordered)
    words = texts.kinds["digest" if waiting else "digest.nobody"]
    title, body = (texts.fill(text, count=waiting) for text in (words.subject, words.body))
    more = "" if len(items) <= _MOST else texts.fill(texts.mail["digest_more"], count=len(items) - _MOST)
    return Parts(
        title=title,
        body=body,
        text="\n".join(_text_lines(told, body, more, texts, unsubscribe)) + "\n",
        html=_html(told, (title, body, more), texts, unsubscribe),
        actions=tuple(Action(_label(one.letter, way), address) for one in told for way, address in one.ways),
    )


def _urgency(item: Item) -> tuple[bool, datetime, float]:
    """Games that wait come first, the one whose time ends first before all; then the latest news."""
    deadline = item.notice.deadline_at if item.waits else None
    return (not item.waits, deadline or _NEVER, -item.notice.created_at.timestamp())


def _label(letter: layout.Letter, way: str) -> str:
    return f"{letter.texts.label(way)} {letter.title}"


def _reader(told: Sequence[Told], texts: Texts) -> str:
    return layout.greeting(texts, next((one.letter.reader for one in told if one.letter.reader), ""))


def _chapters(told: Sequence[Told], texts: Texts) -> Iterator[tuple[str, list[Told]]]:
    for label, waits in (("waiting", True), ("news", False)):
        found = [one for one in told if one.waits is waits]
        if found:
            yield texts.mail[label], found


def _text_lines(told: Sequence[Told], body: str, more: str, texts: Texts, unsubscribe: str | None) -> Iterator[str]:
    yield from wrapped(_reader(told, texts))
    yield ""
    yield from wrapped(body)
    for title, chapter in _chapters(told, texts):
        yield from heading(title)
        for one in chapter:
            yield ""
            yield from wrapped(f"* {one.letter.title}", _INDENT)
            for sentence in (*one.letter.news, one.letter.remark):
                yield from (_INDENT + line for line in wrapped(sentence, _INDENT))
            if one.scene:
                yield from plain_text.hand_only(one.scene, _INDENT * 2)
            for _, address in one.ways:
                yield f"{_INDENT * 2}{address}"
    if more:
        yield ""
        yield from wrapped(more)
    yield from layout.text_footer(texts, texts.mail["why_digest"], unsubscribe)


def _html(told: Sequence[Told], said: tuple[str, str, str], texts: Texts, unsubscribe: str | None) -> str:
    title, body, more = said
    room = _DRAWN_BYTES
    parts = [
        f'<p style="margin:0 0 6px;{BREAKS}">{escape(_reader(told, texts))}</p>',
        f'<h1 style="margin:0 0 4px;font:700 21px/28px {FONT}">{escape(body)}</h1>',
    ]
    for chapter, items in _chapters(told, texts):
        parts.append(f'<h2 style="margin:22px 0 0;font:700 17px/24px {FONT}">{escape(chapter)}</h2>')
        for one in items:
            hand = html.hand_only(one.scene) if one.scene else ""
            room -= len(hand.encode())
            parts.append(_entry(one, hand if room > 0 else ""))
    if more:
        parts.append(f'<p style="margin:14px 0 0">{escape(more)}</p>')
    return layout.document(
        texts,
        title=title,
        preview=body,
        content="".join(parts),
        footer=layout.html_footer(texts, texts.mail["why_digest"], unsubscribe),
    )


def _entry(told: Told, hand: str) -> str:
    letter, line = told.letter, DAY["sh"].line
    said = "".join(f'<p style="margin:0 0 8px;{BREAKS}">{escape(sentence)}</p>' for sentence in letter.news)
    ways = "".join(
        f'<p style="margin:10px 0 0">{button(escape(way), to, main=told.waits, spoken=_label(letter, way))}</p>'
        for way, to in told.ways
    )
    return (
        f'<div class="l" style="margin:12px 0 0;padding:12px 0 0;border-top:1px solid {line}">'
        f'<h3 style="margin:0 0 4px;{BREAKS};font:700 16px/22px {FONT}">{escape(letter.title)}</h3>{said}'
        f"{layout.remark(letter.remark)}{hand}{ways}</div>"
    )
