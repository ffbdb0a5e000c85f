"""Production settings, read anew for each environment."""

import importlib
import os
import secrets
import sys
from typing import Final

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from pytest_django import Settings

from config import settings as package
from config.guard import migrations_need_a_durable_server, not_durable

MODULES: Final = ("config.settings.base", "config.settings.production")
SOUND: Final = {
    "SECRET_KEY": secrets.token_urlsafe(48),
    "GAME_SECRET_KEYS": f"k1:{secrets.token_hex(32)}",
    "SIGNING_KEYS": secrets.token_hex(32),
    "ALLOWED_HOSTS": "play.example",
    "DATABASE_URL": "postgresql://flipside:secret@db.example/flipside",
    "BROKER_URL": "redis://broker.example/0",
    "NUM_PROXIES": "1",
    "EMAIL_HOST": "mail.example",
    "DEFAULT_FROM_EMAIL": "table@play.example",
}


def start(monkeypatch: pytest.MonkeyPatch, **changes: str | None) -> None:
    """Read the settings as a process does that was given SOUND with these changes, and nothing else."""
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
        ("ALLOWED_HOSTS", "*", "takes any host"),
        ("ALLOWED_HOSTS", "", "takes any host"),
        ("ALLOWED_HOSTS", ".example", "takes any host"),
        ("BROKER_URL", "amqp://broker.example", "CACHE_URL is not set"),
        ("SANDBOX", "1", "SANDBOX is on"),
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
