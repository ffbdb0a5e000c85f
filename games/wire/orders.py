"""Standing orders on the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

import engine
from common.http.types import Body, Moment
from games.wire.scalars import CardText, Count, Id, SeatNumber, Version
from games.wire.words import AutomaticCause, Color, DrawnCardOrder

Number = Annotated[int, Meta(ge=0, le=112)]


class PlannedPlay(Body, frozen=True, kw_only=True, omit_defaults=False):
    """A card to play, as in the command `play`."""

    card: CardText
    color: Annotated[Color | None, Meta(description="The color to name with a wild.")] = None
    target: Annotated[SeatNumber | None, Meta(description="The seat that the card is aimed at.")] = None


class WakeMe(Body, frozen=True, kw_only=True, omit_defaults=False):
    """When you decide yourself, although your orders say what to do."""

    one_card: Annotated[bool, Meta(description="When another seat has one card.")] = False
    penalty: Annotated[bool, Meta(description="When you are to draw a penalty, or may challenge one.")] = False
    flipped: Annotated[bool, Meta(description="When another side is up than when the orders were given.")] = False
    few_cards: Annotated[Number, Meta(description="When you hold at most this many cards; 0: never.")] = 0


class Orders(Body, frozen=True, kw_only=True, omit_defaults=False):
    """What the service does for your seat. What is left out you decide yourself."""

    challenge: Annotated[
        Number | None,
        Meta(
            description="Challenge a wild draw card if its player still holds at least this many cards, "
            "accept it otherwise; 0: always accept."
        ),
    ] = None
    drawn_card: Annotated[
        DrawnCardOrder | None,
        Meta(description="What to do with a drawn card that can be played. A wild waits for you."),
    ] = None
    call_uno: Annotated[bool, Meta(description="Whether these moves call UNO where it is due.")] = False
    plan: Annotated[
        list[PlannedPlay],
        Meta(max_length=3, description="Cards of your hand to play in your next turns, first to last."),
    ] = []  # noqa: RUF012 - msgspec copies it
    wake_me: WakeMe = WakeMe()


class OrdersRequest(Orders, frozen=True, kw_only=True, omit_defaults=False):
    """Orders, and how long they stand."""

    days: Annotated[int, Meta(ge=1, le=30, description="After how many days they end.")] = 14


class StandingOrders(msgspec.Struct, frozen=True, kw_only=True):
    """The orders of your seat. All members are null if there are none."""

    orders: Annotated[
        Orders | None, Meta(description="Without the plays that were made, and without a plan that is over.")
    ]
    given_at: Moment | None
    expires_at: Moment | None


class OrdersExample(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of yours that the orders would have made."""

    game_id: Id
    seq: Annotated[Version, Meta(description="The number of the first event of your decision.")]
    cause: AutomaticCause
    same: Annotated[bool, Meta(description="Whether you decided the same.")]


class OrdersDryRun(msgspec.Struct, frozen=True, kw_only=True):
    """What orders would have decided in your past games. A plan is not tried: it is about the cards of one hand."""

    matches: Annotated[Count, Meta(description="The matches that were looked at, this one included; 6 at most.")]
    decisions: Annotated[Count, Meta(description="Your decisions in them; the latest 500 at most.")]
    made: Annotated[Count, Meta(description="Of these, the decisions that the orders would have made.")]
    same: Annotated[Count, Meta(description="Of those, the decisions that you made in the same way.")]
    examples: Annotated[list[OrdersExample], Meta(description="The latest ten of those, the others first.")]


def to_engine(wire: Orders) -> engine.Orders:
    """Return the engine's orders."""
    wake = wire.wake_me
    return engine.Orders(
        challenge=wire.challenge,
        drawn_card=wire.drawn_card,
        call_uno=wire.call_uno,
        plan=tuple(engine.PlannedPlay(play.card, play.color, play.target) for play in wire.plan),
        wake_me=engine.WakeMe(wake.one_card, wake.penalty, wake.flipped, wake.few_cards),
    )


def to_wire(orders: engine.Orders) -> Orders:
    """Return orders as they are shown."""
    return Orders(
        challenge=orders.challenge,
        drawn_card=orders.drawn_card,
        call_uno=orders.call_uno,
        plan=[PlannedPlay(**play._asdict()) for play in orders.plan],
        wake_me=WakeMe(**orders.wake_me._asdict()),
    )
