"""Files of lines that outlive the database: many processes append to them, a whole line or none."""

from __future__ import annotations

import errno
import fcntl
import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

TAIL: Final = 4096
"""Bytes at the end of a file in which the end of its last whole line is searched: longer than any line."""


def append(path: Path, line: str) -> None:
    """Append a line of ASCII, on disk when this returns. Raises `OSError`, and then the line is not in the file.

    An incomplete line that a full disk has left is removed first, for it would spoil this one.
    """
    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        end = _whole(file)
        try:
            _write(file, f"{line}\n".encode("ascii"))
        except OSError:
            os.ftruncate(file, end)
            raise
    finally:
        os.close(file)


def whole_lines(text: str) -> list[str]:
    """Return the lines of a file that were written to their ends; an incomplete line is ignored."""
    return text[: text.rfind("\n") + 1].splitlines()


def _whole(file: int) -> int:
    """Cut off an incomplete last line; return the size that is left."""
    size = os.fstat(file).st_size
    start = max(0, size - TAIL)
    end = start + os.pread(file, TAIL, start).rfind(b"\n") + 1
    if end < size:
        os.ftruncate(file, end)
    return end


def _write(file: int, text: bytes) -> None:
    # A full disk takes the beginning, and reports that by a number only.
    if os.write(file, text) < len(text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(file)
