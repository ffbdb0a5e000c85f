"""Exports a month: one transcript after the other, with the same bytes that the API serves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from games.proofs import transcripts
from games.proofs.export.files import Manifest, Output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from games.proofs.export.month import Month
    from games.proofs.transcripts import Transcript

FILE_BYTES: Final = 64 * 1024 * 1024
"""A file is closed once it has this size."""
BATCH: Final = 200
"""The number of matches whose signatures and anchors are read at once."""


class Progress(NamedTuple):
    """Progress: matches and events in the files, including earlier runs, and matches that were left out."""

    games: int
    events: int
    left_out: int


def export(month: Month, folder: Path, tell: Callable[[Progress], None], file_bytes: int = FILE_BYTES) -> Progress:
    """Write the month's public matches to `folder`, or the rest after an earlier run. Raises `ExportRefused`."""
    folder.mkdir(parents=True, exist_ok=True)
    manifest = Manifest(folder, str(month), settled=month.is_settled)
    manifest.resume()
    if not manifest.complete:
        _write(month, manifest, tell, file_bytes)
        manifest.finish()
    return Progress(*manifest.totals)


def _write(month: Month, manifest: Manifest, tell: Callable[[Progress], None], file_bytes: int) -> None:
    output: Output | None = None
    try:
        for transcript in _transcripts(month, manifest):
            body = _body(transcript, manifest)
            if body is None:
                continue
            output = output or Output(manifest.next_file)
            output.add(transcript.game_id, transcript.events, body)
            games, events, left_out = manifest.totals
            tell(Progress(games + output.games, events + output.events, left_out))
            if output.size >= file_bytes:
                manifest.add(output.close())
                output = None
        if output is not None:
            manifest.add(output.close())
            output = None
    finally:
        if output is not None:
            output.abandon()


def _transcripts(month: Month, manifest: Manifest) -> Iterator[Transcript]:
    for found in month.matches(manifest.last):
        for begin in range(0, len(found), BATCH):
            yield from transcripts.of_games(
                found[begin : begin + BATCH], lambda game, error: manifest.leave_out(game, type(error).__name__)
            )


def _body(transcript: Transcript, manifest: Manifest) -> bytes | None:
    """Return the whole transcript; None if the log is damaged."""
    try:
        return b"".join(transcript.lines())
    except transcripts.DAMAGE as error:
        manifest.leave_out(transcript.game_id, type(error).__name__)
        return None
