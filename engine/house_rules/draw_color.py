"""Wild Draw Color: cards shown to the others, and a limit to their number (SPEC 8.2, 8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Doubt
from engine.errors import NotYourTurn, WrongPhase
from engine.events import CardsRevealed, Doubted, DoubtOpened
from engine.option import Option
from engine.option_types import Choice, Integer
from engine.requirements import no_wild_draw_color
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import IN_PLAY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state import Phase, Table


def show_match(resolution: Resolution, seat: int, cards: list[int]) -> None:
    """Show the card that ended the drawing, if one did."""
    table = resolution.table
    faces = [table.faces[table.side][card] for card in cards[-1:]]
    if faces and resolution.rules.ends_color_draw(faces[0], table.color):
        resolution.emit(CardsRevealed(seat, tuple(faces)))


def show_all(resolution: Resolution, seat: int, cards: list[int]) -> None:
    """Show all cards in the order drawn: their backs lay open in that order."""
    if cards:
        active = resolution.table.faces[resolution.table.side]
        resolution.emit(CardsRevealed(seat, tuple([active[card] for card in cards])))


def open_doubt(resolution: Resolution, seat: int, cards: list[int]) -> None:
    """Show nothing, but allow a doubt until the next play; not after a last card (R-DOUBT)."""
    if cards and resolution.table.hands[resolution.seat]:
        resolution.emit(DoubtOpened(seat))


PENALTY: Final = 2
"""Cards for a doubt, which is always wrong: the engine ensures that the seat drew correctly."""


class DoubtHandler(Handler[Doubt, int]):
    """A seat doubts that another has drawn as the card demands."""

    phases: tuple[Phase, ...] = IN_PLAY
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: Doubt) -> int:
        if table.doubtable is None:
            raise WrongPhase(phase=table.phase.word)
        if table.doubtable == seat:
            raise NotYourTurn
        return table.doubtable

    def perform(self, resolution: Resolution, _command: Doubt, doubted: int) -> None:
        resolution.emit(Doubted(resolution.seat, doubted))
        resolution.rules.penalize(resolution, resolution.seat, PENALTY, "doubt")

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Doubt]:
        return (Doubt(),)


_SHOWN: Final = {"match": show_match, "all": show_all, "doubt": open_doubt}


def _patch_reveal_draw_color(rules: Ruleset, value: str) -> Ruleset:
    handlers = {**rules.handlers, Doubt: DoubtHandler()} if value == "doubt" else rules.handlers
    return replace(rules, show_color_draw=_SHOWN[value], handlers=handlers)


REVEAL_DRAW_COLOR: Final[Option] = Option(
    name="reveal_draw_color",
    summary="What the others see of the cards drawn for Wild Draw Color: none, the last, all, or none but may doubt.",
    source="8.2; S1 FAQ",
    takes=Choice(("off", *_SHOWN)),
    default="off",
    patch=_patch_reveal_draw_color,
    unavailable_because=no_wild_draw_color,
    kind="house_rule",
)


def _patch_draw_cap(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, color_draw_cap=value)


DRAW_CAP: Final[Option] = Option(
    name="draw_cap",
    summary="The most cards that Wild Draw Color makes a seat draw; 0 is no limit.",
    source="8.3; R-DRAW-CAP",
    takes=Integer(0, 100),
    default=0,
    patch=_patch_draw_cap,
    unavailable_because=no_wild_draw_color,
    kind="house_rule",
)
