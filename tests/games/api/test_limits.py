"""Rate limits as clients meet them: the headers of every answer, the refusals, and whose budget is charged."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.contract.client import ContractClient
from tests.games.api.people import Person, running

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper as Settings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counted")]

_networks = count(1)
NOBODY = "ufd_" + "A" * 43


def network() -> str:
    """Return an address that has made no request yet."""
    return f"198.51.100.{next(_networks)}"


def left_of(answer: Any) -> tuple[str, int]:
    """Return the budget that an answer names, and what it says is left."""
    found = re.fullmatch(r'"(\w+)";r=(\d+);t=(\d+)', answer["RateLimit"])
    assert found is not None, answer["RateLimit"]
    assert 0 < int(found[3]) <= 60
    return found[1], int(found[2])


def test_every_answer_says_what_is_left(ada: Person, settings: Settings) -> None:
    settings.RATE_LIMITS = {"account": (3, 60)}
    answers = [ada.client.get("/v1/me"), ada.client.delete("/v1/me/tokens/" + str(uuid4())), ada.client.put("/v1/me")]
    assert [answer.status_code for answer in answers] == [200, 404, 405]
    assert [answer["RateLimit-Policy"] for answer in answers] == ['"account";q=3;w=60'] * 3
    assert [left_of(answer) for answer in answers] == [("account", 2), ("account", 1), ("account", 0)]
    assert answers[0]["RateLimit"].endswith(";t=20")


def test_a_spent_budget_refuses_with_a_problem_that_says_how_long(ada: Person, settings: Settings) -> None:
    settings.RATE_LIMITS = {"read": (2, 60)}
    assert [ada.client.get("/v1/me/games").status_code for _ in range(2)] == [200, 200]
    refused = ada.client.get("/v1/games")
    wait = int(refused["Retry-After"])
    assert refused.status_code == 429
    assert 20 <= wait <= 30
    assert refused.json()["code"] == "rate_limited"
    assert refused.json()["params"] == {"rate_class": "read", "limit": 2, "window": 60, "retry_after": wait}
    assert (refused["RateLimit"], refused["RateLimit-Policy"]) == (f'"read";r=0;t={wait}', '"read";q=2;w=60')


def test_a_refusal_costs_no_more_than_finding_out_who_asks(ada: Person, bob: Person, settings: Settings) -> None:
    game = running(ada, bob)
    settings.RATE_LIMITS = {"play": (1, 60)}
    ada.command(game, {"type": "draw"})
    with CaptureQueriesContext(connection) as asked:
        # A body that is not JSON is refused before it is parsed.
        refused = ada.client.post(f"/v1/games/{game}/commands", "{", content_type="application/json")
    assert (refused.status_code, len(asked)) == (429, 1)


def test_polling_never_costs_a_move(ada: Person, bob: Person, settings: Settings) -> None:
    game = running(ada, bob)
    settings.RATE_LIMITS = {"read": (2, 60), "play": (4, 60)}
    at = f"/v1/games/{game}"
    looks = [ada.client.get(path).status_code for path in (at, f"{at}/events", at, f"{at}/commands")]
    assert looks == [200, 200, 429, 429]
    assert ada.command(game, {"type": "draw"})["RateLimit"].startswith('"play";r=3;')


def test_refused_commands_and_retries_are_counted_like_moves(ada: Person, bob: Person, settings: Settings) -> None:
    game = running(ada, bob)
    settings.RATE_LIMITS = {"play": (4, 60)}
    out_of_turn = {"type": "jump_in", "card": "nonsense"}
    one = {"command_id": str(uuid4()), "command": {"type": "draw"}}
    sent = [
        ada.command(game, out_of_turn),
        *(ada.client.send(f"/v1/games/{game}/commands", one) for _ in range(3)),
        ada.client.send(f"/v1/games/{game}/commands", one),
    ]
    assert [left_of(answer)[1] for answer in sent] == [3, 2, 1, 0, 0]
    assert sent[-1].status_code == 429
    assert all(answer.status_code != 429 for answer in sent[:-1])


def test_each_player_has_one_budget_for_all_tokens_and_addresses(ada: Person, bob: Person, settings: Settings) -> None:
    settings.RATE_LIMITS = {"account": (2, 60)}
    second = ada.client.send("/v1/me/tokens", {"name": "bot", "scopes": ["account:read"]}).json()["token"]
    assert ContractClient(second).get("/v1/me", REMOTE_ADDR=network()).status_code == 200
    assert ada.client.get("/v1/me", REMOTE_ADDR=network()).status_code == 429
    assert bob.client.get("/v1/me").status_code == 200


def test_strangers_share_the_budget_of_their_network(stranger: ContractClient, ada: Person, settings: Settings) -> None:
    settings.RATE_LIMITS = {"read": (1, 60), "public": (1, 60)}
    here, there = network(), network()
    for path in ("/v1/games", "/v1/clocks"):
        statuses = [stranger.get(path, REMOTE_ADDR=address).status_code for address in (here, here, there)]
        assert statuses == [200, 429, 200]
    assert ada.client.get("/v1/games", REMOTE_ADDR=here).status_code == 200


def test_neighbours_in_one_ipv6_network_are_one(stranger: ContractClient, settings: Settings) -> None:
    settings.RATE_LIMITS = {"public": (1, 60)}
    addresses = ("2001:db8:7:7::1", "2001:db8:7:7:ffff::1", "2001:db8:7:8::1")
    assert [stranger.get("/v1/keys", REMOTE_ADDR=one).status_code for one in addresses] == [200, 429, 200]


def test_nobody_gains_by_writing_addresses_into_a_header(stranger: ContractClient, settings: Settings) -> None:
    settings.RATE_LIMITS = {"public": (2, 60)}

    def ask(forwarded: str, remote: str) -> int:
        status: int = stranger.get("/v1/keys", REMOTE_ADDR=remote, HTTP_X_FORWARDED_FOR=forwarded).status_code
        return status

    here = network()
    assert [ask(f"203.0.113.{number}", here) for number in range(3)] == [200, 200, 429]
    settings.NUM_PROXIES = 1
    client, proxy = network(), network()
    assert [ask(f"203.0.113.{number}, {client}", proxy) for number in range(3)] == [200, 200, 429]
    assert ask(network(), proxy) == 200


def test_tokens_that_are_none_are_counted_by_network_and_cost_neighbours_nothing(
    ada: Person, settings: Settings
) -> None:
    settings.RATE_LIMITS = {"sign_up": (2, 60)}
    here = network()
    guesser = ContractClient(NOBODY)
    answers = [guesser.get(path, REMOTE_ADDR=here) for path in ("/v1/me", "/v1/games", "/v1/me", "/v1/me/games")]
    assert [answer.status_code for answer in answers] == [401, 401, 429, 429]
    assert answers[0]["RateLimit"] == '"sign_up";r=1;t=30'
    assert answers[2].json()["params"]["rate_class"] == "sign_up"
    assert ada.client.get("/v1/me", REMOTE_ADDR=here).status_code == 200
    assert ContractClient().send("/v1/guests", REMOTE_ADDR=here).status_code == 201


def test_a_revoked_token_costs_its_player_one_request_at_most(ada: Person, settings: Settings) -> None:
    settings.RATE_LIMITS = {"read": (10, 60)}
    second = ada.client.send("/v1/me/tokens", {"name": "bot", "scopes": ["games:read"]}).json()
    bot = ContractClient(second["token"])
    assert left_of(bot.get("/v1/me/games")) == ("read", 9)
    assert ada.client.delete(f"/v1/me/tokens/{second['id']}").status_code == 204
    assert [bot.get("/v1/me/games").status_code for _ in range(4)] == [401] * 4
    assert left_of(ada.client.get("/v1/me/games")) in {("read", 8), ("read", 7)}


def test_signing_in_is_limited_with_the_same_problem(stranger: ContractClient, settings: Settings) -> None:
    settings.RATE_LIMITS = {"sign_up": (2, 60)}
    here = network()
    sent: list[Any] = [
        stranger.post(
            "/v1/sign-in",
            {"email": f"p{number}@example.org"},
            content_type="application/json",
            REMOTE_ADDR=here,
        )
        for number in range(3)
    ]
    assert [answer.status_code for answer in sent] == [200, 200, 429]
    assert (sent[2].json()["code"], sent[2]["Content-Type"]) == ("rate_limited", "application/problem+json")
    assert 0 < int(sent[2]["Retry-After"]) <= 30
    assert left_of(sent[1]) == ("sign_up", 0)


def test_the_limits_of_codes_speak_the_same_language(stranger: ContractClient) -> None:
    same = network()
    sent: list[Any] = [
        stranger.post(
            "/v1/sign-in",
            {"email": "often@example.org"},
            content_type="application/json",
            REMOTE_ADDR=same,
        )
        for _ in range(4)
    ]
    assert sent[3].status_code == 429
    assert (sent[3].json()["code"], sent[3]["Retry-After"]) == ("rate_limited", "60")


def test_other_limits_say_in_the_same_headers_what_they_allow(ada: Person, bob: Person, settings: Settings) -> None:
    settings.RATE_LIMITS = {"write": (10, 60)}
    game = running(ada, bob)
    waiting = bob if ada.see(game)["turn"] == ada.see(game)["your_seat"] else ada
    answer = waiting.client.send(f"/v1/games/{game}/nudge")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_soon_to_nudge")
    assert re.fullmatch(r'"write";q=10;w=60, "nudges";q=1;w=86400', answer["RateLimit-Policy"])
    assert re.fullmatch(rf'"write";r=\d;t=\d+, "nudges";r=0;t={answer["Retry-After"]}', answer["RateLimit"])


def test_the_description_and_the_docs_are_limited_too(stranger: ContractClient, settings: Settings) -> None:
    settings.RATE_LIMITS = {"public": (2, 60)}
    here = network()
    answers = [stranger.get(path, REMOTE_ADDR=here) for path in ("/openapi.yaml", "/docs", "/openapi.yaml")]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert left_of(answers[1]) == ("public", 0)
    assert stranger.get("/livez", REMOTE_ADDR=here).status_code == 200


def test_without_limits_nothing_is_said(ada: Person) -> None:
    assert "RateLimit" not in ada.client.get("/v1/me")
