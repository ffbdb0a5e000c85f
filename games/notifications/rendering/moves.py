"""Legal commands in words, and the choice of those that a message has room for."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import engine
from games.notifications.rendering.faces import PAINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine import Command
    from games.drawings.faces import Paint
    from games.notifications.rendering.faces import Deck, Face
    from games.notifications.rendering.texts import Texts

MOST: Final = 24
"""Most moves that a message offers. The page behind its link has all."""


class Move(NamedTuple):
    """A move with the address of the page that asks for it.

    `label`: in full · `about`: the part shared by all ways to make the move · `way`: the part that differs · `color`:
    the color it names · `face`: the card it plays or gives.
    """

    label: str
    about: str
    way: str
    color: str | None
    face: Face | None
    url: str

    @property
    def paint(self) -> Paint | None:
        """Return the paint of the color that it names."""
        return PAINTS[self.color] if self.color else None

    @property
    def spoken(self) -> str:
        """Return the label for screen readers. It contains the visible one (WCAG 2.5.3)."""
        return self.label if self.way in self.label else f"{self.label}, {self.way}"


class Group(NamedTuple):
    """The ways to make one move, for example a wild in four colors."""

    about: str
    moves: tuple[Move, ...]


class Offer(NamedTuple):
    """The moves of a message, and whether there are more."""

    groups: tuple[Group, ...]
    more: bool

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return all offered moves."""
        return tuple(move for group in self.groups for move in group.moves)


NOTHING: Final = Offer((), more=False)


class CommandLabels(NamedTuple):
    """Puts the commands of a match into words. `names` are those of the players by seat, cleaned by `names.shown`."""

    deck: Deck
    names: Sequence[str]

    @property
    def texts(self) -> Texts:
        """Return the texts of the language."""
        return self.deck.texts

    def label(self, command: Command) -> str:
        """Return the whole move: `Play Wild Draw Two, color red, and call UNO`."""
        label, words = self.about(command), self.texts.moves
        if color := _field(command, "color") if not isinstance(command, engine.NameColor) else None:
            label = words["with_color"].format(move=label, color=self.deck.color(color))
        if (target := _field(command, "target")) is not None:
            label = words["with_target"].format(move=label, player=self.names[target])
        if dump := _field(command, "dump"):
            label = words["with_dump"].format(move=label, color=self.deck.color(dump))
        return words["with_uno"].format(move=label) if _field(command, "uno") else label

    def about(self, command: Command) -> str:
        """Return the move without its choices."""
        word, words = engine.COMMAND_WORDS[type(command)], self.texts.moves
        values: dict[str, str] = {}
        match command:
            case engine.Play(card=card) | engine.Jump(card=card) | engine.Give(card=card):
                values = {"card": self.deck.face(card).name}
            case engine.Shout(discard=card):
                values = {"discard": self.deck.face(card).name}
            case engine.Discard(cards=cards):
                values = {"cards": ", ".join(self.deck.face(card).name for card in cards)}
                word = word if cards else "discard.none"
            case engine.NameColor(color=color):
                values = {"color": self.deck.color(color)}
            case engine.Catch(seat=seat):
                values = {"seat": self.names[seat]}
            case engine.Wheel(choice=choice):
                values = {"choice": choice if choice.isdigit() else self.deck.color(choice)}
            case engine.Vote(motion=motion, yes=yes):
                word = f"vote.{motion}" if yes else f"vote.{motion}.no"
        if (to := _field(command, "to")) is not None:
            word, values = "give.to", {**values, "to": self.names[to]}
        return words[word].format(**values)

    def way(self, command: Command, others: Sequence[Command]) -> str:
        """Return the choices of a move, compared with `others`, the ways to make the same move."""
        words = self.texts.moves
        parts = []
        if color := _field(command, "color"):
            parts.append(self.deck.color(color))
        elif any(_field(other, "color") for other in others):
            parts.append(words["later"])
        if (target := _field(command, "target")) is not None:
            parts.append(words["at"].format(player=self.names[target]))
        if dump := _field(command, "dump"):
            parts.append(words["dropping"].format(color=self.deck.color(dump)))
        if len({bool(_field(other, "uno")) for other in others}) > 1:
            parts.append(words["calling" if _field(command, "uno") else "silent"])
        return ", ".join(parts) or words["plainly"]

    def face(self, command: Command) -> Face | None:
        """Return the card of a move; None if it has none."""
        card = _field(command, "card") or (command.discard if isinstance(command, engine.Shout) else None)
        return self.deck.face(card) if card else None


def _field(command: Command, name: str) -> Any:
    return getattr(command, name, None)


def offer(links: Iterable[tuple[Command, str]], speaker: CommandLabels, *, most: int = MOST) -> Offer:
    """Return the moves that there is room for: one way of each first, then further ways."""
    ways: dict[str, list[tuple[Command, str]]] = defaultdict(list)
    for link in links:
        ways[speaker.about(link[0])].append(link)
    groups = [_group(same, speaker) for same in ways.values()]
    kept: list[list[Move]] = [[] for _ in groups]
    room = most
    # Moves without a card go first: a long hand must not push out drawing.
    order = sorted(range(len(groups)), key=lambda place: groups[place].moves[0].face is not None)
    for turn in range(max((len(group.moves) for group in groups), default=0)):
        for place in order:
            if room and turn < len(groups[place].moves):
                kept[place].append(groups[place].moves[turn])
                room -= 1
    shown = tuple(Group(group.about, tuple(moves)) for group, moves in zip(groups, kept, strict=True) if moves)
    return Offer(shown, more=sum(map(len, kept)) < sum(len(group.moves) for group in groups))


def _group(links: Sequence[tuple[Command, str]], speaker: CommandLabels) -> Group:
    # A call of UNO protects the player, so it comes first. Commands that leave the color for later come after the
    # others.
    links = sorted(links, key=lambda link: (_field(link[0], "color") is None, not _field(link[0], "uno")))
    commands = [command for command, _ in links]
    moves = tuple(
        Move(
            label=speaker.label(command),
            about=speaker.about(command),
            way=speaker.way(command, commands),
            color=_field(command, "color"),
            face=speaker.face(command),
            url=url,
        )
        for command, url in links
    )
    return Group(moves[0].about, moves)
