"""What can be played: games, editions and options, from the engine's catalogue."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

import engine
from games.wire.problems import ErrorCode, ProblemParams

Value = str | bool | int
OptionKind = Literal["option", "house_rule"]
OptionType = Literal["choice", "switch", "whole", "cards", "several", "wholes", "teams", "script", "percents"]


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One option: what it is called, what it takes, what it means."""

    name: str
    kind: OptionKind
    type: Annotated[
        OptionType,
        Meta(
            description="choice: one of `values`; switch: true or false; whole: a number; cards: one of `values` or a"
            " list of all cards; several: a list of some of `values`; wholes: a list of numbers; teams: 0 for none, a"
            " number of teams, a list with the team of every seat, or an object with the team by seat letter;"
            " script: a list of `values` in any order, each as often as wanted; percents: a list of numbers that add up"
            " to 100."
        ),
    ]
    values: Annotated[list[str | bool | int], Meta(description="What it takes, unless any number in range.")]
    default: str | bool | int | list[str | int]
    summary: str
    source: Annotated[str, Meta(description="Section of the rules, and who says so.")]
    least: Annotated[int, Meta(description="Smallest number it takes.")] | None = None
    most: Annotated[int, Meta(description="Largest number it takes.")] | None = None


class Labels(msgspec.Struct, frozen=True, kw_only=True):
    """What a theme calls colors and symbols of the cards' texts; those that are missing keep their names."""

    colors: dict[str, str]
    symbols: dict[str, str]


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """An option and a value."""

    option: str
    value: engine.OptionValue


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A game, or an edition of one, and how the options stand to it."""

    name: Annotated[str, Meta(description="As in `/v1/rulesets/{name}/rules`.")]
    ruleset: Annotated[str, Meta(description="The value of the option `game`.")]
    edition: str
    titles: Annotated[dict[str, str], Meta(description="What people call it, by language.")]
    least_seats: int
    most_seats: int
    cards: Annotated[int, Meta(description="How many are in the deck.")]
    defaults: Annotated[
        dict[str, engine.OptionValue], Meta(description="Options that start from another default here.")
    ]
    not_applicable: Annotated[
        dict[str, str], Meta(description="Options that cannot be set to anything else here, and why.")
    ]
    needs: Annotated[dict[str, Setting], Meta(description="Options that can be set only together with another.")]


class Conflict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two values that can be chosen, but not together. Without a value: any but the default."""

    first: str
    second: str
    reason: str
    rulesets: list[str]
    first_value: Value | None = None
    second_value: Value | None = None


class Rulesets(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a game can be created with; `game` and `edition` are options like the others."""

    rulesets: list[Ruleset]
    options: list[Option]
    conflicts: list[Conflict]
    themes: Annotated[dict[str, Labels], Meta(description="By value of the option `theme`.")]


class Blocked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value that cannot be chosen with the rest as it is. Without a value: any but the default."""

    option: str
    reason: str
    value: Value | list[Value] | None = None


class Refusal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why it cannot be played, as the problem that setting up such a table would be."""

    code: ErrorCode
    detail: str
    rule: str
    params: ProblemParams = ProblemParams()


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether options can be played: if so, all of them and what they block; if not, why."""

    playable: bool
    name: str | None = None
    options: Annotated[
        dict[str, engine.OptionValue], Meta(description="Every option with the value it would have.")
    ] = {}
    blocked: list[Blocked] = []
    problem: Refusal | None = None
