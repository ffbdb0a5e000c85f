"""The example on the page about pauses is right."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

from games import clock as clocks
from games.clock import intervals

PAGE = Path(__file__).parents[3] / "docs" / "players" / "clocks.md"


def at(moment: str) -> int:
    return clocks.micros(datetime.fromisoformat(moment))


def test_the_derivation_on_the_page_comes_out() -> None:
    _, example = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    started, turn, pause, weekends, deadline = json.loads(example)
    assert [step["step"] for step in (started, turn, pause, weekends, deadline)] == [
        "started",
        "turn",
        "pause",
        "weekends",
        "deadline",
    ]
    span = (at(pause["since"]), at(pause["until"]))
    end = intervals.after(at(started["since"]), turn["seconds"] * clocks.SECOND, [span], weekends["offset"])
    assert end == at(deadline["since"])
