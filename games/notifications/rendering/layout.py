"""A mail about one game, as plain text and as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from games.notifications.rendering import plain_table
from games.notifications.rendering.html import render
from games.notifications.rendering.plain_text import heading, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.notifications.rendering import Board
    from games.notifications.rendering.moves import Offer
    from games.notifications.rendering.texts import Texts

_INDENT: Final = "  "


class Letter(NamedTuple):
    """The content of a mail.

    `news`: sentences, the most important first. `remark`: what the reader should not miss, such as the deadline.
    `story`: what has happened, the latest last; it stands below the hand, since it may name cards. `page`: label and
    address of the page of the game, None without a game. `orders`: a sentence about the reader's standing orders, and
    the address that cancels them. `replay`: the address of the log of a finished match. `why`: the reason for this
    mail. `asks_for_vote`: the offered moves are votes.
    """

    texts: Texts
    reader: str
    title: str
    news: tuple[str, ...]
    remark: str
    board: Board | None
    story: tuple[str, ...]
    offer: Offer
    page: tuple[str, str] | None
    orders: tuple[str, str] | None
    replay: str
    why: str
    unsubscribe: str | None
    asks_for_vote: bool = False

    @property
    def greeting(self) -> str:
        """Return the first line of the mail."""
        return greeting(self.texts, self.reader)

    @property
    def page_label(self) -> str:
        """Return the label of the link to the game's page. Below moves it says that there are more."""
        if self.page is None or (self.offer.groups and not self.asks_for_vote):
            return self.texts.mail["all_moves"]
        return self.page[0]

    @property
    def offer_title(self) -> str:
        """Return the heading above the offered moves."""
        return self.texts.mail["your_vote" if self.asks_for_vote else "your_moves"]

    @property
    def page_is_main(self) -> bool:
        """Return whether the link to the page is the main button: the mail offers no moves."""
        return not self.offer.groups


def greeting(texts: Texts, reader: str) -> str:
    """Return the first line of a mail; `reader` is their name, or empty."""
    return texts.mail["greeting"].format(name=reader) if reader else texts.mail["greeting_all"]


def html(letter: Letter) -> str:
    """Return the letter as HTML for mail programs."""
    preview = " ".join(filter(None, (letter.news[0], letter.remark)))
    return render("notifications/mail.html", letter=letter, texts=letter.texts, title=letter.title, preview=preview)


def text(letter: Letter) -> str:
    """Return the letter as plain text that ends with a line break."""
    return "\n".join(_text_lines(letter)) + "\n"


def _text_lines(letter: Letter) -> Iterator[str]:
    words = letter.texts.mail
    yield from wrapped(letter.greeting)
    yield ""
    for sentence in letter.news:
        yield from wrapped(sentence)
    if letter.remark:
        yield from wrapped(letter.remark)
    if letter.board is not None:
        yield plain_table(letter.board)
    if letter.story:
        yield from heading(words["happened"])
        for sentence in letter.story:
            yield from wrapped(f"* {sentence}", _INDENT)
    if letter.offer.groups:
        yield from heading(letter.offer_title)
        yield from wrapped(words["press_hint"])
        for move in letter.offer.moves:
            yield ""
            yield from wrapped(f"* {move.label}", _INDENT)
            yield f"{_INDENT * 2}{move.url}"
    yield from _text_links(letter)
    yield from text_footer(letter.texts, letter.why, letter.unsubscribe)


def _text_links(letter: Letter) -> Iterator[str]:
    if letter.page:
        yield ""
        yield from wrapped(letter.texts.label(letter.page_label))
        yield f"{_INDENT}{letter.page[1]}"
    if letter.orders:
        yield ""
        yield from text_orders(letter, letter.orders)
    if letter.replay:
        yield from wrapped(letter.texts.label(letter.texts.mail["replay"]))
        yield f"{_INDENT}{letter.replay}"


def text_orders(letter: Letter, orders: tuple[str, str], indent: str = "") -> Iterator[str]:
    """Yield the lines about the reader's standing orders."""
    sentence, url = orders
    yield from wrapped(f"{sentence} {letter.texts.label(letter.texts.orders['cancel'])}", indent)
    yield f"{indent}{_INDENT}{url}"


def text_footer(texts: Texts, why: str, unsubscribe: str | None) -> Iterator[str]:
    """Yield the reason for the mail, the link to unsubscribe, and the note on trademarks."""
    yield ""
    yield "-- "
    yield from wrapped(why)
    if unsubscribe:
        yield from wrapped(texts.label(texts.mail["unsubscribe"]))
        yield f"{_INDENT}{unsubscribe}"
    yield from wrapped(texts.mail["affiliation"])
