"""Turns a submitted form into a command and submits it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import engine
from games.pages.choices import NOBODY
from games.services import commands
from games.services.envelope import Actor

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine import Command
    from games.pages.choices import Choice
    from games.pages.link import Visit


def chosen(choice: Choice, command: Command, view: engine.View, form: Mapping[str, Sequence[str]]) -> Command | None:
    """Return the command of the form; None if there is none. Missing answers are as in `command`."""
    if choice.several_cards and "card" in form:
        return _discard(choice, view, form)
    said = {name: _said(form[name][0]) for name in choice.asked() if name in form}
    if choice.calls and "uno" in form:
        said["uno"] = form["uno"][0] == "1"
    wanted = command._replace(**said)  # type: ignore[arg-type]  # only fields that its kind has are asked for
    return wanted if wanted in choice.commands else None


def _said(value: str) -> str | int | None:
    if value == NOBODY:
        return None
    return int(value) if value.isascii() and value.isdigit() and len(value) == 1 else value


def _discard(choice: Choice, view: engine.View, form: Mapping[str, Sequence[str]]) -> Command | None:
    """Return the command to discard the ticked cards. It may not be among the legal ones; the engine decides."""
    hand = {str(held.handle): held for held in view.hand or ()}
    picked = list(dict.fromkeys(form["card"]))
    if len(picked) != choice.several_cards or not hand.keys() >= set(picked):
        return None
    cards = [hand[number] for number in picked]
    listed = choice.commands[0]
    assert isinstance(listed, engine.Discard)  # noqa: S101  of no other kind are several cards
    color: Any = form.get("color", [listed.color])[0]
    if color not in choice.asked().get("color", [listed.color]):
        return None
    return listed._replace(
        cards=tuple(held.card for held in cards),
        handles=tuple(held.handle for held in cards),
        color=color,
        uno=choice.calls and form.get("uno", ["0"])[0] == "1",
    )


def submit(visit: Visit, command: Command) -> None:
    """Make the move, at the version that the visit shows. Raises as `commands.submit_command`.

    For a move that is the version of its link. A vote can be cast at a later one, if nothing has ended its motion.
    """
    commands.submit_command(
        game_id=visit.state.game.id,
        actor=Actor(visit.player),
        command=command,
        command_id=visit.link.command_id,
        request_hash=sha256(b"link\0" + repr(command).encode()).digest(),
        expected_version=visit.state.game.version,
    )
