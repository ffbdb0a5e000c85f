"""Giving a card to another seat (SPEC 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.cards import FACES
from engine.commands import Give
from engine.errors import BadTarget, NotYourTurn
from engine.events import CardGiven, DrawnCardOffered, GiveAsked, HelpAsked
from engine.rules.hands import dearest, find_card
from engine.rules.matching import may_play
from engine.rules.seat_events import UNO_CLEARED
from engine.rules.targets import next_seat_of, opponent
from engine.rules.turns import pass_turn_after
from engine.rules.uno import settle_call
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.errors import RuleViolation
    from engine.events import Event
    from engine.state import Table


class Giving(NamedTuple):
    """A kind of gift. `asked` is the event that asks for it.

    `gives(table, seat, asked)`: True if this seat may give; `receivers(rules, table, seat, asked)`: the seats that may
    receive; `then(resolution, asked, card)`: goes on with play after the gift.
    """

    gives: Callable[[Table, int, Any], bool]
    receivers: Callable[[Ruleset, Table, int, Any], list[int]]
    then: Callable[[Resolution, Any, int], None]


class Given(NamedTuple):
    """A gift that may be made: this card id to this seat."""

    card: int
    to: int


class GiveHandler(Handler[Give, Given]):
    """A card goes to another seat."""

    phases: tuple[Phase, ...] = (Phase.GIVE, Phase.TEAM_AID)
    by_actor = False

    def judge(self, rules: Ruleset, table: Table, seat: int, command: Give) -> Given:
        """Return the card and the seat that are meant; a single receiver need not be named.

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

    def refuses(self, _rules: Ruleset, table: Table, seat: int, _card: int) -> RuleViolation | None:
        """Refuse all cards of a seat that gives nothing."""
        asked = table.pending
        gift = GIFTS[type(asked)]  # type: ignore[index]  # as in the judge
        return None if gift.gives(table, seat, asked) else NotYourTurn()

    def perform(self, resolution: Resolution, command: Give, given: Given) -> None:
        """Hand the card over and go on."""
        asked = resolution.table.pending
        give(resolution, resolution.seat, given.to, given.card, called=command.uno)
        GIFTS[type(asked)].then(resolution, asked, given.card)  # type: ignore[index]  # as in the judge

    def candidates(self, _rules: Ruleset, table: Table, seat: int) -> Iterator[Give]:
        """Yield every face held to every other seat, and the call where it counts; none if the seat is not asked."""
        asked = table.pending
        if not GIFTS[type(asked)].gives(table, seat, asked):  # type: ignore[index]  # as in the judge
            return
        hand = table.hands[seat]
        calls = (False, True) if len(hand) == 2 and table.uno[seat] is NO_CALL else (False,)  # noqa: PLR2004  all but one
        for face in dict.fromkeys(table.hand_faces(seat)):
            for to in (None, *range(table.seats)):
                for uno in calls:
                    yield Give(FACES[face], to, uno)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Give | None:
        """Give the dearest card to the next opponent; a teammate that is asked gives none."""
        asked = table.pending
        if not isinstance(asked, GiveAsked):
            return None
        face = dearest(rules, table.hand_faces(seat))[0]
        return Give(FACES[face], next_seat_of(table, seat, _opponents(rules, table, seat, asked)))


def _opponents(rules: Ruleset, table: Table, seat: int, _asked: GiveAsked) -> list[int]:
    return [other for other in range(table.seats) if opponent(rules, table, seat, other)]


def _offer_or_pass(resolution: Resolution, asked: HelpAsked, card: int) -> None:
    """Offer a card that the asker may play as if drawn; end the turn with any other (8.2 teammate_gives)."""
    if may_play(resolution.rules, resolution.table, asked.asker, card):
        resolution.emit(DrawnCardOffered(asked.asker, card))
    else:
        pass_turn_after(resolution, asked.asker)


GIFTS: Final[Mapping[type[Event], Giving]] = {
    GiveAsked: Giving(
        gives=lambda _table, seat, asked: seat == asked.seat,
        receivers=_opponents,
        then=lambda resolution, asked, _card: pass_turn_after(resolution, asked.seat),
    ),
    HelpAsked: Giving(
        gives=lambda _table, seat, asked: seat in asked.seats,
        receivers=lambda _rules, _table, _seat, asked: [asked.asker],
        then=_offer_or_pass,
    ),
}
"""By the event that asks for a gift: a Skip card that makes its player give, a teammate that cannot play."""


def give(resolution: Resolution, seat: int, to: int, card: int, *, called: bool) -> None:
    """Move a card of the seat's hand into another; with one card left the giver has called UNO or is exposed."""
    table = resolution.table
    hand = table.hands[seat]
    face, back = table.faces[table.side][card], table.faces[1 - table.side][card]
    resolution.emit(CardGiven(seat, to, back, card, face, hand[card]))
    if table.uno[to] is not NO_CALL:
        resolution.emit(UNO_CLEARED[to])
    if len(hand) == 1:
        settle_call(resolution, seat, called=called)
