"""Words for people: everything a client shows of a game, in one language."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.wire.notifications import NotificationKind
from games.wire.requests import Language
from games.wire.rulesets import OptionKind, Value
from games.wire.scalars import CardText
from games.wire.words import Color, EventName, Side

CardKind = Literal["number", "action", "wild", "unknown"]


class CardWords(msgspec.Struct, frozen=True, kw_only=True):
    """A face."""

    card: CardText
    name: str
    side: Side
    color: Annotated[Color | None, Meta(description="Null for wilds and an unknown card.")]
    kind: CardKind
    symbol: Annotated[str, Meta(description="The face without its color: `7`, `R`, `W2`.")]
    points: Annotated[int | None, Meta(description="Null if they depend on the ruleset, which then says them.")]
    drawing: Annotated[str, Meta(description="The id of its `<symbol>` in `drawings`.")]


class ColorWords(msgspec.Struct, frozen=True, kw_only=True):
    """A color, as in `{color}` of a sentence."""

    color: Color
    side: Side
    name: str


class ValueWords(msgspec.Struct, frozen=True, kw_only=True):
    """A value of an option."""

    value: Value
    title: str
    summary: str


class OptionWords(msgspec.Struct, frozen=True, kw_only=True):
    """An option. `values` is empty if it takes numbers or lists of numbers."""

    name: str
    kind: OptionKind
    title: str
    summary: str
    source: str
    values: list[ValueWords]


class RulesetWords(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset or one of its editions."""

    name: str
    title: str
    summary: str
    points: Annotated[dict[str, int], Meta(description="By card: points that are not the same in all rulesets.")]


class ClockWords(msgspec.Struct, frozen=True, kw_only=True):
    """A named time control."""

    name: str
    title: str
    summary: str


class BotWords(msgspec.Struct, frozen=True, kw_only=True):
    """A strategy of bots."""

    name: str
    title: str
    summary: str


class MessageWords(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of message: its name, and when it is sent."""

    kind: NotificationKind
    title: str
    why: str


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence with fields of its object in braces, and the conditions under which it is the right one.

    Take the first sentence whose conditions all hold; the last one has none. A condition names a field and
    what it is: `you` (your seat, or a list with it), `some` or `none` (a value, or null or an empty list), `wild` (a
    wild card), `one`, `few` or `many` (the CLDR plural category of the number, or of the length of the list); otherwise
    the value as text.
    """

    when: dict[str, str]
    text: str


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """The words of everything that a client shows, in one language.

    Replace `{field}` in a sentence with words: a seat with the name of its player, a card, color, side, direction or
    sector with what is said here, `backs` with their number. Keys of maps are the types, kinds and values of this API.
    """

    language: Language
    cards: list[CardWords]
    drawings: Annotated[
        str, Meta(description="Address of an SVG with all cards; it names a version that never changes.")
    ]
    colors: list[ColorWords]
    sides: dict[str, str]
    directions: dict[str, str]
    sectors: dict[str, str]
    rulesets: list[RulesetWords]
    options: list[OptionWords]
    clocks: list[ClockWords]
    phases: dict[str, str]
    decisions: Annotated[
        dict[str, list[Sentence]],
        Meta(description="By kind of `view.decision`; `turn` if it is null: `{seat}` is then `turn` of the game."),
    ]
    commands: Annotated[dict[str, list[Sentence]], Meta(description="Labels of buttons.")]
    events: dict[str, list[Sentence]]
    messages: list[MessageWords]
    draw_reasons: dict[str, str]
    color_reasons: dict[str, str]
    pause_reasons: dict[str, str]
    autopilot_reasons: dict[str, str]
    match_causes: dict[str, str]
    refusals: Annotated[
        dict[str, list[Sentence]], Meta(description="By `code` of `why_not` of a card, which has their `paragraph`.")
    ]
    told: Annotated[
        list[EventName],
        Meta(description="Events for a log. All others are steps: the table shows what they lead to."),
    ]
    bots: list[BotWords]
