"""The page behind the link of an invitation: it asks who has no seat yet, and sits him down when he presses.

Once he sits, the same link shows his table like any other.
"""

from __future__ import annotations

from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING
from uuid import uuid5

from games.notifications import links
from games.notifications.rendering.names import shown
from games.pages.bodies import game_name, rules_link, shell
from games.pages.texts import PAGES
from games.records import SeatKind
from games.services import lobby

if TYPE_CHECKING:
    from games.notifications.rendering.texts import Texts
    from games.pages.link import Invitation
    from games.records import Header


def page_of(invitation: Invitation) -> str:
    """The page that asks whether to sit down."""
    texts, header = PAGES[invitation.language], invitation.header
    page, words, game = texts.page, texts.words, game_name(header, texts.words)
    by = words.words["somebody"] if invitation.by is None else shown(invitation.by)
    asked = words.fill(words.kinds["invited"].body, player=by, game=game)
    sitting = words.fill(page["sitting"], names=_sitting(header, words), count=header.open_seats)
    form = (
        f'<form class="ask" method="post" action="{invitation.link.path}"><h1>{escape(page["sit"])}</h1>'
        f"<p>{escape(asked)}</p><p>{escape(sitting)}</p>"
        f'<div class="go"><button class="press main">{escape(words.mail["join"])}</button></div>'
        f'<p class="faint">{escape(page["not_seated_yet"])}</p></form>'
    )
    note = rules_link(header, texts) + f"<p>{escape(page['links_note'])}</p>"
    return shell(texts, page["sit"], f'<main class="lone">{form}</main>', game, note)


def sit_down(invitation: Invitation) -> None:
    """Take the lowest open seat; pressing twice is sitting down once. Raises as `lobby.take_seat` does."""
    header = invitation.header
    lobby.take_seat(
        game_id=header.id,
        player=invitation.player,
        seat=None,
        invite=header.invite_code,
        entropy=None,
        # Who stands up again may come back by the same link: another version, another command.
        command_id=uuid5(links.MOVES, f"{invitation.link.token} {header.version}"),
        request_hash=sha256(b"link\0sit").digest(),
    )


def _sitting(header: Header, words: Texts) -> str:
    names = []
    for seat in header.seats:
        if seat.kind is SeatKind.BOT:
            names.append(words.fill(words.words["bot"], number=seat.seat + 1))
        elif seat.kind is SeatKind.HUMAN:
            names.append(words.words["deleted"] if seat.name is None else shown(seat.name))
    return words.listed(names) or words.words["nobody"]
