"""Invitations: a code opens its table before the match and nothing else, and no answer tells who exists."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import retention
from games.notifications import invitations
from games.services.invitations import MAILS_PER_DAY
from games.store import quarantine
from players.invitation_codes import written
from players.models import Allowance, Invitation, Notification
from players.notifications import inbox
from tests.games import tables
from tests.games.api.people import Person, lobby, running
from tests.games.privacy.factories import with_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import SettingsWrapper as Settings

    from tests.contract.client import ContractClient

pytestmark = pytest.mark.django_db

FORTNIGHT = 14 * 86_400


def invite(person: Person, game: str, **invited: object) -> Any:
    return person.client.send(f"/v1/games/{game}/invitations", invited)


def listed(person: Person, game: str) -> list[dict[str, Any]]:
    answer = person.client.get(f"/v1/games/{game}/invitations")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["invitations"]
    return found


def look(client: ContractClient, code: str) -> Any:
    return client.get(f"/v1/invitations/{code}")


def end(person: Person, code: str) -> Any:
    return person.client.delete(f"/v1/invitations/{code}")


def told(person: Person) -> list[dict[str, Any]]:
    """Return the messages of invitations in the player's inbox, after the worker has run."""
    invitations.create_due()
    found = person.client.get("/v1/me/notifications").json()["notifications"]
    return [one for one in found if one["kind"] == "invited"]


# -- a code --------------------------------------------------------------------------------------------------------


