"""What a player can do, as links and forms: each choice leads to a step that asks once more, and that step presses."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from games.notifications.rendering.faces import COLORS
from games.pages.choices import NOBODY
from games.pages.drawing import card as card_to_see
from games.pages.drawing import inside, shade

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine import Command
    from games.notifications.rendering.board import Board, Held
    from games.notifications.rendering.faces import Face
    from games.notifications.rendering.moves import CommandLabels
    from games.pages.choices import Choice
    from games.pages.link import Visit
    from games.pages.texts import PageTexts

_LAID: Final = frozenset({engine.Play, engine.Jump})
_HELD: Final = _LAID | {engine.Give, engine.Shout}
"""Choices of a card of the hand."""


class Desk(NamedTuple):
    """What the forms of one page are made with."""

    visit: Visit
    scene: Board
    speaker: CommandLabels
    texts: PageTexts

    def path(self, command: Command | None = None) -> str:
        """Where the page of a command is, or that of the table, as things are now."""
        return self.visit.link.onward(self.visit.state.header.version, command)

    def face(self, text: str) -> Face:
        """The face of this notation."""
        return self.speaker.deck.face(text)


def hand(desk: Desk) -> str:
    """The hand, what can be laid of it first, and all other choices."""
    return "".join(_hand(desk))


def _hand(desk: Desk) -> Iterator[str]:
    page, options = desk.texts.page, desk.visit.options
    held = {choice.card: choice for choice in options if choice.kind in _HELD}
    cards = () if desk.scene.standings else desk.scene.hand or ()
    usable = [card for card in cards if card.face.text in held]
    picking = next((choice for choice in options if choice.several_cards), None)
    others = [choice for choice in options if choice.kind not in _HELD and choice is not picking]
    if picking is not None:
        yield discarding(desk, picking, None)
    if usable:
        heading = page["can_play" if all(choice.kind in _LAID for choice in held.values()) else "choose_card"]
        links = "".join(_card_link(desk, held[card.face.text], card.face, card.note) for card in usable)
        yield _part("can", heading, f'<div class="cards">{links}</div>')
    if others:
        buttons = "".join(_button(desk, choice, main=not usable and not number) for number, choice in enumerate(others))
        tiles = " tiles" if all(choice.kind is engine.NameColor for choice in others) else ""
        yield _part("moves", page["moves" if usable else "moves_only"], f'<div class="go{tiles}">{buttons}</div>')
    rest = [card for card in cards if card.face.text not in held] if picking is None else []
    if rest:
        yield _part("rest", page["others" if usable else "hand"], _shown(rest))


def looked_at(desk: Desk) -> str:
    """The hand beside the step that asks once more, unless that step shows it already."""
    choice, cards = desk.visit.choice(), desk.scene.hand or ()
    if not cards or (choice is not None and choice.several_cards):
        return ""
    return _part("rest", desk.texts.page["hand"], _shown(cards), look="held")


def _shown(cards: Iterable[Held]) -> str:
    return f'<div class="cards rest">{"".join(card_to_see(held.face, held.note) for held in cards)}</div>'


def _part(name: str, heading: str, inner: str, look: str = "part") -> str:
    return f'<section class="{look}" aria-labelledby="{name}"><h2 id="{name}">{escape(heading)}</h2>{inner}</section>'


def _card_link(desk: Desk, choice: Choice, face: Face, note: str) -> str:
    about = escape(desk.speaker.about(choice.least))
    return (
        f'<a class="card c-{shade(face)}" href="{desk.path(choice.least)}" aria-label="{about}">'
        f"{inside(face, note)}</a>"
    )


def _button(desk: Desk, choice: Choice, *, main: bool) -> str:
    command = choice.least
    label = escape(desk.speaker.about(command))
    dot = _dot(command.color) if isinstance(command, engine.NameColor) else ""
    look = " main" if main and not dot else ""
    return f'<a class="press{look}" href="{desk.path(command)}">{dot}<span>{label}</span></a>'


def _dot(color: str) -> str:
    return f'<span class="dot c-{color}" aria-hidden="true"></span>' if color in COLORS else ""


def question(desk: Desk, choice: Choice, command: Command) -> str:
    """The step that asks once more, with whatever is still to be chosen; the button of its form makes the move."""
    if choice.several_cards:
        return discarding(desk, choice, command)
    page, asked = desk.texts.page, choice.asked()
    face = desk.speaker.face(command)
    bare = command._replace(to=None) if "to" in asked and isinstance(command, engine.Give) else command
    label = desk.speaker.about(bare) if asked or choice.calls else desk.speaker.label(command)
    drawn = f'<span class="card c-{shade(face)}" aria-hidden="true">{inside(face)}</span>' if face else ""
    said = f'<p class="now">{escape(desk.scene.decision)}</p>' if desk.visit.view.decision else ""
    heading = f"<div><h1>{escape(page['question'].format(move=label))}</h1>{said}</div>"
    fields = "".join(_fieldset(desk, name, values, command) for name, values in asked.items())
    return _form(desk, f'<div class="what">{drawn}{heading}</div>{fields}', _presses(desk, choice, command))


def discarding(desk: Desk, choice: Choice, command: Command | None) -> str:
    """The step that asks for cards of the hand to be discarded; those of `command` are ticked."""
    texts, ticked = desk.texts, list(command.cards) if isinstance(command, engine.Discard) else []
    picks = []
    order = {held.face.text: place for place, held in enumerate(desk.scene.hand or ())}
    for card in sorted(desk.visit.view.hand or (), key=lambda card: order[card.card]):
        face = desk.face(card.card)
        checked = " checked" if card.card in ticked else ""
        if checked:
            ticked.remove(card.card)
        picks.append(
            f'<label class="tick pick"><span class="card c-{shade(face)}">{inside(face)}</span>'
            f'<input type="checkbox" name="card" value="{card.handle}"{checked}></label>'
        )
    legend = texts.words.fill(texts.page["discard"], count=choice.several_cards)
    first = command or choice.commands[0]
    fields = "".join(_fieldset(desk, name, values, command) for name, values in choice.asked().items())
    cards = f'<fieldset><legend>{escape(legend)}</legend><div class="cards rest">{"".join(picks)}</div></fieldset>'
    return _form(desk, cards + fields, _presses(desk, choice, first), action=desk.path(first))


def _fieldset(desk: Desk, name: str, values: Sequence[object], command: Command | None) -> str:
    said = getattr(command, name, None)
    options = "".join(_radio(desk, name, value, checked=value is not None and value == said) for value in values)
    return f'<fieldset><legend>{escape(desk.texts.page[name])}</legend><div class="go">{options}</div></fieldset>'


def _radio(desk: Desk, name: str, value: object, *, checked: bool) -> str:
    page = desk.texts.page
    if value is None:
        shown, label = NOBODY, page["no_dump" if name == "dump" else "nobody"]
    elif isinstance(value, int):
        shown, label = str(value), desk.speaker.names[value]
    else:
        shown, label = str(value), desk.speaker.deck.color(str(value))
    mark = " checked" if checked else ""
    return (
        f'<label class="tick"><input type="radio" name="{name}" value="{shown}" required{mark}>'
        f"{_dot(shown)}<bdi>{escape(label)}</bdi></label>"
    )


def _presses(desk: Desk, choice: Choice, command: Command) -> str:
    """The buttons that make the move: two if UNO may be called with it, the one that was linked first."""
    page = desk.texts.page
    kind = "press_discard" if choice.several_cards else "press_give" if choice.kind is engine.Give else "press"
    if not choice.calls:
        return f'<button class="press main">{escape(page[kind])}</button>'
    calling = page.get(f"{kind}_uno", page["press_uno"])
    buttons = [("1", calling), ("0", page["press_silent"])]
    if not getattr(command, "uno", False):
        buttons.reverse()
    return "".join(
        f'<button class="press{"" if number else " main"}" name="uno" value="{value}">{escape(label)}</button>'
        for number, (value, label) in enumerate(buttons)
    )


def _form(desk: Desk, inner: str, buttons: str, action: str | None = None) -> str:
    page, visit = desk.texts.page, desk.visit
    target = action or desk.path(visit.command)
    another = f'<a class="quiet" href="{desk.path()}">{escape(page["another"])}</a>'
    return (
        f'<form class="ask" method="post" action="{target}">{inner}'
        f'<div class="go">{buttons}{another if visit.command is not None and len(visit.options) > 1 else ""}</div>'
        f'<p class="faint">{escape(page["nothing_yet"])}</p></form>'
    )
