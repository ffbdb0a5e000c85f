"""The seats in the row of a game are those of the table `seat`, under the names that the players have now."""

from __future__ import annotations

from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction

from games.models import Game
from games.services import empty_seats, lobby
from games.store import seats
from players import services
from players.models import Player
from tests.games import tables
from tests.games.api.people import lobby as lobby_over_http
from tests.games.api.people import make_person, running
from tests.games.concurrency import together
from tests.games.privacy.factories import erase
from tests.games.streams.items import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person


def in_step(game: UUID | str) -> tuple[seats.SeatRecord, ...]:
    """Return the seats in the row of the game, which the table and the names must agree with."""
    ((column, table),) = tables.raw("SELECT seats, seats_of(id) FROM game WHERE id = %s", game)
    assert column == table
    return seats.read(str(column))


def shown(viewer: Person, game: str) -> list[list[tuple[Any, ...]]]:
    """Return the seats that a player at the table sees in the game, in a list, and at the start of a stream."""
    listed = viewer.client.get("/v1/me/games").json()["games"]
    begun = parse(viewer.client.get(f"/v1/games/{game}/stream").content)[0]["game"]
    found = [viewer.see(game), *(one for one in listed if one["id"] == game), begun]
    assert len(found) == 3
    return [[(one["kind"], one["name"], one["bot"]) for one in each["seats"]] for each in found]


@pytest.mark.django_db
class TestAtOnce:
    """What changes a seat or a name is seen at once, in a look, in a list and in a stream."""

    def test_a_name(self) -> None:
        ada, bob = make_person("Ada"), make_person("Bob")
        game = running(ada, bob)
        assert ada.client.patch("/v1/me", {"name": "Countess"}, content_type="application/json").status_code == 200
        for seen in (shown(ada, game), shown(bob, game)):
            assert seen == [[("human", "Countess", None), ("human", "Bob", None)]] * 3
        in_step(game)

    def test_an_erasure(self) -> None:
        ada, bob = make_person("Ada"), make_person("Bob")
        game = running(ada, bob)
        empty_seats.vacate(ada.id)
        assert shown(bob, game) == [[("human", None, None), ("human", "Bob", None)]] * 3
        erase(ada)
        assert shown(bob, game) == [[("human", None, None), ("human", "Bob", None)]] * 3
        assert "Ada" not in str(tables.raw("SELECT seats FROM game")[0])
        in_step(game)

    def test_seats_taken_left_and_given_to_a_bot(self) -> None:
        ada, bob = make_person("Ada"), make_person("Bob")
        game = lobby_over_http(ada, seats=2)
        free = ("open", None, None)
        assert shown(ada, game) == [[("human", "Ada", None), free]] * 3
        assert bob.sit(game).status_code == 200
        assert shown(ada, game) == [[("human", "Ada", None), ("human", "Bob", None)]] * 3
        assert bob.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
        assert shown(ada, game) == [[("human", "Ada", None), free]] * 3
        assert ada.client.send(f"/v1/games/{game}/bots", {"bot": "sharp"}).status_code == 200
        assert shown(ada, game) == [[("human", "Ada", None), ("bot", None, "sharp")]] * 3
        in_step(game)

    def test_an_account_that_the_admin_deletes(self) -> None:
        ada, bob = make_person("Ada"), make_person("Bob")
        game = running(ada, bob)
        Player.objects.get(pk=bob.id).delete()
        assert shown(ada, game) == [[("human", "Ada", None), ("human", None, None)]] * 3
        in_step(game)

    def test_nothing_else_rewrites_the_row(self) -> None:
        ada, bob = make_person("Ada"), make_person("Bob")
        game = running(ada, bob)
        (before,) = tables.raw("SELECT xmin, ctid FROM game WHERE id = %s", game)
        ada_row = Player.objects.get(pk=ada.id)
        ada_row.email = "ada@example.org"
        ada_row.save()
        services.rename(player_id=ada.id, name="Ada")
        assert tables.raw("SELECT xmin, ctid FROM game WHERE id = %s", game) == [before]


