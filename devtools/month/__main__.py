"""`make month`: runs a virtual month in four variants or some of them, and writes what came of them.

Each runs on a PostgreSQL of its own that is removed at the end. The same seed gives the same figures.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from devtools.month.page import page
from devtools.stack.services import own_services

if TYPE_CHECKING:
    from collections.abc import Sequence


class Variant(NamedTuple):
    """A way to play the month: whether people look for matches by seeks, and which moves the service makes for them."""

    seeks: bool
    forced: bool
    orders: bool


VARIANTS = {
    "public tables, no automatic moves": Variant(seeks=False, forced=False, orders=False),
    "public tables, forced moves": Variant(seeks=False, forced=True, orders=False),
    "seeks, forced moves": Variant(seeks=True, forced=True, orders=False),
    "seeks, forced moves, orders": Variant(seeks=True, forced=True, orders=True),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the variants, each in a process of its own, and write their figures."""
    given = _parser().parse_args(arguments)
    if given.figures is not None:
        (variant,) = given.variant
        given.figures.write_text(json.dumps(_run(given, variant)))
        return 0
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for variant in given.variant or VARIANTS:
            figures = Path(folder) / "figures.json"
            same = [f"--people={given.people}", f"--days={given.days}", f"--seed={given.seed}"]
            asked = [sys.executable, "-m", "devtools.month", *same, f"--variant={variant}", f"--figures={figures}"]
            subprocess.run(asked, check=True)  # noqa: S603  our own module
            found[variant] = json.loads(figures.read_text())
    presets = {variant: one["presets"] for variant, one in found.items()}
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "month.json").write_text(json.dumps(found, indent=1) + "\n")
    (given.out / "month.md").write_text(page(given.people, given.days, given.seed, presets))
    sys.stdout.write((given.out / "month.md").read_text())
    return int(any(rows["all"]["unsound"] for rows in presets.values()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m devtools.month", description=__doc__)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--seed", default="flipside")
    parser.add_argument("--out", type=Path, default=Path(".state/month"), help="the folder for month.json and month.md")
    parser.add_argument("--variant", choices=VARIANTS, action="append", help="one to run; may be given several times")
    parser.add_argument("--figures", type=Path, help=argparse.SUPPRESS)
    return parser


def _run(given: argparse.Namespace, name: str) -> dict[str, Any]:
    with own_services(durable=False, settings="config.settings.test"):
        import django  # noqa: PLC0415  it reads the environment

        django.setup()
        return _month(given, name)


def _month(given: argparse.Namespace, name: str) -> dict[str, Any]:
    from django.core.management import call_command  # noqa: PLC0415  Django has to be set up first
    from django.db import connections  # noqa: PLC0415  as above

    from devtools.month import report  # noqa: PLC0415  as above
    from devtools.month.clock import Clock  # noqa: PLC0415  as above
    from devtools.month.simulation import Month, Setting  # noqa: PLC0415  as above
    from devtools.month.streams import Streams  # noqa: PLC0415  as above
    from devtools.month.tables import Automatic, PublicTables, Seeks  # noqa: PLC0415  as above
    from games.sandbox import mode  # noqa: PLC0415  as above

    call_command("migrate", verbosity=0)
    mode.on()
    begun = time.monotonic()
    variant = VARIANTS[name]
    streams, automatic = Streams(), Automatic(variant.forced, variant.orders)
    tables = Seeks(automatic, streams) if variant.seeks else PublicTables(automatic)
    month = Month(Setting(given.people, given.days, given.seed, variant.orders), Clock(streams), streams, tables)

    def say(said: str) -> None:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        sys.stderr.write(f"{name}: {said}, {time.monotonic() - begun:.0f} s, {memory} MB\n")

    month.run(say)
    figures = {name: counts.row() for name, counts in report.count(month).items()}
    connections.close_all()
    return {"comings": month.comings, "looks": month.looks, "steps": month.clock.steps, "presets": figures}


if __name__ == "__main__":
    sys.exit(main())
