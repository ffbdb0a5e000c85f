"""Secrets: present, different from each other, closed to others, and complete for all running matches."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from config.doctor.finding import Finding, fail, ok, warn
from config.settings.secrets import erasure_key

SEALED_BY = "SELECT DISTINCT key_id FROM game_secret"


def check() -> Iterator[Finding]:
    """Yield findings on secrets. The start of every process has already refused missing and weak ones."""
    if not settings.DURABLE_DATABASE:
        yield warn(
            "These are not the settings of production, which refuse what is unsafe.",
            "Set DJANGO_SETTINGS_MODULE=config.settings.production.",
        )
    yield from _repeated()
    yield from _derived()
    yield from _readable_files()
    yield from _lost_keys()


def _repeated() -> Iterator[Finding]:
    named = {"SECRET_KEY": [settings.SECRET_KEY.lower()]}
    for name in ("GAME_SECRET_KEYS", "ERASURE_KEYS"):
        named[name] = [key.hex() for key in getattr(settings, name).values()]
    named["SIGNING_KEYS"] = [key.hex() for key in settings.SIGNING_KEYS]
    named["METRICS_TOKEN"] = [settings.METRICS_TOKEN.lower()] if settings.METRICS_TOKEN else []
    owners: dict[str, str] = {}
    for name, keys in named.items():
        for key in keys:
            if key in owners:
                yield fail(
                    f"{owners[key]} and {name} hold the same secret.",
                    f"Make a new one for {name}: who learns one of them must not have the other.",
                )
            owners[key] = name
    yield ok(f"{len(owners)} secrets are set.")


def _derived() -> Iterator[Finding]:
    _, _, derived = erasure_key(settings.SECRET_KEY).partition(":")
    if derived in {key.hex() for key in settings.ERASURE_KEYS.values()} and not _is_set("ERASURE_KEYS"):
        yield warn(
            "ERASURE_KEYS is not set: another SECRET_KEY would make the ledger of erasures unreadable.",
            "Set it to what `manage.py replay_erasures --show-key` prints.",
        )


def _is_set(name: str) -> bool:
    return name in os.environ or f"{name}_FILE" in os.environ


def _readable_files() -> Iterator[Finding]:
    for name, path in sorted(os.environ.items()):
        if not name.endswith("_FILE") or not _is_ours(name.removesuffix("_FILE")):
            continue
        mode = Path(path).stat().st_mode
        if mode & (stat.S_IROTH | stat.S_IWOTH | stat.S_IWGRP):
            yield warn(f"Others may read or write the file of {name}.", f"Run: chmod 640 {path}")


def _is_ours(name: str) -> bool:
    return name in {"DATABASE_URL", "BROKER_URL", "CACHE_URL", "EMAIL_HOST_PASSWORD"} or hasattr(settings, name)


def _lost_keys() -> Iterator[Finding]:
    try:
        with connection.cursor() as cursor:
            cursor.execute(SEALED_BY)
            lost = sorted({key for (key,) in cursor.fetchall()} - set(settings.GAME_SECRET_KEYS))
    except DatabaseError:
        return  # the check of the database says so
    if lost:
        yield fail(
            f"Running matches are sealed with keys that GAME_SECRET_KEYS lacks: {', '.join(lost)}.",
            "Put these keys back behind the first one: without them the matches cannot go on.",
        )
