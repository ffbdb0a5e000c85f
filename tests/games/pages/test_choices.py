"""The pages offer every legal move of every game and no other."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine.testing.random_match import random_match
from games.pages.choices import NOBODY, Choice, choices
from games.pages.submit import chosen
from tests.games import tables
from tests.games.pages.clients import faced_with

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine import Command

GAMES: dict[str, tuple[Mapping[str, object], int]] = {
    "flip": ({}, 5),
    "marvel": ({"edition": "marvel"}, 4),
    "stranger things": ({"edition": "stranger_things"}, 4),
    "transformers": ({"edition": "transformers"}, 5),
    "classic": ({"game": "classic", "hands_wild": "swap"}, 4),
    "attack": ({"game": "attack"}, 4),
    "spin": ({"game": "spin"}, 4),
    "seven-o": ({"seven_o": True}, 4),
    "a zero that swaps": ({"game": "classic", "zero_spell": "swap_one"}, 3),
    "a zero that drops": ({"game": "classic", "zero_spell": "dump_color"}, 3),
    "cards given away": ({"skip_effect": "give_card"}, 4),
    "jump-in and stacks": ({"jump_in": True, "stack": "same"}, 4),
    "partners": ({"teams": 2, "teammate_gives": True, "draw_policy": "only_if_unable"}, 4),
}
MOST = 60
"""The maximal number of choices on a page: a hand, and the moves without a card."""


class Chooser:
    """Plays at random and checks every list of legal commands."""

    def __init__(self, look: Callable[[Sequence[Command], engine.View], None]) -> None:
        self.look = look

    def choose(self, view: engine.View, legal: Sequence[Command], pick: Callable[[int], int]) -> Command:
        self.look(legal, view)
        plays = [command for command in legal if isinstance(command, engine.Play)]
        offered = plays if plays and pick(4) else legal
        return offered[pick(len(offered))]


def form_of(choice: Choice, command: Command) -> dict[str, list[str]]:
    """Return the form fields that a browser sends for this command."""
    form = {name: [NOBODY if (said := getattr(command, name)) is None else str(said)] for name in choice.asked()}
    if choice.calls:
        form["uno"] = [str(int(command.uno))]  # type: ignore[union-attr]  # it can be called with it
    return form


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_command_can_be_chosen(name: str) -> None:
    options, seats = GAMES[name]
    seen: Counter[str] = Counter()
    table: Any = None

    def look(legal: Sequence[Command], view: engine.View) -> None:
        found = choices(table, legal)
        assert sorted(map(repr, legal)) == sorted(repr(command) for one in found for command in one.commands)
        assert len(found) <= MOST
        for choice in found:
            seen[choice.kind.__name__] += 1
            for command in choice.commands[:40]:
                if _can_be_left_open(choice, command):
                    continue
                said = chosen(choice, choice.least, view, form_of(choice, command))
                if not choice.several_cards:
                    assert said == command, (choice.least, form_of(choice, command))
                assert chosen(choice, command, view, {}) == command

    for number in range(4):
        match = random_match([Chooser(look)] * seats, options, b"%032d" % number)
        for table, _ in islice(match, 250):  # noqa: B007  read by `look`
            pass
    assert seen["Play"] > 100


def _can_be_left_open(choice: Choice, command: Command) -> bool:
    """Return whether the page leaves it out: a color or target that is asked for later or has one possible value."""
    asked = choice.asked()
    return any(getattr(command, name, None) is None and None not in said for name, said in asked.items()) or any(
        getattr(command, name, None) != getattr(choice.least, name, None)
        for name in ("target", "to", "color", "dump")
        if name not in asked
    )


pages = pytest.mark.django_db


def red_wild(command: Any) -> bool:
    return bool(command.card == "W" and command.color == "R" and not command.uno)


@pages
def test_a_wild_asks_for_its_color_first() -> None:
    me, *_ = faced_with(engine.Play, red_wild)
    page = me.see(next(path for path in me.see(me.table()).links if me.see(path).heading == "Play Wild?"))
    (form,) = page.forms
    assert form.fields == {"color": ["R", "Y", "G", "B"]}
    assert form.checked == {}
    done = me.made(form.action, [("color", "G")])
    assert "You play Wild and name green." in done.text


@pages
def test_a_link_that_names_a_color_has_it_chosen() -> None:
    me, *_ = faced_with(engine.Play, red_wild)
    page = me.see(me.move(engine.Play, red_wild))
    assert page.forms[0].checked == {"color": ["R"]}
    assert "and name red" in me.made(page.forms[0].action).text


@pages
def test_a_color_that_cannot_be_named_is_asked_for_again() -> None:
    me, *_ = faced_with(engine.Play, red_wild)
    version, path = tables.version_of(me.game), me.move(engine.Play, red_wild)
    for color in ("", "p", "x", "red", "0", "R\0", "²"):
        assert me.press(path, [("color", color)]).status_code == 422, color
    assert "Something is still to be chosen" in me.press(path, [("color", "x")]).content.decode()
    assert tables.version_of(me.game) == version


@pages
@pytest.mark.parametrize(("button", "said"), [("1", "You call UNO."), ("0", "have not called UNO")])
def test_uno_is_called_with_a_button_of_its_own(button: str, said: str) -> None:
    def numbered(command: Any) -> bool:
        return bool(command.card[1:].isdigit())

    me, *_ = faced_with(engine.Play, lambda command: command.uno and numbered(command), seats=3)
    (form,) = me.see(me.move(engine.Play, lambda command: command.uno and numbered(command))).forms
    assert form.buttons == [("uno", "1"), ("uno", "0")]
    (silent,) = me.see(me.move(engine.Play, lambda command: not command.uno and numbered(command))).forms
    assert silent.buttons == [("uno", "0"), ("uno", "1")]
    assert said in me.made(form.action, [("uno", button)]).text


@pages
def test_a_card_is_aimed_at_somebody() -> None:
    def aimed(command: Any) -> bool:
        return command.target is not None and not command.uno

    me, *_ = faced_with(engine.Play, aimed, seats=3, seven_o=True)
    seat = tables.state_of(me.game, me.player).seat
    page = me.see(me.move(engine.Play, aimed))
    others = sorted({"0", "1", "2"} - {str(seat)})
    assert page.forms[0].fields == {"target": others}
    done = me.made(page.forms[0].action, [("target", others[1])])
    assert "Hands change their holders." in done.text


@pages
def test_several_cards_are_ticked_in_one_form() -> None:
    me, *_ = faced_with(engine.Discard, lambda command: len(command.cards) > 1, seats=3, edition="stranger_things")
    (form,) = me.see(me.table()).forms
    count = next(len(command.cards) for command, _ in me.moves() if isinstance(command, engine.Discard))
    held, others = form.fields["card"], [(name, values[0]) for name, values in form.fields.items() if name != "card"]
    for wrong in ([held[0]], held[: count + 1], [*held[: count - 1], "99999"], [held[0]] * count, ["x"] * count):
        if len(set(wrong)) != count or not set(wrong) <= set(held):
            assert me.press(form.action, [("card", value) for value in wrong] + others).status_code == 422, wrong
    done = me.made(form.action, [("card", value) for value in held[-count:]] + others)
    assert "You discard" in done.text


@pages
def test_a_card_is_given_to_somebody() -> None:
    me, *_ = faced_with(engine.Give, seats=3, skip_effect="give_card")
    page = me.see(me.table())
    assert "Choose a card" in page.text
    (form,) = me.see(page.links[0]).forms
    assert set(form.fields) == {"to"}
    assert "You give" in me.made(form.action, [("to", form.fields["to"][0]), *form.buttons[:1]]).text
