"""What a check of the doctor finds."""

from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """How bad it is: `warn` may be meant, `fail` is never right for an installation with real players."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Finding(NamedTuple):
    """One sentence on the state of the installation, and one on what to do about it; neither holds a secret."""

    state: State
    says: str
    todo: str = ""


def ok(says: str) -> Finding:
    """Return a finding that asks for nothing."""
    return Finding(State.OK, says)


def warn(says: str, todo: str) -> Finding:
    """Return a finding that may be meant."""
    return Finding(State.WARN, says, todo)


def fail(says: str, todo: str) -> Finding:
    """Return a finding that needs an operator."""
    return Finding(State.FAIL, says, todo)
