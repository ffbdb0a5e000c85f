"""The files of an export, and the manifest that lists them. A listed file is complete, even after an interruption."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

FORMAT: Final = 1
LEVEL: Final = 1
"""The level of gzip. Half of the data are hashes, which no level makes smaller (docs/operators/archive.md)."""
UNFINISHED: Final = ".part"


class ExportRefused(Exception):
    """The folder holds something other than the beginning of this export. The message gives details."""


class Output:
    """A file under a temporary name while it is written. `close` renames it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games = self.events = 0
        self.first: UUID | None = None
        self.last: UUID | None = None
        self._part = path.with_name(path.name + UNFINISHED)
        self._raw = self._part.open("wb")
        # No name and no time inside, so that the same matches give the same file.
        self._packed = gzip.GzipFile("", "wb", LEVEL, self._raw, mtime=0)

    @property
    def size(self) -> int:
        """Return the approximate size so far in bytes."""
        return self._raw.tell()

    def add(self, game_id: UUID, events: int, body: bytes) -> None:
        """Add a transcript."""
        self._packed.write(body)
        self.first = self.first or game_id
        self.last = game_id
        self.games += 1
        self.events += events

    def close(self) -> dict[str, Any]:
        """Write the file to disk and return its entry in the manifest."""
        self._packed.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()
        self._part.replace(self.path)
        return {
            "name": self.path.name,
            "bytes": self.path.stat().st_size,
            "sha256": digest(self.path),
            "games": self.games,
            "events": self.events,
            "first": str(self.first),
            "last": str(self.last),
        }

    def abandon(self) -> None:
        """Delete the unfinished file."""
        self._raw.close()
        self._part.unlink(missing_ok=True)


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entry of a file in a manifest."""

    name: str
    bytes: int
    sha256: str
    games: int
    events: int
    first: UUID
    last: UUID


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entry of a match whose transcript cannot be made."""

    game: UUID
    reason: str


class Noted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A manifest."""

    format: int
    month: str
    settled: bool
    complete: bool
    games: int
    events: int
    files: list[File]
    left_out: list[LeftOut]


class Manifest:
    """The content of an export, in the file MONTH.manifest.json of its folder. `settled`: it will not change."""

    def __init__(self, folder: Path, month: str, *, settled: bool) -> None:
        self.folder = folder
        self.path = folder / f"{month}.manifest.json"
        self._data: dict[str, Any] = {
            "format": FORMAT, "month": month, "settled": settled, "complete": False, "games": 0, "events": 0,
            "files": [], "left_out": [],
        }  # fmt: skip

    def resume(self) -> None:
        """Continue an earlier run. Raises `ExportRefused` if its files differ from its manifest."""
        if not self.path.exists():
            return
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            noted = msgspec.convert(found, Noted)
            if (noted.format, noted.month) != (FORMAT, self._data["month"]):
                raise ExportRefused(f"{self.path.name} is of another export")
            self._check(noted)
        except (OSError, ValueError) as error:
            raise ExportRefused(f"{self.path.name} and its files cannot be read: {error}") from None
        if found["complete"] and not found["settled"] and self._data["settled"]:
            raise ExportRefused("this was made before the month was settled; export it into an empty folder")
        self._data = found

    def _check(self, noted: Noted) -> None:
        for number, entry in enumerate(noted.files, start=1):
            if entry.name != self._name(number):
                raise ExportRefused(f"{self.path.name}: {entry.name} stands where {self._name(number)} should")
            path = self.folder / entry.name
            if (path.stat().st_size, digest(path)) != (entry.bytes, entry.sha256):
                raise ExportRefused(f"{entry.name} is not the file that was written")
        for what in ("games", "events"):
            there = sum(getattr(entry, what) for entry in noted.files)
            if there != getattr(noted, what):
                raise ExportRefused(f"{self.path.name}: its files have {there} {what}, and not {getattr(noted, what)}")

    def _name(self, number: int) -> str:
        return f"{self._data['month']}-{number:04}.jsonl.gz"

    def add(self, entry: dict[str, Any]) -> None:
        """Record a complete file."""
        self._data["files"].append(entry)
        self._data["games"] += entry["games"]
        self._data["events"] += entry["events"]
        self._write()

    def leave_out(self, game_id: UUID, reason: str) -> None:
        """Record a match whose transcript cannot be made."""
        self._data["left_out"].append({"game": str(game_id), "reason": reason})

    def finish(self) -> None:
        """Record that the export is complete."""
        self._data["complete"] = True
        self._write()

    @property
    def complete(self) -> bool:
        """Return whether the export is complete."""
        return bool(self._data["complete"])

    @property
    def last(self) -> UUID | None:
        """Return the last exported match."""
        files = self._data["files"]
        return UUID(files[-1]["last"]) if files else None

    @property
    def next_file(self) -> Path:
        """Return the path of the next file to write."""
        return self.folder / self._name(len(self._data["files"]) + 1)

    @property
    def totals(self) -> tuple[int, int, int]:
        """Return the numbers of matches, events and matches left out."""
        return self._data["games"], self._data["events"], len(self._data["left_out"])

    def _write(self) -> None:
        part = self.path.with_name(self.path.name + UNFINISHED)
        with part.open("w", encoding="utf-8") as file:
            json.dump(self._data, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.path)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
