"""compose.yaml, Dockerfile and the scripts around them: what an operator relies on. `make drill-image` runs them."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name for name, service in SERVICES.items() if "build" in service}
START = "import django; django.setup(); from players.notifications import push; print(push.vapid())"
SECRETS = ("SECRET_KEY", "GAME_SECRET_KEYS", "SIGNING_KEYS", "ERASURE_KEYS", "VAPID_PRIVATE_KEY", "METRICS_TOKEN")


def first_evening(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "deploy/first-evening", *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def variables(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return a folder with the files of a first evening."""
    done = first_evening(tmp_path, "play.example.org", "smtp.example.org", "flipside@example.org")
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_the_secrets_of_a_first_evening_are_closed_to_others_and_all_different(made: Path) -> None:
    found = variables(made / ".env") | variables(made / "flipside.env")
    secrets = [found[name] for name in found if name in SECRETS or name.endswith("_PASSWORD")]
    assert len(set(secrets)) == len(secrets) == 11
    for name in (".env", "flipside.env"):
        assert stat.S_IMODE((made / name).stat().st_mode) == 0o600
    again = first_evening(made, "play.example.org", "smtp.example.org", "flipside@example.org")
    assert again.returncode != 0
    assert variables(made / "flipside.env")["SECRET_KEY"] == found["SECRET_KEY"]


def test_production_starts_with_them(made: Path) -> None:
    settings = variables(made / "flipside.env")
    addresses = {"DATABASE_URL": "postgresql://a:b@127.0.0.1:1/c", "BROKER_URL": "redis://:a@127.0.0.1:1/0"}
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    done = subprocess.run(
        [sys.executable, "-c", START],
        cwd=ROOT, env=kept | settings | addresses, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Vapid(" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("play.example.org",),
        ("https://play.example.org", "smtp.example.org", "flipside@example.org"),
        ("play.example.org", "smtp example", "flipside@example.org"),
        ("play.example.org", "smtp.example.org", "Flipside"),
        ("play.example.org", "smtp.example.org", "$(id)@example.org"),
    ],
)
def test_wrong_words_make_nothing(words: tuple[str, ...], tmp_path: Path) -> None:
    assert first_evening(tmp_path, *words).returncode != 0
    assert list(tmp_path.iterdir()) == []


def test_git_and_the_image_leave_the_secrets_out() -> None:
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {"/.env", "/flipside.env"} <= set(ignored)
    rules = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in rules  # everything but what is named
    assert not [rule for rule in rules if rule.startswith("!") and "env" in rule]


def test_each_variable_of_compose_is_made_or_has_a_default(made: Path) -> None:
    asked = re.findall(r"\$\{(\w+)(:-|:\?)", (ROOT / "compose.yaml").read_text())
    for name, kind in asked:
        assert kind == ":-" or name in variables(made / ".env"), name


def test_each_process_runs_the_command_of_its_unit_but_for_addresses_and_files() -> None:
    for path in (ROOT / "deploy/systemd").glob("*.service"):
        name = path.stem.removeprefix("flipside-")
        if name == "base-backup":
            continue
        unit = ConfigParser(interpolation=None)
        unit.optionxform = str  # type: ignore[assignment,method-assign]  # names of systemd are in mixed case
        unit.read(path)
        there = [Path(word).name for word in unit["Service"]["ExecStart"].split()]
        here = [Path(word).name for word in SERVICES[name]["command"]]
        assert [word for word in there if ":" not in word] == [word for word in here if ":" not in word], name
        # Docker waits as long as systemd does for a process that ends.
        assert SERVICES[name]["stop_grace_period"] == f"{unit['Service']['TimeoutStopSec']}s", name


@pytest.mark.parametrize("name", sorted(OURS))
def test_our_processes_cannot_write_to_the_image_or_gain_rights(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service


def test_the_image_does_not_run_as_root() -> None:
    last = (ROOT / "Dockerfile").read_text().split("\nFROM ")[-1]
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", last, re.MULTILINE)
    assert "python3-venv" not in last
    assert "gcc" not in last


def test_only_the_proxy_can_be_reached_and_it_reaches_neither_database_nor_broker() -> None:
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"proxy"}
    assert [port for port in SERVICES["proxy"]["ports"] if port.endswith("8443:8443")] == ["127.0.0.1:8443:8443"]
    assert COMPOSE["networks"]["data"]["internal"]
    for name in ("database", "broker", "backup", "beat"):
        assert SERVICES[name]["networks"] == ["data"]
    assert SERVICES["proxy"]["networks"] == ["front"]


def test_no_process_that_serves_has_the_password_of_the_owner_or_of_the_superuser() -> None:
    for name in OURS - {"migrate"}:
        given = str(SERVICES[name]["environment"])
        assert "OWNER_PASSWORD" not in given
        assert "POSTGRES_PASSWORD" not in given
        assert "BACKUP_PASSWORD" not in given


def test_a_file_of_wal_is_archived_once_and_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "wal").mkdir()
    source = tmp_path / "source"

    def archive() -> int:
        return subprocess.run(
            [ROOT / "deploy/backup/archive-wal", source, "000000010000000000000002"],
            env=os.environ | {"BACKUP_FOLDER": str(tmp_path)}, check=False,
        ).returncode  # fmt: skip

    source.write_bytes(b"first")
    assert archive() == 0
    assert archive() == 0  # PostgreSQL may ask again after a crash
    source.write_bytes(b"other")
    assert archive() != 0
    assert (tmp_path / "wal/000000010000000000000002").read_bytes() == b"first"
    (tmp_path / "wal").rename(tmp_path / "away")
    assert archive() != 0
