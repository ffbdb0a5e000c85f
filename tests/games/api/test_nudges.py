"""Nudges and invitations are limited, and do not reveal who exists."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.notifications import invitations
from players import vacations
from players.models import Allowance, Invitation, Notification
from players.notifications import inbox
from players.vacations import Wish
from tests.games import tables
from tests.games.api.people import Person, lobby, running

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from tests.contract.client import ContractClient

pytestmark = pytest.mark.django_db


def nudge(person: Person, game: str) -> Any:
    return person.client.send(f"/v1/games/{game}/nudge")


def invite(person: Person, game: str, player: str) -> Any:
    return person.client.send(f"/v1/games/{game}/invitations", {"player": player})


def at_table(ada: Person, bob: Person) -> tuple[str, Person, Person]:
    """Return a match that has waited for the second of these players for hours."""
    game = running(ada, bob)
    waits_for = ada.see(game)["turn"]
    long_ago(game, timedelta(hours=13))
    return game, *(((bob, ada), (ada, bob))[waits_for])


def long_ago(game: str, since: timedelta) -> None:
    """Make the turn begin this long ago."""
    with tables.unguarded():
        tables.raw("UPDATE event SET recorded_at = now() - %s WHERE game_id = %s", since, game)
        tables.raw("UPDATE game SET asked_at = now() - %s WHERE id = %s", since, game)


def test_who_has_resigned_nudges_nobody(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    cid = person("Cid")
    game = running(ada, bob, cid)
    assert cid.command(game, {"type": "resign"}).status_code == 200
    long_ago(game, timedelta(hours=13))
    assert nudge(cid, game).json()["code"] == "seat_resigned"


def test_who_must_act_is_asked_once_a_day_by_each(ada: Person, bob: Person) -> None:
    game, waiting, slow = at_table(ada, bob)
    answer = nudge(waiting, game)
    assert answer.status_code == 200
    assert answer.json() == {"seat": slow.see(game)["your_seat"]}
    (told,) = slow.client.get("/v1/me/notifications").json()["notifications"]
    assert told["kind"] == "nudge"
    assert told["data"]["seat"] == waiting.see(game)["your_seat"]
    again = nudge(waiting, game)
    assert (again.status_code, again.json()["code"]) == (429, "too_soon_to_nudge")
    assert 0 < int(again["Retry-After"]) <= 24 * 3600
    Notification.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert nudge(waiting, game).status_code == 200


def test_a_player_has_half_of_their_turn_or_half_a_day_before_anybody_nudges_them(ada: Person, bob: Person) -> None:
    game, waiting, _ = at_table(ada, bob)
    long_ago(game, timedelta(hours=11))
    early = nudge(waiting, game)
    assert early.status_code == 429
    assert 3500 < int(early["Retry-After"]) <= 3600
    tables.raw("UPDATE game SET deadline_at = now() + interval '10 hours' WHERE id = %s", game)
    assert nudge(waiting, game).status_code == 200


def test_nobody_is_nudged_who_cannot_move(ada: Person, bob: Person) -> None:
    game, waiting, slow = at_table(ada, bob)
    for asker, table in ((slow, game), (ada, lobby(ada, bob))):
        answer = nudge(asker, table)
        assert (answer.status_code, answer.json()["code"]) == (409, "nobody_to_nudge")
    now = timezone.now()
    vacations.plan(player_id=slow.id, wish=Wish(None, now + timedelta(days=2)), now=now)
    assert nudge(waiting, game).status_code == 409


def test_only_who_sits_there_nudges(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    game, _, _ = at_table(ada, bob)
    answer = nudge(person(), game)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    private = lobby(ada, seats=2, private=True)
    assert nudge(bob, private).status_code == 404


def test_an_invitation_brings_the_code_and_lets_in(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3, private=True)
    assert invite(ada, game, bob.name.upper()).status_code == 204
    assert invitations.create_due() == 1
    (told,) = bob.client.get("/v1/me/notifications").json()["notifications"]
    assert (told["kind"], told["game_id"], told["data"]["from"]) == ("invited", game, "Ada")
    assert bob.sit(game, invite_code=told["data"]["invite_code"]).status_code == 200
    assert not Invitation.objects.exists()


def test_a_table_invites_a_player_once(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    for wanted in (bob.name, str(bob.id), bob.name):
        assert invite(ada, game, wanted).status_code == 204
    assert invitations.create_due() == 3
    assert Notification.objects.filter(player_id=bob.id).count() == 1


def test_known_unknown_and_seated_players_are_answered_alike(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    answers = [invite(ada, game, wanted) for wanted in (bob.name, "Nobody At All", "x", str(ada.id), "\u202e")]
    for answer in answers:
        del answer.headers["X-Request-Id"]
    assert {(answer.status_code, answer.content, tuple(answer.headers.items())) for answer in answers} == {
        (204, b"", tuple(answers[0].headers.items()))
    }
    assert invitations.create_due() == len(answers)
    assert list(Notification.objects.values_list("player_id", flat=True)) == [bob.id]


def test_known_and_unknown_names_take_the_same_statements(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    invite(ada, game, "Somebody")
    shapes = []
    for wanted in (bob.name, "Nobody At All"):
        with CaptureQueriesContext(connection) as queries:
            invite(ada, game, wanted)
        shapes.append([query["sql"].split("VALUES")[0] for query in queries])
    assert shapes[0] == shapes[1]


def test_invitations_are_for_open_tables_and_those_who_sit_there(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    full, match, table = lobby(ada, bob), running(ada, bob), lobby(ada, seats=3)
    assert invite(ada, full, "Cy").json()["code"] == "no_open_seat"
    assert invite(ada, match, "Cy").json()["code"] == "table_closed"
    assert invite(bob, table, "Cy").json()["code"] == "not_seated"
    assert stranger.send(f"/v1/games/{table}/invitations", {"player": "Cy"}).status_code == 401
    for player in ("", "x" * 65, 7):
        answer = ada.client.send(f"/v1/games/{table}/invitations", {"player": player})
        assert answer.json()["code"] == "malformed_body"


def test_invitations_are_few(ada: Person) -> None:
    game = lobby(ada, seats=3)
    invite(ada, game, "Cy")
    Allowance.objects.update(made=20)
    answer = invite(ada, game, "Cy")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_invitations")
    assert 0 < int(answer["Retry-After"]) <= 3600
    assert Invitation.objects.count() == 1


def test_an_invitation_to_a_table_that_has_filled_is_not_handed_out(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2)
    invite(ada, game, bob.name)
    ada.client.send(f"/v1/games/{game}/bots")
    assert invitations.create_due() == 1
    assert inbox.page(player_id=bob.id).items == ()


def test_an_invitation_that_fails_is_tried_less_and_less_often_and_then_left(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(game: UUID) -> None:
        raise RuntimeError(f"{game} cannot be told of")

    assert invite(ada, lobby(ada, seats=2), bob.name).status_code == 204
    monkeypatch.setattr(invitations.snapshot, "load", broken)
    pauses = []
    for _ in range(11):
        invitations.create_due()
        waiting = Invitation.objects.get()
        pauses.append(waiting.next_at - timezone.now())
        Invitation.objects.update(next_at=timezone.now() - timedelta(seconds=1))
    assert [round(pause / timedelta(minutes=5)) for pause in pauses[:10]] == [2**number for number in range(10)]
    assert pauses[10] > timedelta(days=9_999)
