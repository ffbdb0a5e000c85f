"""Merging while others merge too or the guest plays on: one effect, and no lost seat."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from games.audit import check
from games.errors import AlreadySeated, SeatedTogether
from games.services import commands, lobby, merges
from players import services
from players.errors import InvalidGuestToken, PlayerNotFound
from players.models import Merge, Token
from tests.games import tables
from tests.games.api.people import make_person
from tests.games.concurrency import together
from tests.games.merges.factories import make_guest
from tests.games.privacy.factories import with_address

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game
    from tests.games.api.people import Person
    from tests.games.merges.factories import Guest

pytestmark = pytest.mark.django_db(transaction=True)


def header_of(game: UUID) -> Game:
    return tables.state_of(game).game


def account(name: str) -> Person:
    found = make_person(name)
    with_address(found, f"{name.lower()}@example.org")
    return found


def merging(person: Person, guest: Guest) -> partial[object]:
    token = Token.objects.filter(player_id=person.id, kind="device").latest("created")
    return partial(merges.merge, player=person.id, token_id=token.id, secret=guest.secret)


def test_retries_at_once_have_one_effect() -> None:
    ada, guest, bob = account("Ada"), make_guest(), tables.person()
    game = tables.started(guest.person.id, bob)
    answers = together(*[merging(ada, guest)] * 6)
    assert len({(one.guest, one.games, one.merged_at) for one in answers}) == 1, answers
    assert header_of(game).seats[0].player == ada.id
    assert Merge.objects.count() == 1


def test_of_two_accounts_that_ask_for_one_guest_one_gets_them() -> None:
    for _ in range(5):
        guest, bob = make_guest(), tables.person()
        suffix = guest.person.name[:8].replace("-", "")
        ada, cid = account(f"Ada{suffix}"), account(f"Cid{suffix}")
        game = tables.started(guest.person.id, bob)
        answers = together(merging(ada, guest), merging(cid, guest))
        (lost,) = (one for one in answers if isinstance(one, Exception))
        (won,) = (one for one in answers if not isinstance(one, Exception))
        assert isinstance(lost, InvalidGuestToken)
        assert header_of(game).seats[0].player == won.player_id


def test_two_guests_at_once_come_both() -> None:
    ada, bob = account("Ada"), tables.person()
    guests = [make_guest() for _ in range(4)]
    games = [tables.started(one.person.id, bob) for one in guests]
    together(*(merging(ada, one) for one in guests))
    assert {header_of(game).seats[0].player for game in games} == {ada.id}


def test_a_guest_who_sits_down_meanwhile_is_seated_for_the_account_or_not_at_all() -> None:
    ada = account("Ada")
    for _ in range(15):
        guest, host = make_guest(), tables.person()
        table = tables.lobby_of(host, seats=3).game.id
        _, sat = together(merging(ada, guest), partial(tables.sit, table, guest.person.id))
        seated = {seat.player for seat in header_of(table).seats}
        assert guest.person.id not in seated
        if isinstance(sat, Exception):
            assert isinstance(sat, PlayerNotFound), sat
            assert ada.id not in seated
        else:
            assert ada.id in seated
            lobby_left(table, ada.id)
        assert check.check_game(table) is None


def test_an_account_that_sits_down_beside_its_guest_meanwhile_has_one_seat() -> None:
    for number in range(15):
        guest, host = make_guest(), tables.person()
        ada = account(f"Ada.{number}")
        table = tables.lobby_of(host, seats=4).game.id
        tables.sit(table, guest.person.id)
        merged, sat = together(merging(ada, guest), partial(tables.sit, table, ada.id))
        people = [seat.player for seat in header_of(table).seats]
        assert people.count(ada.id) == 1
        if isinstance(merged, Exception):
            assert isinstance(merged, SeatedTogether), merged
            assert guest.person.id in people
        else:
            assert isinstance(sat, AlreadySeated), sat
            assert guest.person.id not in people
        assert check.check_game(table) is None


def test_an_account_whose_guest_has_got_it_a_seat_at_the_last_moment_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, guest = account("Ada"), make_guest()
    table = tables.lobby_of(tables.person(), seats=4).game.id
    tables.sit(table, guest.person.id)
    append = commands.record

    def late(*given: Any) -> Any:
        monkeypatch.undo()
        merging(ada, guest)()
        return append(*given)

    monkeypatch.setattr(commands, "record", late)
    with pytest.raises(AlreadySeated):
        tables.sit(table, ada.id)
    assert [seat.player for seat in header_of(table).seats].count(ada.id) == 1


def lobby_left(table: UUID, player: UUID) -> None:

    lobby.leave_seat(game_id=table, player=player, command_id=uuid4(), request_hash=tables.ASKED)


def test_a_guest_without_games_is_merged_too() -> None:
    ada, guest = account("Ada"), make_guest()
    _, secret = services.issue_token(player_id=ada.id, kind="device")
    (done,) = together(merging(ada, guest))
    assert (done.games, bool(secret)) == (0, True)
