"""A guest signs in to an existing account, which takes over the guest's games."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from games.audit import check
from games.services import worker
from players import reliability, selectors, services, vacations
from players.models import Device, Leaving, Merge, Player, Reminder, Vacation, Webhook
from players.notifications import inbox
from players.notifications.inbox import News
from players.reliability import Reliability
from players.webhooks import queue
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import lobby, running
from tests.games.merges.factories import MERGE, make_guest, merge
from tests.games.privacy.factories import days_pass, erase

if TYPE_CHECKING:
    from tests.games.api.people import Person
    from tests.games.merges.factories import Guest

pytestmark = pytest.mark.django_db


def mine(person: Person) -> set[str]:
    return {one["id"] for one in person.client.get("/v1/games?mine=true").json()["games"]}


def test_the_account_plays_on_where_the_guest_has_played(ada: Person, bob: Person, guest: Guest) -> None:
    table, match, over = lobby(guest.person, seats=3), running(guest.person, bob), running(guest.person, bob)
    guest.person.command(over, {"type": "resign"})
    before = {game: tables.rows_of(UUID(game)) for game in (table, match, over)}
    hand = guest.person.see(match)["view"]["hand"]

    answer = merge(ada, guest)
    assert (answer.status_code, answer.json()["games"], answer.json()["guest"]) == (200, 3, str(guest.person.id))

    assert mine(ada) == {table, match, over}
    seen = ada.see(match)
    assert (seen["your_seat"], seen["view"]["hand"]) == (0, hand)
    assert bob.see(match)["seats"][0]["name"] == "Ada"
    mover = ada if seen["your_turn"] else bob
    assert mover.command(match, mover.see(match)["legal_commands"][0]).status_code == 200
    assert ada.client.send(f"/v1/games/{table}/bots", {"bot": "random"}).status_code == 200, "the host is the host"
    for game, rows in before.items():
        assert tables.rows_of(UUID(game))[: len(rows)] == rows, "what was written stays as it was"
        assert check.check_game(UUID(game)) is None


def test_the_turns_of_the_guest_count_for_the_account(ada: Person, guest: Guest) -> None:
    tables.give_turns(ada.id, (20, 20))
    tables.give_turns(guest.person.id, (20, 10))
    assert reliability.reliability_of(ada.id) is None
    assert merge(ada, guest).status_code == 200
    assert reliability.reliability_of(ada.id) == Reliability(30, 40)
    assert ada.client.get("/v1/me").json()["reliability"] == {"answered": 30, "asked": 40, "share": 75}


def test_a_removal_from_a_table_goes_with_the_guest(ada: Person, bob: Person, guest: Guest) -> None:
    game = lobby(bob, guest.person, seats=3)
    assert bob.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert merge(ada, guest).status_code == 200
    assert ada.sit(game).json()["code"] == "removed_from_table"


def test_presets_go_with_the_guest_and_repeat_their_requests(ada: Person, guest: Guest) -> None:
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    kept = guest.person.client.send("/v1/me/presets", {"name": "Friday", "shared": True}, **key).json()
    assert merge(ada, guest).status_code == 200
    assert ada.client.get("/v1/me/presets").json()["presets"] == [kept]
    assert ada.client.send("/v1/me/presets", {"name": "Friday", "shared": True}, **key).json() == kept


def test_two_presets_of_one_idempotency_key_are_both_kept(ada: Person, guest: Guest) -> None:
    key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    for client in (ada.client, guest.person.client):
        assert client.send("/v1/me/presets", {"name": "Friday"}, **key).status_code == 201
    assert merge(ada, guest).status_code == 200
    assert len(ada.client.get("/v1/me/presets").json()["presets"]) == 2


def test_blocks_of_both_sides_go_with_the_guest(ada: Person, bob: Person, guest: Guest) -> None:
    def block(player: Person, other: Person) -> None:
        assert player.client.put(f"/v1/me/blocks/{other.id}").status_code == 204

    for pair in ((bob, guest.person), (guest.person, bob), (bob, ada), (ada, guest.person), (guest.person, ada)):
        block(*pair)
    assert merge(ada, guest).status_code == 200
    for player, other in ((ada, bob), (bob, ada)):
        (found,) = player.client.get("/v1/me/blocks").json()["blocks"]
        assert found["id"] == str(other.id)


def test_asking_again_gives_the_same_answer(ada: Person, bob: Person, guest: Guest) -> None:
    running(guest.person, bob)
    first = merge(ada, guest)
    lobby(ada, seats=2)
    again = merge(ada, guest)
    assert (first.status_code, again.status_code, first.json()) == (200, 200, again.json())
    _, secret = services.issue_token(player_id=ada.id, kind="device")

    assert ContractClient(secret).send(MERGE, {"token": guest.secret}).json() == first.json()
    assert Merge.objects.count() == 1


def test_the_guests_tokens_end_and_say_why(ada: Person, guest: Guest) -> None:
    _, program = services.issue_token(player_id=guest.person.id, kind="personal", scopes=["games:read"])
    merge(ada, guest)

    for secret in (guest.secret, program):
        for path in ("/v1/me", "/v1/games", "/v1/me/stream", f"/v1/games/{uuid4()}"):
            answer = ContractClient(secret).get(path)
            assert (answer.status_code, answer.json()["code"]) == (401, "guest_merged"), path
            assert answer["WWW-Authenticate"].startswith("Bearer")
    assert ContractClient("ufd_" + "a" * 43).get("/v1/me").json()["code"] == "invalid_token"


def test_a_command_whose_answer_got_lost_is_repeated_to_the_account(ada: Person, bob: Person, guest: Guest) -> None:
    made = {"seats": 2, "command_id": str(uuid4())}
    table = guest.person.create(**made)["game"]["id"]
    match = running(guest.person, bob)
    mover = guest.person if guest.person.see(match)["your_turn"] else bob
    while mover is bob:
        assert bob.command(match, bob.see(match)["legal_commands"][0]).status_code == 200
        mover = guest.person if guest.person.see(match)["your_turn"] else bob
    move = {"command_id": str(uuid4()), "command": guest.person.see(match)["legal_commands"][0]}
    first = guest.person.client.send(f"/v1/games/{match}/commands", move)
    merge(ada, guest)
    again = ada.client.send(f"/v1/games/{match}/commands", move)
    assert (again.status_code, again.json()["replayed"]) == (200, True)
    assert again.json()["events"] == first.json()["events"]
    reused = ada.client.send(f"/v1/games/{match}/commands", {**move, "command": {"type": "resign"}})
    assert (reused.status_code, reused.json()["code"]) == (422, "command_id_reused")
    others = bob.client.send(f"/v1/games/{match}/commands", move)
    assert (others.status_code, others.json()["code"]) == (422, "command_id_reused")
    assert ada.create(**made)["game"]["id"] == table
    assert len(mine(ada)) == 2


def test_what_is_still_news_comes_along_and_whose_turn_it_is_is_told(ada: Person, bob: Person, guest: Guest) -> None:
    match = running(guest.person, bob, clock="day")
    while not guest.person.see(match)["your_turn"]:
        assert bob.command(match, bob.see(match)["legal_commands"][0]).status_code == 200
    worker.sweep()
    inbox.add(
        [
            News(id=uuid4(), player_id=guest.person.id, kind="invited", game_id=uuid4(), seq=1, about=bob.id,
                 data={"by": 0, "from": None, "ruleset": "flip", "edition": "base", "code": "BCDF-2345", "link": "https://play.example/join/BCDF-2345"}),
            News(id=uuid4(), player_id=ada.id, kind="started", game_id=uuid4(), seq=3, data={"you": 0}),
        ]
    )  # fmt: skip
    former = {str(one.id) for one in inbox.page(player_id=guest.person.id).items}
    merge(ada, guest)
    worker.sweep()
    told = inbox.page(player_id=ada.id)
    assert sorted(one.number for one in told.items) == list(range(1, told.head + 1))
    assert {"your_turn", "invited", "started"} <= {one.kind for one in told.items}
    assert len([one for one in told.items if (one.kind, str(one.game_id)) == ("your_turn", match)]) == 1
    assert not {str(one.id) for one in told.items} & former, "links in what the guest was sent are void"
    assert {one.player_id for one in Reminder.objects.all()} == {ada.id}


def test_webhooks_of_the_account_are_told_and_those_of_the_guest_are_not(
    ada: Person, bob: Person, guest: Guest
) -> None:
    hook = {"url": "https://hooks.example.com/flipside", "events": ["game.moved"]}
    match = running(guest.person, bob)
    assert guest.person.client.send("/v1/me/webhooks", hook).status_code == 201
    ours = ada.client.send("/v1/me/webhooks", hook).json()["id"]
    merge(ada, guest)
    worker.sweep()
    calls = ada.client.get(f"/v1/me/webhooks/{ours}/deliveries").json()["deliveries"]
    assert {one["game"] for one in calls} == {match}

    assert {one.webhook.player_id for one in queue.claim(100, [])} == {ada.id}
    assert Webhook.objects.filter(player_id=ada.id).count() == 1


def test_a_device_of_the_guest_gets_no_pushes_any_more(ada: Person, guest: Guest) -> None:
    Device.objects.create(player_id=guest.person.id, kind="fcm", sha256=b"x" * 32, address="x")
    merge(ada, guest)
    assert not Device.objects.exists()


def test_days_of_vacation_that_a_guest_has_spent_are_spent(ada: Person, guest: Guest, bob: Person) -> None:
    match = running(guest.person, bob, clock="day")
    now = tables.state_of(UUID(match)).now
    Vacation.objects.create(
        player_id=guest.person.id, starts_at=now - timedelta(days=3), ends_at=now - timedelta(days=1),
        ended_at=now - timedelta(days=1),
    )  # fmt: skip
    merge(ada, guest)
    (year,) = vacations.budget(ada.id, [(now - timedelta(days=2)).year])
    assert year.used >= timedelta(days=1)
    (moved,) = Vacation.objects.all()
    assert (moved.player_id, moved.games) == (ada.id, [UUID(match)]), "it never was for the games of the account"


def test_the_guest_is_erased_and_their_games_are_not(ada: Person, bob: Person, guest: Guest) -> None:
    match = running(guest.person, bob)
    merge(ada, guest)
    assert bob.client.get(f"/v1/players/{guest.person.name}").status_code == 404
    days_pass(guest.person.id)
    Leaving.objects.update(next_at=Leaving.objects.get().asked_at - timedelta(hours=1))
    worker.sweep()
    assert not Player.objects.filter(id=guest.person.id).exists()
    assert ada.see(match)["your_seat"] == 0
    assert bob.see(match)["seats"][0]["name"] == "Ada"
    assert merge(ada, guest).status_code == 200, "the answer is still the same"
    assert guest.person.client.get("/v1/me").json()["code"] == "guest_merged"


def test_the_ledger_of_erasures_has_no_merged_guest_before_their_account_goes(
    ada: Person, guest: Guest, settings: Any, tmp_path: Any
) -> None:
    settings.ERASURE_LEDGER = str(tmp_path / "ledger")
    merge(ada, guest)
    Leaving.objects.update(next_at=Leaving.objects.get().asked_at - timedelta(hours=1))
    worker.sweep()
    assert not Player.objects.filter(id=guest.person.id).exists()
    assert not (tmp_path / "ledger").exists()
    erase(ada)
    assert len((tmp_path / "ledger").read_text().splitlines()) == 2, "a restored backup must forget both"
    assert not Merge.objects.exists()
    assert selectors.guests_of(ada.id) == []


def test_an_export_says_which_guests_were_merged(ada: Person, guest: Guest) -> None:
    done = merge(ada, guest).json()
    export = b"".join(ada.client.get("/v1/me/export"))

    assert json.loads(export)["merges"] == [{"guest": done["guest"], "games": 0, "merged_at": done["merged_at"]}]


def test_two_guests_come_together_in_one_account(ada: Person, bob: Person, guest: Guest) -> None:

    other = make_guest()
    games = {running(guest.person, bob), running(other.person, bob)}
    assert [merge(ada, one).status_code for one in (guest, other)] == [200, 200]
    assert mine(ada) == games


@pytest.mark.parametrize("who", ["lender", "friend"])
def test_loans_of_the_guest_end(ada: Person, bob: Person, guest: Guest, who: str) -> None:
    lender, friend = (guest.person, make_guest().person) if who == "lender" else (bob, guest.person)
    match = running(lender, make_guest().person)
    loan = f"/v1/games/{match}/seats/0/loan"
    code = lender.client.put(loan, {"hours": 5}, content_type="application/json").json()["code"]
    assert friend.client.send(f"{loan}/accept", {"code": code}).status_code == 200
    assert merge(ada, guest).status_code == 200
    assert ada.see(match)["seats"][0]["lent_until"] is None
    assert ada.see(match)["your_seat"] == (0 if who == "lender" else None)
    assert [type(one).__name__ for one in tables.events_of(UUID(match))].count("SeatReturned") == 1
    assert check.check_game(UUID(match)) is None
