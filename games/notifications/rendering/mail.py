"""A message in words: from what happened, the reader's view and his moves to the parts of what goes out.

The title and the short body tell nothing of anybody's hand: they are shown on lock screens and in lists of mails. What
the long ones show is the view of the reader, and events as he may know them, and nothing else.
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
"""Further news of one command that are told beside the weightiest."""
_STORY: Final = 8
"""Sentences of what has happened; the page has more."""
_WAYS_IN: Final = {"match_over": "finished", "invited": "join"}
"""What the button to the page of the game says, if not that it opens the table."""


def render(
    notice: Content,
    view: engine.View | None,
    legal_commands: Sequence[Command],
    language: str,
    zone: str,
    links: Links,
) -> Parts:
    """Put a message into words. Of the legal commands those are offered that `links` has a page for."""
    texts = texts_in(language)
    letter = letter_of(notice, view, _possible(legal_commands, links), texts, zone)
    actions = [Action(move.label, move.url) for move in letter.offer.moves]
    return Parts(
        title=letter.title,
        body=" ".join(filter(None, (*letter.news, letter.remark))),
        text=layout.text(letter),
        html=layout.html(letter),
        actions=(*actions, *([Action(*letter.table)] if letter.table else ())),
    )


def letter_of(notice: Content, view: engine.View | None, links: Links, texts: Texts, zone: str) -> layout.Letter:
    """What a mail about this notice says."""
    title, sentence = headline(notice, view, texts, zone)
    return layout.Letter(
        texts=texts,
        reader=shown(notice.reader) if notice.reader else "",
        title=title,
        news=(sentence, *(headline(_beside(notice, other), view, texts, zone)[1] for other in notice.also[:_ALSO])),
        remark=_remark(notice, zone, texts),
        scene=_scene(notice, view, texts),
        story=_story(notice, view, texts),
        offer=_offer(notice, view, links, texts),
        table=(texts.mail[_WAYS_IN.get(notice.kind, "open_table")], links.game) if links.game else None,
        replay=_replay(notice),
        why=texts.mail["why_no_seat" if notice.seat is None else "why"],
        unsubscribe=links.unsubscribe,
    )


def _replay(notice: Content) -> str:
    """Where the log of a finished match is; nothing if it is private, and open to those with a token only."""
    if notice.kind != "match_over" or notice.private:
        return ""
    return f"{settings.PUBLIC_URL}/v1/games/{notice.game_id}/events"


def _beside(notice: Content, other: Content) -> Content:
    """The other notice, told at the same table to the same reader."""
    return replace(other, seat=notice.seat, names=notice.names)


def _possible(legal_commands: Sequence[Command], links: Links) -> Links:
    """The links without those that have become stale in between."""
    legal = {(type(command), command) for command in legal_commands}  # without fields they are all equal
    commands = [(command, url) for command, url in links.commands if (type(command), command) in legal]
    return type(links)(game=links.game, commands=commands, unsubscribe=links.unsubscribe)


def _remark(notice: Content, zone: str, texts: Texts) -> str:
    """What the reader must not miss: until when he should move, or the way to a table that he is invited to."""
    if notice.kind == "invited" and notice.data.get("invite_code"):
        return texts.mail["invite"].format(code=shown(str(notice.data["invite_code"])))
    if notice.deadline_at is None or BY_NAME[notice.kind].stale != "turn":
        return ""
    return texts.mail["deadline"].format(moment=moment(notice.deadline_at, zone, texts))


def _scene(notice: Content, view: engine.View | None, texts: Texts) -> Board | None:
    return None if view is None or view.phase == "LOBBY" else board_of(view, notice.names, texts)


def _story(notice: Content, view: engine.View | None, texts: Texts) -> tuple[str, ...]:
    """What has happened since the reader acted, as his seat may know it: the latest, and that there is more."""
    if view is None or notice.seat is None or not notice.happened:
        return ()
    teller = Narrator(texts, deck_of(view, texts), names_of(view, notice.names, texts), notice.seat)
    told = teller.sentences(notice.happened)
    more = notice.cut or len(told) > _STORY
    return (*([texts.mail["earlier"]] if more else []), *told[-_STORY:])


def _offer(notice: Content, view: engine.View | None, links: Links, texts: Texts) -> Offer:
    if view is None or not links.commands:
        return NOTHING
    return offer(links.commands, CommandLabels(deck_of(view, texts), names_of(view, notice.names, texts)))
