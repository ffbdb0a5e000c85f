"""The cache server frozen, and the other processes with a frozen database: none hangs or dies, all recover."""

from __future__ import annotations

import statistics
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest

from tests.faults.installation import BEAT, LONG_SECONDS, SWEEPER, WORKER, Installation, Site
from tests.faults.proxy import Proxy
from tests.faults.stack import eventually
from tests.games.streams.process import Ear

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.timeout(240), pytest.mark.slow]

SIGN_IN: Final = "/v1/sign-in"
ROUNDS: Final = 3
PROMISED: Final = 1.0
"""Seconds until a probe is answered, whatever hangs."""
SLOW: Final = 4.0
"""Seconds that a request may take on a busy machine; one without a deadline takes longer."""


@pytest.fixture(scope="module")
def ours() -> Iterator[Installation]:
    with Installation() as ours:
        yield ours


@pytest.fixture(scope="module")
def web(ours: Installation) -> Site:
    return ours.web("--workers", "1", "--threads", "4")


@pytest.fixture(scope="module")
def streams(ours: Installation) -> Site:
    return ours.streams()


@pytest.mark.parametrize("process", ["web", "streams"])
@pytest.mark.parametrize("servers", [("valkey",), ("postgres", "valkey")])
def test_probes_say_within_a_second_what_hangs(
    ours: Installation, servers: tuple[str, ...], process: str, request: pytest.FixtureRequest
) -> None:
    site: Site = request.getfixturevalue(process)
    wanted = {"database": "unreachable" if "postgres" in servers else "ok", "cache": "unreachable"}
    taken = []
    for _ in range(ROUNDS):
        with ours.frozen(*servers), ThreadPoolExecutor(2) as threads:
            alive, ready = threads.map(lambda path: site.ask("GET", path), ("/livez", "/readyz"))
        assert alive.status == 200
        assert ready.status == (503 if "postgres" in servers else 200)
        assert {part: ready.json[part] for part in wanted} == wanted
        taken += [alive.seconds, ready.seconds]
        eventually(lambda: site.ask("GET", "/readyz").json["cache"] == "ok", LONG_SECONDS, "ready again")
    assert statistics.median(taken) < PROMISED
    assert max(taken) < SLOW


def test_while_the_cache_server_hangs_people_play_and_nobody_signs_in(ours: Installation, web: Site) -> None:
    token = web.guest()
    with ours.frozen("valkey"):
        game = web.table(token)
        assert web.look(token, game).status == 200
        looks = [web.look(token, game) for _ in range(20)]
        signing_in = web.ask("POST", SIGN_IN, email="ada@example.org")
    assert {look.status for look in looks} == {200}
    assert statistics.median(look.seconds for look in looks) < PROMISED / 2
    assert signing_in.says_come_back
    assert signing_in.seconds < SLOW
    eventually(lambda: web.ask("POST", SIGN_IN, email="ada@example.org").status == 200, LONG_SECONDS, "a code is sent")


def test_a_cache_server_that_refuses_is_away(ours: Installation, web: Site) -> None:
    broker = ours.broker()
    broker.config_set("maxmemory-policy", "noeviction")
    broker.config_set("maxmemory", 1)
    try:
        token = web.guest()
        assert web.look(token, web.table(token)).status == 200
        assert web.ask("POST", SIGN_IN, email="ben@example.org").says_come_back
    finally:
        broker.config_set("maxmemory", 0)
    eventually(lambda: web.ask("POST", SIGN_IN, email="ben@example.org").status == 200, LONG_SECONDS, "a code is sent")


def test_a_stream_goes_on_when_the_database_thaws(ours: Installation, web: Site, streams: Site) -> None:
    token = web.guest()
    game = web.table(token)
    while not (seen := web.look(token, game).json)["your_turn"]:
        game = web.table(token)
    with Ear(streams, f"/v1/games/{game}/stream", token) as ear:
        ear.type("snapshot")
        with ours.frozen("postgres"):
            late = streams.ask("GET", f"/v1/games/{game}/stream", token)
        assert late.says_come_back
        assert late.seconds < SLOW
        eventually(lambda: web.look(token, game).status == 200, LONG_SECONDS, "a look after the thaw")
        move = {"command_id": game, "command": seen["legal_commands"][0]}
        made = web.send(token, game, move).json["events"]
        assert [entry["seq"] for entry in ear.up_to(made[-1]["seq"])][: len(made)] == [event["seq"] for event in made]


@pytest.fixture
def proxy(ours: Installation) -> Iterator[Proxy]:
    """Yield a proxy before the database."""
    with Proxy(urlsplit(ours.environment["DATABASE_URL"]).port or 0) as proxy:
        yield proxy


def behind(proxy: Proxy, ours: Installation) -> dict[str, str]:
    """Return the environment of a process whose database is behind the proxy, with short time-outs."""
    address = urlsplit(ours.environment["DATABASE_URL"])
    there = address._replace(netloc=f"{address.netloc.rpartition(':')[0]}:{proxy.port}").geturl()
    return {"DATABASE_URL": there, "DATABASE_STATEMENT_TIMEOUT_MS": "1000"}


def opens_table(web: Site, token: str, tables: list[str]) -> bool:
    """Start a match against three bots and add it to the tables; return False if the service refuses."""
    with suppress(KeyError):
        tables.append(web.table(token, bots=3))
    return bool(tables)


@pytest.mark.parametrize("processes", [(SWEEPER,), (WORKER, BEAT)], ids=["sweeper", "worker"])
def test_who_moves_the_bots_does_not_hang_on_a_line_that_was_lost(
    ours: Installation, web: Site, proxy: Proxy, processes: tuple[tuple[str, ...], ...]
) -> None:
    begun = [ours.start(words[-1].strip("-"), *words, **behind(proxy, ours)) for words in processes]
    token = web.guest()
    for _ in range(ROUNDS):
        game = web.table(token, bots=3)
        eventually(lambda game=game: web.look(token, game).json["your_turn"], 2 * LONG_SECONDS, "the bots' moves")
        proxy.lose_lines()
    with ours.frozen("postgres"):
        eventually(lambda: web.look(token, game).says_come_back, LONG_SECONDS, "a refusal")
    # Each thread of the service has a connection of its own, and learns by itself that it is lost.
    tables: list[str] = []
    eventually(lambda: opens_table(web, token, tables), LONG_SECONDS, "a table after the thaw")
    game = tables.pop()
    eventually(lambda: web.look(token, game).json["your_turn"], 2 * LONG_SECONDS, "the bots' moves")
    assert not any(child.ended for child in begun)
    for child in begun:
        child.stop()


def test_a_stream_does_not_hang_on_a_line_that_was_lost(ours: Installation, web: Site, proxy: Proxy) -> None:
    streams = ours.streams(**behind(proxy, ours))
    token = web.guest()
    game = web.table(token)
    while not (seen := web.look(token, game).json)["your_turn"]:
        game = web.table(token)
    with Ear(streams, f"/v1/games/{game}/stream", token) as ear:
        ear.type("snapshot")
        proxy.lose_lines()
        made = web.send(token, game, {"command_id": game, "command": seen["legal_commands"][0]}).json["events"]
        assert ear.up_to(made[-1]["seq"])
