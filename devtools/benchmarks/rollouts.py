"""Our side of the comparison with RLCard: whole random matches of four to 500 points, set-up and deals included.

For every number that it reads it plays that many matches and answers with a line of JSON: commands made, CPU seconds,
events, version of Python. A process of its own, so that both sides start alike.
"""

from __future__ import annotations

import itertools
import json
import platform
import random
import sys
import time
from typing import Final

import engine

SEATS: Final = 4
BITS: Final = random.Random(500).getrandbits
SEEDS: Final = itertools.count(1)


def started(seed: int) -> tuple[engine.Table, engine.Chance]:
    """Return a match of four bots whose first round is dealt."""
    chance = engine.Chance(bytes(16), seed.to_bytes(32, "big"))
    table = engine.replay(engine.new_match({}, seats=SEATS, commitment=chance.commitment.hex()))
    for seat in range(SEATS):
        engine.act(table, seat, engine.TakeSeat("bot"), chance)
    engine.act(table, None, engine.Start(), chance)
    return table, chance


def sample(matches: int) -> dict[str, object]:
    """Play `matches` matches, each with another seed."""
    commands = events = 0
    start = time.process_time()
    for _ in range(matches):
        table, chance = started(next(SEEDS))
        rolled = engine.fast_random_match(table, chance, BITS)
        commands += rolled.commands
        events += len(rolled.events)
    seconds = time.process_time() - start
    return {"units": commands, "seconds": seconds, "events": events, "python": platform.python_version()}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(sample(int(line))), flush=True)
