"""python -m engine: run scenarios, show a position, watch bots play."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys

from engine.bots import BOTS
from engine.catalogue import resolve
from engine.errors import BadNotation, EngineError
from engine.narration import narrate
from engine.notation import parse_position
from engine.picture import picture
from engine.playout import play_match
from engine.scenarios import run


def main(arguments: list[str] | None = None) -> int:
    """Run a subcommand; the exit code is 0 if all is well."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True)
    scenarios = commands.add_parser("scenarios", help="run a file of scenarios")
    scenarios.add_argument("file")
    scenarios.set_defaults(run=lambda given: run_scenarios(given.file))
    show = commands.add_parser("show", help="draw a position as text")
    show.add_argument("position")
    show.set_defaults(run=lambda given: show_position(given.position))
    play = commands.add_parser("play", help="let bots play a match and print its log")
    play.add_argument("--seats", type=int, default=4)
    play.add_argument("--seed", default="")
    play.add_argument("--bots", default="sharp,random", help="strategies by seat, repeated as needed")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.set_defaults(run=lambda given: watch(given.seats, given.seed, given.bots.split(","), given.option))
    given = parser.parse_args(arguments)
    try:
        return int(given.run(given))
    except (EngineError, OSError, json.JSONDecodeError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2


def run_scenarios(path: str) -> int:
    """Print a line per failing row, close with the counts; 0 only if none failed."""
    with open(path, encoding="utf-8") as file:  # noqa: PTH123  the engine does without pathlib
        rows = [row for row in json.load(file) if row["runnable"]]
    failed = 0
    for row in rows:
        expected, got = run(row)
        if expected != got:
            failed += 1
            print(f"{row['id']} {row['title']}: expected {json.dumps(expected)}, got {json.dumps(got)}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return int(failed > 0)


def show_position(text: str) -> int:
    """Draw the table that a position describes."""
    print(picture(parse_position(text, resolve({}))))
    return 0


def watch(seats: int, seed: str, names: list[str], options: list[str]) -> int:
    """Print the log of a match between bots, and the table at the end."""
    if unknown := sorted(set(names) - set(BOTS)):
        raise BadNotation(text=f"bots {', '.join(unknown)}; there are {', '.join(BOTS)}")
    bots = [BOTS[names[seat % len(names)]] for seat in range(seats)]
    chosen = dict(option.split("=", 1) for option in options)
    for _, events in play_match(bots, {name: _value(text) for name, text in chosen.items()}, _seed(seed)):
        for event in events:
            if sentence := narrate(event):
                print(sentence)
    return 0


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _seed(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


if __name__ == "__main__":
    sys.exit(main())
