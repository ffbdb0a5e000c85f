"""Every command of docs/operators/deploy.md is run by a test, or names what exists; the rest is listed here."""

from __future__ import annotations

import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
import yaml

from config import doctor
from devtools.stack import wait
from devtools.stack.account import give, servers_account
from devtools.stack.binaries import postgres_programs
from devtools.stack.child import Child
from devtools.stack.home import state_home
from devtools.stack.port import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operators/deploy.md").read_text()
BLOCKS = [
    re.sub(r"^ +", "", block, flags=re.MULTILINE)
    for block in re.findall(r"^ *```sh\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL)
]
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def block_with(word: str) -> str:
    """Return the first block of commands with this word."""
    return next(block for block in BLOCKS if word in block)


DATABASE, SETTINGS, TABLES = map(block_with, ("database.sql", "SERVICE_PASSWORD", "roles.sql"))
RUN = {*DATABASE.splitlines(), *SETTINGS.splitlines(), *TABLES.splitlines()}
"""Run below, against a server of their own."""
RESTORE = "".join(
    re.findall(r"^```sh\n(.*?)^```", PAGE.partition("### Backups")[2].partition("\n## ")[0], re.MULTILINE | re.DOTALL)
)
RUN_BY_DOCKER = set(RESTORE.splitlines())
"""Run by `make drill-image`, which reads them here."""
OF_THE_MACHINE = {
    "git clone REPOSITORY flipside && cd flipside",
    "sudo apt install postgresql redis-server caddy python3-venv git",
    "sudo useradd --system --home-dir /opt/flipside flipside",
    "sudo git clone REPOSITORY /opt/flipside",
    "cd /opt/flipside",
    "sudo git pull",
    "sudo systemctl daemon-reload",
    "sudo systemctl reload caddy",
    "sudo install -d -o postgres /backup /backup/wal",
}
"""Programs of the machine, and nothing of ours."""


def lines() -> list[str]:
    told = [line.partition("   #")[0] for block in BLOCKS for line in block.splitlines()]
    return told + re.findall(r"`((?:docker compose|git pull|manage\.py) [^`]+)`", PAGE)


def is_known(line: str) -> bool:  # noqa: C901, PLR0911  a case for each program
    words = shlex.split(line.removeprefix("sudo "))
    match words:
        case ["git", "pull", "&&", *others] if "&&" in others:
            first, _, second = shlex.join(others).replace("'&&'", "&&").partition(" && ")
            return is_known(first) and is_known(second)
        case ["docker", "compose", "build" | "down" | "up", *options]:
            return all(option.startswith("-") for option in options)
        case ["docker", "compose", "logs" | "exec" | "run" | "stop" | "restart", *others]:
            names = [word for word in others if not word.startswith("-")]
            inside = names.index("python3") if "python3" in names else len(names)
            return set(names[:inside]) <= set(SERVICES) and (
                inside == len(names) or is_known(" ".join(names[inside + 1 :]))
            )
        case ["manage.py", *others]:
            return others[0] in {"NAME", "createsuperuser", "migrate"} or set(others[1:]) <= set(doctor.CHECKS) | {
                "--skip"
            }
        case ["deploy/manage", name]:
            return name in {"doctor", "createsuperuser"}
        case ["deploy/first-evening", *others]:
            return len(others) == 3  # run by test_compose.py
        case ["requirements/install", which]:
            return (ROOT / f"requirements/{which}.txt").exists()
        case ["systemctl", "enable", "--now", *units] | ["systemctl", "restart", *units]:
            return all(any((ROOT / "deploy/systemd").glob(f"{unit}*")) for unit in units)
        case ["cp", *paths, "/etc/systemd/system/"]:
            return all(any(ROOT.glob(path)) for path in paths)
        case ["sed", edit, path, *_]:
            return edit.split("/")[1] in (ROOT / path).read_text()
        case ["ssh", "-L", tunnel, _]:
            return f"{tunnel.removeprefix('443:')}:8443" in SERVICES["proxy"]["ports"]
        case ["sh", "-c", text]:
            name = re.fullmatch(r'echo "(\w+)=\S+" >> /etc/flipside/environment', text)
            return name is not None and f"`{name[1]}`" in (ROOT / "docs/operators/operations.md").read_text()
    return False


def test_each_command_of_the_page_is_run_or_names_what_exists() -> None:
    assert [line for line in lines() if line not in RUN | RUN_BY_DOCKER | OF_THE_MACHINE and not is_known(line)] == []


def test_the_table_of_the_doctor_has_its_checks() -> None:
    table = PAGE.partition("## The doctor")[2]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(doctor.CHECKS)


# -- With systemd, steps 2 to 4, and a base backup ---------------------------------------------------------------------


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Start a PostgreSQL with nothing but a superuser, as Debian's is; yield libpq's variables for that."""
    home = tmp_path_factory.mktemp("server")
    for folder in (home, *home.parents):
        mode = stat.S_IMODE(folder.stat().st_mode)
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | 0o055)  # the account of the server has to get there
    account = servers_account()
    programs = postgres_programs(account, state_home())
    data, port = home / "data", free_port()
    data.mkdir(mode=0o700)
    give(account, data)
    run = {"user": account.uid, "group": account.gid, "extra_groups": []} if account else {}
    words = [
        programs / "initdb",
        "-D",
        data,
        "-U",
        "postgres",
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
        "--locale",
        "C",
    ]
    subprocess.run(words, check=True, capture_output=True, cwd="/", **run)
    (data / "pg_hba.conf").write_text(
        "local all all trust\n"
        "host all all 127.0.0.1/32 scram-sha-256\n"
        "host replication all 127.0.0.1/32 scram-sha-256\n"
    )
    options = (f"port={port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={data}", "fsync=off")
    child = Child(
        "postgres", [programs / "postgres", "-D", data, *(word for one in options for word in ("-c", one))],
        log=home / "log", account=account, folder=Path("/"),
    )  # fmt: skip

    def answers() -> bool:
        try:
            psycopg.connect(f"postgresql://postgres@/postgres?host={data}&port={port}").close()
        except psycopg.OperationalError:
            return False
        return True

    try:
        wait.until(answers, child, 30)
        path = f"{programs}:{os.environ['PATH']}"
        yield {"PGHOST": str(data), "PGPORT": str(port), "PGUSER": "postgres", "PATH": path}
    finally:
        child.stop()


def variables(path: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in path.read_text().splitlines() if line and not line.startswith("#"))


@pytest.mark.slow
def test_the_steps_from_an_empty_server_to_the_processes_and_a_base_backup(
    server: dict[str, str], tmp_path: Path
) -> None:
    for name in (
        "deploy",
        "requirements",
        "manage.py",
        "config",
        "games",
        "players",
        "common",
        "engine",
        "openapi.yaml",
    ):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/bin/python3").symlink_to(sys.executable)
    machine = {"PATH": server["PATH"], "HOME": str(tmp_path), "VIRTUAL_ENV": sys.prefix}
    python = f"{sys.executable} {ROOT}/manage.py"

    def sh(text: str, **more: str) -> None:
        text = (
            text.replace("sudo ", "").replace("runuser -u postgres -- ", "").replace(":5432/", f":{server['PGPORT']}/")
        )
        text = text.replace("/etc/flipside/", f"{tmp_path}/etc/").replace(".venv/bin/python3 manage.py", python)
        done = subprocess.run(
            ["sh", "-e", "-c", text], cwd=tmp_path, env=machine | more, capture_output=True, text=True, timeout=180,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr

    sh("deploy/first-evening play.example.org localhost flipside@example.org")
    sh(DATABASE, **server)
    sh(SETTINGS)
    # These flags of production are of other servers than the one of a test, which does not write durably.
    sh(TABLES.replace("manage.py migrate", "manage.py migrate --skip-checks"))

    settings = variables(tmp_path / "etc/environment")
    done = subprocess.run(
        [*python.split(), "doctor", "roles", "secrets"], cwd=tmp_path, env=machine | settings, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "cannot change it" in done.stdout

    backup = {
        "PGHOST": "127.0.0.1", "PGPORT": server["PGPORT"], "PGUSER": "backup",
        "PGPASSWORD": variables(tmp_path / ".env")["BACKUP_PASSWORD"],
        "BACKUP_FOLDER": str(tmp_path / "backup"), "BACKUP_COPIES": "1",
    }  # fmt: skip
    (tmp_path / "backup/wal").mkdir(parents=True)
    (tmp_path / "backup/base-2026-11-20T030000Z").mkdir()
    needless, needed = tmp_path / f"backup/wal/{'0' * 24}", tmp_path / f"backup/wal/{'F' * 24}"
    for path in (needless, needed):
        path.touch()
    sh("deploy/backup/base-backup", **backup)
    (made,) = (tmp_path / "backup").glob("base-*")
    assert (made / "backup_label").exists()
    assert needed.exists()
    assert not needless.exists()