@pytest.mark.django_db
def test_new_tables_and_their_column_agree() -> None:
    host = tables.person()
    game = tables.lobby_of(host, seats=10).game.id
    assert [one.kind.name for one in in_step(game)] == ["HUMAN"] + ["OPEN"] * 9
    in_step(tables.with_bots(host, 3))


def stand_up(game: UUID, player: UUID) -> None:
    lobby.leave_seat(game_id=game, player=player, seat=1, command_id=uuid4(), request_hash=tables.ASKED)


class Elsewhere:
    """A call in a transaction of another session, which commits when the block ends."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.called, self.over = Event(), Event()
        self.thread = Thread(target=self.run, args=(call,))

    def run(self, call: Callable[[], object]) -> None:
        try:
            with transaction.atomic():
                call()
                self.called.set()
                assert self.over.wait(30)
        finally:
            self.called.set()
            connection.close()

    def __enter__(self) -> None:
        self.thread.start()
        assert self.called.wait(30)

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()


def meanwhile(first: Callable[[], object], second: Callable[[], object]) -> None:
    """Run `second` while the transaction of `first`, in another session, is still open: it has to wait for it."""
    waiting = Thread(target=_alone, args=(second,))
    with Elsewhere(first):
        waiting.start()
        while waiting.is_alive() and not tables.raw("SELECT pid FROM pg_locks WHERE NOT granted"):
            pass
        assert waiting.is_alive()
    waiting.join()


def _alone(call: Callable[[], object]) -> None:
    try:
        call()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
class TestRaces:
    """Two sessions change the seats of one game, or the names in them."""

    def test_two_players_rename_themselves(self) -> None:
        ann, bob = tables.person(), tables.person()
        game = tables.started(ann, bob)
        meanwhile(
            partial(services.rename, player_id=ann, name="Queen.Ann"),
            partial(services.rename, player_id=bob, name="King.Bob"),
        )
        assert [one.name for one in in_step(game)] == ["Queen.Ann", "King.Bob"]

    def test_a_player_sits_down_while_they_are_renamed(self) -> None:
        ann, bob = tables.person(), tables.person()
        game = tables.lobby_of(ann).game.id
        meanwhile(
            partial(services.rename, player_id=bob, name="King.Bob"),
            partial(tables.sit, game, bob),
        )
        assert [one.name for one in in_step(game)][1] == "King.Bob"

    def test_a_player_is_renamed_while_they_sit_down(self) -> None:
        ann, bob = tables.person(), tables.person()
        game = tables.lobby_of(ann).game.id
        meanwhile(
            partial(tables.sit, game, bob),
            partial(services.rename, player_id=bob, name="King.Bob"),
        )
        assert [one.name for one in in_step(game)][1] == "King.Bob"

    def test_a_player_sits_down_while_another_is_renamed(self) -> None:
        ann, bob = tables.person(), tables.person()
        game = tables.lobby_of(ann).game.id
        meanwhile(
            partial(services.rename, player_id=ann, name="Queen.Ann"),
            partial(tables.sit, game, bob),
        )
        host, guest = in_step(game)
        assert host.name == "Queen.Ann"
        assert guest.player == bob

    def test_moves_and_seats_do_not_wait_for_each_other_in_a_circle(self) -> None:
        for _ in range(5):
            ann, bob, cid = (tables.person() for _ in range(3))
            games = [tables.lobby_of(ann, seats=3).game.id for _ in range(4)]
            for game in games:
                tables.sit(game, bob)
            answers = together(
                partial(empty_seats.vacate, ann),
                partial(empty_seats.vacate, bob),
                partial(services.rename, player_id=cid, name=f"Cid.{cid.hex[:8]}"),
                *[partial(tables.sit, game, cid) for game in games],
                partial(stand_up, games[0], bob),
            )
            assert not [one for one in answers if isinstance(one, Exception) and "deadlock" in str(one)], answers
            for game in games:
                in_step(game)
            assert Game.objects.filter(id__in=games).count() == 4
