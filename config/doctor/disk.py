"""Disks: room for what this machine writes, and ledgers that can be written."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from config.doctor.finding import Finding, fail, ok, warn

LITTLE: Final = 0.1  # of the disk
TOO_LITTLE: Final = 200 * 2**20  # bytes
TOO_FEW: Final = 1000  # files
MIB: Final = 2**20


def check() -> Iterator[Finding]:
    """Yield findings on the disks that this machine's processes see. That of the database may be another machine's."""
    folders = {"temporary files": Path(tempfile.gettempdir())}
    for name in ("ERASURE_LEDGER", "ANCHOR_LEDGER"):
        path = getattr(settings, name)
        if not path:
            yield warn(
                f"{name} is not set: a restored backup would undo what it records.",
                "Set it to a file on another disk than the database.",
            )
            continue
        folders[name] = Path(path).parent
        yield from _ledger(name, Path(path))
    if settings.BACKUP_FOLDER:
        folders["BACKUP_FOLDER"] = Path(settings.BACKUP_FOLDER)
    for name, folder in folders.items():
        if folder.is_dir():
            yield from _room(name, folder)


def _ledger(name: str, path: Path) -> Iterator[Finding]:
    there = path if path.exists() else path.parent
    if not os.access(there, os.W_OK):
        yield fail(
            f"{name} cannot be written: {path}", f"Make its folder, and give it to the account of the service: {path}"
        )


def _room(name: str, folder: Path) -> Iterator[Finding]:
    total, _, free = shutil.disk_usage(folder)
    files = os.statvfs(folder)
    if files.f_files and files.f_favail < TOO_FEW:  # some file systems have no such limit, and say 0
        yield fail(f"Only {files.f_favail} more files can be made for {name} ({folder}).", "Remove files now.")
    elif free < TOO_LITTLE:
        yield fail(f"{free // MIB} MiB are left for {name} ({folder}).", "Make room now.")
    elif free < LITTLE * total:
        yield warn(f"{100 * free / total:.0f} % of the disk are left for {name} ({folder}).", "Make room.")
    else:
        yield ok(f"{free // MIB} MiB are left for {name}.")
