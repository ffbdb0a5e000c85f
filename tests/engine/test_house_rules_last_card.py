"""Cards that must not be the last one: wilds, cards that make others draw (SPEC 8.3, R-WILD-LAST, R-DRAW-LAST)."""

from __future__ import annotations

import pytest

import engine
from tests.engine.positions import at

LAST = "L cw t=A; A: {}; B: R1 G3; C: x3; dr: x9; di: Y8"


@pytest.mark.rule("8.3", "R-WILD-LAST")
@pytest.mark.parametrize("card", ["W", "W2"])
def test_a_wild_is_not_the_last_card(card: str) -> None:
    game = at(LAST.format(card), no_wild_finish=True)
    assert game.refusal(f"A play {card}") == "cannot_go_out_with_this"
    assert game.legal("A") == [engine.Draw()]


@pytest.mark.rule("8.3", "R-WILD-LAST")
@pytest.mark.parametrize("card", ["YS", "YF", "Y+1", "Y3"])
def test_every_other_card_may_be_the_last(card: str) -> None:
    assert at(LAST.format(card), no_wild_finish=True).send(f"A play {card}").phase == "ROUND_OVER"


@pytest.mark.rule("8.3", "R-DRAW-LAST")
@pytest.mark.parametrize("card", ["Y+1", "W2"])
def test_a_card_that_makes_others_draw_is_not_the_last(card: str) -> None:
    assert at(LAST.format(card), no_draw_finish=True).refusal(f"A play {card}") == "cannot_go_out_with_this"


@pytest.mark.rule("8.3", "R-DRAW-LAST")
@pytest.mark.parametrize("card", ["W", "YS", "Y3"])
def test_a_card_that_makes_nobody_draw_may_be_the_last(card: str) -> None:
    assert at(LAST.format(card), no_draw_finish=True).send(f"A play {card}").phase == "ROUND_OVER"


@pytest.mark.rule("8.3", "R-WILD-LAST", "R-DRAW-LAST")
@pytest.mark.parametrize("rule", ["no_wild_finish", "no_draw_finish"])
def test_before_the_last_card_it_may_be_laid(rule: str) -> None:
    assert at(LAST.format("W2 Y3"), **{rule: True}).send("A play W2 color=R uno").sizes["A"] == 1


@pytest.mark.rule("8.3", "R-DRAW-LAST")
@pytest.mark.parametrize(("game", "edition"), engine.EDITIONS)
def test_cards_that_cannot_be_the_last_are_those_that_make_others_draw(game: str, edition: str) -> None:
    plain, strict = (engine.resolve({"game": game, "edition": edition, "no_draw_finish": on}) for on in (False, True))
    refused = {
        symbol for symbol, card in strict.cards.items() if not card.may_finish and plain.cards[symbol].may_finish
    }
    still_draw = {symbol for symbol, card in plain.cards.items() if card.last_effects and symbol != "F"}
    assert still_draw <= refused
    assert all(plain.cards[symbol].effects for symbol in refused)
