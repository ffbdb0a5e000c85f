"""The page about a month: the figures and the habits that led to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from devtools.month.habits import PARAMETERS

Figures = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""The figures by variant and preset."""


def page(people: int, days: int, seed: str, found: Figures) -> str:
    """Return the page as Markdown."""
    habits = "\n".join(f"| {what} | {how_much} | {source} |" for what, how_much, source in PARAMETERS)
    return (
        f"{people} people, {days} days, seed `{seed}`. Medians, the ninth decile in brackets.\n\n"
        f"{_table(found)}\n| habit | value | source |\n|---|---|---|\n{habits}\n"
    )


def _table(found: Figures) -> str:
    """Return a line for each preset of each variant."""
    columns = (
        "preset", "tables", "started", "hours to the start", "finished", "days of a match", "turns missed",
        "moves made for people", "seats on autopilot",
    )  # fmt: skip
    lines = ["| | " + " | ".join(columns) + " |", "|---|---|" + "---:|" * (len(columns) - 1)]
    for variant, presets in found.items():
        for preset, row in presets.items():
            cells = (
                variant, preset, row["tables"], row["started"], _both(row["wait_hours"]), row["finished"],
                _both(row["match_days"]), f"{row['missed']} %", row["automatic"], row["autopilots"],
            )  # fmt: skip
            lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _both(cuts: list[float] | None) -> str:
    return "-" if cuts is None else f"{cuts[0]:g} ({cuts[1]:g})"
