"""Helpers for tests of branches: a seat's view of a position, and matches played until an event happens."""

from __future__ import annotations

import dataclasses
from typing import Any

import engine
from tests.engine.matches import Match, Style

HAPPENED = ("version", "commitment", "origin", "last_round", "result", "votes", "paused", "seats", "hand")
"""Parts of a view that a branch has of its own, or that are compared separately."""
OWN_OF_A_SEAT = ("kind", "autopilot", "resigned")


def seen(table: engine.Table, seat: int) -> dict[str, Any]:
    """Return the seat's view of the cards, the scores and the turn; handles are new in a branch."""
    view = dataclasses.asdict(engine.view(table, seat))
    return {
        **{name: value for name, value in view.items() if name not in HAPPENED},
        "seats": [
            {name: value for name, value in shown.items() if name not in OWN_OF_A_SEAT} for shown in view["seats"]
        ],
        "hand": [(card["card"], card["back"]) for card in view["hand"]],
    }


def places(table: engine.Table) -> list[int]:
    """Return the cards by place: the hands, seat by seat, and the draw pile from its bottom."""
    return [card for cards in (*table.hands, table.draw) for card in cards]


def played_until(
    options: dict[str, object], seats: int, kind: type[Any], *, style: Style = Style.ANY, after: type[Any] = object
) -> Match:
    """Return a match that has just seen the first event of this kind; `after`: the type of the event before it."""
    for seed in range(200):
        match = Match(options, seats, seed, style)
        match.start()
        while not match.table.is_over and len(match.sent) < 400:
            if any(isinstance(event, kind) for event in match.step()):
                number = next(n for n, event in enumerate(match.log) if isinstance(event, kind))
                if isinstance(match.log[number - 1], after):
                    return match
                break
    raise AssertionError(kind)
