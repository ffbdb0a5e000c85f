"""Streams as clients use them: from a real process, over real connections."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.db import transaction

from tests.games.api.people import Person, lobby, running
from tests.games.api.worlds import enter, other_world
from tests.games.streams.process import SOON, Ear, Streams, entries, log, move, secret

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
LOST = "redis://127.0.0.1:1/0"  # a closed port


def test_each_is_told_what_happens_as_they_may_see_it(streams: Streams, ada: Person, bob: Person) -> None:
    game = running(ada, bob, spectators="open")
    path = f"/v1/games/{game}/stream"
    with (
        Ear(streams, path, secret(ada)) as hers,
        Ear(streams, path, secret(ada), lines=True) as again,
        Ear(streams, path, secret(bob)) as bobs,
        Ear(streams, path) as strangers,
        Ear(streams, "/v1/me/stream", secret(bob)) as all_of_theirs,
    ):
        start = hers.type("snapshot")["game"]["version"]
        for _ in range(4):
            version = move(game, ada, bob)
        assert hers.up_to(version) == again.up_to(version) == log(ada, game, start)
        assert bobs.up_to(version) == all_of_theirs.up_to(version) == log(bob, game, start)
        spectator = strangers.up_to(version)
        assert [entry["chain"] for entry in spectator] == [entry["chain"] for entry in hers.up_to(version)]
        head = hers.type("head")
        assert head["your_seat"] == 0
        assert strangers.type("head")["your_seat"] is None


def test_a_lost_hint_delays_and_loses_nothing(ada: Person, bob: Person, tmp_path: Path) -> None:
    game = running(ada, bob)
    deaf = Streams(tmp_path, CACHE_URL=LOST)
    try:
        with Ear(deaf, f"/v1/games/{game}/stream", secret(ada)) as ear:
            start = ear.type("snapshot")["game"]["version"]
            version = move(game, ada, bob)
            assert ear.up_to(version, SOON) == log(ada, game, start)
    finally:
        deaf.stop()


def test_a_killed_process_is_no_gap_and_no_repetition(ada: Person, bob: Person, tmp_path: Path) -> None:
    game, other = running(ada, bob), running(bob, ada)
    path = f"/v1/games/{game}/stream"
    process = Streams(tmp_path)
    try:
        with Ear(process, path, secret(ada)) as one, Ear(process, "/v1/me/stream", secret(ada)) as mine:
            start = one.type("snapshot")["game"]["version"]
            mine.type("snapshot")
            version = move(game, ada, bob)
            one.up_to(version)
            mine.up_to(version)
            process.kill()
        move(game, ada, bob)
        move(other, ada, bob)
        process.start()
        with (
            Ear(process, f"{path}?after={one.cursor()}", secret(ada)) as one_again,
            Ear(process, f"/v1/me/stream?after={mine.cursor()}", secret(ada)) as mine_again,
        ):
            version = move(game, ada, bob)
            everything = entries(one.items) + one_again.up_to(version)
            assert everything == log(ada, game, start)
            mine_again.until(lambda items: len(of(game, mine.items + items)) == len(everything))
            assert of(game, mine.items + mine_again.items) == everything
            assert of(other, mine_again.items) == log(ada, other, 0)[-len(of(other, mine_again.items)) :] != []
    finally:
        process.stop()


def of(game: str, items: list[Any]) -> list[Any]:
    """Return the log entries of this game among the items."""
    return entries([item for item in items if item.get("game") == game])


def test_however_often_the_line_breaks_every_log_is_told_once(streams: Streams, ada: Person, bob: Person) -> None:
    games = [running(ada, bob), running(bob, ada)]
    start = {game: ada.see(game)["version"] for game in games}
    chance = random.Random(6)  # noqa: S311  a reproducible test
    heard: list[Any] = []
    for _ in range(8):
        after = f"?after={[item['cursor'] for item in heard][-1]}" if heard else ""
        with Ear(streams, f"/v1/me/stream{after}", secret(ada)) as ear:
            for _ in range(chance.randrange(3)):
                move(chance.choice(games), ada, bob)
            # The client receives some of the events, and what is in transit is lost with the connection.
            wanted = chance.randrange(1, 6) if heard else 1
            heard += ear.some(wanted, 0.5 if heard else SOON)
    ends = {game: move(game, ada, bob) for game in games}
    with Ear(streams, f"/v1/me/stream?after={heard[-1]['cursor']}", secret(ada)) as ear:
        for game, end in ends.items():
            ear.until(lambda items, game=game, end=end: end in [one["seq"] for one in of(game, heard + items)])  # type: ignore[misc]
        heard += ear.items
    assert [item["type"] for item in heard].count("snapshot") == 1
    for game in games:
        assert of(game, heard) == log(ada, game, start[game])


def test_a_request_that_waits_is_answered_at_the_first_event(streams: Streams, ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    version = ada.see(game)["version"]
    path = f"/v1/games/{game}/events?after={version}&wait="
    began = time.monotonic()
    nothing = streams.get(path + "1", secret(ada))
    assert nothing.json()["events"] == []
    known = {"If-None-Match": nothing.headers["etag"]}
    assert streams.get(path + "1", secret(ada), **known).status_code == 304
    assert time.monotonic() - began >= 2
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(streams.get, path + "30", secret(ada), **known)
        streams.until_open(1)
        assert not waiting.done()
        move(game, ada, bob)
        assert waiting.result(SOON).json()["events"] == log(ada, game, version)
    assert streams.get(path + "31", secret(ada)).status_code == 400
    assert ada.client.get(path + "30").json()["events"] == log(ada, game, version)


def test_refusals_before_a_stream_begins_are_problems(streams: Streams, ada: Person, bob: Person) -> None:
    private = lobby(ada, private=True, seats=2)
    unknown = streams.get("/v1/games/00000000-0000-4000-8000-000000000000/stream", secret(bob))
    hidden = streams.get(f"/v1/games/{private}/stream", secret(bob))
    assert unknown.status_code == hidden.status_code == 404
    assert unknown.content == hidden.content
    own = {"date": "", "x-request-id": ""}
    assert {**unknown.headers, **own} == {**hidden.headers, **own}
    assert streams.get("/v1/me/stream").status_code == 401
    assert streams.get(f"/v1/games/{private}/stream", secret(ada), Accept="text/html").status_code == 406
    assert streams.get(f"/v1/games/{private}/stream?after=x", secret(ada)).json()["code"] == "bad_cursor"
    assert streams.get("/v1/rulesets").json()["code"] == "not_found"
    assert streams.get("/readyz").status_code == streams.get("/readyz/reads").status_code == 200
    with Ear(streams, f"/v1/games/{private}/stream", secret(ada)) as ear:
        headers = ear.response.headers
        assert headers["x-accel-buffering"] == "no"
        assert headers["cache-control"] == "private, no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "content-length" not in headers
        assert "content-encoding" not in headers


def test_a_process_that_is_told_to_stop_says_goodbye_at_once(ada: Person, bob: Person, tmp_path: Path) -> None:
    process = Streams(tmp_path)
    with Ear(process, f"/v1/games/{running(ada, bob)}/stream", secret(ada)) as ear, ThreadPoolExecutor() as threads:
        game = ear.type("snapshot")["game"]
        waiting = threads.submit(
            process.get, f"/v1/games/{game['id']}/events?after={game['version']}&wait=30", secret(ada)
        )
        process.until_open(2)
        began = time.monotonic()
        process.stop()
        assert time.monotonic() - began < SOON
        assert ear.end(SOON)["reason"] == "restart"
        assert waiting.result(SOON).json()["events"] == []


def test_two_worlds_that_a_viewer_cannot_tell_apart_sound_alike(streams: Streams, ada: Person, bob: Person) -> None:
    compared = 0
    for seed in range(12):
        chance = random.Random(seed)  # noqa: S311  a reproducible test
        game = running(ada, bob)
        changed = other_world(UUID(game), 0, chance)
        if changed is None:
            continue
        compared += 1
        after = 1
        last = ada.see(game)["version"]
        told = []
        for world in (None, changed):
            if world is not None:
                with transaction.atomic():
                    enter(UUID(game), world)
            with Ear(streams, f"/v1/games/{game}/stream?after={after}", secret(ada)) as ear:
                ear.up_to(last)
                told.append(ear.items[: last - after])
        assert told[0] == told[1]
    assert compared
