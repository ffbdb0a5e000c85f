"""Transcripts over HTTP: who may read them, when, and in which form."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from django.test import Client

import engine
from engine.verify import Head
from games.proofs import anchors
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def finished(*people: Person, **body: object) -> str:
    """Return a match that these people agreed to end."""
    game = running(*people, **body)
    for person in people:
        assert person.command(game, {"type": "vote", "motion": "abort"}).status_code == 200
    return game


def finished_in_private(host: Person, guest: Person) -> str:
    game = lobby(host, seats=2, private=True)
    assert guest.sit(game, invitation=host.code(game)).status_code == 200
    assert host.client.send(f"/v1/games/{game}/start").status_code == 200
    for person in (host, guest):
        assert person.command(game, {"type": "vote", "motion": "abort"}).status_code == 200
    return game


def test_anybody_takes_the_transcript_of_a_public_match_home(ada: Person, bob: Person) -> None:
    game = finished(ada, bob)
    answer = ContractClient().get(f"/v1/games/{game}/transcript")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/jsonl")
    assert answer["Content-Disposition"] == f'attachment; filename="flipside-{game}.jsonl"'
    assert answer["Cache-Control"] == "public, no-cache"
    assert Client().get(f"/v1/games/{game}/transcript").streaming
    body = answer.getvalue()
    file = engine.read_transcript(body)
    assert UUID(bytes=file.header.game) == UUID(game)
    assert file.end.chain.hex() == ada.see(game)["chain"]
    same = [client.get(f"/v1/games/{game}/transcript").getvalue() for client in (ada.client, bob.client)]
    assert same == [body] * 2


def test_it_need_not_be_fetched_again_until_there_is_a_new_anchor(ada: Person, bob: Person) -> None:
    path = f"/v1/games/{finished(ada, bob)}/transcript"
    client = ContractClient()
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert client.head(path)["ETag"] == tag
    assert anchors.make()
    answer = client.get(path, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert len(engine.read_transcript(answer.getvalue()).anchors) == 1
    assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_the_verifier_finds_all_of_it_true_with_heads_noted_from_answers(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    heads = []
    for _ in range(6):
        seen = ada.see(game)
        mover = (ada, bob)[seen["turn"]]
        answer = mover.command(game, mover.see(game)["legal_commands"][0]).json()["game"]
        listed = bob.client.get("/v1/me/games").json()["games"][0]
        refused = mover.command(game, {"type": "challenge"}).json()
        heads += [(known["version"], known["chain"]) for known in (seen, answer, listed)]
        heads += [(refused["current_version"], refused["current_chain"])]
    for person in (ada, bob):
        assert person.command(game, {"type": "vote", "motion": "abort"}).status_code == 200
    assert anchors.make()
    keys = [bytes.fromhex(key["public_key"]) for key in ContractClient().get("/v1/keys").json()["keys"]]
    file = engine.read_transcript(ContractClient().get(f"/v1/games/{game}/transcript").getvalue())
    noted = [Head(version, bytes.fromhex(chain)) for version, chain in heads]
    findings = list(engine.check_transcript(engine.Case(file, noted, keys)))
    silent = [one.check for one in findings if one.verdict is not engine.Verdict.HOLDS]
    assert silent == ["origin"]  # a member about branches only
    wrong = [*noted, Head(5, bytes(32))]
    broken = [one.check for one in engine.check_transcript(engine.Case(file, wrong, keys)) if one.verdict == "BAD"]
    assert broken == ["heads"]


def test_before_the_end_there_is_none_for_anybody(ada: Person, bob: Person) -> None:
    for game in (lobby(ada, seats=2), running(ada, bob)):
        for client in (ada.client, bob.client, ContractClient()):
            answer = client.get(f"/v1/games/{game}/transcript")
            assert (answer.status_code, answer.json()["code"]) == (409, "game_not_finished")
    with pytest.raises(engine.BadTranscript):
        engine.read_transcript(answer.content)


def test_a_private_match_is_its_players_alone(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    game = finished_in_private(ada, bob)
    answer = ada.client.get(f"/v1/games/{game}/transcript")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    engine.read_transcript(answer.getvalue())
    for client in (person("Eve").client, ContractClient()):
        refused, unknown = (client.get(f"/v1/games/{one}/transcript") for one in (game, uuid4()))
        assert (refused.status_code, refused.content) == (404, unknown.content)
        with_tag = client.get(f"/v1/games/{game}/transcript", headers={"If-None-Match": answer["ETag"]})
        assert with_tag.content == unknown.content


def test_nobody_is_named_in_it(ada: Person, bob: Person) -> None:
    body = ContractClient().get(f"/v1/games/{finished(ada, bob)}/transcript").getvalue()
    for person in (ada, bob):
        assert person.name.encode() not in body
        assert str(person.id).encode() not in body


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ("?format=json", {}, 400),
        ("?as=open", {}, 400),
        ("", {"Accept": "text/html"}, 406),
        ("", {"Accept": "application/jsonl"}, 200),
        ("", {"Accept": "application/json"}, 200),
        ("", {"If-None-Match": '"x", W/"y", garbage'}, 200),
    ],
)
def test_strange_questions(ada: Person, bob: Person, query: str, headers: dict[str, str], status: int) -> None:
    path = f"/v1/games/{finished(ada, bob)}/transcript"
    answer = ContractClient().get(path + query, headers=headers)
    assert answer.status_code == status


def test_only_reading_is_possible(ada: Person, bob: Person) -> None:
    game = finished(ada, bob)
    for path in (
        f"/v1/games/{game}/transcript",
        f"/v1/games/{game}/record",
        "/v1/anchors",
        "/v1/anchors/consistency",
        "/v1/keys",
    ):
        for method in ("post", "put", "patch", "delete"):
            assert getattr(ada.client, method)(path).status_code == 405


def test_nothing_of_a_damaged_match_is_sent_as_a_transcript(ada: Person, bob: Person) -> None:
    game = finished(ada, bob)
    ContractClient().get(f"/v1/games/{game}/transcript").getvalue()
    with tables.unguarded():
        tables.raw("UPDATE event SET actor = 9 WHERE game_id = %s AND seq = 2", UUID(game))
    answer = Client(raise_request_exception=False).get(f"/v1/games/{game}/transcript")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")


def test_the_record_is_text_that_leads_to_the_same_events(ada: Person, bob: Person) -> None:
    game = finished(ada, bob)
    answer = ContractClient().get(f"/v1/games/{game}/record")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = answer.content.decode().splitlines()
    assert lines[0] == "flipside record 1"
    assert f"game {game}" in lines
    assert lines[-1].startswith(f"end {ada.see(game)['version']} ")
    again = ContractClient().get(f"/v1/games/{game}/record", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_a_match_that_is_too_long_is_not_written_down(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing takes a thread for long: 1.5 s for 14,000 events."""
    game = finished(ada, bob)
    version = ada.see(game)["version"]
    for longest, status in ((version, 200), (version - 1, 409)):
        monkeypatch.setattr("games.reads.one_game.LONGEST_RECORD", longest)
        assert ContractClient().get(f"/v1/games/{game}/record").status_code == status
    assert ContractClient().get(f"/v1/games/{game}/record").json()["code"] == "no_record"


def test_the_record_of_a_private_match_is_its_players_alone(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = finished_in_private(ada, bob)
    assert bob.client.get(f"/v1/games/{game}/record").status_code == 200
    refused, unknown = (person().client.get(f"/v1/games/{one}/record") for one in (game, uuid4()))
    assert (refused.status_code, refused.content) == (404, unknown.content)
