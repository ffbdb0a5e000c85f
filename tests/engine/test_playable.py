"""Each card in a hand says whether it may be played now, and why not: as the legal commands and the refusals do."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

import engine
from engine.commands import MOST_DISCARDS_LISTED
from engine.decide import judge
from engine.events import EffectAssigned
from engine.notation import SEATS
from engine.view import PlayableCardView
from tests.engine.positions import AtTable, at
from tests.engine.strategies import matches
from tests.engine.test_game_spin import spun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engine.matches import Match

SINGLE = (engine.Play, engine.Jump, engine.Give, engine.Shout)
"""The commands whose first member is a card."""
PLAYS = {engine.Phase.TURN, engine.Phase.DRAWN, engine.Phase.PENALTY}


def hand_of(table: engine.Table, seat: int) -> list[PlayableCardView]:
    cards = engine.view(table, seat, engine.hand_refusals(table, seat)).hand or []
    return [card for card in cards if isinstance(card, PlayableCardView)]


def reasons(game: AtTable, seat: str) -> dict[str, tuple[str, str | None] | None]:
    """Return code and paragraph by card; None for those that are playable."""
    hand = hand_of(game.table, SEATS.index(seat))
    return {card.card: None if card.why_not is None else (card.why_not.code, card.why_not.paragraph) for card in hand}


def hands(table: engine.Table) -> Iterator[tuple[int, PlayableCardView]]:
    return ((seat, card) for seat in range(table.seats) for card in hand_of(table, seat))


def refusal(table: engine.Table, seat: int, command: engine.Command) -> engine.RuleViolation | None:
    try:
        judge(engine.rules_of(table.spec), table, seat, command)
    except engine.RuleViolation as refused:
        return refused
    return None


def naming(table: engine.Table, seat: int, card: PlayableCardView) -> list[engine.Command]:
    """Return the legal commands that may mean this very card, with its handle where they take a single one."""
    found: list[engine.Command] = []
    for command in engine.legal_commands(table, seat):
        if isinstance(command, engine.Discard) and card.card in command.cards:
            found.append(command)
        elif isinstance(command, SINGLE) and card.card == command[0]:
            found.append(command._replace(handle=card.handle))
    return found


def trials(card: PlayableCardView) -> list[engine.Command]:
    """Return a command of each kind that names this card, the play first."""
    return [
        engine.Play(card.card, handle=card.handle),
        engine.Jump(card.card, handle=card.handle),
        engine.Give(card.card, handle=card.handle),
        engine.Discard((card.card,), handles=(card.handle,)),
        engine.Shout(card.card, handle=card.handle),
    ]


def is_one_of_too_many(table: engine.Table, seat: int) -> bool:
    pending = table.pending
    return isinstance(pending, EffectAssigned) and comb(len(table.hands[seat]), pending.number) > MOST_DISCARDS_LISTED


def assert_hands_agree_with_the_rules(table: engine.Table) -> None:
    for seat, card in hands(table):
        named = naming(table, seat, card)
        if card.playable:
            assert card.why_not is None
            assert any(refusal(table, seat, command) is None for command in named) or is_one_of_too_many(table, seat)
            continue
        assert card.why_not is not None
        assert all(refusal(table, seat, command) for command in named)
        refused = [refusal(table, seat, command) for command in trials(card)]
        words = [None if one is None else (one.code, one.paragraph) for one in refused]
        assert None not in words
        assert (card.why_not.code, card.why_not.paragraph) in words
        if seat == table.turn and table.phase in PLAYS:
            assert (card.why_not.code, card.why_not.paragraph) == words[0]


@settings(max_examples=60)
@given(matches(most=60))
def test_a_card_is_playable_exactly_if_a_command_with_it_is_accepted(match: Match) -> None:
    again = match.again()
    for seat, command in match.sent:
        again.send(seat, command)
        assert_hands_agree_with_the_rules(again.table)


MATCHING = ("card_not_playable", "matching")
BLUFF = ("card_not_playable", "wild_draw_enforcement")
NO_TWIN = ("card_not_playable", "jump_in")
NO_ANSWER = ("card_not_playable", "stack")


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    ("options", "position", "told"),
    [
        ({}, "L cw t=A; A: R1 Y2; B: x2; dr: x4; di: R8", {"R1": None, "Y2": MATCHING}),
        ({}, "L cw t=B; A: R1 R2; B: x2; dr: x4; di: R8", {"R1": ("not_your_turn", "turn")}),
        ({"jump_in": True}, "L cw t=B; A: R8 Y2; B: x2; dr: x4; di: R8", {"R8": None, "Y2": NO_TWIN}),
        ({"wild_draw_enforcement": "strict"}, "L cw t=A; A: R1 W2; B: x2; dr: x4; di: R8", {"R1": None, "W2": BLUFF}),
        ({"no_wild_finish": True}, "L cw t=A; A: W; B: x2; dr: x4; di: R8",
         {"W": ("cannot_go_out_with_this", "not_last")}),
    ],
)  # fmt: skip
def test_a_card_that_may_not_be_played_says_why_and_by_which_paragraph(
    options: dict[str, object], position: str, told: dict[str, tuple[str, str] | None]
) -> None:
    shown = reasons(at(position, **options), "A")
    assert {card: shown[card] for card in told} == told


@pytest.mark.rule("8.2")
def test_only_an_answer_to_a_stacked_card_is_playable() -> None:
    game = at("L cw t=A; A: R+1 x2; B: Y+1 R3; dr: x4; di: R8", stack="same").send("A play R+1")
    assert reasons(game, "B") == {"Y+1": None, "R3": NO_ANSWER}


@pytest.mark.rule("3.7")
def test_of_the_cards_held_after_a_draw_only_the_drawn_one_is_playable() -> None:
    game = at("L cw t=A; A: R1 Y2; B: x2; dr: R1 x4; di: R8").send("A draw")
    hand = hand_of(game.table, 0)
    assert [card.card for card in hand] == ["R1", "Y2", "R1"]
    assert [card.playable for card in hand] == [False, False, True]
    assert {card.why_not.code for card in hand if card.why_not} == {"only_drawn_card"}


@pytest.mark.rule("6")
def test_a_card_that_may_be_discarded_is_playable() -> None:
    game = at("L cw t=A; A: WJ Y1; B: R1 R2 R3; dr: x4; di: Y8", edition="stranger_things").send(
        "A play WJ color=B uno"
    )
    assert game.phase == "EFFECT"
    assert reasons(game, "B") == {"R1": None, "R2": None, "R3": None}
    assert set(reasons(game, "A").values()) == {("not_your_turn", "turn")}


def test_a_view_without_refusals_says_nothing_of_what_may_be_played() -> None:
    hand = at("L cw t=A; A: R1; B: x1; dr: x4; di: R8").sees("A").hand or []
    assert [type(card) for card in hand] == [engine.CardView]


@pytest.mark.rule("6")
def test_no_card_is_playable_where_only_a_color_is_to_be_named() -> None:
    game = at("L cw t=A; A: WH Y1; B: R1; C: x1; dr: x4; di: Y8", edition="marvel").send("A play WH uno")
    assert game.phase == "EFFECT"
    assert reasons(game, "B") == {"R1": ("wrong_count", "discards")}


@pytest.mark.rule("8.2")
def test_only_a_teammate_that_is_asked_may_give_its_cards() -> None:
    position = "L cw t=A; A: B3 G4; B: R1 R2; C: Y5 B7; D: R3 R4; dr: x4; di: Y8"
    game = at(position, teams=2, teammate_gives=True).send("A ask")
    assert reasons(game, "C") == {"Y5": None, "B7": None}
    assert reasons(game, "B") == dict.fromkeys(("R1", "R2"), ("not_your_turn", "turn"))


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
def test_only_a_like_draw_card_interrupts_a_stacked_sum() -> None:
    options: dict[str, object] = {"game": "classic", "stack": "same", "jump_in": True, "jump_in_cancels": True}
    game = at("L cw t=A; A: Y+2 x2; B: x3; C: Y+2 R3; dr: x4; di: Y8", **options).send("A play Y+2")
    assert game.phase == "PENALTY"
    assert reasons(game, "C") == {"Y+2": None, "R3": NO_TWIN}


@pytest.mark.rule("7.5")
def test_every_card_may_be_shouted_in_a_race() -> None:
    game = spun("A: G9; B: B1 W; C: x5", "UNO_SPIN")
    assert reasons(game, "A") == {"G9": None}
    assert reasons(game, "B") == {"B1": None, "W": None}
