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
    try:
        steps = engine.redecide(table.copy(), actor, events, chance, trusted=True)
    except Exception as error:  # noqa: BLE001  whatever the events say
        return f"the rules do not allow what was done ({type(error).__name__})"
    if engine.events_of(steps) != list(events):
        return "the rules lead to something else than what was done"
    return None
