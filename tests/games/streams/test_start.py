"""The beginning of a stream and the place where it resumes, as every process of the service answers."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from games.api.streaming import cursors, start
from games.models import Game
from tests.contract.client import ContractClient
from tests.games.api.people import Person, lobby, make_person, running
from tests.games.streams.items import ALL, events, lines, parse, types
from tests.games.tables import play_well, raw

pytestmark = pytest.mark.django_db
ONE_ROUND = {"options": {"scoring": "single_round"}}


@pytest.fixture
def ada() -> Person:
    return make_person("Ada")


@pytest.fixture
def bob() -> Person:
    return make_person("Bob")


def follow(client: ContractClient, game: str, after: object = None, **headers: str) -> list[Any]:
    """Return the first items of a stream of one game."""
    query = "" if after is None else f"?after={after}"
    answer = client.get(f"/v1/games/{game}/stream{query}", **headers)
    assert answer.status_code == 200, answer.content
    return parse(answer.content)


def follow_all(client: ContractClient, after: object = None) -> list[Any]:
    """Return the first items of a stream of all games."""
    answer = client.get("/v1/me/stream" + ("" if after is None else f"?after={after}"))
    assert answer.status_code == 200, answer.content
    return parse(answer.content, ALL)


def moved(person: Person, game: str) -> None:
    """Let a player at the table move."""
    seen = person.see(game)
    if seen["your_turn"]:
        answer = person.command(game, seen["legal_commands"][0])
        assert answer.status_code == 200, answer.content


def test_it_begins_with_the_game_as_the_viewer_sees_it(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    snapshot, end = follow(ada.client, game)
    assert snapshot["type"] == "snapshot"
    assert snapshot["game"].pop("server_now")
    assert snapshot["game"] == ada.see(game)
    assert end["type"] == "end"
    assert end["reason"] == "pause"


def test_it_goes_on_after_the_cursor_without_gap_and_without_repetition(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    (*_, last) = follow(ada.client, game)
    version = ada.see(game)["version"]
    moved(ada, game)
    moved(bob, game)
    missed = follow(ada.client, game, last["cursor"])
    assert types(missed)[-2:] == ["head", "end"]
    assert events(missed) == list(range(version + 1, ada.see(game)["version"] + 1))
    log = ada.client.get(f"/v1/games/{game}/events?after={version}").json()["events"]
    assert [item["entry"] for item in missed if item["type"] == "event"] == log
    assert follow(ada.client, game, version)[:-1] == missed[:-1]
    assert types(follow(ada.client, game, missed[-1]["cursor"])) == ["end"]
    halfway = follow(ada.client, game, missed[0]["cursor"])
    assert events(halfway) == events(missed)[1:]


def test_a_line_that_breaks_between_the_last_event_and_its_head_has_the_head_told(ada: Person, bob: Person) -> None:
    game = running(ada, bob, **ONE_ROUND)
    version = ada.see(game)["version"]
    moved(ada, game)
    moved(bob, game)
    *_, event, head, _ = follow(ada.client, game, version)
    assert follow(ada.client, game, event["cursor"])[:-1] == [head]
    assert types(follow(ada.client, game, head["cursor"])) == ["end"]
    play_well(UUID(game), ada.id, bob.id)
    *_, event, head, end = follow(ada.client, game, head["cursor"])
    assert follow(ada.client, game, event["cursor"]) == [head, end]
    assert ada.client.get(f"/v1/games/{game}/stream?after={head['cursor']}").status_code == 204


def test_last_event_id_wins_over_the_address(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    (*_, last) = follow(ada.client, game)
    assert types(follow(ada.client, game, 0, HTTP_LAST_EVENT_ID=last["cursor"])) == ["end"]


def test_lines_of_json_by_accept(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    for media in ("application/jsonl", "application/x-ndjson"):
        answer = ada.client.get(f"/v1/games/{game}/stream", HTTP_ACCEPT=media)
        assert answer.headers["Content-Type"] == media
        assert types(lines(answer.content)) == ["snapshot", "end"]
    assert ada.client.get(f"/v1/games/{game}/stream", HTTP_ACCEPT="application/json").status_code == 406
    assert ada.client.get("/v1/me/stream", HTTP_ACCEPT="*/*").headers["Content-Type"] == "text/event-stream"


def test_no_cache_and_no_proxy_keeps_it(ada: Person, bob: Person) -> None:
    answer = ada.client.get(f"/v1/games/{running(ada, bob)}/stream")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.content.startswith(b"retry: ")


def test_a_cursor_is_good_for_one_viewer_and_one_stream(ada: Person, bob: Person) -> None:
    game, other = running(ada, bob), running(ada, bob)
    (*_, last) = follow(ada.client, game)
    for client, path, cursor in (
        (bob.client, f"/v1/games/{game}/stream", last["cursor"]),
        (ada.client, f"/v1/games/{other}/stream", last["cursor"]),
        (ada.client, "/v1/me/stream", last["cursor"]),
        (ada.client, f"/v1/games/{game}/stream", last["cursor"][:-2] + "AA"),
        (ada.client, f"/v1/games/{game}/stream", "nonsense"),
        (ada.client, f"/v1/games/{game}/stream", "s"),
    ):
        answer = client.get(f"{path}?after={cursor}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def test_who_has_missed_too_much_begins_anew(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = running(ada, bob)
    (*_, mine) = follow_all(ada.client)
    moved(ada, game)
    moved(bob, game)
    monkeypatch.setattr(start, "BACKLOG", 1)
    reset, snapshot, _ = follow(ada.client, game, 0)
    assert reset == {"type": "reset", "reason": "too_old"}
    assert snapshot["game"]["version"] == ada.see(game)["version"]
    reset, snapshot, _ = follow_all(ada.client, mine["cursor"])
    assert reset["reason"] == "too_old"
    assert [one["id"] for one in snapshot["games"]] == [game]


def test_a_cursor_that_fits_nothing_here_begins_anew(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    scope = cursors.scope_of(ada.id, UUID(game))
    future = cursors.Place(scope, {UUID(game): 5_000}).cursor()
    another_form = cursors._sealed(b"\x09whatever", scope)
    for cursor in (future, another_form):
        assert types(follow(ada.client, game, cursor)) == ["reset", "snapshot", "end"]
    other = cursors._sealed(b"\x09whatever", cursors.scope_of(ada.id, None))
    assert types(follow_all(ada.client, other)) == ["reset", "snapshot", "end"]


def test_a_private_game_is_for_its_players_and_unknown_to_all_others(ada: Person, bob: Person) -> None:
    game = lobby(ada, private=True, seats=2)
    assert types(follow(ada.client, game)) == ["snapshot", "end"]
    hidden = bob.client.get(f"/v1/games/{game}/stream")
    unknown = bob.client.get(f"/v1/games/{uuid4()}/stream")
    assert hidden.status_code == unknown.status_code == 404
    assert hidden.content == unknown.content
    assert bob.client.get(f"/v1/games/{game}/stream?after=0").content == unknown.content


def test_spectators_need_no_token_and_see_no_hand(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    snapshot, _ = follow(ContractClient(), game)
    assert snapshot["game"]["view"]["hand"] is None
    assert ContractClient().get("/v1/me/stream").status_code == 401


def test_the_stream_of_a_finished_game_is_over(ada: Person, bob: Person) -> None:
    game = running(ada, bob, **ONE_ROUND)
    (*_, last) = follow(ada.client, game)
    play_well(UUID(game), ada.id, bob.id)
    last_version = ada.see(game)["version"]
    told = follow(ada.client, game)
    assert (types(told), told[-1]["reason"]) == (["snapshot", "end"], "finished")
    assert told[-1]["cursor"]
    over = ada.client.get(f"/v1/games/{game}/stream?after={last_version}")
    assert (over.status_code, over.content) == (204, b"")
    late = follow(ada.client, game, last["cursor"])
    assert late[-1]["reason"] == "finished"
    assert types(late)[0] == "event"


def test_a_quarantined_game_is_shown_and_not_followed(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    Game.objects.filter(id=game).update(quarantined_at="2026-01-01T00:00:00Z")
    snapshot, end = follow(ada.client, game)
    assert snapshot["game"]["quarantined"]
    assert end["reason"] == "quarantined"


def test_all_my_games_in_one_stream(ada: Person, bob: Person) -> None:
    first, second = running(ada, bob), running(bob, ada)
    snapshot, end = follow_all(ada.client)
    assert snapshot["games"] == ada.client.get("/v1/me/games").json()["games"]
    moved(ada, first)
    moved(bob, first)
    moved(bob, second)
    moved(ada, second)
    third = lobby(bob, ada, seats=3)
    missed = follow_all(ada.client, end["cursor"])
    assert [item["game"]["id"] for item in missed if item["type"] == "game"] == [third]
    for game in (first, second):
        before = next(one["version"] for one in snapshot["games"] if one["id"] == game)
        told = [item["entry"] for item in missed if item["type"] == "event" and item["game"] == game]
        assert told == ada.client.get(f"/v1/games/{game}/events?after={before}").json()["events"]
    assert types(follow_all(ada.client, missed[-1]["cursor"])) == ["end"]


def test_every_cursor_on_the_way_loses_nothing(ada: Person, bob: Person) -> None:
    games = [running(ada, bob) for _ in range(3)]
    (*_, end) = follow_all(ada.client)
    for game in games:
        moved(ada, game)
        moved(bob, game)
    missed = follow_all(ada.client, end["cursor"])
    entries = [(item["game"], item["entry"]) for item in missed if item["type"] == "event"]
    for number, item in enumerate(missed):
        rest = [
            (other["game"], other["entry"])
            for other in follow_all(ada.client, item["cursor"])
            if other["type"] == "event"
        ]
        told = [(other["game"], other["entry"]) for other in missed[: number + 1] if other["type"] == "event"]
        assert sorted(told + rest, key=str) == sorted(entries, key=str)
        heads = [other["game"] for other in follow_all(ada.client, item["cursor"]) if other["type"] == "head"]
        assert sorted(heads) == sorted(other["game"] for other in missed[number + 1 :] if other["type"] == "head")


def test_a_game_that_began_and_ended_meanwhile_is_told(ada: Person, bob: Person) -> None:
    (*_, end) = follow_all(ada.client)
    game = running(ada, bob, **ONE_ROUND)
    play_well(UUID(game), ada.id, bob.id)
    told = follow_all(ada.client, end["cursor"])
    assert [(item["game"]["id"], item["game"]["status"]) for item in told if item["type"] == "game"] == [
        (game, "finished")
    ]
    assert types(follow_all(ada.client, told[-1]["cursor"])) == ["end"]


def test_who_has_stood_up_elsewhere_begins_anew(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=3)
    (*_, end) = follow_all(bob.client)
    assert bob.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert types(follow_all(bob.client, end["cursor"])) == ["reset", "snapshot", "end"]


def test_finished_games_are_forgotten_by_cursors_in_time(ada: Person, bob: Person) -> None:
    game = running(ada, bob, **ONE_ROUND)
    play_well(UUID(game), ada.id, bob.id)
    (*_, fresh) = follow_all(ada.client)
    raw("UPDATE game SET updated_at = updated_at - interval '1 hour', created_at = created_at - interval '1 hour'")
    (*_, later) = follow_all(ada.client)
    assert len(later["cursor"]) < len(fresh["cursor"])
    assert types(follow_all(ada.client, later["cursor"])) == ["end"]
    assert types(follow_all(ada.client, fresh["cursor"])) == ["end"]
