"""From the clock of a game to what is shown of it, and from a wish to a time control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import engine
from common.sentences import Sentence
from games import clock as clocks
from games import errors
from games.services import vacation_rules
from games.store import controls
from games.wire.games import Bank, ClockStep, ClockSummary, GameClock, Pause, TimeControl

if TYPE_CHECKING:
    from datetime import datetime

    from games.types import GameState
    from games.wire.games import StepName
    from games.wire.requests import ClockRequest
    from games.wire.words import PauseReason


def shown(state: GameState) -> GameClock | None:
    """Return the clock as everybody at the table sees it."""
    clock, table = state.clock, state.table
    if clock is None:
        return None
    control = table.clock
    banked = control is not None and control.bank is not None
    return GameClock(
        **_facts(control),
        seat=clock.seat,
        vacations=control is not None and vacation_rules.is_slow(control),
        banks=[
            Bank(seat=seat, left=bank // clocks.SECOND if banked else None, timeouts=timeouts)
            for seat, (bank, timeouts) in enumerate(zip(clock.banks, clock.timeouts, strict=True))
        ],
        pauses=[_pause(pause) for pause in sorted(clock.pauses, key=lambda pause: pause.since)],
        explain=[_step(step) for step in clocks.explain(clock, table)],
    )


def summary(control: engine.ClockSet | None) -> ClockSummary | None:
    """Return the clock in short."""
    return None if control is None else ClockSummary(**_facts(control))


def _facts(control: engine.ClockSet | None) -> dict[str, Any]:
    return {
        "preset": None if control is None else clocks.preset_of(control),
        "speed": controls.speed(control).word,
        "control": None if control is None else TimeControl(**control._asdict()),
    }


def wished(wish: ClockRequest | str | None) -> engine.ClockSet | None:
    """Return the time control of a new table. Raises `BadClock`."""
    if wish is None or wish == "none":
        return None
    if isinstance(wish, str):
        preset = clocks.PRESETS.get(wish)
        if preset is None:
            reason = Sentence("must be one of none, {known}", known=list(clocks.PRESETS))
            raise errors.BadClock(member="clock", reason=reason)
        return preset.control
    try:
        return clocks.check(engine.ClockSet(*(getattr(wish, part) for part in engine.ClockSet._fields)))
    except clocks.BadClock as bad:
        raise errors.BadClock(member=f"clock.{bad.member}", reason=bad.reason) from None


def _pause(pause: clocks.Pause) -> Pause:
    return Pause(
        reason=cast("PauseReason", pause.reason),
        seat=pause.seat,
        since=clocks.as_time(pause.since),
        until=_time(pause.until),
    )


def _step(step: clocks.Step) -> ClockStep:
    return ClockStep(
        step=cast("StepName", step.what),
        since=_time(step.since),
        until=_time(step.until),
        seconds=step.seconds,
        reason=cast("PauseReason | None", step.reason),
        offset=step.offset,
    )


def _time(moment: int | None) -> datetime | None:
    return None if moment is None else clocks.as_time(moment)
