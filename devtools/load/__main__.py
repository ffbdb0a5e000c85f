"""`make load`: clients play whole matches on a service, and the report says what it carries.

Without --url it starts an installation of its own on this machine, as `make run` does, and removes it at the end. For
load from several machines start it on each at the same time, with the same --url and --out, and merge the reports. Exit
code 1 if an answered event is missing from a log or was not told, or if a table stood still.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from devtools.load import service
from devtools.load.figures import Report, merged
from devtools.load.run import Wish, run
from devtools.stack import supervisor
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the test or merge reports; print the report."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.players < given.seats:
        parser.error(f"--players must be at least {given.seats}, the number of seats of a table")
    try:
        report = merged([_read(file) for file in given.merge]) if given.merge else _run(given)
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(*report.lines(), sep="\n", flush=True)
    if given.out:
        given.out.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    return 0 if report.is_clean else 1


def _run(given: argparse.Namespace) -> Report:
    supervisor.end_by_signals()
    wish = Wish(
        given.players, given.seats, given.seconds, given.warm_up, given.think, given.looks, given.streams,
        msgspec.json.decode(given.options, type=dict),
    )  # fmt: skip
    with service.at(given.url) if given.url else service.own() as found:
        return asyncio.run(run(found, wish, lambda said: print(said, flush=True)))


def _read(file: Path) -> Report:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Report)
    except (OSError, msgspec.MsgspecError) as error:
        raise Trouble(f"{file} is no report of `make load`: {error}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m devtools.load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--url", default="", help="address of a running service")
    parser.add_argument("--players", type=int, default=64, help="who play at the same time (%(default)s)")
    parser.add_argument("--seconds", type=float, default=30.0, help="that count (%(default)s)")
    parser.add_argument("--warm-up", type=float, default=5.0, help="seconds before, which do not count (%(default)s)")
    parser.add_argument("--think", type=float, default=0.0, help="seconds for a thought, on average (%(default)s)")
    parser.add_argument("--looks", type=int, default=0, help="other players who look after a move (%(default)s)")
    parser.add_argument("--streams", action="store_true", help="every player follows their games by a stream")
    parser.add_argument("--seats", type=int, default=4, help="of a table (%(default)s)")
    parser.add_argument("--options", default="{}", help="of the rules, in JSON")
    parser.add_argument("--out", type=Path, help="write the report to this file, in JSON")
    parser.add_argument("--merge", type=Path, nargs="+", help="add up these reports, and play nothing")
    return parser


if __name__ == "__main__":
    sys.exit(main())
