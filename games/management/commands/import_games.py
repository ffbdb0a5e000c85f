"""manage.py import_games: verify transcripts and load them as finished matches without players."""

from __future__ import annotations

import gzip
import zlib
from argparse import ArgumentTypeError
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.services import import_transcripts
from games.services.import_transcripts import Fate

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from io import BufferedReader

GZIP: Final = b"\x1f\x8b"
KEY_BYTES: Final = 32


class Command(BaseCommand):
    """Matches that exist here are not changed, so it is safe to repeat."""

    help = (
        "Verify every transcript in these files, which may be gzip, and load those that hold as finished matches. "
        "Says of each that is refused where it is and why; exit code 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--key", action="append", default=[], type=_key, metavar="HEX",
            help="a public key that is trusted; transcripts signed by others are refused (may be repeated; none: any)",
        )  # fmt: skip

    def handle(self, *_args: Any, **options: Any) -> None:
        fates: Counter[Fate] = Counter()
        damaged = 0
        for path in options["files"]:
            try:
                with _opened(path) as file:
                    for report in import_transcripts.import_file(file, options["key"]):
                        fates[report.fate] += 1
                        if report.fate is Fate.REFUSED:
                            self.stderr.write(_told(path, report))
            except (OSError, EOFError, zlib.error) as error:
                damaged += 1
                why = getattr(error, "strerror", None) or f"{error}; copy it again, and give this command again"
                self.stderr.write(f"{path}: cannot be read on: {why}")
        summary = ", ".join(f"{fates[fate]} {fate}" for fate in Fate)
        if damaged:
            summary += f", {damaged} files not read to their end"
        if fates[Fate.REFUSED]:
            summary += " (of a transcript by itself python -m engine verify tells all that is wrong)"
        if damaged or fates[Fate.REFUSED]:
            raise CommandError(summary)
        self.stdout.write(summary)


def _opened(path: Path) -> gzip.GzipFile | BufferedReader:
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    return gzip.open(path) if packed else path.open("rb")


def _told(path: Path, report: import_transcripts.Report) -> str:
    game = "" if report.game is None else f", game {report.game}"
    return f"{path}, from line {report.line}{game}: {report.reason}"


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise ArgumentTypeError(
            f"{text!r} is no public key: give the {2 * KEY_BYTES} hexadecimal digits of public_key in GET /v1/keys"
        )
    return key