def test_a_code_alone_shows_a_private_table_and_gives_a_seat(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = lobby(ada, seats=3, private=True, options={"stack": "same"}, clock="day")
    made = invite(ada, game)
    assert made.status_code == 201
    code = made.json()["code"]
    assert made.json()["link"] == f"http://localhost:8000/join/{code}"
    for client in (stranger, bob.client):
        shown = look(client, code)
        assert shown.status_code == 200
        assert shown.json()["invitation"] == made.json()
        table = shown.json()["game"]
        assert (table["id"], table["status"], table["private"], table["open_seats"]) == (game, "lobby", True, 2)
        assert (table["seats"][0]["name"], table["host"], table["your_seat"]) == ("Ada", 0, None)
        assert table["options"]["stack"] == "same"
        assert table["clock"]["control"]["turn"] == 86_400
    assert bob.client.get(f"/v1/games/{game}").status_code == 404
    command = str(uuid4())
    first = bob.sit(game, invitation=code, command_id=command)
    assert (first.status_code, first.json()["replayed"]) == (200, False)
    again = bob.sit(game, invitation=code, command_id=command)
    assert again.json() == {**first.json(), "replayed": True}
    assert look(bob.client, code).json()["game"]["your_seat"] == 1


@pytest.mark.parametrize("spelled", ["{}", "{low}", "{bare}", " {spaced}", "{bare_low}"])
def test_a_code_is_read_as_people_write_it(ada: Person, bob: Person, spelled: str) -> None:
    game = lobby(ada, seats=2, private=True)
    code = ada.code(game)
    bare = code.replace("-", "")
    typed = spelled.format(code, low=code.lower(), bare=bare, bare_low=bare.lower(), spaced=code.replace("-", " "))
    assert look(bob.client, typed.replace(" ", "%20")).status_code == 200
    assert bob.sit(game, invitation=typed).status_code == 200


def test_a_link_seats_as_many_as_there_are_seats(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    game = lobby(ada, seats=3, private=True)
    code = ada.code(game)
    assert ada.code(game) == code
    cid, dan = person("Cid"), person("Dan")
    assert [one.sit(game, invitation=code).status_code for one in (bob, cid)] == [200, 200]
    assert dan.sit(game, invitation=code).json()["code"] == "no_open_seat"
    assert look(dan.client, code).json()["game"]["open_seats"] == 0
    assert listed(ada, game)[0]["state"] == "open"


def test_an_invitation_of_one_person_seats_one_who_may_come_back(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = lobby(ada, seats=3, private=True)
    code = ada.code(game, player="Bob")
    assert bob.sit(game, invitation=code).status_code == 200
    cid = person("Cid")
    assert cid.sit(game, invitation=code).json()["code"] == "game_not_found"
    assert look(cid.client, code).json()["code"] == "invitation_not_found"
    assert bob.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert look(bob.client, code).status_code == 200
    assert bob.sit(game, invitation=code).status_code == 200


def test_a_retry_gets_its_answer_after_the_invitation_has_ended(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2, private=True)
    code, command = ada.code(game), str(uuid4())
    first = bob.sit(game, invitation=code, command_id=command)
    assert end(ada, code).status_code == 204
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    again = bob.sit(game, invitation=code, command_id=command)
    assert (again.status_code, again.json()["version"]) == (200, first.json()["version"])


def test_a_code_opens_its_own_table_only(ada: Person, bob: Person) -> None:
    code, other = ada.code(lobby(ada, seats=2, private=True)), lobby(ada, seats=2, private=True)
    assert bob.sit(other, invitation=code).json()["code"] == "game_not_found"
    assert ada.see(other)["open_seats"] == 1


def test_a_public_table_has_invitations_too(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2)
    code = ada.code(game, player="Bob")
    assert look(bob.client, code).json()["game"]["id"] == game
    assert bob.sit(game).status_code == 200
    assert listed(ada, game)[0]["state"] == "open"  # nobody has told the service who Bob is yet
    assert bob.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    invitations.create_due()
    assert bob.sit(game).status_code == 200
    assert listed(ada, game)[0]["state"] == "accepted"


# -- the end -------------------------------------------------------------------------------------------------------


def revoked(host: Person, _game: str, code: str) -> None:
    assert end(host, code).status_code == 204


def out_of_time(_host: Person, _game: str, _code: str) -> None:
    tables.later(FORTNIGHT)


def started(host: Person, game: str, _code: str) -> None:
    host.client.send(f"/v1/games/{game}/bots")
    assert host.client.send(f"/v1/games/{game}/start").status_code == 200


@pytest.mark.parametrize("how", [revoked, out_of_time, started])
def test_unknown_and_ended_codes_are_answered_alike(
    ada: Person, bob: Person, stranger: ContractClient, how: Callable[[Person, str, str], None]
) -> None:
    game = lobby(ada, seats=2, private=True)
    code = ada.code(game)
    assert look(stranger, code).status_code == 200
    how(ada, game, code)
    ways: list[Callable[[str], Any]] = [
        lambda code: look(stranger, code),
        lambda code: look(bob.client, code),
        lambda code: end(bob, code),
        lambda code: stranger.delete(f"/v1/invitations/{code}"),
    ]
    for ask in ways:
        ask("nonsense")  # the first use of a token in a day is noted
        heard = []
        for given in (code, written("BCDFGHJK"), "nonsense"):
            with CaptureQueriesContext(connection) as queries:
                answer = ask(given)
            del answer.headers["X-Request-Id"]
            statements = [query["sql"].replace(given.replace("-", ""), "") for query in queries]
            heard.append((answer.status_code, answer.content, dict(answer.headers), len(statements)))
        assert heard[0][0] == 404
        assert heard[0] == heard[1] == heard[2]
    sits = [bob.sit(game, invitation=given).json() for given in (code, written("BCDFGHJK"))]
    assert [answer["code"] for answer in sits] == ["game_not_found"] * 2


def test_the_host_and_the_inviter_revoke_and_then_there_can_be_a_new_one(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = lobby(ada, bob, seats=4)
    cid = person("Cid")
    assert cid.sit(game).status_code == 200
    of_bob, link = bob.code(game, player="Dan"), bob.code(game)
    assert end(cid, of_bob).json()["code"] == "not_host"
    assert end(bob, of_bob).status_code == 204
    assert [one["state"] for one in listed(bob, game) if one["code"] == link] == ["open"]
    assert end(person("Eve"), link).json()["code"] == "not_host"
    assert end(ada, link).status_code == 204
    assert ada.code(game) != link
    assert [one["state"] for one in listed(cid, game)] == ["open", "revoked", "revoked"]
    assert [one["invited_by"] for one in listed(cid, game)] == ["Ada", "Bob", "Bob"]


def test_the_invited_person_declines_and_their_message_is_not_sent(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2, private=True)
    invite(ada, game, player="Bob")
    (message,) = told(bob)
    assert end(bob, message["data"]["code"]).status_code == 204
    assert listed(ada, game)[0]["state"] == "declined"
    assert look(bob.client, message["data"]["code"]).status_code == 404
    assert end(bob, message["data"]["code"]).json()["code"] == "invitation_not_found"


def test_nobody_declines_for_the_player_who_is_invited(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    game = lobby(ada, seats=3)
    code = ada.code(game, player=bob.name)
    invitations.create_due()
    cid = person("Cid")
    assert end(cid, code).json()["code"] == "not_host"
    assert cid.sit(game).status_code == 200
    assert end(cid, code).json()["code"] == "not_host"
    assert listed(ada, game)[0]["state"] == "open"


def test_the_code_is_enough_to_decline_an_invitation_of_one_person_but_not_to_revoke_a_link(
    ada: Person, stranger: ContractClient
) -> None:
    with_address(ada, "ada@example.org")
    game = lobby(ada, seats=2, private=True)
    code, link = ada.code(game, email="cy@example.org"), ada.code(game)
    assert stranger.delete(f"/v1/invitations/{link}").json()["code"] == "invitation_not_found"
    assert stranger.delete(f"/v1/invitations/{code}").status_code == 204
    assert {one["code"]: one["state"] for one in listed(ada, game)} == {code: "declined", link: "open"}
    assert stranger.delete(f"/v1/invitations/{code}").json()["code"] == "invitation_not_found"


def test_invitations_end_with_the_start_and_with_their_time(ada: Person, bob: Person) -> None:
    with_address(ada, "ada@example.org")
    match, waiting = lobby(ada, bob, seats=3), lobby(ada, seats=2)
    for game in (match, waiting):
        invite(ada, game, email="cy@example.org")
    started(ada, match, "")
    assert [(one["state"], one["email"]) for one in listed(ada, match)] == [("expired", None)]
    assert listed(ada, waiting)[0]["email"] == "cy@example.org"
    tables.later(FORTNIGHT)
    retention.run()
    assert [(one["state"], one["email"]) for one in listed(ada, waiting)] == [("expired", None)]
    assert not Invitation.objects.exclude(email="").exists()
    assert invite(ada, waiting, email="cy@example.org").json()["state"] == "open"


def test_a_missed_end_is_made_up_for_and_shown_as_overdue(ada: Person, bob: Person) -> None:
    with_address(ada, "ada@example.org")
    game = lobby(ada, seats=2)
    invite(ada, game, email="cy@example.org")
    assert bob.sit(game).status_code == 200
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    Invitation.objects.update(state="open", email="cy@example.org")
    assert listed(ada, game)[0]["state"] == "expired"
    retention.run()
    assert Invitation.objects.get().email == ""
    Invitation.objects.update(state="open", expires_at=timezone.now() - timedelta(minutes=5))
    assert retention.overdue()["ended_invitations"] == pytest.approx(300, abs=30)


# -- players -------------------------------------------------------------------------------------------------------


def test_a_player_is_told_the_code_and_the_link(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3, private=True)
    made = invite(ada, game, player=bob.name.upper()).json()
    assert (made["kind"], made["state"], made["player"]) == ("player", "open", "BOB")
    (message,) = told(bob)
    assert (message["game_id"], message["data"]["from"]) == (game, "Ada")
    assert (message["data"]["code"], message["data"]["link"]) == (made["code"], made["link"])
    assert bob.sit(game, invitation=message["data"]["code"]).status_code == 200
    assert listed(ada, game)[0]["state"] == "accepted"


def test_a_table_invites_a_player_once(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    codes = {invite(ada, game, player=wanted).json()["code"] for wanted in ("Bob", "bob", str(bob.id))}
    assert len(codes) == 2
    assert len(told(bob)) == 1


def test_a_player_whose_invitation_was_revoked_is_told_of_the_next_one(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    for _ in range(2):
        code = ada.code(game, player="Bob")
        message = told(bob)[0]
        assert message["data"]["code"] == code
        assert end(ada, code).status_code == 204
    assert len(told(bob)) == 2


def test_who_has_left_the_table_invites_nobody(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    cid = tables.person()
    tables.sit(UUID(game), cid)
    tables.invite(UUID(game), cid, "Bob")
    tables.raw("UPDATE seat SET player_id = NULL, kind = 0 WHERE player_id = %s", cid)
    assert told(bob) == []


def test_known_unknown_and_seated_players_are_answered_alike(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    wanted = (bob.name, "Nobody At All", "x", str(ada.id), "\u202e")
    answers = [invite(ada, game, player=one) for one in wanted]
    for answer, one in zip(answers, wanted, strict=True):
        assert answer.status_code == 201
        body = answer.json()
        assert (body["player"], body["state"], body["kind"]) == (one, "open", "player")
    assert invitations.create_due() == len(answers)
    assert list(Notification.objects.values_list("player_id", flat=True)) == [bob.id]
    assert {one["state"] for one in listed(ada, game)} == {"open"}


@pytest.mark.parametrize("named", ["player", "email"])
def test_known_and_unknown_people_take_the_same_statements(ada: Person, bob: Person, named: str) -> None:
    with_address(ada, "ada@example.org")
    with_address(bob, "bob@example.org")
    game = lobby(ada, seats=3)
    invite(ada, game, player="Somebody")
    known, unknown = ("Bob", "Nobody At All") if named == "player" else ("bob@example.org", "cy@example.org")
    shapes = []
    for wanted in (known, unknown):
        with CaptureQueriesContext(connection) as queries:
            assert invite(ada, game, **{named: wanted}).status_code == 201
        shapes.append([re.split("VALUES|WHERE|_x[0-9]", query["sql"])[0] for query in queries])
    assert shapes[0] == shapes[1]


def test_invitations_are_for_open_tables_and_those_who_sit_there(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    full, match, table = lobby(ada, bob), running(ada, bob), lobby(ada, seats=3)
    assert invite(ada, full, player="Cy").json()["code"] == "no_open_seat"
    assert invite(ada, match, player="Cy").json()["code"] == "table_closed"
    assert invite(bob, table, player="Cy").json()["code"] == "not_seated"
    assert bob.client.get(f"/v1/games/{table}/invitations").json()["code"] == "not_seated"
    assert stranger.send(f"/v1/games/{table}/invitations", {"player": "Cy"}).status_code == 401
    for body in ({"player": ""}, {"player": "x" * 65}, {"player": 7}, {"player": "Cy", "email": "cy@example.org"}):
        assert invite(ada, table, **body).json()["code"] == "malformed_body"
    quarantine.add(UUID(table), "a test")
    assert invite(ada, table).json()["code"] == "game_quarantined"


def test_invitations_are_few(ada: Person) -> None:
    game = lobby(ada, seats=3)
    assert invite(ada, game, player="Cy").status_code == 201
    Allowance.objects.update(made=20)
    answer = invite(ada, game, player="Dan")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_invitations")
    assert 0 < int(answer["Retry-After"]) <= 3600
    assert invite(ada, game, player="cy").status_code == 201  # the same one again
    assert Invitation.objects.count() == 1


def test_an_invitation_to_a_table_that_has_filled_is_not_handed_out(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2)
    invite(ada, game, player="Bob")
    ada.client.send(f"/v1/games/{game}/bots")
    assert invitations.create_due() == 1
    assert inbox.page(player_id=bob.id).items == ()


def test_an_invitation_that_fails_is_tried_less_and_less_often_and_then_left(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(game: UUID) -> None:
        raise RuntimeError(f"{game} cannot be told of")

    assert invite(ada, lobby(ada, seats=2), player=bob.name).status_code == 201
    monkeypatch.setattr(invitations.snapshot, "load", broken)
    pauses = []
    for _ in range(11):
        invitations.create_due()
        waiting = Invitation.objects.get()
        assert waiting.next_at is not None
        pauses.append(waiting.next_at - timezone.now())
        Invitation.objects.update(next_at=timezone.now() - timedelta(seconds=1))
    assert [round(pause / timedelta(minutes=5)) for pause in pauses[:10]] == [2**number for number in range(10)]
    assert pauses[10] > timedelta(days=9_999)


# -- addresses -----------------------------------------------------------------------------------------------------


def test_only_who_entered_an_address_sees_it(ada: Person, bob: Person, stranger: ContractClient) -> None:
    with_address(ada, "ada@example.org")
    game = lobby(ada, bob, seats=3)
    made = invite(ada, game, email=" Cy@Example.org")
    assert (made.json()["kind"], made.json()["email"]) == ("email", "cy@example.org")
    assert listed(ada, game)[0]["email"] == "cy@example.org"
    assert listed(bob, game)[0]["email"] is None
    for client in (stranger, bob.client):
        assert b"cy@example.org" not in look(client, made.json()["code"]).content


def test_an_address_of_an_account_gets_a_message_in_its_inbox(ada: Person, bob: Person, mailoutbox: list[Any]) -> None:
    with_address(ada, "ada@example.org")
    with_address(bob, "bob@example.org")
    game = lobby(ada, seats=2, private=True)
    code = ada.code(game, email="bob@example.org")
    (message,) = told(bob)
    assert message["data"]["code"] == code
    assert Invitation.objects.get().mail_at is None
    assert mailoutbox == []
    assert bob.sit(game, invitation=code).status_code == 200
    assert (listed(ada, game)[0]["state"], listed(ada, game)[0]["email"]) == ("accepted", None)


def test_guests_and_texts_that_are_no_address_invite_nobody_by_mail(ada: Person) -> None:
    game = lobby(ada, seats=2)
    assert invite(ada, game, email="cy@example.org").json()["code"] == "email_required"
    with_address(ada, "ada@example.org")
    assert invite(ada, game, email="cy").json()["code"] == "invalid_email"
    assert not Invitation.objects.exists()


def test_addresses_are_invited_a_few_times_a_day(ada: Person) -> None:
    with_address(ada, "ada@example.org")
    game = lobby(ada, seats=2)
    for number in range(MAILS_PER_DAY):
        assert invite(ada, game, email=f"cy{number}@example.org").status_code == 201
    refused = invite(ada, game, email="dan@example.org")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_invitations")
    assert refused.json()["params"]["limit"] == MAILS_PER_DAY
    assert 86_000 < int(refused["Retry-After"]) <= 86_400
    tables.later(86_400)
    assert invite(ada, game, email="dan@example.org").status_code == 201


# -- guessing ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("counted")
def test_codes_cannot_be_tried_for_ever_not_even_right_ones(
    ada: Person, bob: Person, settings: Settings, stranger: ContractClient
) -> None:
    settings.RATE_LIMITS = {"invitation": (3, 600)}
    game = lobby(ada, seats=2, private=True)
    code, network = ada.code(game), {"REMOTE_ADDR": "203.0.113.77"}
    for given in ("BCDF-2345", "nonsense", code):
        stranger.get(f"/v1/invitations/{given}", **network)
    for given in ("BCDF-2345", code):
        refused = stranger.get(f"/v1/invitations/{given}", **network)
        assert (refused.status_code, refused.json()["params"]["rate_class"]) == (429, "invitation")
    assert stranger.get(f"/m/invitation/{code}", **network).status_code == 429
    for number in range(4):  # from other networks, the player's own budget is spent
        answer = bob.client.send(
            f"/v1/games/{game}/seats", {"invitation": "BCDF-2345"}, REMOTE_ADDR=f"203.0.114.{number}"
        )
    assert answer.json()["code"] == "rate_limited"
    assert bob.client.send(f"/v1/games/{game}/seats", {}, REMOTE_ADDR="203.0.115.1").status_code == 404
