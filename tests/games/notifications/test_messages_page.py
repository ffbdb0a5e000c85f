"""docs/clients/messages.md agrees with the table of messages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec

from games.notifications.kinds import CHANNELS, KINDS, MAIL, PROGRAMS, PUSH, Kind
from games.wire.facts import FACTS
from players.models import Delivery

PAGE = (Path(__file__).parents[3] / "docs" / "clients" / "messages.md").read_text(encoding="utf-8")
SENT_TO: Final = {
    frozenset(CHANNELS): "all",
    PUSH | PROGRAMS: "pushes, webhooks",
    PROGRAMS: "webhooks",
    MAIL: "mail",
}


def row(kind: Kind) -> str:
    fields = [field.encode_name for field in msgspec.structs.fields(FACTS[kind.name])]
    facts = ", ".join(f"`{name}`" for name in fields if name != "you")
    lasts = f"{kind.lasts.days} days"
    cells = [kind.audience, facts, SENT_TO[kind.channels], kind.urgency, kind.stale, lasts, kind.why]
    return "| " + " | ".join([f"`{kind.name}`", *(cell or "-" for cell in cells)]) + " |"


def test_the_page_lists_the_kinds_as_they_are() -> None:
    listed = [line for line in PAGE.splitlines() if line.startswith("| `") and line.count("|") == 9]
    assert listed == [row(kind) for kind in KINDS]


def test_the_page_explains_every_state() -> None:
    explained = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE, re.MULTILINE)
    assert explained == Delivery.State.values
