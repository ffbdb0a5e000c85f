"""Wild draw cards and their answers: take the cards, or challenge (SPEC 3.6, 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import EXTRA_FOR_INNOCENT, SYMBOL_OF
from engine.commands import Accept, Challenge, Take
from engine.errors import WrongPhase
from engine.events import ChallengeDecided, ChallengeOpened, EvidenceSealed, HandShown, PenaltyStacked
from engine.rules.drawing import take_until
from engine.rules.effects import skip
from engine.rules.seat_events import CHALLENGE_ACCEPTED, SEAT_SKIPPED, TURN_STARTED
from engine.rules.turns import next_seat, pass_turn
from engine.rules.uno import lapse
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.ruleset import Penalty
    from engine.state import Table


def draw_penalty(resolution: Resolution, seat: int, face: int, *, extra: int, reason: str) -> None:
    """Make the seat draw what the wild draw card demands, and `extra` cards after it."""
    penalty = resolution.rules.cards[SYMBOL_OF[face]].penalty
    assert penalty is not None  # noqa: S101  it is a wild draw card
    penalty(resolution, seat, reason)
    if extra:
        resolution.rules.penalize(resolution, seat, extra, reason)


def draw_cards(count: int) -> Penalty:
    """Draw a fixed number of cards."""

    def penalty(resolution: Resolution, seat: int, reason: str) -> None:
        resolution.rules.penalize(resolution, seat, count, reason)

    return penalty


def draw_until_color(resolution: Resolution, seat: int, reason: str) -> None:
    """Draw cards until one has the color in force on the active side; the others may learn which (8.2, 8.3)."""
    rules, color = resolution.rules, resolution.table.color
    drawn = take_until(
        resolution, seat, lambda face: rules.ends_color_draw(face, color), reason, most=rules.color_draw_cap
    )
    rules.show_color_draw(resolution, seat, drawn)


def draw_stack(resolution: Resolution, seat: int, total: int, *, until_color: bool, extra: int = 0) -> None:
    """Make the seat draw a stacked sum, cards until one has the color in force if that is owed, and `extra` cards."""
    rules = resolution.rules
    if until_color:
        rules.penalize(resolution, seat, total, "stack")
        draw_until_color(resolution, seat, "stack")
        rules.penalize(resolution, seat, extra, "stack")
    else:
        rules.penalize(resolution, seat, total + extra, "stack")


def open_challenge(resolution: Resolution) -> None:
    """Let the next seat challenge the wild draw card; if no seat may, it takes the cards and loses its turn."""
    if resolution.rules.enforcement.challenged:
        resolution.ask(ChallengeOpened(next_seat(resolution), resolution.seat, resolution.table.top))
    else:
        next_pays_wild_draw(resolution)
        skip(resolution)


def next_pays_wild_draw(resolution: Resolution) -> None:
    """Make the next seat take the cards of the wild draw card without a challenge."""
    draw_penalty(resolution, next_seat(resolution), resolution.table.top, extra=0, reason="effect")


Opened = ChallengeOpened | PenaltyStacked

_PHASES: Final = (Phase.CHALLENGE, Phase.PENALTY)


class AcceptHandler(Handler[Accept, Opened]):
    """The seat takes the cards without a challenge."""

    phases: tuple[Phase, ...] = _PHASES

    def judge(self, _rules: Ruleset, table: Table, _seat: int, _command: Accept) -> Opened:
        return _challengeable(table)

    def perform(self, resolution: Resolution, _command: Accept, opened: Opened) -> None:
        _accept(resolution, opened)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Accept]:
        return (Accept(),)

    def time_out(self, _rules: Ruleset, table: Table, _seat: int) -> Accept | None:
        return Accept() if table.phase is Phase.CHALLENGE else None


class ChallengeHandler(Handler[Challenge, Opened]):
    """The hand of the seat that laid the wild draw card is shown and judged."""

    phases: tuple[Phase, ...] = _PHASES

    def judge(self, _rules: Ruleset, table: Table, _seat: int, _command: Challenge) -> Opened:
        return _challengeable(table)

    def perform(self, resolution: Resolution, _command: Challenge, opened: Opened) -> None:
        evidence = resolution.table.evidence
        assert isinstance(evidence, EvidenceSealed)  # noqa: S101  asked by the judge
        until_color = resolution.table.owes_color  # the decision clears it
        resolution.emit(HandShown(opened.by, resolution.seat, evidence.hand))
        resolution.emit(ChallengeDecided(resolution.seat, opened.by, evidence.guilty))
        if evidence.guilty:
            _draw(resolution, opened.by, opened, until_color=until_color, reason="challenge")
            resolution.emit(TURN_STARTED[resolution.seat])
        else:
            _pay(resolution, opened, until_color=until_color, extra=EXTRA_FOR_INNOCENT, reason="challenge")

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Challenge]:
        return (Challenge(),)


class TakeHandler(Handler[Take, Opened]):
    """The seat takes the stacked sum."""

    phases: tuple[Phase, ...] = (Phase.PENALTY,)

    def judge(self, _rules: Ruleset, table: Table, _seat: int, _command: Take) -> Opened:
        return _opened(table)

    def perform(self, resolution: Resolution, _command: Take, opened: Opened) -> None:
        _accept(resolution, opened)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Take]:
        return (Take(),)

    def time_out(self, _rules: Ruleset, _table: Table, _seat: int) -> Take:
        return Take()


def _opened(table: Table) -> Opened:
    pending = table.pending
    assert isinstance(pending, (ChallengeOpened, PenaltyStacked))  # noqa: S101  the phases say so
    return pending


def _challengeable(table: Table) -> Opened:
    """Return the open penalty; a stacked one can be challenged if its last card can. Raises WrongPhase."""
    if table.evidence is None:
        raise WrongPhase(phase=table.phase.word)
    return _opened(table)


def _accept(resolution: Resolution, opened: Opened) -> None:
    until_color = resolution.table.owes_color  # the answer clears it
    resolution.emit(CHALLENGE_ACCEPTED[resolution.seat])
    _pay(resolution, opened, until_color=until_color, reason="effect")


def _pay(resolution: Resolution, opened: Opened, *, until_color: bool, extra: int = 0, reason: str) -> None:
    lapse(resolution)
    _draw(resolution, resolution.seat, opened, until_color=until_color, extra=extra, reason=reason)
    resolution.emit(SEAT_SKIPPED[resolution.seat])
    pass_turn(resolution)


def _draw(resolution: Resolution, seat: int, opened: Opened, *, until_color: bool, extra: int = 0, reason: str) -> None:
    """Make the seat draw the cards that the wild demands, or the whole stacked sum, and `extra` cards."""
    if isinstance(opened, PenaltyStacked):
        draw_stack(resolution, seat, opened.total, until_color=until_color, extra=extra)
    else:
        draw_penalty(resolution, seat, opened.face, extra=extra, reason=reason)
