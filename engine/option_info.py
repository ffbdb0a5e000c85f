"""Descriptions of options for people and programs (SPEC 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.catalogue import OPTIONS

if TYPE_CHECKING:
    from engine.option import Option


class OptionInfo(NamedTuple):
    """The description of an option for people and programs.

    `type`: choice, switch, whole, cards, several, wholes, teams, script or percents.
    """

    name: str
    kind: str
    type: str
    values: tuple[object, ...]
    least: int | None
    most: int | None
    default: object
    summary: str
    source: str


def describe() -> list[OptionInfo]:
    """Return all options, in reading order."""
    return [_describe(option) for option in OPTIONS.values()]


_TYPES: Final = {
    "Choice": "choice",
    "Numbers": "choice",
    "Switch": "switch",
    "Integer": "whole",
    "IntegerOrOff": "whole",
    "ChoiceOrFaces": "cards",
    "Subset": "several",
    "Integers": "wholes",
    "Teams": "teams",
    "Script": "script",
    "Percents": "percents",
}


def _describe(option: Option) -> OptionInfo:
    takes = option.takes
    return OptionInfo(
        option.name,
        option.kind,
        _TYPES[type(takes).__name__],
        getattr(takes, "values", (False, True) if _TYPES[type(takes).__name__] == "switch" else ()),
        getattr(takes, "least", None),
        getattr(takes, "most", None),
        option.default,
        option.summary,
        option.source,
    )
