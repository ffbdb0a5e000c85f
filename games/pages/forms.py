"""The moves of a player as links and forms: each choice leads to a step that asks again, and only that step moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from games.notifications.rendering.faces import COLORS
from games.pages.choices import NOBODY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine import Command
    from games.notifications.rendering.board import Board, Held
    from games.notifications.rendering.faces import Face
    from games.notifications.rendering.moves import CommandLabels
    from games.pages.choices import Choice
    from games.pages.link import Visit
    from games.pages.texts import PageTexts

_PLAYED: Final = frozenset({engine.Play, engine.Jump})
_HELD: Final = _PLAYED | {engine.Give, engine.Shout}
"""Commands that name one card of the hand."""

_PRESSES: Final[Mapping[type[Command], str]] = {engine.Give: "press_give", engine.Vote: "press_vote"}
"""The text of the button, for commands that have one of their own."""


class ChoiceLink(NamedTuple):
    """A link to the step of a choice. `face` and `note`: its card; `dot`: the color that it names."""

    label: str
    path: str
    face: Face | None = None
    note: str = ""
    dot: str = ""
    is_main: bool = False


class Hand(NamedTuple):
    """The hand: a form to discard several cards, cards that can be played, other choices, and the other cards."""

    discard: Form | None
    playable_heading: str
    playable: list[ChoiceLink]
    moves_heading: str
    moves: list[ChoiceLink]
    are_colors: bool
    rest_heading: str
    rest: list[Held]


class Card(NamedTuple):
    """A card that can be ticked."""

    face: Face
    handle: int
    is_checked: bool


class Option(NamedTuple):
    """One answer to a question."""

    value: str
    label: str
    dot: str
    is_checked: bool


class Field(NamedTuple):
    """A question with the answers that can be given."""

    name: str
    legend: str
    options: list[Option]


class Button(NamedTuple):
    """A button that makes the move. `value` tells whether it calls UNO, empty where UNO is no question."""

    label: str
    value: str = ""


class Form(NamedTuple):
    """The step before a move or a vote. `table`: the way back to the other choices, if there are any.

    `promise`: nothing has happened yet.
    """

    action: str
    fields: list[Field]
    buttons: list[Button]
    table: str
    promise: str
    heading: str = ""
    decision: str = ""
    face: Face | None = None
    cards_legend: str = ""
    cards: Sequence[Card] = ()


class Desk(NamedTuple):
    """The material for the forms of one page."""

    visit: Visit
    board: Board
    labels: CommandLabels
    texts: PageTexts

    def path(self, command: Command | None = None) -> str:
        """Return the path of a command's page, or of the table, at the current version."""
        return self.visit.link.onward(self.visit.state.game.version, command)


def hand(desk: Desk) -> Hand | None:
    """Return the hand and all choices; None if both are empty."""
    page, options = desk.texts.page, desk.visit.options
    held = {choice.card: choice for choice in options if choice.kind in _HELD}
    cards = () if desk.board.standings else desk.board.hand or ()
    playable = [card for card in cards if card.face.text in held]
    picking = next((choice for choice in options if choice.several_cards), None)
    others = [choice for choice in options if choice.kind not in _HELD and choice is not picking]
    rest = [card for card in cards if card.face.text not in held] if picking is None else []
    if not (playable or others or rest or picking):
        return None
    return Hand(
        discard=None if picking is None else discard(desk, picking, None),
        playable_heading=page["can_play" if all(choice.kind in _PLAYED for choice in held.values()) else "choose_card"],
        playable=[_card_link(desk, held[card.face.text], card) for card in playable],
        moves_heading=page["moves" if playable else "moves_only"],
        moves=[_link(desk, choice, main=not playable and not number) for number, choice in enumerate(others)],
        are_colors=all(choice.kind is engine.NameColor for choice in others),
        rest_heading=page["others" if playable else "hand"],
        rest=rest,
    )


def hand_beside(desk: Desk) -> Sequence[Held]:
    """Return the hand that stands beside the step before a move; empty if that step shows it already."""
    choice = desk.visit.choice()
    return () if choice is not None and choice.several_cards else desk.board.hand or ()


