"""What can be played: games, editions and options, from the engine's catalogue."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

OptionKind = Literal["option", "house_rule"]
OptionType = Literal["choice", "switch", "whole", "cards"]


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One option: what it is called, what it takes, what it means."""

    name: str
    kind: OptionKind
    type: Annotated[
        OptionType,
        Meta(description="One of `values`; true or false; a number; one of `values` or a list of all cards."),
    ]
    values: Annotated[list[str | bool | int], Meta(description="What it takes, unless any number in range.")]
    default: str | bool | int
    summary: str
    source: Annotated[str, Meta(description="Section of the rules, and who says so.")]
    least: Annotated[int, Meta(description="Smallest number it takes.")] | None = None
    most: Annotated[int, Meta(description="Largest number it takes.")] | None = None


class Rulesets(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a game can be created with; `game` and `edition` are options like the others."""

    options: list[Option]
