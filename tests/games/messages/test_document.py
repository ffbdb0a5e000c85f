"""docs/messages.md says what the table says."""

from __future__ import annotations

from pathlib import Path

from games.messages.kind import CHANNELS, Kind
from games.messages.table import KINDS
from players.models import Delivery

PAGE = (Path(__file__).parents[3] / "docs" / "messages.md").read_text(encoding="utf-8")
MEANINGS = {
    "pending": "waits for its time, for the next attempt, or for a worker that has claimed it",
    "sent": "handed over; the receiver has taken it",
    "dropped": "not sent, for a good reason: stale, superseded, expired, unwanted, or its device is gone",
    "failed": "the receiver will never take it",
    "dead": "given up after the last attempt",
}


def row(kind: Kind) -> str:
    events = (
        ", ".join(f"`{tag}`" for tag in sorted(kind.events)) if len(kind.events) < 4 else "whatever makes a seat act"
    )
    facts = ", ".join(f"`{fact}`" for fact in kind.facts)
    sent = ", ".join(channel for channel in CHANNELS if channel in kind.channels)
    lasts = f"{kind.lasts.days} days"
    cells = [f"`{kind.name}`", kind.audience, events, facts, sent, kind.urgency, kind.stale, lasts, kind.why]
    return "| " + " | ".join(cell or "-" for cell in cells) + " |"


def test_the_page_lists_the_kinds_as_they_are() -> None:
    listed = [line for line in PAGE.splitlines() if line.startswith("| `") and line.count("|") == 10]
    assert listed == [row(kind) for kind in KINDS]


def test_the_page_lists_the_states_as_they_are() -> None:
    assert set(MEANINGS) == set(Delivery.State.values)
    for state, meaning in MEANINGS.items():
        assert f"| `{state}` | {meaning} |" in PAGE
