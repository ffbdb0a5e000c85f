"""Writes all bytes of a match: stored events, tables, views and legal commands. Run by the law about hash seeds."""

import sys

import engine
from tests.engine.matches import Match


def main() -> None:
    """Play a match that uses much of the engine, and write all bytes of it."""
    match = Match({"scoring": "elimination", "target": 300, "uno_penalty": 3}, 5, seed=11)

    def write(events: list[engine.Event]) -> None:
        said = [
            [engine.encode_event(event) for event in events],
            engine.encode_table(match.table),
            [engine.view(match.table, seat) for seat in (None, 0, 1)],
            [engine.legal_commands(match.table, seat) for seat in range(match.table.seats)],
        ]
        sys.stdout.write(repr(said))

    match.play(400, write)


if __name__ == "__main__":
    main()
