"""The sentence of each message in the inbox: what a mail about it says first, from its facts and the table as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.database import queries
from games.notifications.kinds import named
from games.notifications.rendering.content import Content
from games.notifications.rendering.headlines import headline
from games.notifications.rendering.texts import texts_in
from games.store import columns
from games.types import SeatKind, Status
from players.notifications import inbox

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from games.notifications.rendering.texts import Texts
    from games.types import Game
    from players.models import Notification

_GAMES: Final = f"SELECT {columns.COLUMNS} FROM game g WHERE g.id = ANY(%s::uuid[])"  # noqa: S608 - constants only


def sentences(items: Sequence[Notification], language: str, zone: str) -> list[str]:
    """Return one sentence for each of a player's notifications. `zone` is an IANA name."""
    ids = sorted({one.game_id for one in items if one.game_id is not None})
    rows = queries.prepared(_GAMES, ids) if ids else []
    games = {game.id: game for game in map(columns.read_game, rows)}
    texts = texts_in(language)
    return [_sentence(one, games, texts, zone) for one in items]


def _sentence(one: Notification, games: Mapping[UUID, Game], texts: Texts, zone: str) -> str:
    game = None if one.game_id is None else games.get(one.game_id)
    seat = None if game is None else game.seat_played_by(one.player_id)
    content = Content(
        id=one.id,
        kind=one.kind,
        player_id=one.player_id,
        data=inbox.facts(one),
        created_at=one.created_at,
        seat=seat,
        names=_names(one, game, texts) if game is not None and seat is not None else (),
        finished=game is not None and game.status is Status.FINISHED,
    )
    said = headline(content, None, texts, zone)[1]
    return said[:1].upper() + said[1:]


def _names(one: Notification, game: Game, texts: Texts) -> Sequence[str | None]:
    """Return the names by seat. Before a match other players may have the seats that a message is about."""
    if named(one.kind).group == "table":
        return ()
    words = {SeatKind.OPEN: None, SeatKind.HUMAN: texts.words["deleted"]}
    return [
        seat.name or words.get(seat.kind, texts.fill(texts.words["bot"], number=seat.seat + 1)) for seat in game.seats
    ]
