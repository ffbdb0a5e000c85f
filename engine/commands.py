"""Commands: what a seat, or the service for it, may ask for (SPEC 3.3), in the player's words.

A command is an immutable value; faces and colors are text. Whether it is accepted is decided elsewhere.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from engine.typed import count_types

Color = Literal["R", "Y", "G", "B", "p", "t", "o", "v"]


class Play(NamedTuple):
    """Plays a card. `handle` tells equal faces apart; `color` is named for a wild; `uno` calls UNO with the card.

    `target`: the seat at which a card is aimed. `dump`: the color that a zero spell discards.
    """

    card: str
    color: Color | None = None
    uno: bool = False
    handle: int | None = None
    target: int | None = None
    dump: Color | None = None


class Draw(NamedTuple):
    """Takes a card from the draw pile."""


class Pass(NamedTuple):
    """Keeps the card just drawn."""


class NameColor(NamedTuple):
    """Names the color in force."""

    color: Color


class Accept(NamedTuple):
    """Takes the cards of a wild draw card without challenging it."""


class Challenge(NamedTuple):
    """Claims that the player of the wild draw card held a card of the color in force."""


class CallUno(NamedTuple):
    """Calls UNO, before playing the second-last card or afterwards while the seat can be caught."""


class Catch(NamedTuple):
    """Catches a seat that has one card and has not called UNO."""

    seat: int


class Jump(NamedTuple):
    """Plays a card out of turn (house rule Jump-In), with the members of a play."""

    card: str
    uno: bool = False
    handle: int | None = None
    target: int | None = None
    dump: Color | None = None


MOST_DISCARDS_LISTED: Final = 500
"""The number of ways to discard from a large hand that are listed, those with the dearest cards first."""


class Discard(NamedTuple):
    """Discards the cards that an effect asks for, or none if it asks for none.

    `handles` can tell equal faces apart: one for each card, in the same order.
    """

    cards: tuple[str, ...] = ()
    color: Color | None = None
    uno: bool = False
    handles: tuple[int, ...] | None = None


class Take(NamedTuple):
    """Takes the cards of a stacked penalty (house rule `stack`)."""


class Ask(NamedTuple):
    """Asks the teammates for a card (house rule `teammate_gives`)."""


class Give(NamedTuple):
    """Gives a card to the seat `to`, or to the teammate who asked. With `uno` it calls UNO."""

    card: str
    to: int | None = None
    uno: bool = False
    handle: int | None = None


class Decline(NamedTuple):
    """Gives nothing to the teammate who asks."""


class Doubt(NamedTuple):
    """Doubts that a seat has drawn as the card demands (`reveal_draw_color=doubt`)."""


class Press(NamedTuple):
    """Presses the launcher (Attack)."""


class Spin(NamedTuple):
    """Spins the wheel (Spin)."""


class Wheel(NamedTuple):
    """Answers the wheel: the color or number to discard (Spin). With `uno` it calls UNO."""

    choice: str
    uno: bool = False


class Shout(NamedTuple):
    """Wins the race of the wheel and discards a card (Spin). With `uno` it calls UNO."""

    discard: str
    uno: bool = False
    handle: int | None = None


class TakeSeat(NamedTuple):
    """Sit down, bringing `entropy` to be mixed into every shuffle: 32 bytes as 64 hexadecimal digits.

    Without them the seat's bytes follow from the committed seed (docs/protocol/protocol.md).
    """

    kind: Literal["human", "bot"]
    entropy: str | None = None


class LeaveSeat(NamedTuple):
    """Stand up before the match starts."""


class Start(NamedTuple):
    """Start the match: all seats are taken."""


class CloseTable(NamedTuple):
    """Close the table: its match has not started, and will not."""


class NextRound(NamedTuple):
    """Deals the next round."""


class TurnStarter(NamedTuple):
    """Turn the starter of a round that is dealt (positions of SPEC 0.1 only)."""


class Expire(NamedTuple):
    """The time limit of the round has run out."""


class Resign(NamedTuple):
    """Gives up the match. The service moves for the seat, which ranks last."""


class Vote(NamedTuple):
    """Votes for ending the match without winners (abort) or for stopping its clock (pause).

    With `yes` false it rejects the motion.
    """

    motion: Literal["abort", "pause"]
    yes: bool = True


class Resume(NamedTuple):
    """Ends the pause to which all have agreed."""


class TakeBack(NamedTuple):
    """Ends the autopilot: the player moves again for the seat."""


class TakeOver(NamedTuple):
    """Another player takes the seat over from a player who has given it up."""


class Lend(NamedTuple):
    """The player of the seat lets somebody else play it, too, for this number of hours."""

    seat: int
    hours: int


class Return(NamedTuple):
    """The seat is its player's alone again."""

    seat: int


