"""The export contains all data of the caller, none of others, and no secret."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.db import transaction

from games.api import exporting
from games.api.views.export import PER_HOUR
from games.notifications import invitations
from games.services import worker
from players import services
from players.models import Seen
from players.scopes import ALL_SCOPES
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import lobby, running
from tests.games.api.worlds import enter, other_world
from tests.games.privacy.factories import erase, leave, with_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def export(person: Person) -> Any:
    answer = person.client.get("/v1/me/export")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_guest_gets_everything_there_is_about_them(ada: Person, bob: Person) -> None:
    with_address(ada, "ada@example.org")
    ada.client.patch("/v1/me/preferences", {"language": "fr"}, content_type="application/json")
    ada.client.send("/v1/me/webhooks", {"url": "https://hooks.example.com/", "events": ["message"]})
    _, personal = services.issue_token(player_id=ada.id, kind="personal", name="my bot", scopes=["games:read"])
    ada.client.put("/v1/me/vacation", {"ends_at": "2030-01-01T00:00:00Z"}, content_type="application/json")
    table = lobby(bob, seats=2)
    tables.invite(UUID(table), bob.id, "Ada")
    invitations.create_due()
    tables.invite(UUID(lobby(ada, seats=2)), ada.id, "Somebody")
    game = running(ada, bob, options={"standing_orders": True})
    ada.client.put(f"/v1/games/{game}/orders", {"challenge": 4}, content_type="application/json")
    ada.see(game)
    worker.sweep()
    leave(ada)
    found = export(ada)
    assert found["account"]["addresses"] == [{"email": "ada@example.org", "verified": True, "primary": True}]
    assert found["account"]["leaves_at"] is not None
    assert found["preferences"]["language"] == "fr"
    assert [token["name"] for token in found["tokens"]] == ["", "my bot"]
    assert found["webhooks"][0]["url"] == "https://hooks.example.com/"
    assert found["invitations"][0]["player"] == "Somebody"
    (invited,) = [one for one in found["notifications"] if one["notification"]["kind"] == "invited"]
    assert invited["notification"]["data"]["from"] == "Bob"
    assert {one["channel"] for one in invited["deliveries"]} >= {"email"}
    assert [(one["game_id"], one["orders"]["challenge"]) for one in found["orders"]] == [(game, 4)]
    assert len(found["games"]) == 2
    text = str(found)
    for secret in (personal, ada.client.secret, "whsec_"):
        assert secret
        assert secret not in text
    assert "Bob" not in str(found["games"])
    if Seen.objects.filter(player_id=ada.id).exists():
        assert found["seen"][0]["game"] == game


def test_a_game_is_there_as_the_seat_knows_it_also_when_it_is_over(ada: Person, bob: Person) -> None:
    game = tables.started(ada.id, bob.id)
    tables.send(game, bob.id, tables.engine.Resign())
    (mine,) = export(ada)["games"]
    (bobs,) = export(bob)["games"]
    assert mine["complete"]
    assert [entry["seq"] for entry in mine["events"]] == list(range(1, mine["version"] + 1))
    assert mine["pseudonym"] != bobs["pseudonym"]
    dealt = [
        next(entry["event"] for entry in one["events"] if entry["event"]["type"] == "hands_dealt")
        for one in (mine, bobs)
    ]
    assert dealt[0] != dealt[1]


def test_a_long_log_comes_in_pages_without_a_gap(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = running(ada, bob)
    whole = export(ada)["games"][0]
    monkeypatch.setattr(exporting, "EVENTS_AT_ONCE", 3)
    assert export(ada)["games"][0] == whole
    assert whole["id"] == game


def test_opponents_hidden_cards_are_nowhere_in_it(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    compared = 0
    random = Random(8)  # noqa: S311 - a reproducible test
    while compared < 6:
        game = UUID(running(ada, bob, person()))
        changed = other_world(game, 0, random)
        if changed is None:
            continue
        with transaction.atomic():
            here = b"".join(exporting.pieces(ada.id, tables.log_of(game)[0].recorded_at))
            enter(game, changed)
            there = b"".join(exporting.pieces(ada.id, tables.log_of(game)[0].recorded_at))
            theirs = b"".join(exporting.pieces(bob.id, tables.log_of(game)[0].recorded_at))
            transaction.set_rollback(True)
        compared += 1
        assert here == there
        assert theirs != here


def test_it_takes_every_scope_of_reading_and_is_not_to_be_had_all_day(ada: Person) -> None:
    for scope in ("account:read", "games:read", "webhooks"):
        _, narrow = services.issue_token(
            player_id=ada.id, kind="personal", scopes=[other for other in ALL_SCOPES if other != scope]
        )
        assert ContractClient(narrow).get("/v1/me/export").status_code == 403
    assert ContractClient().get("/v1/me/export").status_code == 401
    for _ in range(PER_HOUR):
        export(ada)
    refused = ada.client.get("/v1/me/export")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_exports")
    assert 0 < int(refused["Retry-After"]) <= 3600


def test_of_who_is_gone_an_invitation_says_nothing(ada: Person, bob: Person) -> None:
    table = lobby(bob, seats=3)
    tables.invite(UUID(table), bob.id, "Ada")
    invitations.create_due()
    erase(bob)
    (invited,) = export(ada)["notifications"][:1]
    assert invited["notification"]["data"]["from"] is None
