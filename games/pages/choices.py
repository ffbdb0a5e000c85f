"""Legal commands as choices for people: one entry for a card or an answer, with its open questions.

The legal commands list every way to play a wild, with each color, each target and with or without a call of UNO.
People choose the card first and the rest after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import engine

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine import Command

ASKED: Final = ("target", "to", "color", "dump")
"""The questions that a command may answer, in the order in which they are asked."""
NOBODY: Final = "none"
"""The answer that a card has no target, or drops nothing."""

_CARDS: Final[Mapping[type[Command], str]] = {
    engine.Play: "card",
    engine.Jump: "card",
    engine.Give: "card",
    engine.Shout: "discard",
    engine.Wheel: "choice",
}
"""The field by which choices differ."""


class Choice(NamedTuple):
    """Legal commands that play the same card or give the same answer.

    `card`: the face or the wheel's word that they share, or None. `open_end`: a missing target or color to drop has a
    meaning of its own: no target, nothing dropped.
    """

    kind: type[Command]
    card: str | None
    commands: tuple[Command, ...]
    open_end: bool

    def asked(self) -> dict[str, list[Any]]:
        """Return the questions with several answers. The answer None stands for no target or nothing dropped."""
        found: dict[str, list[Any]] = {}
        for name in ASKED:
            said = list(dict.fromkeys(getattr(command, name, None) for command in self.commands))
            if len(said) > 1 and not (self.open_end and name in {"target", "dump"}):
                said.remove(None) if None in said else None
            if len(said) > 1:
                found[name] = said
        return found

    @property
    def calls(self) -> bool:
        """Return whether the player can choose to call UNO with it."""
        return len({getattr(command, "uno", False) for command in self.commands}) > 1

    @property
    def several_cards(self) -> int:
        """Return how many cards are to be chosen from the hand; 0 if no cards are, or none are left to choose."""
        first = self.commands[0]
        return len(first.cards) if isinstance(first, engine.Discard) and len(self.commands) > 1 else 0

    @property
    def least(self) -> Command:
        """Return the command with the fewest answers, and with the call of UNO. Its step asks for the rest."""
        return min(self.commands, key=lambda command: (_said(command), not getattr(command, "uno", False)))


def _said(command: Command) -> int:
    return sum(getattr(command, name, None) is not None for name in ASKED)


def choices(table: engine.Table, legal: Iterable[Command]) -> list[Choice]:
    """Return the legal commands as choices, in their order."""
    found: dict[object, list[Command]] = {}
    for command in legal:
        found.setdefault(_key(command), []).append(command)
    return [
        Choice(type(commands[0]), _card(commands[0]), tuple(commands), _open_end(table, commands[0]))
        for commands in found.values()
    ]


def _key(command: Command) -> object:
    kind = type(command)
    if kind is engine.Discard:
        return kind
    return (kind, _card(command)) if kind in _CARDS else (kind, command)


def _card(command: Command) -> str | None:
    field = _CARDS.get(type(command))
    return None if field is None else getattr(command, field)


def _open_end(table: engine.Table, command: Command) -> bool:
    if not isinstance(command, engine.Play | engine.Jump):
        return False
    card = command.card
    rules = engine.rules_of(table.spec)
    rule = rules.rule_of(card)
    return rule.drops_color or (rule.target is not None and not rule.target.needed)
