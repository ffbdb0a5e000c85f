"""The examples play against a live service, each as its first lines say."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from tests.clients import tools

if TYPE_CHECKING:
    from pathlib import Path


def test_the_bot_plays_a_match(service: str) -> None:
    assert tools.run(sys.executable, tools.EXAMPLES / "bot.py", service) in {"I won.\n", "I lost.\n"}


def test_a_session_with_curl(service: str) -> None:
    said = tools.run("bash", tools.EXAMPLES / "session.sh", service)
    assert "->" in said
    assert re.search(r"the game is finished, won by seat [01]", said)
    assert "refused" not in said


def test_a_phone_plays_in_a_tunnel(service: str, typescript: Path) -> None:
    said = tools.run("node", typescript / "phone" / "main.js", service)
    assert "In the tunnel" in said
    assert "... sending" in said
    assert "no answer; the same again" in said
    assert re.search(r"\d+ moves, \d+ events, cursor kept", said)
