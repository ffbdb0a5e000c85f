"""The page behind the link of an invitation: its button takes a seat.

For a player who has a seat, the same link shows the table like any other.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid5

from games import errors
from games.notifications import links
from games.notifications.rendering.names import shown
from games.pages.link import Closed
from games.pages.render import Button, game_name, question_page, rules_path
from games.pages.texts import PAGES
from games.services import lobby
from games.types import SeatKind

if TYPE_CHECKING:
    from games.notifications.rendering.texts import Texts
    from games.pages.link import Invitation
    from games.types import Game


def page_of(invitation: Invitation) -> str:
    """Return the page that offers a seat."""
    texts, game = PAGES[invitation.language], invitation.game
    page, words, name = texts.page, texts.words, game_name(game, texts.words)
    by = words.words["somebody"] if invitation.by is None else shown(invitation.by)
    asked = words.fill(words.kinds["invited"].body, player=by, game=name)
    sitting = words.fill(page["sitting"], names=names_at(game, words), count=game.open_seats)
    return question_page(
        texts,
        page["sit"],
        [asked, sitting],
        [Button(words.mail["join"])],
        game=name,
        rules=rules_path(game, texts),
        action=invitation.link.path,
        promise=page["not_seated_yet"],
    )


def sit_down(invitation: Invitation) -> None:
    """Take the lowest open seat. Pressing twice takes one seat. Raises `Closed`, and as `lobby.take_seat`."""
    game = invitation.game
    try:
        lobby.take_seat(
            game_id=game.id,
            player=invitation.player,
            seat=None,
            code=invitation.code,
            entropy=None,
            # A player who left the seat may come back by the same link: another version makes another command.
            command_id=uuid5(links.MOVES, f"{invitation.link.token} {game.version}"),
            request_hash=sha256(b"link\0sit").digest(),
        )
    except (errors.BlockedPlayerThere, errors.NotWelcome, errors.TooUnreliable) as refused:
        raise Closed(refused.code, invitation.language) from None


def names_at(game: Game, words: Texts) -> str:
    """Return the players at a table, in words."""
    names = []
    for seat in game.seats:
        if seat.kind is SeatKind.BOT:
            names.append(words.fill(words.words["bot"], number=seat.seat + 1))
        elif seat.kind is SeatKind.HUMAN:
            names.append(words.words["deleted"] if seat.name is None else shown(seat.name))
    return words.listed(names) or words.words["nobody"]
