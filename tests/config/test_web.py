"""The web process with its supervisor and its database."""

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port
from tests.faults.stack import eventually, service_environment

HOST = "127.0.0.1"
PATIENCE = 30  # seconds, on a machine that has other work
WORKERS, THREADS = 2, 2
HEAD = f"Host: {HOST}\r\nContent-Type: application/json\r\n"
LOOK = f"GET /v1/games HTTP/1.1\r\n{HEAD}Connection: close\r\n\r\n".encode()
# The server asks for the body when the application does.
SLOW = f"POST /v1/guests HTTP/1.1\r\n{HEAD}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n".encode()
WHO_AM_I = f"GET /v1/me HTTP/1.1\r\n{HEAD}Authorization: Bearer ufd_{'s' * 43}\r\n\r\n".encode()
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Web:
    """A web process of our own, to be ended in all ways."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        words = ["--bind", f"localhost:{self.port}", "--workers", str(WORKERS), "--threads", str(THREADS)]
        self.child = Child(
            "web",
            [sys.executable, "-m", "config.servers.web", *words],
            log=folder / "web.log",
            environment=service_environment(),
            folder=REPOSITORY,
        )
        wait.until(self.serves, self.child, PATIENCE)

    def connect(self) -> socket.socket:
        return socket.create_connection((HOST, self.port), timeout=PATIENCE)

    def serves(self, patience: float = 1) -> bool:
        try:
            with self.connect() as line:
                line.settimeout(patience)  # a socket that still listens need not accept
                line.sendall(LOOK)
                return line.recv(65536).startswith(b"HTTP/1.1 200 ")
        except (ConnectionError, TimeoutError):
            return False

    def workers(self) -> list[psutil.Process]:
        return [child for child in psutil.Process(self.child.pid).children() if is_alive(child)]


def is_alive(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # it has ended meanwhile
        return False


@pytest.fixture
def web(django_db_setup: None, tmp_path: Path) -> Iterator[Web]:  # noqa: ARG001  its database
    web = Web(tmp_path)
    eventually(lambda: len(web.workers()) == WORKERS, PATIENCE, "all workers")
    yield web
    web.child.stop()


@contextlib.contextmanager
def tokens_locked() -> Iterator[CursorWrapper]:
    """Make authenticated requests wait; the cursor is of the connection that holds the lock."""
    holder = connection.copy()
    try:
        holder.set_autocommit(False)
        with holder.cursor() as cursor:
            cursor.execute("LOCK TABLE players_token IN ACCESS EXCLUSIVE MODE")
            yield cursor
    finally:
        holder.close()


def is_waited_for(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT count(*) FROM pg_locks WHERE relation = 'players_token'::regclass AND NOT granted")
    return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("farewell", [signal.SIGTERM, signal.SIGINT])
def test_a_request_under_way_is_answered_before_the_end(web: Web, farewell: signal.Signals) -> None:
    with web.connect() as line:
        with tokens_locked() as cursor:
            line.sendall(WHO_AM_I)
            eventually(lambda: is_waited_for(cursor), PATIENCE, "the request is under way")
            web.child.process.send_signal(farewell)
            eventually(lambda: len(web.workers()) == 1, PATIENCE, "the idle worker has ended")
        assert line.recv(65536).startswith(b"HTTP/1.1 401 ")
    assert web.child.process.wait(PATIENCE) == 0


def test_a_request_that_never_comes_whole_does_not_hold_up_the_end(web: Web) -> None:
    with web.connect() as line:
        line.sendall(SLOW)
        assert line.recv(65536) == GO_ON
        web.child.ask()
        assert web.child.process.wait(PATIENCE) == 0


def test_a_worker_that_dies_is_replaced(web: Web) -> None:
    before = web.workers()
    before[0].kill()
    eventually(lambda: len(web.workers()) == WORKERS and before[0] not in web.workers(), PATIENCE, "a new worker")
    eventually(web.serves, PATIENCE, "an answer")


def test_no_worker_outlives_a_parent_that_was_killed(web: Web) -> None:
    workers = web.workers()
    web.child.process.kill()
    assert psutil.wait_procs(workers, timeout=PATIENCE)[1] == []


def test_nor_does_one_that_has_just_begun(web: Web) -> None:
    old, other = web.workers()
    old.kill()
    eventually(lambda: len({old, other, *web.workers()}) > WORKERS, PATIENCE, "a new worker", every=0)
    (new,) = set(web.workers()) - {old, other}
    web.child.process.kill()
    assert psutil.wait_procs([other, new], timeout=PATIENCE)[1] == []


def test_a_request_under_way_is_answered_when_the_parent_was_killed(web: Web) -> None:
    with web.connect() as line:
        with tokens_locked() as cursor:
            line.sendall(WHO_AM_I)
            eventually(lambda: is_waited_for(cursor), PATIENCE, "the request is under way")
            workers = web.workers()
            web.child.process.kill()
            eventually(
                lambda: len(psutil.wait_procs(workers, timeout=0)[1]) == 1, PATIENCE, "the idle worker has ended"
            )
        # 503: the request gives up the database soon.
        assert line.recv(65536).startswith((b"HTTP/1.1 401 ", b"HTTP/1.1 503 "))
    assert psutil.wait_procs(workers, timeout=PATIENCE)[1] == []


def sessions(web: Web) -> set[int]:
    """Return the sessions of the web process on our database."""
    lines = [line for worker in web.workers() for line in worker.net_connections("tcp")]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND client_port = ANY(%s)",
            [[line.laddr.port for line in lines]],
        )
        return {pid for (pid,) in cursor.fetchall()}


def test_a_thread_keeps_its_session(web: Web) -> None:
    assert all(web.serves(PATIENCE) for _ in range(20))
    some = sessions(web)
    assert all(web.serves(PATIENCE) for _ in range(20))
    assert 0 < len(some) <= WORKERS * THREADS
    assert some <= sessions(web)


def test_an_address_that_is_none_is_refused_at_the_start() -> None:
    words = [sys.executable, "-m", "config.servers.web", "--bind", "nowhere.invalid:80"]
    ended = subprocess.run(
        words, env=service_environment(), cwd=REPOSITORY, capture_output=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode != 0
