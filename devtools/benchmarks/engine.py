"""Speed of the engine: random matches against RLCard's uno, the fold, and the parts of a request.

python -m devtools.benchmarks.engine. RLCard comes from the package index into .state/bench-rlcard, made at the first
run. Method and figures: performance.md.
"""

from __future__ import annotations

import json
import platform
import random
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import engine
from devtools.benchmarks.machine import Spread
from devtools.benchmarks.rollouts import started

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

ROOT: Final = Path(__file__).parents[2]
RLCARD: Final = ("rlcard==1.2.0", "numpy==2.4.6")
PAIRS: Final = 200
MATCHES: Final = 3
"""Matches in a sample of ours: about 0.01 s. Short samples, taken in turn, meet the same noise."""
GAMES: Final = 30
"""Games in a sample of RLCard, to take as long."""
ROUNDS: Final = 25
LOGS: Final = 4
TABLES: Final = 200
TAKEN: Final = 10
"""One table in so many is taken, so that all parts of a match are covered."""


def main() -> None:
    """Measure and print everything."""
    print(f"engine: Python {platform.python_version()}, medians [least..most], CPU time of the process")
    for line in (*against_rlcard(), *folding(), *requests()):
        print(line, flush=True)


def against_rlcard() -> Iterator[str]:
    """Yield commands a second of random matches under full rules, and RLCard's steps a second, in pairs of samples."""
    our_side = Side(sys.executable, "-m", "devtools.benchmarks.rollouts")
    with our_side as ours, Side(rlcard_python(), str(ROOT / "devtools" / "benchmarks" / "rlcard_steps.py")) as theirs:
        ours.sample(MATCHES)
        theirs.sample(GAMES)
        turns = [(ours.sample(MATCHES), theirs.sample(GAMES)) for _ in range(PAIRS)]
    mine, rl = zip(*turns, strict=True)
    yield f"RLCard, 1,000 steps/s              {thousands(one['units'] / one['seconds'] for one in rl)}"
    steps_alone = thousands(one["units"] / (one["seconds"] - one["dealing"]) for one in rl)
    yield f"  its deals left out               {steps_alone}   (on Python {rl[0]['python']})"
    rates = [one["units"] / one["seconds"] for one in mine]
    ratios = [rate * one["seconds"] / one["units"] for rate, one in zip(rates, rl, strict=True)]
    yield f"random match, 1,000 commands/s     {thousands(rates)}"
    yield f"  events per command               {Spread.of([one['events'] / one['units'] for one in mine]).text(2)}"
    yield f"  ratio to RLCard, pair by pair    {Spread.of(ratios).text(2)}"


def folding() -> Iterator[str]:
    """Yield events a second of a fold of whole logs."""
    logs = []
    for seed in range(LOGS):
        table, chance = started(seed)
        logs.append((table.copy(), engine.fast_random_match(table, chance, random.Random(seed).getrandbits).events))
    events = sum(len(log) for _, log in logs)
    samples = []
    for _ in range(ROUNDS):
        tables = [(table.copy(), log) for table, log in logs]
        start = time.process_time()
        for table, log in tables:
            engine.replay(log, table)
        samples.append(events / (time.process_time() - start))
    yield f"fold, 1,000 events/s               {thousands(samples)}"


def requests() -> Iterator[str]:
    """Yield microseconds of the engine's part in a request, over tables and events of random matches."""
    moments = list(some_moments())
    events = [event for _, _, happened in moments for event in happened]
    tables = [(table, table.turn or 0) for table, _, _ in moments]
    stored = [engine.encode_table(table) for table, _ in tables]
    rows = [engine.encode_event(event) for event in events]
    parts: list[tuple[str, Callable[[Any], object], Sequence[Any]]] = [
        ("decide", lambda moment: engine.decide(*moment[1]), moments),
        ("legal_commands", lambda at: engine.legal_commands(*at), tables),
        ("acting_seats", lambda at: engine.acting_seats(at[0]), tables),
        ("view", lambda at: engine.view(*at), tables),
        ("encode_table", lambda at: engine.encode_table(at[0]), tables),
        ("decode_table", engine.decode_table, stored),
        ("encode_event", engine.encode_event, events),
        ("decode_event", lambda row: engine.decode_event(*row), rows),
        ("redact", lambda event: engine.redact(event, 1), events),
    ]
    costs: dict[str, list[float]] = {name: [] for name, _, _ in parts}
    for _ in range(ROUNDS):
        for name, part, arguments in parts:
            start = time.process_time()
            for argument in arguments:
                part(argument)
            costs[name].append((time.process_time() - start) / len(arguments) * 1_000_000)
    for name, samples in costs.items():
        yield f"{name + ', us':<34} {Spread.of(samples).text(1)}"


def some_moments() -> Iterator[tuple[engine.Table, tuple[Any, ...], list[engine.Event]]]:
    """Yield tables of random matches, the commands for `decide` there, and the resulting events."""
    dice = random.Random(3)
    table, chance = started(0)
    seed = found = 0
    while found < TABLES:
        if table.is_over:
            seed += 1
            table, chance = started(seed)
        seat = table.turn
        legal = engine.legal_commands(table, seat or 0)
        command = dice.choice([other for other in legal if not isinstance(other, engine.Draw)] or legal)
        before = table.copy()
        happened = engine.act(table, seat, command, chance)
        if dice.randrange(TAKEN) == 0:
            found += 1
            yield before, (before, seat, command, chance), happened


def thousands(rates: Iterable[float]) -> str:
    """Return median and range of these rates in thousands."""
    return Spread.of([rate / 1000 for rate in rates]).text(1)


class Side:
    """One side of a comparison: a process that plays on request."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def sample(self, count: int) -> dict[str, Any]:
        """Play `count` matches or games."""
        assert self.process.stdin
        assert self.process.stdout
        print(count, file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def rlcard_python() -> str:
    """Return the Python of RLCard's environment, which is created if it is missing."""
    home = ROOT / ".state" / "bench-rlcard"
    python = str(home / "bin" / "python")
    if not (home / "made").exists():
        print(f"Installing {', '.join(RLCARD)} into {home.relative_to(ROOT)} ...", flush=True)
        venv.create(home, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *RLCARD], check=True)
        (home / "made").touch()
    return python


if __name__ == "__main__":
    main()
