"""A process that makes calls on the service and kills itself at a chosen point: `python -m tests.faults.doomed`.

Reads one JSON job a line: {"call", "arguments", "point", "after"}. Each job runs in a fork of its own, which dies by
SIGKILL right before or after its `point`-th exchange with the database (statements and commits, from 1). Answers with
one line: `killed`, or `survived`. Strings of the arguments that start with "uuid:" become ids.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any
from uuid import UUID

import django

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ASKED = sha256(b"what was asked").digest()


def main() -> None:
    """Serve jobs until the input ends."""
    django.setup()
    import_module("tests.faults.calls")  # once here, and not in every fork
    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if child == 0:
            _die_at(job["point"], after=job["after"])
            _run(job["call"], {name: _value(value) for name, value in job["arguments"].items()})
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(_fate(status), flush=True)  # noqa: T201 - the protocol


def _fate(status: int) -> str:
    if os.WIFSIGNALED(status):
        return "killed"
    return "survived" if os.WEXITSTATUS(status) == 0 else "failed"


def _value(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("uuid:"):
        return UUID(value.removeprefix("uuid:"))
    return value


def _run(call: str, arguments: dict[str, Any]) -> None:
    from tests.faults.calls import CALLS  # noqa: PLC0415 - models can be imported only after the set-up

    CALLS[call](**arguments)


def _die_at(point: int, *, after: bool) -> None:
    """Count the exchanges with the database, and die at the given one."""
    from django.db import connection  # noqa: PLC0415 - as above

    points = _countdown(point, after=after)

    def statement(execute: Callable[..., Any], *arguments: Any) -> Any:
        next(points)
        answer = execute(*arguments)
        next(points)
        return answer

    wrapper: Any = connection
    commit = wrapper._commit

    def counted_commit() -> None:
        next(points)
        commit()
        next(points)

    connection.execute_wrappers.append(statement)
    wrapper._commit = counted_commit


def _countdown(point: int, *, after: bool) -> Iterator[None]:
    steps = 2 * (point - 1) + (1 if after else 0)
    for _ in range(steps):
        yield
    os.kill(os.getpid(), signal.SIGKILL)
    while True:
        yield


if __name__ == "__main__":
    main()
