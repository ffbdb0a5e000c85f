"""A database that is frozen, or behind a proxy that drops its answers: requests do not wait, and no move is lost."""

from __future__ import annotations

import signal
import statistics
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

import psutil
import psycopg
import pytest

from devtools.stack.port import free_port
from tests.faults.installation import LONG_SECONDS, Answer, Installation, Site
from tests.faults.proxy import Proxy
from tests.faults.stack import eventually

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [pytest.mark.timeout(240), pytest.mark.slow]

THREADS: Final = 4
AT_ONCE: Final = 2 * THREADS
"""Requests on the one worker of a web process: they take all its threads, and more wait."""
PROMISED: Final = 1.0
"""Seconds until a probe is answered, whatever hangs."""
BUSY: Final = 6.0
"""Seconds that a busy machine may need instead in rare cases."""
ROUNDS: Final = 3
WAITING: Final = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


@pytest.fixture(scope="module")
def ours() -> Iterator[Installation]:
    with Installation(RATE_LIMITS="off") as ours:
        yield ours


@pytest.fixture(scope="module")
def web(ours: Installation) -> Site:
    return ours.web("--workers", "1", "--threads", str(THREADS))


class Match:
    """A player's game with a bot that never moves, because there is no worker."""

    def __init__(self, web: Site) -> None:
        self.web = web
        self.token = web.guest()
        self.game = web.table(self.token)
        while not self.look().json["your_turn"]:
            self.game = web.table(self.token)

    def look(self) -> Answer:
        return self.web.look(self.token, self.game)

    def is_served(self) -> bool:
        return self.look().status == 200

    def a_move(self) -> dict[str, Any]:
        """Return a legal command with a new id."""
        return {"command_id": str(uuid4()), "command": self.look().json["legal_commands"][0]}

    def send(self, move: dict[str, Any]) -> Answer:
        return self.web.send(self.token, self.game, move)


def all_at_once(*questions: Callable[[], Answer]) -> list[Answer]:
    """Return the answers of concurrent requests, in their order."""
    with ThreadPoolExecutor(len(questions)) as threads:
        return [asked.result() for asked in [threads.submit(question) for question in questions]]


@pytest.fixture(scope="module")
def pooled(ours: Installation) -> Site:
    """Yield a web process whose threads share connections."""
    return ours.web("--workers", "1", "--threads", str(THREADS), DATABASE_POOL_SIZE="3")


@pytest.mark.parametrize("process", ["web", "pooled"])
def test_everybody_is_told_to_come_back_and_is_served_when_it_thaws(
    ours: Installation, process: str, request: pytest.FixtureRequest
) -> None:
    match = Match(request.getfixturevalue(process))
    for _ in range(ROUNDS):
        with ours.frozen("postgres"):
            first = all_at_once(*[match.look] * AT_ONCE)
            later = all_at_once(*[match.look] * AT_ONCE)
        assert all(answer.says_come_back for answer in first + later)
        assert statistics.median(answer.seconds for answer in first) < 2 * PROMISED
        assert statistics.median(answer.seconds for answer in later) < PROMISED
        eventually(match.is_served, LONG_SECONDS, "a look after the thaw")


def test_probes_are_answered_within_a_second_by_a_process_whose_threads_all_wait(ours: Installation, web: Site) -> None:
    match = Match(web)
    taken: dict[str, list[float]] = {"/livez": [], "/readyz": []}
    for _ in range(ROUNDS):
        with ours.frozen("postgres"), ThreadPoolExecutor(AT_ONCE) as threads:
            for _ in range(AT_ONCE):
                threads.submit(match.look)
            alive, ready = all_at_once(lambda: web.ask("GET", "/livez"), lambda: web.ask("GET", "/readyz"))
        assert (alive.status, alive.json["status"]) == (200, "alive")
        assert (ready.status, ready.json["database"]) == (503, "unreachable")
        taken["/livez"].append(alive.seconds)
        taken["/readyz"].append(ready.seconds)
        eventually(lambda: web.ask("GET", "/readyz").status == 200, LONG_SECONDS, "ready again")
    for path, seconds in taken.items():
        assert statistics.median(seconds) < PROMISED, path
        assert max(seconds) < BUSY, path


def test_a_port_for_probes_answers_though_requests_wait_for_a_lock(ours: Installation) -> None:
    probes = Site(free_port())
    web = ours.web("--workers", "1", "--threads", "1", "--health", f"127.0.0.1:{probes.port}")
    token = web.guest()
    with (
        psycopg.connect(ours.environment["DATABASE_URL"]) as holder,
        ThreadPoolExecutor(1) as threads,
    ):
        holder.execute("LOCK TABLE players_token IN ACCESS EXCLUSIVE MODE")
        waits = threads.submit(web.ask, "GET", "/v1/me", token)
        eventually(lambda: holder.execute(WAITING).fetchone() == (1,), LONG_SECONDS, "a request that waits")
        answers = [probes.ask("GET", path) for path in ("/livez", "/readyz", "/readyz/reads")]
        assert not waits.done()
        assert [answer.status for answer in answers] == [200, 200, 200]
        assert probes.ask("GET", "/v1/games").status == 404
        holder.rollback()
        assert waits.result().status == 200


