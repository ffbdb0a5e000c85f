"""docs/clients/messages.md agrees with the table of messages."""

from __future__ import annotations

import re
from pathlib import Path

from games.notifications.kinds import CHANNELS, KINDS, Kind
from players.models import Delivery

PAGE = (Path(__file__).parents[3] / "docs" / "clients" / "messages.md").read_text(encoding="utf-8")


def row(kind: Kind) -> str:
    events = (
        ", ".join(f"`{tag}`" for tag in sorted(kind.events)) if len(kind.events) < 4 else "all that ask a seat to act"
    )
    facts = ", ".join(f"`{fact}`" for fact in kind.facts)
    sent = ", ".join(channel for channel in CHANNELS if channel in kind.channels)
    lasts = f"{kind.lasts.days} days"
    cells = [f"`{kind.name}`", kind.audience, events, facts, sent, kind.urgency, kind.stale, lasts, kind.why]
    return "| " + " | ".join(cell or "-" for cell in cells) + " |"


def test_the_page_lists_the_kinds_as_they_are() -> None:
    listed = [line for line in PAGE.splitlines() if line.startswith("| `") and line.count("|") == 10]
    assert listed == [row(kind) for kind in KINDS]


def test_the_page_explains_every_state() -> None:
    explained = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE, re.MULTILINE)
    assert explained == Delivery.State.values