def question(desk: Desk, choice: Choice, command: Command) -> Form:
    """Return the step before a move, with the remaining questions."""
    if choice.several_cards:
        return discard(desk, choice, command)
    asked = choice.asked()
    bare = command._replace(to=None) if "to" in asked and isinstance(command, engine.Give) else command
    label = desk.labels.about(bare) if asked or choice.calls else desk.labels.label(command)
    return Form(
        action=desk.path(desk.visit.command),
        fields=_fields(desk, choice, command),
        buttons=_buttons(desk, choice, command),
        table=_way_back(desk),
        promise=desk.texts.page["nothing_yet_vote" if isinstance(command, engine.Vote) else "nothing_yet"],
        heading=desk.texts.page["question"].format(move=label),
        decision=_decision(desk, command),
        face=desk.labels.face(command),
    )


def discard(desk: Desk, choice: Choice, command: Command | None) -> Form:
    """Return the step that asks for several cards of the hand. Those of `command` are ticked."""
    texts, ticked = desk.texts, list(command.cards) if isinstance(command, engine.Discard) else []
    order = {held.face.text: place for place, held in enumerate(desk.board.hand or ())}
    cards = []
    for card in sorted(desk.visit.view.hand or (), key=lambda card: order[card.card]):
        is_checked = card.card in ticked
        if is_checked:
            ticked.remove(card.card)
        cards.append(Card(desk.labels.deck.face(card.card), card.handle, is_checked))
    first = command or choice.commands[0]
    return Form(
        action=desk.path(first),
        fields=_fields(desk, choice, command),
        buttons=_buttons(desk, choice, first),
        table=_way_back(desk),
        promise=texts.page["nothing_yet"],
        cards_legend=texts.words.fill(texts.page["discard"], count=choice.several_cards),
        cards=cards,
    )


def _decision(desk: Desk, command: Command) -> str:
    """Return the decision that a move answers; for a vote, who asks for it."""
    view, texts = desk.visit.view, desk.texts.words
    if isinstance(command, engine.Vote):
        names = texts.listed([desk.labels.names[seat] for seat in view.votes.get(command.motion, ())])
        return texts.fill(texts.table[f"votes_{command.motion}"], names=names)
    return desk.board.decision if view.decision else ""


def _card_link(desk: Desk, choice: Choice, card: Held) -> ChoiceLink:
    return ChoiceLink(desk.labels.about(choice.least), desk.path(choice.least), card.face, card.note)


def _link(desk: Desk, choice: Choice, *, main: bool) -> ChoiceLink:
    command = choice.least
    dot = _dot(command.color) if isinstance(command, engine.NameColor) else ""
    return ChoiceLink(desk.labels.about(command), desk.path(command), dot=dot, is_main=main and not dot)


def _dot(color: str) -> str:
    return color if color in COLORS else ""


def _fields(desk: Desk, choice: Choice, command: Command | None) -> list[Field]:
    return [
        Field(
            name,
            desk.texts.page[name],
            [_option(desk, name, value, chosen=getattr(command, name, None)) for value in values],
        )
        for name, values in choice.asked().items()
    ]


def _option(desk: Desk, name: str, value: object, *, chosen: object) -> Option:
    page = desk.texts.page
    if value is None:
        return Option(NOBODY, page["no_dump" if name == "dump" else "nobody"], "", is_checked=False)
    text = str(value)
    label = desk.labels.names[value] if isinstance(value, int) else desk.labels.deck.color(text)
    return Option(text, label, _dot(text), is_checked=value == chosen)


def _buttons(desk: Desk, choice: Choice, command: Command) -> list[Button]:
    """Return one button, or two if UNO may be called. The one that the link named comes first."""
    page = desk.texts.page
    kind = "press_discard" if choice.several_cards else _PRESSES.get(choice.kind, "press")
    if not choice.calls:
        return [Button(page[kind])]
    buttons = [Button(page.get(f"{kind}_uno", page["press_uno"]), "1"), Button(page["press_silent"], "0")]
    return buttons if getattr(command, "uno", False) else buttons[::-1]


def _way_back(desk: Desk) -> str:
    return desk.path() if desk.visit.command is not None and len(desk.visit.options) > 1 else ""
