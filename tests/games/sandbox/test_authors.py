"""What authors can create, move and read in a sandbox, and what others' objects refuse them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.core.mail import EmailMessage, get_connection

from common import clock
from games import leases, retention
from games.sandbox import people, time_travel
from players.models import Player
from tests.games import tables
from tests.games.sandbox.test_three_days import advance, mails, slow_game, throw_away
from tests.players.people import ask_code, confirm

if TYPE_CHECKING:
    from tests.games.api.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox_mode")]


def real_now() -> datetime:
    """Return the time that no sandbox moves."""
    found = tables.raw("SELECT statement_timestamp()")
    moment: datetime = found[0][0]
    return moment


def test_the_clock_says_how_far_it_is_ahead_and_never_goes_back(ada: Person) -> None:
    before = ada.client.get("/v1/sandbox/clock").json()
    assert before["ahead"] == 0
    advance(ada, days=2, seconds=5)
    after = ada.client.get("/v1/sandbox/clock").json()
    gone = datetime.fromisoformat(after["now"]) - datetime.fromisoformat(before["now"])
    assert timedelta(days=2, seconds=5) <= gone < timedelta(days=2, seconds=35)
    assert 0 <= 2 * 86400 + 5 - after["ahead"] <= 30
    assert clock.now() > real_now() + timedelta(days=2)
    for wrong in ({}, {"days": -1}, {"days": 31, "seconds": 1}, {"seconds": 0}):
        assert ada.client.send("/v1/sandbox/clock/advance", wrong).status_code == 400
    assert ada.client.get("/v1/sandbox/clock").json()["ahead"] == after["ahead"]


def test_it_cannot_be_moved_beyond_ten_years(ada: Person) -> None:
    tables.raw("UPDATE sandbox_clock SET micros = %s", time_travel.FARTHEST // timedelta(microseconds=1) - 1)
    answer = ada.client.send("/v1/sandbox/clock/advance", {"seconds": 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "clock_too_far")


def test_who_is_too_slow_is_told_how_much_is_left(ada: Person) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert")
    slow_game(ann, bert)
    journey = time_travel.advance(timedelta(days=2), seconds=0)
    assert timedelta(days=1) < journey.left <= timedelta(days=2)
    assert advance(ada, days=2, seconds=60)["events"]["timed_out"] == 2


def test_another_who_moves_the_clock_at_the_same_time_is_refused(ada: Person) -> None:
    with leases.held(leases.Name.SANDBOX_CLOCK):
        answer = ada.client.send("/v1/sandbox/clock/advance", {"seconds": 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "clock_busy")
    assert ada.client.send("/v1/sandbox/clock/advance", {"seconds": 1}).status_code == 200


def test_tokens_expire_by_the_moved_clock(ada: Person) -> None:
    until = (clock.now() + timedelta(days=1)).isoformat()
    made = ada.client.send("/v1/me/tokens", {"name": "short", "expires_at": until, "scopes": ["games:read"]})
    assert made.status_code == 201, made.content
    advance(ada, days=2)
    assert [one["name"] for one in ada.client.get("/v1/me/tokens").json()["tokens"]] == [""]


def test_an_author_reads_the_mails_of_their_own_players_alone(ada: Person, bob: Person) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert", language="fr")
    slow_game(ann, bert)
    advance(ada, days=1)
    first = mails(ada, ann)
    assert "tour" in " ".join(one["subject"] + one["text"] for one in first)
    refused = bob.client.get(f"/v1/sandbox/mails?player={ann.id}")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_your_player")
    assert bob.client.get("/v1/sandbox/mails").json()["mails"] == []
    assert bob.client.send("/v1/sandbox/clock/advance", {"seconds": 1}).json()["games"] == []
    page = ada.client.get("/v1/sandbox/mails?limit=1").json()
    rest = ada.client.get(f"/v1/sandbox/mails?limit=100&cursor={page['next']}").json()
    assert len(page["mails"]) + len(rest["mails"]) == len(mails(ada, ann)) + len(mails(ada, bert))
    assert ada.client.get(f"/v1/sandbox/mails?cursor={rest['next']}").json()["mails"] == []


def test_mails_to_others_go_out_as_ever() -> None:
    get_connection().send_messages([EmailMessage("Hello", "You", to=["ada@example.com"])])
    get_connection().send_messages([EmailMessage("Hello", "You", to=[f"nobody@{people.DOMAIN}"])])
    assert [one.to for one in mail.outbox] == [["ada@example.com"], [f"nobody@{people.DOMAIN}"]]


def test_players_are_made_all_or_none(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Player.objects.count()
    answer = ada.client.send("/v1/sandbox/players", {"players": [{"name": "Zoe"}, {"name": "Zoe"}]})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")
    assert Player.objects.count() == before
    monkeypatch.setattr(people, "MOST", 20)
    for _ in range(2):
        assert ada.client.send("/v1/sandbox/players", {"players": [{}] * 10}).status_code == 201
    refused = ada.client.send("/v1/sandbox/players", {"players": [{}]})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_sandbox_players")


def test_players_go_with_all_that_is_theirs_after_some_real_days(ada: Person) -> None:
    ann, bert = throw_away(ada, "Ann", "Bert")
    advance(ada, days=8)
    game = slow_game(ann, bert)
    advance(ada, days=1)
    retention.run()
    assert Player.objects.filter(id__in=[ann.id, bert.id]).count() == 2, "a moved clock does not end them"
    tables.raw("UPDATE sandbox_player SET until = until - interval '8 days'")
    retention.run()
    assert not Player.objects.filter(id__in=[ann.id, bert.id]).exists()
    assert tables.raw("SELECT count(*) FROM sandbox_mail")[0][0] == 0
    assert ada.see(game)["seats"][0]["name"] is None


def test_a_token_must_have_the_scope(ada: Person) -> None:
    from tests.contract.client import ContractClient  # noqa: PLC0415 - it needs the settings

    made = ada.client.send("/v1/me/tokens", {"name": "reader", "scopes": ["games:read", "account:read"]}).json()
    reader = ContractClient(made["token"])
    assert reader.get("/v1/sandbox/clock").status_code == 200
    refused = reader.send("/v1/sandbox/clock/advance", {"seconds": 1})
    assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")
    assert ContractClient().get("/v1/sandbox/clock").status_code == 401


def test_the_codes_of_throw_away_players_are_shown_and_end_by_the_clock_of_the_sandbox(ada: Person) -> None:
    (ann,) = throw_away(ada, "Ann")
    address = ann.client.get("/v1/me").json()["email"]

    def asked() -> tuple[str, str]:
        sign_in: str = ask_code(address).json()["sign_in"]
        found = re.search(r"Your code is\n\n(\S+)\n", mails(ada, ann)[-1]["text"])
        assert found
        return sign_in, found[1]

    signed_in = confirm(*asked()).json()
    assert (signed_in["is_new"], signed_in["player"]["name"]) == (False, "Ann")
    late = asked()
    advance(ada, seconds=15 * 60)
    assert confirm(*late).json()["code"] == "code_expired"
