"""What happened in a game since its player acted or looked, as events and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import AutomaticMove
from games.reads import since_looked
from players import preferences
from tests.games.api.people import lobby, running
from tests.games.api.test_play import on_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    return running(ada, bob, options={"starter": "number_only"})


def news(person: Person, game: str, **headers: str) -> dict[str, Any]:
    answer = person.client.get(f"/v1/games/{game}?include=since_you_looked", headers=headers)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()["since_you_looked"]
    return found


def look(person: Person, game: str, version: int) -> int:
    path = f"/v1/games/{game}/looked"
    return int(person.client.put(path, {"version": version}, content_type="application/json").status_code)


def seqs(found: dict[str, Any]) -> list[int]:
    return [entry["seq"] for entry in found["events"]]


def test_the_news_are_what_happened_since_the_player_acted(ada: Person, bob: Person, game: str) -> None:
    mover, other, seen = on_turn(game, ada, bob)
    moved = mover.command(game, {"type": "draw"}).json()
    version = moved["version"]
    assert news(mover, game) == {"after": version, "events": [], "sentences": [], "cut": False}
    told = news(other, game)
    page = other.client.get(f"/v1/games/{game}/events?after={told['after']}").json()["events"]
    assert told["events"] == page
    assert set(range(seen["version"] + 1, version + 1)) <= set(seqs(told))
    assert "since_you_looked" not in other.see(game)


def test_the_words_are_those_of_mails_in_the_language_asked_for(ada: Person, bob: Person, game: str) -> None:
    mover, other, _ = on_turn(game, ada, bob)
    drawn = mover.command(game, {"type": "draw"}).json()["events"][0]["seq"]
    said = {code: news(other, game, **{"Accept-Language": code})["sentences"] for code in ("en", "fr", "ru")}
    assert [one["text"] for one in said["en"] if one["seq"] == drawn] == [f"{mover.name} draws 1 card."]
    assert (
        {one["seq"] for one in said["fr"]} == {one["seq"] for one in said["ru"]} == {one["seq"] for one in said["en"]}
    )
    assert len({tuple(one["text"] for one in several) for several in said.values()}) == 3


def test_without_the_header_the_language_is_the_one_the_player_prefers(ada: Person, game: str) -> None:
    assert ada.client.get(f"/v1/games/{game}?include=since_you_looked")["Content-Language"] == "en"
    preferences.change(player_id=ada.id, changes={"language": "fr"})
    answer = ada.client.get(f"/v1/games/{game}?include=since_you_looked")
    assert answer["Content-Language"] == "fr"
    assert "Accept-Language" in answer["Vary"]
    english = ada.client.get(f"/v1/games/{game}?include=since_you_looked", headers={"Accept-Language": "en"})
    assert english["Content-Language"] == "en"


def test_after_a_look_the_news_begin_anew_and_never_go_back(ada: Person, bob: Person, game: str) -> None:
    mover, other, _ = on_turn(game, ada, bob)
    mover.command(game, {"type": "draw"})
    version = other.see(game)["version"]
    assert news(other, game)["events"]
    assert look(other, game, version) == 204
    assert news(other, game) == {"after": version, "events": [], "sentences": [], "cut": False}
    assert look(other, game, 1) == 204
    assert news(other, game)["after"] == version


def test_a_fetch_alone_is_no_look(ada: Person, bob: Person, game: str) -> None:
    mover, other, _ = on_turn(game, ada, bob)
    mover.command(game, {"type": "draw"})
    first = news(other, game)
    assert first["events"]
    assert news(other, game) == first


def test_an_entity_tag_changes_with_the_news_and_their_language(ada: Person, bob: Person, game: str) -> None:
    mover, other, _ = on_turn(game, ada, bob)
    mover.command(game, {"type": "draw"})
    path, client = f"/v1/games/{game}?include=since_you_looked", other.client
    first = client.get(path)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(path, headers={"If-None-Match": first["ETag"], "Accept-Language": "ru"}).status_code == 200
    look(other, game, first.json()["version"])
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_of_a_long_absence_the_latest_events_are_told(
    ada: Person, bob: Person, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(since_looked, "MOST", 1)
    mover, other, _ = on_turn(game, ada, bob)
    version = mover.command(game, {"type": "draw"}).json()["version"]
    told = news(other, game)
    assert (told["after"], seqs(told), told["cut"]) == (version - 1, [version], True)


def test_the_news_cost_one_statement_more(ada: Person, bob: Person, game: str) -> None:
    _, other, _ = on_turn(game, ada, bob)
    with CaptureQueriesContext(connection) as asked:
        news(other, game)
    assert len(asked) == 2


def test_without_a_seat_there_are_no_news(stranger: ContractClient, person: Callable[..., Person], game: str) -> None:
    answer = stranger.get(f"/v1/games/{game}?include=since_you_looked")
    assert answer.json()["since_you_looked"] is None
    cyd = person("Cyd")
    assert news(cyd, game) is None
    assert look(cyd, game, 1) == 403


def test_a_look_is_no_further_than_the_game(ada: Person) -> None:
    game = lobby(ada, seats=2)
    version = ada.see(game)["version"]
    assert look(ada, game, version) == 204
    path = f"/v1/games/{game}/looked"
    answer = ada.client.put(path, {"version": version + 1}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_version")


def test_cards_drawn_meanwhile_are_told_to_their_seat_alone(ada: Person, bob: Person, game: str) -> None:
    mover, other, _ = on_turn(game, ada, bob)
    drawn = mover.command(game, {"type": "draw"}).json()["events"][0]
    (event,) = [entry["event"] for entry in news(other, game)["events"] if entry["seq"] == drawn["seq"]]
    assert "faces" not in event
    assert "handles" not in event


def test_a_move_that_was_made_for_the_player_is_told_to_them(ada: Person, bob: Person, game: str) -> None:
    mover, other, seen = on_turn(game, ada, bob)
    drawn = mover.command(game, {"type": "draw"}).json()["events"][0]["seq"]
    assert news(mover, game)["events"] == []
    AutomaticMove.objects.create(game_id=game, seq=drawn, seat=seen["your_seat"], cause="forced")
    told = news(mover, game)
    assert drawn in seqs(told)
    assert next(one["text"] for one in told["sentences"] if one["seq"] == drawn).startswith("You draw")
    assert look(mover, game, mover.see(game)["version"]) == 204
    assert news(mover, game)["events"] == []
    assert drawn in seqs(news(other, game))
