"""What can be played: games, editions and options, from the engine's catalogue."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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


class Rulesets(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a game can be created with; `game` and `edition` are options like the others."""

    options: list[Option]
    themes: Annotated[dict[str, Labels], Meta(description="By value of the option `theme`.")]
