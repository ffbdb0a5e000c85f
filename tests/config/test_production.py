"""Production settings, read again for each environment."""

import importlib
import os
import secrets
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Final

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from config import settings as package
from config.checks import migrations_need_a_durable_server, not_durable
from tests.config.processes import PROCESSES

ROOT: Final = Path(__file__).parents[2]
MODULES: Final = ("config.settings.base", "config.settings.production")
SOUND: Final = {
    "SECRET_KEY": secrets.token_urlsafe(48),
    "GAME_SECRET_KEYS": f"k1:{secrets.token_hex(32)}",
    "SIGNING_KEYS": secrets.token_hex(32),
    "ALLOWED_HOSTS": "play.example",
    "DATABASE_URL": "postgresql://flipside:secret@db.example/flipside",
    "BROKER_URL": "redis://broker.example/0",
    "NUM_PROXIES": "1",
    "PUBLIC_URL": "https://play.example",
    "EMAIL_HOST": "mail.example",
    "DEFAULT_FROM_EMAIL": "table@play.example",
}


def start(monkeypatch: pytest.MonkeyPatch, **changes: str | None) -> None:
    """Read the settings in an environment of SOUND with these changes, and nothing else."""
    for name in tuple(os.environ):
        monkeypatch.delenv(name)
    for name, value in {**SOUND, **changes}.items():
        if value is not None:
            monkeypatch.setenv(name, value)
    for module in MODULES:
        monkeypatch.delitem(sys.modules, module, raising=False)
        monkeypatch.setattr(package, module.rpartition(".")[2], None, raising=False)
    importlib.import_module("config.settings.production")


def test_sound_settings_start(monkeypatch: pytest.MonkeyPatch) -> None:
    start(monkeypatch)


@pytest.mark.parametrize("name", sorted(SOUND))
def test_nothing_that_matters_has_a_default(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is not set"):
        start(monkeypatch, **{name: None})


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("SECRET_KEY", "insecure-development-key-that-is-long-enough-for-it", "SECRET_KEY is a default"),
        ("SECRET_KEY", "short", "SECRET_KEY is a default"),
        ("SECRET_KEY", "a" * 60, "SECRET_KEY is a default"),
        ("GAME_SECRET_KEYS", "k1:" + "00" * 32, "GAME_SECRET_KEYS holds a default"),
        ("SIGNING_KEYS", "00" * 32, "SIGNING_KEYS holds no key or a default"),
        ("SIGNING_KEYS", "", "SIGNING_KEYS holds no key"),
        ("METRICS_TOKEN", "short", "METRICS_TOKEN is too simple"),
        ("ADMIN_NETWORKS", "10.0.0.0/8,0.0.0.0/0", "ADMIN_NETWORKS holds the whole internet"),
        ("ADMIN_NETWORKS", "::/0", "ADMIN_NETWORKS holds the whole internet"),
        ("ALLOWED_HOSTS", "*", "takes any host"),
        ("ALLOWED_HOSTS", "", "takes any host"),
        ("ALLOWED_HOSTS", ".example", "takes any host"),
        ("BROKER_URL", "amqp://broker.example", "CACHE_URL is not set"),
        ("BROKER_URL", "kafka://broker.example", "BROKER_URL must be an address"),
        ("CACHE_URL", "memcached://cache.example", "CACHE_URL must be an address"),
        ("PUBLIC_URL", "play.example", "PUBLIC_URL must be an address"),
        ("SANDBOX", "1", "SANDBOX is on"),
        ("AUDIT_SHARE", "101", "AUDIT_SHARE must be a whole number from 0 to 100"),
        ("EMAIL_HOST", "", "EMAIL_HOST must be a host name"),
    ],
)
def test_unsafe_settings_are_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, reason: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=reason):
        start(monkeypatch, **{name: value})


def test_every_fault_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY .* ALLOWED_HOSTS"):
        start(monkeypatch, SECRET_KEY="short", ALLOWED_HOSTS="*")


@pytest.mark.parametrize("words", PROCESSES, ids=" ".join)
def test_a_process_says_what_is_wrong_in_one_line_and_ends(words: tuple[str, ...]) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        **SOUND,
        "EMAIL_PORT": "smtp",
    }
    process = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert process.returncode == 1
    assert process.stderr == "flipside: EMAIL_PORT must be a whole number from 1 to 65535, not 'smtp'.\n"


def test_a_worker_that_was_told_no_settings_says_so_in_one_line() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "config", "worker"],
        cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert process.returncode == 1
    assert (
        process.stderr
        == "flipside: SECRET_KEY is not set. Set SECRET_KEY, or SECRET_KEY_FILE to a file that holds it.\n"
    )


def test_static_files_are_served_without_a_warning(settings: Settings) -> None:
    settings.WHITENOISE_AUTOREFRESH = False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        served = WhiteNoiseMiddleware(lambda _request: None)
    assert any(path.startswith("/static/admin/") for path in served.files)


@pytest.mark.django_db
def test_a_server_that_may_forget_commits_gets_no_schema_in_production(settings: Settings) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        settings.DURABLE_DATABASE = True
        found = migrations_need_a_durable_server(databases=["default"])
        cursor.execute("RESET synchronous_commit")
    assert "PostgreSQL may lose acknowledged moves: synchronous_commit=off." in [error.msg for error in found]


@pytest.mark.django_db
def test_durability_is_read_from_the_server() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'")
        switched_off = {name for (name,) in cursor.fetchall()}
        cursor.execute("SET synchronous_commit = on")
        assert {fault.split("=")[0] for fault in not_durable(connection)} == switched_off
        cursor.execute("RESET synchronous_commit")
