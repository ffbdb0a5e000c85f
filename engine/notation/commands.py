"""Commands as lines such as `A play W2 color=G uno` (SPEC 0.1)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from engine.cards import (
    FACE_CODES,
)
from engine.commands import COMMANDS, SYSTEM_COMMANDS, WORDS, Discard, TurnStarter
from engine.errors import BadNotation

if TYPE_CHECKING:
    from engine.commands import Command

from engine.notation.seats import SEATS

_KINDS: Final = COMMANDS | SYSTEM_COMMANDS


def parse_command(text: str) -> tuple[int | None, Command]:
    """The seat and command of a line such as `A play W2 color=G uno`. Raises BadNotation."""
    words = text.split()
    if words == ["start"]:
        return None, TurnStarter()
    if len(words) < 2 or words[0] not in SEATS:  # noqa: PLR2004  a seat and a verb
        raise BadNotation(text=text)
    kind = _KINDS.get(words[1])
    if kind is None:
        raise BadNotation(text=text)
    try:
        arguments = _arguments(kind, words[2:])
        if len(dict(arguments)) < len(arguments):
            raise BadNotation(text=text)
        return SEATS.index(words[0]), kind(**dict(arguments))
    except (TypeError, ValueError) as error:
        raise BadNotation(text=text) from error


def _arguments(kind: type[Command], words: list[str]) -> list[tuple[str, Any]]:
    """Names and values; the cards of a discard stand first, as many as there are."""
    cards = list(takewhile(lambda word: word in FACE_CODES, words)) if kind is Discard else []
    arguments = [_argument(kind, word) for word in words[len(cards) :]]
    return [("cards", tuple(cards)), *arguments] if cards else arguments


def _argument(kind: type[Command], word: str) -> tuple[str, Any]:
    """Name and value of an argument; the first field of a command is written without its name."""
    name, equals, value = word.partition("=")
    if word in _FLAGS:
        return _FLAGS[word]
    if not equals:
        name, value = kind._fields[0] if kind._fields else "", word
    if name in _SEAT_FIELDS:
        return name, SEATS.index(value)
    if name == "handles":
        return name, tuple(int(handle) for handle in value.split(","))
    return name, int(value) if name in _NUMBERS else value


_SEAT_FIELDS: Final = ("seat", "target", "to")
_NUMBERS: Final = ("handle", "due_at", "since", "until", "minutes")
_FLAGS: Final[dict[str, tuple[str, bool]]] = {"uno": ("uno", True), "no": ("yes", False), "engage": ("engage", True)}
"""Words that stand for a field and its value; the other value is what is meant without the word."""


def print_command(seat: int | None, command: Command) -> str:
    """The line of a command; `parse_command` reads it back."""
    words = [] if seat is None else [SEATS[seat]]
    words.append(WORDS[type(command)])
    for position, (name, value) in enumerate(command._asdict().items()):
        if isinstance(value, bool):
            words += [word for word, flag in _FLAGS.items() if flag == (name, value)]
        elif value is not None and value != ():
            text = _print_argument(name, value)
            words.append(text if position == 0 else f"{name}={text}")
    return " ".join(words)


def _print_argument(name: str, value: Any) -> str:
    if name in _SEAT_FIELDS:
        return SEATS[value]
    if isinstance(value, tuple):
        return (" " if name == "cards" else ",").join(str(item) for item in value)
    return str(value)
