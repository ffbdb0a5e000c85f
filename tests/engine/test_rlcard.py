"""Recorded games of RLCard, played again by our rules; `make diff-rlcard` compares ten thousand (rlcard.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import engine
from devtools.benchmarks.rlcard_diff import Follower, Mismatch

ROOT = Path(__file__).parents[2]
GAMES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (ROOT / "tests" / "engine" / "data" / "rlcard_games.jsonl").read_text("utf-8").splitlines()
]
PAGE = (ROOT / "docs" / "contributors" / "rlcard.md").read_text("utf-8")
DEVIATIONS = set(re.findall(r"^\| (.+?) \|", PAGE, re.MULTILINE))


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_a_recorded_game_differs_in_known_deviations_only(game: dict[str, Any]) -> None:
    follower = Follower()
    follower.follow(game)
    assert follower.steps == len(game["steps"])


def test_every_deviation_that_is_listed_is_met_and_no_other() -> None:
    follower = Follower()
    for game in GAMES:
        follower.follow(game)
    assert {name for name, count in follower.met.items() if count} == DEVIATIONS - {"deviation", "---"}


@pytest.mark.parametrize(
    ("found", "other"),
    [(r"A: \S+ ", "A: "), (r"dr: \S+ ", "dr: "), (r"t=[AB]", "t=C"), (r"c=R", "c=Q"), (r"di: \S+", "di: G0")],
)
def test_any_other_difference_is_seen(found: str, other: str) -> None:
    game = json.loads(json.dumps(GAMES[0]))
    step = next(step for step in game["steps"] if re.search(found, step[2]))
    step[2] = re.sub(found, other, step[2])
    with pytest.raises((Mismatch, engine.BadNotation)):
        Follower().follow(game)


def test_another_list_of_legal_actions_is_seen() -> None:
    game = json.loads(json.dumps(GAMES[0]))
    game["steps"][0][0] = ["draw", "W"]
    with pytest.raises(Mismatch):
        Follower().follow(game)