def test_a_move_whose_answer_was_swallowed_is_made_once_and_answered_when_it_is_sent_again(ours: Installation) -> None:
    address = urlsplit(ours.environment["DATABASE_URL"])
    with (
        Proxy(address.port or 0) as proxy,
        psycopg.connect(address.geturl()) as holder,
        psycopg.connect(address.geturl(), autocommit=True) as watcher,
        ThreadPoolExecutor(1) as threads,
    ):
        there = address._replace(netloc=f"{address.netloc.rpartition(':')[0]}:{proxy.port}").geturl()
        web = ours.web("--workers", "1", "--threads", "1", DATABASE_URL=there)
        for _ in range(ROUNDS):
            match = Match(web)
            move, before = match.a_move(), match.look().json["version"]
            # The move is decided from what was read; only its append waits for the lock.
            holder.execute("SELECT 1 FROM game WHERE id = %s FOR UPDATE", [match.game])
            sent = threads.submit(match.send, move)
            eventually(lambda: watcher.execute(WAITING).fetchone() == (1,), LONG_SECONDS, "an append that waits")
            with proxy.keeping_answers():
                holder.commit()
                assert sent.result().says_come_back
            eventually(match.is_served, LONG_SECONDS, "a look after the fault")
            again, once_more = match.send(move), match.send(move)
            assert (again.status, again.json["replayed"]) == (200, True)
            assert again.json["events"][0]["seq"] == before + 1
            assert once_more.json["events"] == again.json["events"]


def test_one_session_that_hangs_is_given_up_and_the_others_go_on(ours: Installation) -> None:
    match = Match(ours.web("--workers", "1", "--threads", "1", DATABASE_STATEMENT_TIMEOUT_MS="500"))
    web = psutil.Process(ours.children["web"][-1].pid).children()[0]
    match.look()
    lines = [line.laddr.port for line in web.net_connections("tcp") if line.status == psutil.CONN_ESTABLISHED]
    with psycopg.connect(ours.environment["DATABASE_URL"], autocommit=True) as watcher:
        found = watcher.execute("SELECT pid FROM pg_stat_activity WHERE client_port = ANY(%s)", [lines]).fetchall()
    sessions = [psutil.Process(pid) for (pid,) in found]
    for session in sessions:
        session.send_signal(signal.SIGSTOP)
    try:
        assert match.look().says_come_back
        # At once, unless the probe's own session hangs as well, which is replaced after two seconds.
        eventually(match.is_served, LONG_SECONDS, "a look over another session")
    finally:
        for session in sessions:
            session.send_signal(signal.SIGCONT)


def test_two_who_play_on_through_freezes_have_every_move_made_once(ours: Installation, web: Site) -> None:
    ann, ben = web.guest(), web.guest()
    game = web.ask("POST", "/v1/games", ann, seats=2).json["game"]["id"]
    web.ask("POST", f"/v1/games/{game}/seats", ben)
    web.ask("POST", f"/v1/games/{game}/start", ann)
    thawed = Event()
    made: list[tuple[str, dict[str, Any], Answer]] = []
    refused = 0

    def persist(question: Callable[[], Answer]) -> Answer:
        nonlocal refused
        while (answer := question()).status != 200:
            assert answer.says_come_back, answer.body
            refused += 1
        return answer

    def play() -> None:
        while not thawed.is_set():
            for player in (ann, ben):
                seen = persist(lambda player=player: web.look(player, game)).json
                if seen["your_turn"] and seen["status"] == "running":
                    move = {"command_id": str(uuid4()), "command": _that_ends_no_round(seen["legal_commands"])}
                    answer = persist(lambda player=player, move=move: web.send(player, game, move))
                    made.append((player, move, answer))

    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play)
        try:
            for _ in range(ROUNDS):
                so_far = len(made)
                eventually(lambda so_far=so_far: len(made) > so_far + 3, LONG_SECONDS, "moves")
                so_far = refused
                with ours.frozen("postgres"):
                    eventually(lambda so_far=so_far: refused > so_far + 3, LONG_SECONDS, "refusals")
        finally:
            thawed.set()
        playing.result()
    seqs = [event["seq"] for _, _, answer in made for event in answer.json["events"]]
    assert len(set(seqs)) == len(seqs)
    for player, move, answer in made:
        again = web.send(player, game, move)
        assert (again.json["replayed"], again.json["events"]) == (True, answer.json["events"])
    assert ours.manage("verify_log", game) == 0


def _that_ends_no_round(commands: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a command after which the round goes on: without a worker the next round is not dealt."""
    return next((command for command in commands if command["type"] in ("draw", "pass")), commands[0])
