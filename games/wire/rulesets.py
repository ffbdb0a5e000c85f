"""What can be played: games, editions and options, from the engine's catalogue."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

import engine
from games.wire.problems import Problem

Value = str | bool | int
OptionKind = Literal["option", "house_rule"]
OptionType = Literal["choice", "switch", "whole", "cards", "several", "wholes", "teams", "script", "percents"]


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option: its name, its values and its meaning."""

    name: str
    kind: OptionKind
    type: Annotated[
        OptionType,
        Meta(
            description="choice: one of `values`. switch: true or false. whole: a number. cards: one "
            "of `values` or a list of all cards. several: a list of some of `values`. "
            "wholes: a list of numbers. teams: 0 for none, a number of teams, a list with "
            "the team of every seat, or an object with the team by seat letter. script: a "
            "list of `values` in any order, with repetitions. percents: a list of numbers "
            "that add up to 100."
        ),
    ]
    values: Annotated[
        list[str | bool | int], Meta(description="The allowed values, unless any number in a range is allowed.")
    ]
    default: str | bool | int | list[str | int]
    summary: str
    source: Annotated[str, Meta(description="The section of the rules, and the source.")]
    least: Annotated[int, Meta(description="The smallest allowed number.")] | None = None
    most: Annotated[int, Meta(description="The largest allowed number.")] | None = None


class Labels(msgspec.Struct, frozen=True, kw_only=True):
    """The names that a theme gives to colors and symbols. What is missing keeps its name."""

    colors: dict[str, str]
    symbols: dict[str, str]


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """An option and its value."""

    option: str
    value: engine.OptionValue


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset or one of its editions, and which options apply to it."""

    name: Annotated[str, Meta(description="As in `/v1/rulesets/{name}/rules`.")]
    ruleset: Annotated[str, Meta(description="The value of the option `ruleset`.")]
    edition: str
    titles: Annotated[dict[str, str], Meta(description="The titles for people, by language.")]
    least_seats: int
    most_seats: int
    cards: Annotated[int, Meta(description="The number of cards in the deck.")]
    defaults: Annotated[
        dict[str, engine.OptionValue], Meta(description="The options with another default in this ruleset.")
    ]
    not_applicable: Annotated[
        dict[str, str], Meta(description="The options that cannot be changed in this ruleset, and why.")
    ]
    needs: Annotated[
        dict[str, Setting], Meta(description="The options that can only be set together with another option.")
    ]


class Conflict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two values that exclude each other. Without a value: every value but the default."""

    first: str
    second: str
    reason: str
    rulesets: list[str]
    first_value: Value | None = None
    second_value: Value | None = None


class Rulesets(msgspec.Struct, frozen=True, kw_only=True):
    """Everything with which a game can be created. `ruleset` and `edition` are options like all others."""

    rulesets: list[Ruleset]
    options: list[Option]
    conflicts: list[Conflict]
    themes: Annotated[dict[str, Labels], Meta(description="By value of the option `theme`.")]


class Blocked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value that the other options exclude. Without a value: every value but the default is excluded."""

    option: str
    reason: str
    value: Value | list[Value] | None = None


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether options can be played. If so, the options and the values they exclude; if not, the reason."""

    playable: bool
    name: str | None = None
    options: Annotated[dict[str, engine.OptionValue], Meta(description="As in a game that is created with them.")] = {}
    blocked: list[Blocked] = []
    problem: Annotated[Problem, Meta(description="The problem that creating such a table would return.")] | None = None
