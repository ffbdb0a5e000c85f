"""The page about a month: the figures and the habits that led to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from devtools.month.habits import PARAMETERS

Figures = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""The figures by variant and preset."""


def page(people: int, days: int, seed: str, found: Figures) -> str:
    """Return the page as Markdown."""
    habits = "\n".join(f"| {what} | {how_much} | {source} |" for what, how_much, source in PARAMETERS)
    whole = [(variant, presets["all"]) for variant, presets in found.items()]
    parts = [
        (f"{variant} | {preset}", row) for variant, presets in found.items() for preset, row in presets.items()
        if preset != "all"
    ]  # fmt: skip
    audited, unsound = (sum(row[name] for _, row in whole) for name in ("started", "unsound"))
    return (
        f"{people} people, {days} days, seed `{seed}`. Medians, the ninth decile in brackets. Logs audited: {audited}, "
        f"unsound: {unsound}.\n\n{_table('', whole)}\n{_table(' | preset', parts)}\n"
        f"| habit | value | source |\n|---|---|---|\n{habits}\n"
    )


def _table(first: str, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Return a line for each of these rows."""
    columns = (
        "searches", "seated", "hours to the start", "matches begun", "people in a match", "with bots", "finished",
        "days of a match", "turns missed", "automatic moves", "by orders", "seats on autopilot", "musters missed",
    )  # fmt: skip
    lines = [
        f"| {first} | " + " | ".join(columns) + " |",
        "|---" * (1 + first.count("|")) + "|" + "---:|" * len(columns),
    ]
    for name, row in rows:
        cells = (
            name, row["searches"], row["seated"], _both(row["wait_hours"]), row["started"], row["people"],
            row["with_bots"], row["finished"], _both(row["match_days"]), f"{row['missed']} %", f"{row['automatic']} %",
            f"{row['by_orders']} %", row["autopilots"], f"{row['musters_missed']} ({row['musters_missed_share']} %)",
        )  # fmt: skip
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _both(cuts: list[float] | None) -> str:
    return "-" if cuts is None else f"{cuts[0]:g} ({cuts[1]:g})"
