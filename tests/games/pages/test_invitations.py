"""A player invited by mail can take a seat with the link of that mail."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from games.services import lobby
from games.store import quarantine
from players import blocks, invitations
from players.invitations import Invited, Kind
from players.models import Invitation, Notification, Player
from players.preferences import change
from tests.games import tables
from tests.games.pages.clients import visitor

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game
    from tests.games.pages.clients import Visitor

pytestmark = pytest.mark.django_db

ASKS, SITS, LATE = "Sit down at this table?", "The match has not begun", "You come too late for this table"


def asked(host: UUID, seats: int = 3, *, private: bool = True) -> Visitor:
    """Return a player whom the host has invited to a new table."""
    game = tables.lobby_of(host, seats=seats, private=private).game.id
    guest = visitor(tables.person(), game)
    Notification.objects.filter(id=guest.told).update(kind="invited", about_id=host)
    one = invitations.make(game_id=game, player_id=host, invited=Invited(Kind.PLAYER, str(guest.player)), language="en")
    Invitation.objects.filter(id=one.id).update(invited_id=guest.player)
    return guest


def header_of(guest: Visitor) -> Game:
    host = Notification.objects.values_list("about_id", flat=True).get(id=guest.told)
    return tables.state_of(guest.game, host).game


def seat_of(guest: Visitor) -> int | None:
    return header_of(guest).seat_of(guest.player)


@pytest.mark.parametrize("private", [True, False])
def test_a_guest_sits_down_by_the_link_only_once_they_press(private: bool) -> None:  # noqa: FBT001
    guest = asked(tables.person(), private=private)
    page = guest.see(guest.table())
    assert page.heading == ASKS
    assert "2 seats are still open." in page.text
    assert guest.client.head(guest.table()).status_code == 200
    assert guest.press(guest.table(), **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert seat_of(guest) is None
    path = guest.table()
    sits = guest.made(path)
    assert sits.heading == SITS
    assert "Round" not in sits.text  # nothing is dealt yet
    assert seat_of(guest) == 1
    assert guest.made(path).heading == SITS  # pressing again, or going back
    lobby.leave_seat(game_id=guest.game, player=guest.player, command_id=uuid4(), request_hash=tables.ASKED)
    assert guest.made(path).heading == SITS


def test_the_link_shows_the_table_when_the_match_has_begun() -> None:
    host = tables.person()
    guest = asked(host, seats=2)
    path = guest.table()
    guest.made(path)
    lobby.start(game_id=guest.game, player=host, command_id=uuid4(), request_hash=tables.ASKED)
    assert guest.see(path).heading in {"Your turn", "Not your turn", "You may act"}


def test_who_comes_too_late_is_told_so() -> None:
    host = tables.person()
    guest = asked(host, seats=2)
    path = guest.table()
    tables.sit(guest.game, tables.person(), code=tables.code_of(guest.game))
    assert guest.see(path, 410).heading == LATE
    assert guest.press(path).status_code == 410
    lobby.start(game_id=guest.game, player=host, command_id=uuid4(), request_hash=tables.ASKED)
    assert guest.see(path, 410).heading == LATE
    assert seat_of(guest) is None


@pytest.mark.parametrize("reason", ["blocks", "is blocked", "is late"])
def test_who_may_not_sit_there_is_told_so(reason: str) -> None:
    host, other = tables.person(), tables.person()
    guest = asked(host, private=False)
    Invitation.objects.update(player=other)  # not the host
    if reason == "is late":
        tables.give_turns(guest.player, (40, 20))
        tables.raw("UPDATE game SET min_reliability = 90 WHERE id = %s", guest.game)
    else:
        pair = (guest.player, host) if reason == "blocks" else (host, guest.player)
        blocks.block(player_id=pair[0], blocked_id=pair[1])
    path = guest.table()
    assert guest.see(path).heading == ASKS
    assert guest.press(path).status_code == 403
    assert seat_of(guest) is None


@pytest.mark.parametrize("readable", [True, False])
def test_a_quarantined_table_seats_nobody_and_the_page_says_so(*, readable: bool) -> None:
    guest = asked(tables.person())
    path = guest.table()
    quarantine.add(guest.game, "a test")
    if not readable:
        with tables.unguarded():
            tables.raw("UPDATE event SET public = 'x' WHERE game_id = %s", guest.game)
        tables.raw("UPDATE game SET state_cache = NULL WHERE id = %s", guest.game)
    assert guest.see(path, 409).heading
    assert guest.press(path).status_code == 409


def test_the_page_names_who_asks_and_speaks_the_language_of_who_is_asked() -> None:
    host = tables.person()
    Player.objects.filter(id=host).update(name="<b>Ann")
    guest = asked(host)
    change(player_id=guest.player, changes={"language": "fr"})
    page = guest.see(guest.table())
    assert page.heading == "S’asseoir à cette table\N{NARROW NO-BREAK SPACE}?"
    assert "<b>Ann vous garde une place à une table (UNO Flip!)." in page.text
    assert "<b>Ann" not in page.body


def test_another_kind_of_message_seats_nobody() -> None:
    guest = asked(tables.person())
    Notification.objects.filter(id=guest.told).update(kind="nudge")
    assert guest.press(guest.table()).status_code == 410
    assert seat_of(guest) is None


def test_the_link_of_a_revoked_invitation_seats_nobody() -> None:
    guest = asked(tables.person())
    path = guest.table()
    assert guest.see(path).heading == ASKS
    invitations.end(Invitation.objects.filter(game_id=guest.game), invitations.State.REVOKED)
    assert guest.see(path, 410).heading == LATE
    assert guest.press(path).status_code == 410
    assert seat_of(guest) is None
