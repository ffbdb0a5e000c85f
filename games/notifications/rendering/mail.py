"""A notification in words: title, short body, plain text, HTML and actions.

Title and body appear on lock screens and in lists of mails, so they reveal nothing of any hand. The long texts show
the reader's view, and events as the reader may know them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from django.conf import settings

from games.notifications.kinds import BY_NAME
from games.notifications.rendering import board_of, deck_of, layout, names_of
from games.notifications.rendering.content import Parts
from games.notifications.rendering.format import moment
from games.notifications.rendering.headlines import headline
from games.notifications.rendering.moves import NOTHING, CommandLabels, Offer, offer
from games.notifications.rendering.names import shown
from games.notifications.rendering.sentences import Narrator
from games.notifications.rendering.texts import texts_in
from players.notifications.channels import Action

if TYPE_CHECKING:
    from collections.abc import Sequence

    import engine
    from engine import Command
    from games.notifications.rendering import Board
    from games.notifications.rendering.content import Content, Links
    from games.notifications.rendering.texts import Texts

_ALSO: Final = 5
"""Most further news of one command in the same mail."""
_STORY: Final = 8
"""Most sentences about what has happened. The page shows more."""
_WAYS_IN: Final = {
    "match_over": "finished",
    "series_over": "finished",
    "invited": "join",
    "loan_offered": "join",
    "muster": "confirm",
    "rematch_offered": "rematch",
}
"""Labels of the button to the page of the game, for kinds where it does not open the table."""


def render(
    content: Content,
    view: engine.View | None,
    legal_commands: Sequence[Command],
    language: str,
    zone: str,
    links: Links,
) -> Parts:
    """Put a notification into words. The mail offers the legal commands that have a page in `links`."""
    texts = texts_in(language)
    letter = letter_of(content, view, _possible(legal_commands, links), texts, zone)
    actions = [Action(move.label, move.url) for move in letter.offer.moves]
    return Parts(
        title=letter.title,
        sentence=letter.news[0],
        body=" ".join(filter(None, (*letter.news, letter.remark))),
        text=layout.text(letter),
        html=layout.html(letter),
        actions=(*actions, *([Action(*letter.page)] if letter.page else ())),
    )


def letter_of(content: Content, view: engine.View | None, links: Links, texts: Texts, zone: str) -> layout.Letter:
    """Return the content of a mail about one notification."""
    title, sentence = headline(content, view, texts, zone)
    return layout.Letter(
        texts=texts,
        reader=shown(content.reader) if content.reader else "",
        title=title,
        news=(sentence, *(headline(_beside(content, other), view, texts, zone)[1] for other in content.also[:_ALSO])),
        remark=_remark(content, zone, texts),
        board=_board(content, view, texts),
        story=_story(content, view, texts),
        offer=_offer(content, view, links, texts),
        page=(texts.mail[_WAYS_IN.get(content.kind, "open_table")], links.game) if links.game else None,
        orders=_orders(content, links, texts, zone),
        replay=_replay(content),
        why=texts.mail["why_no_seat" if content.seat is None else "why"],
        unsubscribe=links.unsubscribe,
        asks_for_vote=BY_NAME[content.kind].stale == "motion",
    )


def _orders(content: Content, links: Links, texts: Texts, zone: str) -> tuple[str, str] | None:
    """Return a sentence about the reader's standing orders, and the link that cancels them."""
    note = content.orders
    if note is None or not links.orders:
        return None
    sentence = texts.fill(texts.orders["stand"], moment=moment(note.until, zone, texts), count=note.moves)
    return sentence, links.orders


def _replay(content: Content) -> str:
    """Return the address of the log of a finished match; that of a private one needs a token, which browsers lack."""
    if content.kind != "match_over" or content.private:
        return ""
    return f"{settings.PUBLIC_URL}/v1/games/{content.game_id}/events"


def _beside(content: Content, other: Content) -> Content:
    return replace(other, seat=content.seat, names=content.names)


def _possible(legal_commands: Sequence[Command], links: Links) -> Links:
    legal = {(type(command), command) for command in legal_commands}  # commands without fields are all equal
    return replace(links, commands=[link for link in links.commands if (type(link[0]), link[0]) in legal])


def _remark(content: Content, zone: str, texts: Texts) -> str:
    """Return the deadline of the reader's move, or the code of an invitation."""
    if content.kind == "invited" and content.data.get("code"):
        return texts.mail["code"].format(code=shown(str(content.data["code"])))
    if content.deadline_at is None or BY_NAME[content.kind].stale != "turn":
        return ""
    return texts.mail["deadline"].format(moment=moment(content.deadline_at, zone, texts))


def _board(content: Content, view: engine.View | None, texts: Texts) -> Board | None:
    return None if view is None or view.phase == "LOBBY" else board_of(view, content.names, texts)


def _story(content: Content, view: engine.View | None, texts: Texts) -> tuple[str, ...]:
    """Return the latest sentences about what happened since the reader acted, after a note if there is more."""
    if view is None or content.seat is None or not content.happened:
        return ()
    narrator = Narrator(texts, deck_of(view, texts), names_of(view, content.names, texts), content.seat)
    sentences = narrator.sentences(content.happened)
    more = content.cut or len(sentences) > _STORY
    return (*([texts.mail["earlier"]] if more else []), *sentences[-_STORY:])


def _offer(content: Content, view: engine.View | None, links: Links, texts: Texts) -> Offer:
    if view is None or not links.commands:
        return NOTHING
    return offer(links.commands, CommandLabels(deck_of(view, texts), names_of(view, content.names, texts)))
