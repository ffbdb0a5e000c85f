"""Months of matches as operators export them and other installations import them."""

from __future__ import annotations

import gzip
import io
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

import engine
from games.models import Game, Seat
from games.reads import one_game
from tests.games import tables

if TYPE_CHECKING:
    from pathlib import Path


def finished(*, private: bool = False, moves: int = 3) -> UUID:
    """Return a match of two that they agreed to end."""
    ann, bob = tables.person(), tables.person()
    made = tables.lobby_of(ann, private=private).game
    tables.sit(made.id, bob, code=tables.code_of(made.id))
    tables.lobby.start(game_id=made.id, player=ann, command_id=UUID(int=7), request_hash=tables.ASKED)
    for _ in range(moves):
        seat, command = tables.legal(made.id)
        tables.send(made.id, (ann, bob)[seat], command)
    for player in (ann, bob):
        tables.send(made.id, player, engine.Vote("abort"))
    return made.id


def month() -> str:
    ((now,),) = tables.raw("SELECT service_now()")
    assert isinstance(now, datetime)
    return f"{now.astimezone(UTC):%Y-%m}"


def transcript_of(game: UUID) -> bytes:
    return b"".join(one_game.transcript(game, None)[0].chunks())


def run(folder: Path, *arguments: str, of: str | None = None) -> str:
    """Export this month; return the command's output."""
    out, progress = io.StringIO(), io.StringIO()
    call_command("export_games", "--month", of or month(), "--to", str(folder), *arguments, stdout=out, stderr=progress)
    return out.getvalue() + progress.getvalue()


def content(folder: Path) -> bytes:
    return b"".join(gzip.decompress(path.read_bytes()) for path in sorted(folder.glob("*.gz")))


def manifest(folder: Path) -> Any:
    (path,) = folder.glob("*.manifest.json")
    return json.loads(path.read_text())


def load(*files: Path, keys: tuple[str, ...] = ()) -> str:
    out = io.StringIO()
    call_command("import_games", *map(str, files), *(f"--key={key}" for key in keys), stdout=out, stderr=io.StringIO())
    return out.getvalue().strip()


def refusal(*files: Path, keys: tuple[str, ...] = ()) -> str:
    errors = io.StringIO()
    with pytest.raises(CommandError) as failure:
        call_command("import_games", *map(str, files), *(f"--key={key}" for key in keys), stderr=errors)
    return errors.getvalue() + str(failure.value)


def elsewhere() -> None:
    """Delete all data, as in another installation."""
    with tables.unguarded():
        for table in ("event", "command", "transcript_signature", "anchor_leaf", "anchor_node", "anchor", "snapshot"):
            if table not in {"event", "command"}:
                tables.raw(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            tables.raw(f"DELETE FROM {table}")  # noqa: S608 - names of ours
    tables.raw("DELETE FROM outbox")
    tables.raw("DELETE FROM audit_mark")
    Seat.objects.all().delete()
    Game.objects.all().delete()
