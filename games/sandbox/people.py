"""Throw-away players: made for an author's tests, with mails that the author can read, and erased after a while.

Their lifetime is counted in real days: an author who moves the clock by a month keeps their players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction

from common.database import queries
from games import errors
from games.sandbox import mode
from games.services import erasure
from players import preferences, services
from players.errors import InvalidName, InvalidPreference, NameTaken
from players.models import Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID


DOMAIN: Final = "sandbox.invalid"
"""The domain of their addresses. No mail is sent to it (RFC 2606)."""
MOST: Final = 200
"""Most living throw-away players of one author."""
DAYS: Final = 7

ADD: Final = """
INSERT INTO sandbox_player (player_id, maker_id, until)
VALUES (%s::uuid, %s::uuid, statement_timestamp() + make_interval(days => %s::int)) RETURNING until
"""
COUNT: Final = "SELECT count(*) FROM sandbox_player WHERE maker_id = %s::uuid"
MINE: Final = "SELECT player_id FROM sandbox_player WHERE maker_id = %s::uuid"
OVER: Final = "SELECT player_id FROM sandbox_player WHERE until < statement_timestamp() ORDER BY until LIMIT %s::int"


@dataclass(frozen=True, slots=True)
class Wish:
    """A player to make. `name` None: generated; `language` "": none chosen; the rest as in their preferences."""

    name: str | None = None
    language: str = ""
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Made:
    """A player, and the token that is shown only now. `until` is when they are erased, in real time."""

    id: UUID
    name: str
    email: str
    token: str
    until: datetime


def make(*, maker: UUID, wishes: Sequence[Wish]) -> list[Made]:
    """Make these players, all or none. Raises TooManySandboxPlayers, InvalidName, NameTaken, InvalidPreference."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).filter(id=maker).first()  # serializes the requests of an author
        if queries.rows(COUNT, maker)[0][0] + len(wishes) > MOST:
            raise errors.TooManySandboxPlayers(limit=MOST)
        return [_make_at(place, maker, wish) for place, wish in enumerate(wishes)]


def _make_at(place: int, maker: UUID, wish: Wish) -> Made:
    try:
        return _make(maker, wish)
    except (InvalidName, NameTaken, InvalidPreference) as error:
        error.fields["member"] = ("players", place, error.fields.get("member", "name"))
        raise


def _make(maker: UUID, wish: Wish) -> Made:
    player, token = services.create_guest(name=wish.name, device="sandbox")
    address = f"{player.id}@{DOMAIN}"
    Player.objects.filter(id=player.id).update(email=address)
    EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
    preferences.change(player_id=player.id, changes={"language": wish.language, "time_zone": wish.time_zone})
    until = queries.rows(ADD, player.id, maker, DAYS)[0][0]
    return Made(player.id, player.name, address, token, until)


def of(maker: UUID) -> set[UUID]:
    """Return the author and the throw-away players that they have made."""
    return {maker, *(row[0] for row in queries.rows(MINE, maker))}


def demand(maker: UUID, players: Iterable[UUID]) -> None:
    """Raise NotYourPlayer unless all of these are the author or players made by them."""
    if not set(players) <= of(maker):
        raise errors.NotYourPlayer


def over(limit: int) -> list[UUID]:
    """Return at most `limit` players whose time is over."""
    return [row[0] for row in queries.rows(OVER, limit)]


AT_A_TIME: Final = 100


def erase_over() -> int:
    """Erase some players whose time is over and return their number. Does nothing without a sandbox."""
    if not settings.SANDBOX or not mode.is_on():
        return 0
    players = over(AT_A_TIME)
    for player in players:
        erasure.erase(player)
    return len(players)
