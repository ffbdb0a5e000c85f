"""The open decision of a position: what is pending in its phase (SPEC 0.1, 3.4)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from engine.cards import (
    COLOR_OF,
    DEMANDS,
    NO_COLOR,
    SPINS,
    SYMBOL_OF,
    WILD_COLOR,
    WILD_DRAW_COLOR,
)
from engine.errors import BadNotation, Reason
from engine.events import (
    ChallengeOpened,
    ColorAsked,
    DrawnCardOffered,
    EffectAssigned,
    EvidenceSealed,
    GiveAsked,
    HelpAsked,
    PenaltyStacked,
    RaceOpened,
    SpinAsked,
    WheelChoiceAsked,
)
from engine.rules.discards import discard_size
from engine.rules.matching import convicting
from engine.rules.teams import allies
from engine.rules.wheel import CHOICES, excess
from engine.state import Phase

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.state import Table

_UNFIT: Final = "that does not fit the top card, the hands and the options"


def open_decision(table: Table, phase: str, seat: int, by: int, rules: Ruleset) -> None:
    """Rebuild what is pending: the drawn card is the last of the hand, `by` laid the top card."""
    symbol = SYMBOL_OF[table.top]
    card = rules.cards[symbol]
    if phase == "START_COLOR":
        reason = "starter" if card.colored_starter else "flip"
        table.pending, table.color = ColorAsked(seat, reason, None), NO_COLOR
    elif phase == "COLOR" and card.color_in_effect:
        table.pending, table.color = ColorAsked(seat, "effect", by), NO_COLOR
    elif phase == "COLOR":
        table.pending, table.color = ColorAsked(seat, "wild", None), NO_COLOR
        _seal_evidence(table, seat, rules)
    elif phase == "DRAWN" and table.hands[seat]:
        table.pending = DrawnCardOffered(seat, list(table.hands[seat])[-1])
    elif phase == "CHALLENGE" and card.penalty:
        table.pending = ChallengeOpened(seat, by, table.top)
        _seal_evidence(table, by, rules)
    elif phase == "EFFECT" and card.discard:
        number = discard_size(rules, card.discard, len(table.hands[seat]))
        table.pending = EffectAssigned(seat, number, card.discard.names_color, by)
    elif phase in _ASKED:
        _ASKED[phase](table, seat, by)
    elif phase != "TURN":
        known = phase in {one.value for one in Phase}
        why = _UNFIT if known else Reason("the phase is one of {known}", known=", ".join(Phase))
        raise BadNotation(text=f"ph={phase}", reason=why)


def _ask_for_gift(table: Table, seat: int, _by: int) -> None:
    table.pending = GiveAsked(seat)


def _ask_for_help(table: Table, seat: int, by: int) -> None:
    """`by` asks, or else the teammate before; the seat and the teammates after it have not answered."""
    if not allies(table, seat):
        raise BadNotation(text="ph=TEAM_AID", reason=_UNFIT)
    asker = by if by in allies(table, seat) else teammate_before(table, seat)
    in_order = allies(table, asker)
    left = [other for other in in_order[in_order.index(seat) :] if len(table.hands[other]) > 1]
    table.pending = HelpAsked(seat, asker, tuple(left))


def teammate_before(table: Table, seat: int) -> int:
    """Return the teammate who asks this seat unless another one is named."""
    return allies(table, seat)[-1]


def _ask_for_discards(table: Table, seat: int, _by: int) -> None:
    """The seat has spun Almost UNO: no other sector asks for cards of choice."""
    count = excess(table, seat)
    if SYMBOL_OF[table.top] not in SPINS or count < 1:
        raise BadNotation(text="ph=EFFECT", reason=_UNFIT)
    table.pending = EffectAssigned(seat, count, names_color=False, after=seat)


_ASKED: Final = {"GIVE": _ask_for_gift, "TEAM_AID": _ask_for_help, "EFFECT": _ask_for_discards}
"""The function that asks the question of a phase, by phase."""


def owed_by_top(table: Table) -> int:
    """Return the number of cards that the draw cards of one symbol on top demand together; 0 for other top cards."""
    symbol = SYMBOL_OF[table.top]
    active = table.faces[table.side]
    run = takewhile(lambda card: SYMBOL_OF[active[card]] == symbol, reversed(table.discard))
    return DEMANDS.get(symbol, 0) * len(list(run))


def owes_color_by_top(table: Table) -> bool:
    """Return whether a stacked penalty ends with a drawing for Wild Draw Color because one is on top."""
    return SYMBOL_OF[table.top] == WILD_DRAW_COLOR


def open_penalty(table: Table, seat: int, owed: int, rules: Ruleset, *, owes_color: bool) -> None:
    """Open a stacked penalty of `owed` cards, and of a drawing; the seat before laid the top card."""
    if not (owed or owes_color) or (owes_color and WILD_DRAW_COLOR not in rules.stacked):
        raise BadNotation(text="ph=PENALTY", reason=_UNFIT)
    by = table.seat_after(seat, 1, -table.direction)
    table.owed, table.owes_color = owed, owes_color
    table.pending = PenaltyStacked(seat, by, table.top, owed)
    if rules.cards[SYMBOL_OF[table.top]].penalty and rules.enforcement.challenged:
        _seal_evidence(table, by, rules)


WHEEL_PHASES: Final = ("SPIN", "WHEEL_CHOICE", "RACE")


def open_wheel(table: Table, phase: str, seat: int, sector: str) -> None:
    """Open the spin of the wheel, or the answer to it: then the first spin of a script is used up."""
    if phase == "SPIN":
        table.pending = SpinAsked(seat)
        return
    table.spins = 1
    if phase == "RACE":
        table.pending = RaceOpened(seat)
        return
    if sector not in CHOICES:
        raise BadNotation(
            text=f"sector={sector}", reason=Reason("the sector is one of {known}", known=", ".join(CHOICES))
        )
    table.pending = WheelChoiceAsked(seat, sector)


def _seal_evidence(table: Table, seat: int, rules: Ruleset) -> None:
    """Seal the finding of a challenge; without a card under the wild there was no color in force."""
    below = COLOR_OF[table.faces[table.side][table.discard[-2]]] if len(table.discard) > 1 else NO_COLOR
    hand = tuple(sorted(table.hand_faces(seat)))
    table.color_before = NO_COLOR if below == WILD_COLOR else below
    table.evidence = EvidenceSealed(seat, convicting(rules, hand, below), hand)
