"""Whether what was done follows by the rules: every command is read off its events and decided anew, as by `verify`.

A move that was decided on a wrong cached state folds without a hitch, and only this tells. It says nothing against the
log, which holds what happened: operators are told, and the game goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from collections.abc import Sequence


def doubt(table: engine.Table, actor: int, events: Sequence[engine.Event], chance: engine.Chance) -> str | None:
    """Why the rules, as this version knows them, do not lead from `table` to `events`, in words; None: they do.

    `events` are those of one command of `actor`; `table` stays as it is.
    """
    if not table.version:
        return None  # what is played, and from which position, is chosen and not decided
    trial = table.copy()
    decided: list[engine.Event] = []
    try:
        for seat, command in engine.recall(table, actor, events, trusted=True):
            decided += engine.act(trial, seat, command, chance)
    except Exception as error:  # noqa: BLE001  whatever the events say
        return f"the rules do not allow what was done ({type(error).__name__})"
    if decided != events or any(type(one) is not type(other) for one, other in zip(decided, events, strict=True)):
        return "the rules lead to something else than what was done"
    return None
