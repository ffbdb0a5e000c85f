"""Positions chosen by a player: every named card lies in its place, and the match plays and verifies."""

from __future__ import annotations

import pytest

import engine
from engine.branch import position_flaw
from engine.cards import FACES

FLIP = engine.resolve({})
CLASSIC = engine.resolve({"game": "classic"})
TEXT = "L cw dl=B t=A; A: R5/pE G+1; B: B7 x3; dr: W Y1; di: R9"


def faces(cards: tuple[int, ...], deck: tuple[int, ...]) -> list[str]:
    return [FACES[deck[card]] for card in cards]


@pytest.mark.rule("0.1")
def test_what_is_named_lies_where_it_is_named() -> None:
    position = engine.chosen_position(TEXT, FLIP, 2)
    deck = FLIP.deck
    assert faces(position.hands[0], deck.light) == ["R5", "G+1"]
    assert FACES[position.dark[position.hands[0][0]]] == "pE"
    assert faces(position.hands[1][:1], deck.light) == ["B7"]
    assert position.sizes == (2, 4)
    assert faces(position.pile[:-3:-1], deck.light) == ["W", "Y1"]
    assert faces(position.discards, deck.light) == ["R9"]
    assert (position.turn, position.dealer, position.origin, position.at) == (0, 1, engine.NOWHERE, 1)
    assert position_flaw(position, 2, deck) is None


@pytest.mark.rule("0.1")
def test_the_same_text_is_the_same_position_to_the_last_card() -> None:
    assert engine.chosen_position(TEXT, FLIP, 2) == engine.chosen_position(TEXT, FLIP, 2)
    assert engine.chosen_position(TEXT.replace("Y1", "Y2"), FLIP, 2).pile != engine.chosen_position(TEXT, FLIP, 2).pile


@pytest.mark.rule("0.1")
def test_there_are_positions_of_decks_with_one_side_and_of_the_dark_side() -> None:
    assert engine.chosen_position("L cw t=B; A: R5; B: B7; di: R9", CLASSIC, 2).turn == 1
    assert engine.chosen_position("D ccw t=B; A: p5; B: t7; di: pE", FLIP, 2).direction == -1


@pytest.mark.rule("0.1")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("L cw ph=SETUP; A: R5; B: B7; di: R9", "about to begin"),
        ("L cw t=A; A: R5; B: B7; C: B8; di: R9", "3 seats"),
        ("L cw t=A; A: R5; B: ; di: R9", "need a card"),
        ("L cw t=A; A: R5; B: B7", "need a card"),
        ("L cw t=A; A: x200; B: B7; di: R9", "more cards"),
        ("L cw t=A; A: R5 R5 R5; B: B7; di: R9", "more often"),
        ("L cw t=A; A: x/pE x/pE x/pE x/pE x/pE; B: B7; di: R9", "more often"),
        ("L cw t=A; A: R5; B: B7; di: W", "its color in force"),
        ("L cw t=A c=p; A: R5; B: B7; di: R9", "its color in force"),
    ],
)
def test_what_cannot_be_is_told_in_words(text: str, why: str) -> None:
    with pytest.raises(engine.NotDealable, match=why):
        engine.chosen_position(text, FLIP, 2)
