"""Penalties for wrong commands, in place of a refusal (SPEC 8.3 misplay_penalty, false_catch_penalty)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FACE_CODES
from engine.commands import Catch, Jump, Play
from engine.errors import CardNotPlayable, NoAnswer, NothingToCatch, NoTwin, WouldBeBluff
from engine.events import CardMisplayed, CatchFailed
from engine.option import Option
from engine.option_types import Integer
from engine.rules.seat_events import SEAT_SKIPPED
from engine.rules.turns import pass_turn
from engine.rules.uno import close_windows, lapse
from engine.state import TURN

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.ruleset import MisplayCost, Resolution, Ruleset


def misplay(count: int) -> MisplayCost:
    """Show and take back a card that does not fit; its player takes `count` cards and loses the turn, if it had it.

    Only in a turn: with an open decision the card is refused as usual (R-MISPLAY).
    """

    def punish(resolution: Resolution, command: Command) -> bool:
        if resolution.table.phase is not TURN or not isinstance(command, (Play, Jump)):
            return False
        on_turn = resolution.seat == resolution.table.turn
        if on_turn:
            close_windows(resolution, "draw")  # the command begins a turn, but no card is laid
            lapse(resolution)
        resolution.emit(CardMisplayed(resolution.seat, FACE_CODES[command.card]))
        resolution.rules.penalize(resolution, resolution.seat, count, "misplay")
        if on_turn:
            resolution.emit(SEAT_SKIPPED[resolution.seat])
            pass_turn(resolution)
        return True

    return punish


def false_catch(count: int) -> MisplayCost:
    """Make a seat that catches one without a missed call take `count` cards."""

    def punish(resolution: Resolution, command: Command) -> bool:
        if not isinstance(command, Catch) or command.seat == resolution.seat:
            return False
        resolution.emit(CatchFailed(resolution.seat, command.seat))
        resolution.rules.penalize(resolution, resolution.seat, count, "catch")
        return True

    return punish


_MISPLAYS: Final = (CardNotPlayable, NoAnswer, NoTwin, WouldBeBluff)


def _patch_misplay_penalty(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, misplay_costs={**rules.misplay_costs, **dict.fromkeys(_MISPLAYS, misplay(value))})


MISPLAY_PENALTY: Final[Option] = Option(
    name="misplay_penalty",
    summary="Cards that a seat draws, losing its turn, for laying a card that does not fit; 0: the card is refused.",
    source="8.3; X-108",
    takes=Integer(0, 10),
    default=0,
    patch=_patch_misplay_penalty,
    kind="house_rule",
)


def _patch_false_catch_penalty(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, misplay_costs={**rules.misplay_costs, NothingToCatch: false_catch(value)})


FALSE_CATCH_PENALTY: Final[Option] = Option(
    name="false_catch_penalty",
    summary="Cards that a seat draws for catching another one that has missed no call; 0: the catch is refused.",
    source="3.9, 8.3",
    takes=Integer(0, 10),
    default=0,
    patch=_patch_false_catch_penalty,
    kind="house_rule",
)
