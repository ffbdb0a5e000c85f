"""The CPU of the parts of a service whose processes run on this machine, from /proc."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from devtools.benchmarks import machine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from devtools.stack.child import Child

Parts = dict[str, list[int]]

_COMMANDS: Final[Mapping[str, re.Pattern[str]]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "postgres": r"(^|/)postgres($|[ :])",
        "broker": r"(^|/)(valkey|redis)-server|beam\.smp",
        "web": r"config\.servers\.web",
        "streams": r"config\.servers\.streams",
        "worker": r"celery .*\bworker\b",
        "beat": r"celery .*\bbeat\b",
        "sweeper": r"manage(\.py)? sweeper",
        "proxy": r"nginx|caddy",
    }.items()
}


def of_children(started: Sequence[Child]) -> Callable[[], Parts]:
    """Return a function that finds the processes of an installation of our own."""
    return lambda: {child.name: [child.pid, *machine.children(child.pid)] for child in started}


def by_commands() -> Parts:
    """Find the processes of all installations on this machine by their commands."""
    found: Parts = {}
    for folder in machine.PROC.glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            continue  # it has ended
        for name, pattern in _COMMANDS.items():
            if pattern.search(command):
                pid = int(folder.name)
                found.setdefault(name, []).extend((pid, *machine.children(pid)))
                break
    return {name: sorted({*found[name]}) for name in _COMMANDS if name in found}


def cpu_seconds(parts: Parts) -> dict[str, float]:
    """Return the seconds of CPU of each part so far."""
    return {name: machine.cpu_us(pids) / 1e6 for name, pids in parts.items()}
