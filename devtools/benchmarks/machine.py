"""The kernel's figures about processes and the machine, and summaries of samples. Linux; no service, no rules."""

from __future__ import annotations

import os
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PROC: Final = Path("/proc")
TICK: Final = 1_000_000 / os.sysconf("SC_CLK_TCK")  # microseconds
# Fields of /proc/PID/stat after the name, counted from the state.
PARENT, USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM = 1, 11, 12, 13, 14


def children(pid: int) -> list[int]:
    """Return the processes whose parent is `pid`."""
    return [
        int(folder.name) for folder in PROC.glob("[0-9]*") if (found := _stat(folder)) and int(found[PARENT]) == pid
    ]


def cpu_us(pids: Iterable[int]) -> float:
    """Return the microseconds of CPU that these processes and their ended children have used so far."""
    wanted = (USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM)
    return TICK * sum(int(found[n]) for pid in pids if (found := _stat(PROC / str(pid))) for n in wanted)


def busy_us() -> float:
    """Return the microseconds of CPU that the whole machine has used so far, over all cores."""
    user, nice, system, _idle, _wait, irq, softirq, *_ = map(int, (PROC / "stat").read_text().split()[1:9])
    return TICK * (user + nice + system + irq + softirq)


def memory_mb(pid: int) -> float:
    """Return the proportional set size: own pages, and a fair share of those that several processes use."""
    for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise LookupError(pid)


def _stat(folder: Path) -> list[str] | None:
    try:
        return (folder / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


@dataclass(frozen=True, slots=True)
class Spread:
    """Samples of one figure."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> Spread:
        """Summarize `samples`, of which there must be at least one."""
        return cls(statistics.median(samples), min(samples), max(samples))

    def text(self, digits: int = 0) -> str:
        """Return median [least..most]."""
        return f"{self.median:,.{digits}f} [{self.low:,.{digits}f}..{self.high:,.{digits}f}]"
