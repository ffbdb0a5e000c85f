"""Commands as lines such as `A play W2 color=G uno` (SPEC 0.1)."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from engine.cards import FACE_CODES
from engine.commands import (
    COMMAND_WORDS,
    COMMANDS,
    SYSTEM_COMMANDS,
    CloseTable,
    Discard,
    Engage,
    Expire,
    Extend,
    Jump,
    Lend,
    NextRound,
    NoteOffset,
    Pause,
    Return,
    Start,
    TurnStarter,
    Unpause,
)
from engine.errors import BadNotation
from engine.notation.seats import SEATS

if TYPE_CHECKING:
    from engine.commands import Command

_KINDS: Final = COMMANDS | SYSTEM_COMMANDS
_OF_THE_SERVICE: Final = (
    Start, CloseTable, NextRound, TurnStarter, Expire, Pause, Unpause, Extend, NoteOffset, Engage,
    Lend, Return,
)  # fmt: skip
"""Commands that need no seat."""


def parse_command(text: str) -> tuple[int | None, Command]:
    """Return the seat and command of a line such as `A play W2 color=G uno`, or `start` of the service.

    Raises BadNotation.
    """
    seat, words = _seat_and_words(text.split())
    kind = _KINDS.get(words[0]) if words else None
    if kind is None or (seat is None and kind not in _OF_THE_SERVICE):
        raise BadNotation(text=text, reason="a command is a seat and a verb, as in A play W2 color=G uno")
    try:
        arguments = _arguments(kind, words[1:])
        if len(dict(arguments)) < len(arguments):
            raise BadNotation(text=text, reason="a word is there twice")
        return seat, kind(**dict(arguments))
    except (TypeError, ValueError) as error:
        raise BadNotation(text=text, reason=f"what follows {words[0]} does not belong to it") from error


def _seat_and_words(words: list[str]) -> tuple[int | None, list[str]]:
    return (_seat(words[0]), words[1:]) if words and words[0] in tuple(SEATS) else (None, words)


def _seat(letter: str) -> int:
    return tuple(SEATS).index(letter)


def _arguments(kind: type[Command], words: list[str]) -> list[tuple[str, Any]]:
    """Return names and values; the cards of a discard stand first, as many as there are.

    A color named with a jump has no effect: only a wild needs one, and a wild never jumps in.
    """
    if kind is Jump:
        words = [word for word in words if not word.startswith("color=")]
    cards = list(takewhile(lambda word: word in FACE_CODES, words)) if kind is Discard else []
    arguments = [_argument(kind, word) for word in words[len(cards) :]]
    return [("cards", tuple(cards)), *arguments] if cards else arguments


def _argument(kind: type[Command], word: str) -> tuple[str, Any]:
    """Return name and value; the first field of a command is written without its name."""
    name, equals, value = word.partition("=")
    if word in _FLAGS:
        return _FLAGS[word]
    if not equals:
        name, value = kind._fields[0] if kind._fields else "", word
    if name in _SEAT_FIELDS:
        return name, _seat(value)
    if name == "handles":
        return name, tuple(int(handle) for handle in value.split(","))
    return name, int(value) if name in _NUMBERS else value


_SEAT_FIELDS: Final = ("seat", "target", "to")
_NUMBERS: Final = ("handle", "due_at", "since", "until", "minutes", "hours")
_FLAGS: Final[dict[str, tuple[str, bool]]] = {"uno": ("uno", True), "no": ("yes", False), "engage": ("engage", True)}
"""Words that stand for a field and its value; without the word the field has the other value."""


def print_command(seat: int | None, command: Command) -> str:
    """Return the line of a command; `parse_command` reads it back."""
    words = [] if seat is None else [SEATS[seat]]
    words.append(COMMAND_WORDS[type(command)])
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
