"""The demo: a match over HTTP, and a proof of it that everybody can check."""

import copy
from collections.abc import Callable

import pytest
from pytest_django.live_server_helper import LiveServer

from devtools.__main__ import main
from devtools.demos import evidence, match
from devtools.demos.client import Client, Json
from devtools.demos.match import play, sit_down, whole_log
from devtools.stack import supervisor
from devtools.stack.trouble import Trouble

pytestmark = pytest.mark.slow

Tamper = Callable[[Json, list[Json]], object]


def other_card(_game: Json, log: list[Json]) -> None:
    played = next(entry["event"] for entry in log if entry["event"]["type"] == "hands_dealt")
    hands = next(name for name, value in played.items() if isinstance(value, list) and value and value[0])
    played[hands][0], played[hands][1] = played[hands][1], played[hands][0]


def other_actor(_game: Json, log: list[Json]) -> None:
    log[5]["actor"] = 3 if log[5]["actor"] != 3 else 2


def lost_event(_game: Json, log: list[Json]) -> None:
    del log[10]


def other_seed(game: Json, _log: list[Json]) -> None:
    game["view"]["result"]["seed"] = "00" * 32


def other_score(game: Json, _log: list[Json]) -> None:
    game["seats"][0]["score"] += 1


def other_head(game: Json, _log: list[Json]) -> None:
    game["chain"] = "00" * 32


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_four_clients_play_a_match_whose_log_proves_it_and_no_changed_one_does(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [Client.guest(live_server.url) for _ in range(4)]
    game_id = sit_down(players, {"target": 50})
    assert play(players, game_id) > 0
    assert "round   1 " in capsys.readouterr().out
    game = players[0].get(f"/v1/games/{game_id}")
    log = whole_log(players[0], game_id)
    evidence.check(game, log)

    changes: list[Tamper] = [other_card, other_actor, lost_event, other_seed, other_score, other_head]
    for change in changes:
        changed_game, changed_log = copy.deepcopy(game), copy.deepcopy(log)
        change(changed_game, changed_log)
        with pytest.raises(Trouble):
            evidence.check(changed_game, changed_log)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_the_command_plays_and_says_that_the_log_proves_it(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "sit_down", lambda players, _options: sit_down(players, {"target": 50}))
    monkeypatch.setattr(supervisor, "end_by_signals", lambda: None)
    monkeypatch.setattr("sys.argv", ["devtools", "demo"])
    monkeypatch.setenv("URL", live_server.url)
    assert main() == 0
    assert "the log replays to the served table.\n" in capsys.readouterr().out


def test_a_service_that_does_not_answer_is_one_clear_line() -> None:
    with pytest.raises(Trouble, match=r"http://127\.0\.0\.1:1 does not answer: "):
        Client.guest("http://127.0.0.1:1")