class TimeOut(NamedTuple):
    """The time of the seat ran out at `due_at` (microseconds since 1970 UTC).

    `engage`: it was once too often, the seat goes on autopilot.
    """

    due_at: int
    engage: bool = False


class Pause(NamedTuple):
    """Stop the clock, of one seat if it is a vacation; moments as in ClockPaused."""

    reason: Literal["mutual", "vacation"]
    seat: int | None = None
    since: int | None = None
    until: int | None = None


class Unpause(NamedTuple):
    """End a pause."""

    reason: Literal["mutual", "vacation"]
    seat: int | None = None


class Extend(NamedTuple):
    """Give the decision under way back the time in which the service could not act."""

    reason: Literal["outage"]
    since: int
    until: int


class NoteOffset(NamedTuple):
    """The clocks of the seat's owner read UTC plus this number of minutes."""

    seat: int
    minutes: int


class Engage(NamedTuple):
    """Put a seat on autopilot: its owner has left, or is taken to have."""

    seat: int
    reason: Literal["timeouts", "left"]


Command = (
    Play | Draw | Pass | NameColor | Accept | Challenge | CallUno | Catch | Jump | Discard | Take | Ask | Give | Decline
    | Doubt | Press | Spin | Wheel | Shout
    | TakeSeat | LeaveSeat | Start | CloseTable | NextRound | TurnStarter | Expire
    | Resign | Vote | Resume | TakeBack | TimeOut | Pause | Unpause | Extend | NoteOffset | Engage
    | TakeOver | Lend | Return
)  # fmt: skip

COMMANDS: Final[dict[str, type[Command]]] = {
    "play": Play,
    "draw": Draw,
    "pass": Pass,
    "color": NameColor,
    "accept": Accept,
    "challenge": Challenge,
    "uno": CallUno,
    "catch": Catch,
    "jump": Jump,
    "discard": Discard,
    "take": Take,
    "ask": Ask,
    "give": Give,
    "decline": Decline,
    "doubt": Doubt,
    "press": Press,
    "spin": Spin,
    "wheel": Wheel,
    "shout": Shout,
    "next_round": NextRound,
    "resign": Resign,
    "vote": Vote,
    "resume": Resume,
    "take_back": TakeBack,
}
"""The commands that players may send, by their names on the wire."""

SYSTEM_COMMANDS: Final[dict[str, type[Command]]] = {
    "take_seat": TakeSeat,
    "leave_seat": LeaveSeat,
    "start_match": Start,
    "close_table": CloseTable,
    "start": TurnStarter,
    "expire": Expire,
    "time_out": TimeOut,
    "pause": Pause,
    "unpause": Unpause,
    "extend": Extend,
    "note_offset": NoteOffset,
    "engage": Engage,
    "take_over": TakeOver,
    "lend": Lend,
    "return": Return,
}
"""The commands that only the service sends."""

COMMAND_WORDS: Final[dict[type[Command], str]] = {kind: word for word, kind in (COMMANDS | SYSTEM_COMMANDS).items()}

count_types(COMMAND_WORDS)
