"""House rules about the last card and the points (SPEC 8.2, 8.3)."""

from __future__ import annotations

import pytest

import engine
from tests.engine.positions import at

LAST = "L cw t=A; A: {}; B: R1 G3; C: x3; dr: x9; di: Y8"


@pytest.mark.rule("8.3", "R-NUMBER-LAST")
@pytest.mark.parametrize("card", ["YS", "YF", "Y+1", "YR", "W", "W2"])
def test_the_last_card_must_be_a_number(card: str) -> None:
    game = at(LAST.format(card), no_action_finish=True)
    assert game.refusal(f"A play {card}") == "cannot_go_out_with_this"
    assert game.legal("A") == [engine.Draw()]


@pytest.mark.rule("8.3", "R-NUMBER-LAST")
def test_a_number_goes_out_and_an_action_before_it_is_free() -> None:
    assert at(LAST.format("Y3"), no_action_finish=True).send("A play Y3").phase == "ROUND_OVER"
    assert at(LAST.format("YS Y3"), no_action_finish=True).send("A play YS uno").sizes["A"] == 1


@pytest.mark.rule("8.3", "R-NUMBER-LAST", "3.2")
def test_a_card_that_does_not_fit_anyway_is_refused_as_such() -> None:
    assert at(LAST.format("RS"), no_action_finish=True).refusal("A play RS") == "card_not_playable"


@pytest.mark.rule("8.3", "R-NUMBER-LAST")
def test_a_seat_that_may_draw_only_if_unable_may_draw_with_a_last_action_card() -> None:
    game = at(LAST.format("YS"), no_action_finish=True, draw_policy="only_if_unable")
    assert game.send("A draw").sizes["A"] == 2


@pytest.mark.rule("8.3", "R-DOUBLE")
def test_the_points_of_the_winner_count_twice() -> None:
    game = at(LAST.format("Y3"), double_score=True).send("A play Y3")
    assert game.table.scores == [8, 0, 0]
    assert game.table.last_round is not None
    assert game.table.last_round.points == (8, 0, 0)


@pytest.mark.rule("8.3", "R-DOUBLE")
def test_hands_that_are_written_down_count_twice_as_well() -> None:
    game = at(LAST.format("Y3"), double_score=True, scoring="own_low").send("A play Y3")
    assert game.table.scores == [0, 8, 0]


@pytest.mark.rule("8.3", "R-DOUBLE")
def test_a_match_may_end_by_the_second_half_of_the_points() -> None:
    assert at(LAST.format("Y3"), double_score=True, target=8).send("A play Y3").table.is_over
    assert not at(LAST.format("Y3"), target=8).send("A play Y3").table.is_over


@pytest.mark.rule("8.2", "C08")
def test_light_only_scores_the_light_faces_on_either_side() -> None:
    dark = "D cw t=A; A: p3; B: R1/p4 G3/tE; dr: x9; di: p8"
    assert at(dark, light_only=True).send("A play p3").table.scores == [4, 0]
    assert at(dark).send("A play p3").table.scores == [34, 0]
    assert dict(engine.resolve({"light_only": True}).spec.options)["scoring_side"] == "light"


@pytest.mark.rule("8.2", "8.4")
def test_light_only_cannot_be_had_with_the_other_side() -> None:
    with pytest.raises(engine.ConflictingOptions):
        engine.resolve({"light_only": True, "scoring_side": "ended"})
    assert engine.resolve({"light_only": False, "scoring_side": "ended"}).scored_side is None
