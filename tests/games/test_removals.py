"""The host removes people before the match: they are told, and come back only if the host invites them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

import engine
from games import errors, retention
from games.audit import check
from games.notifications import invitations
from games.reads import invitations as read_invitations
from games.services import lobby
from games.types import SeatKind
from players.models import Notification, Player, Removal
from tests.games import tables

if TYPE_CHECKING:
    from games.types import Outcome

pytestmark = pytest.mark.django_db


def remove(game: UUID, host: UUID, seat: int = 1, key: UUID | None = None) -> Outcome:
    return lobby.remove(game_id=game, player=host, seat=seat, command_id=key or uuid4(), request_hash=tables.ASKED)


def invite(game: UUID, by: UUID, wanted: UUID) -> None:
    tables.invite(game, by, Player.objects.get(id=wanted).name)
    invitations.create_due()


def messages(player: UUID, kind: str) -> list[Notification]:
    return list(Notification.objects.filter(player_id=player, kind=kind).order_by("number"))


def test_a_removed_person_loses_the_seat_and_is_told_so() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    tables.sit(game, bob)
    outcome = remove(game, ann)
    assert (outcome.seat, outcome.game.seats[1].kind) == (0, SeatKind.OPEN)
    left = tables.log_of(game)[-1]
    assert (left.event, left.actor) == (engine.SeatLeft(1), 0)
    [told] = messages(bob, "removed")
    assert (told.game_id, told.data) == (game, {"ruleset": "flip", "edition": "base"})
    assert messages(ann, "removed") == []
    assert check.check_game(game) is None


@pytest.mark.parametrize("private", [False, True])
def test_they_cannot_sit_down_again_by_themselves(private: bool) -> None:  # noqa: FBT001
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3, private=private).game.id
    code = tables.code_of(game)
    tables.sit(game, bob, code=code)
    remove(game, ann)
    with pytest.raises(errors.RemovedFromTable):
        tables.sit(game, bob, code=code)
    with pytest.raises(errors.InvitationNotFound):
        read_invitations.look(code, bob)
    assert tables.sit(game, eve, code=code).seat == 1
    assert tables.sit(tables.lobby_of(ann).game.id, bob).seat == 1


def test_an_invitation_of_the_host_lets_them_in_again_and_reaches_them() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3, private=True).game.id
    invite(game, ann, bob)
    [first] = messages(bob, "invited")
    tables.sit(game, bob, code=first.data["code"])
    remove(game, ann)
    with pytest.raises(errors.GameNotFound):
        tables.sit(game, bob, code=first.data["code"])
    invite(game, ann, bob)
    [_, second] = messages(bob, "invited")
    assert tables.sit(game, bob, code=second.data["code"]).seat == 1


def test_an_invitation_of_another_player_does_not() -> None:
    ann, bob, cid = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=4).game.id
    tables.sit(game, bob)
    tables.sit(game, cid)
    remove(game, ann)
    invite(game, cid, bob)
    assert messages(bob, "invited") == []
    with pytest.raises(errors.RemovedFromTable):
        tables.sit(game, bob)


def test_who_left_by_themselves_may_come_back() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    tables.sit(game, bob)
    lobby.leave_seat(game_id=game, player=bob, command_id=uuid4(), request_hash=tables.ASKED)
    assert tables.sit(game, bob).seat == 1


def test_a_host_who_gives_up_their_own_seat_may_come_back() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    tables.sit(game, bob)
    remove(game, ann, 0)
    assert messages(ann, "removed") == []
    assert tables.sit(game, ann, seat=0).seat == 0


def test_a_repeated_removal_has_the_same_answer_and_does_not_touch_the_next_person() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    tables.sit(game, bob)
    key = uuid4()
    first = remove(game, ann, key=key)
    tables.sit(game, eve)
    again = remove(game, ann, key=key)
    assert (again.replayed, again.events) == (True, first.events)
    assert tables.state_of(game, eve).seat == 1
    assert messages(eve, "removed") == []
    assert len(messages(bob, "removed")) == 1


def test_only_the_host_removes_people_and_only_before_the_match() -> None:
    ann, bob, cid = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    tables.sit(game, bob)
    tables.sit(game, cid)
    with pytest.raises(errors.NotHost):
        remove(game, cid, 1)
    lobby.start(game_id=game, player=ann, command_id=uuid4(), request_hash=tables.ASKED)
    with pytest.raises(engine.RuleViolation) as refused:
        remove(game, ann, 1)
    assert refused.value.code == "wrong_phase"
    assert not Removal.objects.exists()


def test_nothing_is_kept_once_the_match_has_started() -> None:
    ann, bob = tables.person(), tables.person()
    running, waiting = (tables.lobby_of(ann, seats=2).game.id for _ in range(2))
    for game in (running, waiting):
        tables.sit(game, bob)
        remove(game, ann)
    tables.sit(running, tables.person())
    lobby.start(game_id=running, player=ann, command_id=uuid4(), request_hash=tables.ASKED)
    retention.run()
    assert [one.game_id for one in Removal.objects.all()] == [waiting]
