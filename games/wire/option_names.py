"""Names of options on the wire: a family of rules is a `ruleset` there, while the log calls that option `game`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

import engine

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Value = TypeVar("Value")

_OF_RULES: Final = "game"
_ON_WIRE: Final = "ruleset"
_NAMING: Final = ("option", "first", "second")
"""Fields of refusals that name an option."""


def on_wire(name: str) -> str:
    """Return the name of an option for clients."""
    return _ON_WIRE if name == _OF_RULES else name


def of_rules(name: str) -> str:
    """Return the name of an option in the rules."""
    return _OF_RULES if name == _ON_WIRE else name


def to_wire(options: Mapping[str, Value]) -> dict[str, Value]:
    """Return options of the rules under the names that clients know."""
    return {on_wire(name): value for name, value in options.items()}


def to_engine(options: Mapping[str, Value]) -> dict[str, Value]:
    """Return the options that a client names as the rules know them. Raises `engine.UnknownOption`."""
    if _OF_RULES in options:
        raise engine.UnknownOption(option=_OF_RULES)
    return {of_rules(name): value for name, value in options.items()}


@contextmanager
def refused_by_wire_name() -> Iterator[None]:
    """Let refusals of options use the names that clients know."""
    try:
        yield
    except engine.RulesetError as refusal:
        fields = dict(refusal.fields)
        fields.update({name: on_wire(str(fields[name])) for name in _NAMING if name in fields})
        raise type(refusal)(**fields) from refusal
