"""The findings of checks."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """A verdict, as it is printed in front of a finding."""

    HOLDS = "ok"
    BROKEN = "BAD"
    UNCHECKED = "??"
    ABSENT = "--"


class Finding(NamedTuple):
    """The result of a check: a sentence for people, and for a broken one the detail and the event it shows at."""

    check: str
    verdict: Verdict
    sentence: str
    detail: str = ""
    seq: int | None = None


class Broken(Exception):
    """The file is not what it claims to be. `seq`: the number of the event where that shows."""

    def __init__(self, sentence: str, detail: str = "", seq: int | None = None) -> None:
        super().__init__(sentence)
        self.detail = detail
        self.seq = seq


class Absent(Exception):
    """There is nothing to check; the message says what."""


class Unchecked(Exception):
    """The check cannot tell; the message says why."""


def short(data: bytes) -> str:
    """Return the beginning of a hash, for people."""
    return f"{data[:4].hex()}..."
