"""Giving a card to another seat (SPEC 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.cards import FACES
from engine.commands import Give
from engine.errors import BadTarget, NotYourTurn
from engine.events import DrawnCardOffered, GiveAsked, HelpAsked
from engine.handlers.plays import find_card
from engine.policies import gifts
from engine.policies.matching import may_play
from engine.policies.targets import opponent
from engine.policies.turns import pass_turn_after
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.events import Event
    from engine.state import Table


class Gift(NamedTuple):
    """How one of the questions that a gift answers is settled. `asked` is the event that put the question.

    `gives(table, seat, asked)`: may this seat give; `receivers(rules, table, seat, asked)`: whom; `then(draft, asked,
    card)`: how play goes on when the card is given.
    """

    gives: Callable[[Table, int, Any], bool]
    receivers: Callable[[Ruleset, Table, int, Any], list[int]]
    then: Callable[[Draft, Any, int], None]


class Given(NamedTuple):
    """A gift that may be made: this card id to this seat."""

    card: int
    to: int


def _opponents(rules: Ruleset, table: Table, seat: int, _asked: GiveAsked) -> list[int]:
    return [other for other in range(table.seats) if opponent(rules, table, seat, other)]


def _offer_or_pass(draft: Draft, asked: HelpAsked, card: int) -> None:
    """A card that the asker may play is as if drawn; another one ends the turn (8.2 teammate_gives)."""
    if may_play(draft.rules, draft.table, asked.asker, card):
        draft.emit(DrawnCardOffered(asked.asker, card))
    else:
        pass_turn_after(draft, asked.asker)


GIFTS: Final[Mapping[type[Event], Gift]] = {
    GiveAsked: Gift(
        gives=lambda _table, seat, asked: seat == asked.seat,
        receivers=_opponents,
        then=lambda draft, asked, _card: pass_turn_after(draft, asked.seat),
    ),
    HelpAsked: Gift(
        gives=lambda _table, seat, asked: seat in asked.seats,
        receivers=lambda _rules, _table, _seat, asked: [asked.asker],
        then=_offer_or_pass,
    ),
}
"""By the event that asks for a gift: a Skip card that makes its player give, a teammate that cannot play."""


def judge(rules: Ruleset, table: Table, seat: int, command: Give) -> Given:
    """The card and the seat that are meant; with a single receiver none need be named.

    Raises NotYourTurn, CardNotInHand or BadTarget.
    """
    asked = table.pending
    gift = GIFTS[type(asked)]  # type: ignore[index]  # the phases say that something is asked
    if not gift.gives(table, seat, asked):
        raise NotYourTurn
    card = find_card(table, seat, command.card, command.handle)
    receivers = gift.receivers(rules, table, seat, asked)
    to = receivers[0] if command.to is None and len(receivers) == 1 else command.to
    if to is None or to not in receivers:
        raise BadTarget
    return Given(card, to)


def perform(draft: Draft, command: Give, given: Given) -> None:
    """Hand the card over and go on."""
    asked = draft.table.pending
    gifts.give(draft, draft.seat, given.to, given.card, called=command.uno)
    GIFTS[type(asked)].then(draft, asked, given.card)  # type: ignore[index]  # as in the judge


def candidates(_rules: Ruleset, table: Table, seat: int) -> Iterator[Give]:
    """Every face held to every other seat, and the call where it counts."""
    hand = table.hands[seat]
    calls = (False, True) if len(hand) == 2 and table.uno[seat] is NO_CALL else (False,)  # noqa: PLR2004  all but one
    for face in dict.fromkeys(table.hand_faces(seat)):
        for to in (None, *range(table.seats)):
            for uno in calls:
                yield Give(FACES[face], to, uno)


HANDLER: Final[Handler] = Handler((Phase.GIVE, Phase.TEAM_AID), judge, perform, candidates, by_actor=False)
