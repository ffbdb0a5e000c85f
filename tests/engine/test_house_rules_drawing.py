"""House rules for drawing: until playable, forced play, and how Draw Color is drawn and proved (SPEC 8.2, 8.3)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from tests.engine.positions import AtTable, at, texts

# -- draw_until_playable -----------------------------------------------------------------------------------------------


def until(hand: str = "B3 G4", pile: str = "R1 B9 Y5 x3", top: str = "Y8", **options: object) -> AtTable:
    return at(f"L cw t=A; A: {hand}; B: x4; C: x4; dr: {pile}; di: {top}", draw_until_playable=True, **options)


@pytest.mark.rule("8.2")
def test_cards_are_drawn_until_one_can_be_played() -> None:
    game = until().send("A draw")
    assert (game.hand("A"), game.phase, game.actor) == (["B3", "G4", "R1", "B9", "Y5"], "DRAWN", "A")
    assert [event.reason for event in game.events(e.CardsDrawn)] == ["turn"] * 3


@pytest.mark.rule("8.2")
def test_the_card_that_ends_the_drawing_must_be_played_and_no_other() -> None:
    game = until().send("A draw")
    assert game.refusal("A pass") == "must_play"
    assert game.refusal("A play B9") == "only_drawn_card"
    assert game.send("A play Y5").actor == "B"


@pytest.mark.rule("8.2", "8.4")
def test_who_can_play_may_not_draw_at_all() -> None:
    assert until(hand="Y3 G4").refusal("A draw") == "must_play"
    assert until(hand="W G4").refusal("A draw") == "must_play"


@pytest.mark.rule("8.2", "R-EXHAUST")
def test_with_the_pile_exhausted_the_turn_ends() -> None:
    game = until(pile="R1 B9").send("A draw")
    assert (game.sizes["A"], game.actor, game.phase) == (4, "B", "TURN")
    assert game.events(e.PileExhausted)
    assert game.table.idle == 0  # it has drawn, so the round is not blocked


@pytest.mark.rule("8.2", "R-EXHAUST")
def test_the_discards_are_drawn_too_before_the_turn_ends() -> None:
    game = until(pile="R1", top="Y8 G9 B7").send("A draw")
    assert sorted(game.hand("A")) == ["B3", "B7", "G4", "G9", "R1"]
    assert game.actor == "B"


@pytest.mark.rule("8.2", "R-BLOCKED")
def test_nothing_to_draw_in_a_whole_round_of_turns_still_ends_the_round() -> None:
    game = at("L cw t=A; A: B3 G4; B: G5; dr: ; di: Y8", draw_until_playable=True).send("A draw", "B draw")
    assert game.phase == "ROUND_OVER"


@pytest.mark.rule("8.2", "3.6")
def test_under_strict_a_wild_that_would_be_illegal_does_not_end_the_drawing() -> None:
    game = until(hand="W2 W2 G4", pile="R1 Y5 x3", wild_draw_enforcement="strict")
    assert game.send("A draw").hand("A")[-1] == "Y5"  # each Wild Draw Two convicts the other


@pytest.mark.rule("8.2", "3.9")
def test_a_call_made_before_drawing_lapses() -> None:
    game = until().send("A uno", "A draw")
    assert game.uno["A"] == "none"
    assert game.send("A play Y5").uno["A"] == "none"


# -- forced_play -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-FORCED-PLAY")
def test_forced_play_draws_only_if_unable_and_plays_what_it_draws() -> None:
    position = "L cw t=A; A: {}; B: x4; dr: Y5 x3; di: Y8"
    assert at(position.format("Y3 G4"), forced_play=True).refusal("A draw") == "must_play"
    game = at(position.format("B3 G4"), forced_play=True).send("A draw")
    assert game.refusal("A pass") == "must_play"
    assert game.send("A play Y5").actor == "B"


@pytest.mark.rule("8.3", "8.4", "R-FORCED-PLAY")
@pytest.mark.parametrize("rule", ["forced_play", "draw_until_playable"])
def test_a_stacked_penalty_may_be_taken_although_it_could_be_answered(rule: str) -> None:
    game = at("L cw t=A; A: Y+1 R9; B: R+1 G9; C: x3; dr: x8; di: Y8", **{rule: True, "stack": "same"})
    assert game.send("A play Y+1", "B take").sizes["B"] == 3


# -- Draw Color: reveal_draw_color and draw_cap ------------------------------------------------------------------------


def color_draw(pile: str = "p5 o1 v4 x6", hand: str = "p1 o2", **options: object) -> AtTable:
    """A has laid a Wild Draw Color on teal and named purple."""
    game = at(f"D cw t=A; A: wc {hand}; B: t1 t2; C: x4; dr: {pile}; di: t7", **options)
    return game.send("A play wc color=v")


def revealed(game: AtTable) -> list[list[str]]:
    return [texts(event.faces) for event in game.events(e.CardsRevealed)]


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    ("value", "shown"), [("off", []), ("match", [["v4"]]), ("all", [["p5", "o1", "v4"]]), ("doubt", [])]
)
def test_the_others_see_as_much_of_the_drawn_cards_as_the_rule_says(value: str, shown: list[list[str]]) -> None:
    game = color_draw(reveal_draw_color=value).send("B accept")
    assert revealed(game) == shown
    for viewer in ("A", "C", None):
        assert [event["faces"] for event in game.told(viewer, "cards_revealed")] == shown
        assert "faces" not in game.told(viewer, "cards_drawn")[0]


@pytest.mark.rule("8.2", "R-EXHAUST")
def test_a_drawing_that_ends_without_the_color_has_no_match_to_show() -> None:
    assert revealed(color_draw(pile="p5 o9", reveal_draw_color="match").send("B accept")) == []
    assert revealed(color_draw(pile="p5 o9", reveal_draw_color="all").send("B accept")) == [["p5", "o9", "t7"]]


@pytest.mark.rule("8.2", "C17")
def test_a_wild_that_ends_the_drawing_is_the_match() -> None:
    options = {"wild_satisfies_draw_color": True, "reveal_draw_color": "match"}
    assert revealed(color_draw(pile="p5 w v4", **options).send("B accept")) == [["w"]]


@pytest.mark.rule("8.2", "3.6")
def test_the_two_cards_of_an_unfounded_challenge_are_not_shown_and_a_guilty_drawing_is() -> None:
    innocent = color_draw(reveal_draw_color="all").send("B challenge")
    assert revealed(innocent) == [["p5", "o1", "v4"]]
    assert innocent.sizes["B"] == 7
    guilty = color_draw(hand="t1 o2", reveal_draw_color="match").send("B challenge")
    assert [event.seat for event in guilty.events(e.CardsRevealed)] == [0]


@pytest.mark.rule("8.2", "3.10")
def test_a_last_draw_color_is_proved_as_well() -> None:
    game = at("D cw t=A; A: wc; B: t1; C: x4; dr: p5 v4 x3; di: t7", reveal_draw_color="all")
    assert revealed(game.send("A play wc color=v")) == [["p5", "v4"]]


@pytest.mark.rule("8.2")
def test_with_nothing_drawn_there_is_nothing_to_show_or_doubt() -> None:
    for value in ("match", "all", "doubt"):
        game = at("D cw t=A; A: wc p1; B: t1; C: x4; dr: ; di: t7", reveal_draw_color=value)
        game.send("A play wc color=v", "C catch A", "B accept")  # A has drawn the only card
        assert game.sizes["B"] == 1
        assert not game.events(e.CardsRevealed)
        assert not game.events(e.DoubtOpened)


@pytest.mark.rule("8.2", "R-DOUBT")
@pytest.mark.parametrize("seat", ["A", "C"])
def test_who_doubts_an_honest_drawing_draws_two(seat: str) -> None:
    game = color_draw(reveal_draw_color="doubt").send("B accept")
    before = game.sizes[seat]
    assert engine.Doubt() in game.legal(seat)
    game.send(f"{seat} doubt")
    assert (game.sizes[seat], game.actor, game.phase) == (before + 2, "C", "TURN")
    assert [(event.seat, event.of) for event in game.events(e.Doubted)] == [("ABC".index(seat), 1)]
    assert game.events(e.CardsDrawn)[-1].reason == "doubt"


@pytest.mark.rule("8.2", "R-DOUBT")
def test_only_others_may_doubt_once_and_until_the_next_play() -> None:
    game = color_draw(reveal_draw_color="doubt")
    assert game.refusal("C doubt") == "wrong_phase"
    game.send("B accept")
    assert game.refusal("B doubt") == "not_your_turn"
    assert not any(isinstance(command, engine.Doubt) for command in game.legal("B"))
    game.send("C draw")  # drawing does not close it
    assert game.send("A doubt").refusal("C doubt") == "wrong_phase"
    played = at("D cw t=A; A: wc p1; B: t1; C: v3 x3; dr: v4 x6; di: t7", reveal_draw_color="doubt")
    played.send("A play wc color=v", "B accept", "C play v3")
    assert played.refusal("A doubt") == "wrong_phase"


@pytest.mark.rule("8.2", "R-DOUBT")
def test_after_a_last_card_nobody_can_doubt() -> None:
    game = at("D cw t=A; A: wc; B: t1; C: x4; dr: p5 v4 x3; di: t7", reveal_draw_color="doubt")
    game.send("A play wc color=v")
    assert not game.events(e.DoubtOpened)
    assert game.refusal("C doubt") == "round_over"


@pytest.mark.rule("8.2")
def test_without_the_rule_nobody_can_doubt() -> None:
    assert color_draw().send("B accept").refusal("C doubt") == "option_off"


@pytest.mark.rule("8.2", "3.9", "R-DOUBT")
def test_a_doubter_with_one_card_has_no_call_to_make_any_more() -> None:
    game = at("D cw t=A; A: wc p1; B: t1; C: x4; dr: v4 x6; di: t7", reveal_draw_color="doubt")
    game.send("A play wc color=v", "B accept")
    assert game.uno["A"] == "exposed"
    assert game.send("A doubt").uno["A"] == "none"


@pytest.mark.rule("8.3", "R-DRAW-CAP")
@pytest.mark.parametrize(("cap", "drawn"), [(0, 3), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_draw_color_costs_no_more_than_the_cap(cap: int, drawn: int) -> None:
    game = color_draw(draw_cap=cap).send("B accept")
    assert (game.sizes["B"], game.actor) == (2 + drawn, "C")


@pytest.mark.rule("8.3", "R-DRAW-CAP")
def test_the_cap_holds_across_a_reshuffle_and_leaves_the_extra_two_alone() -> None:
    game = at("D cw t=A; A: wc p1; B: t1; C: x4; dr: p5; di: t7 o1 o2 o3 o4", draw_cap=3)
    assert game.send("A play wc color=v", "B accept").sizes["B"] == 4
    assert color_draw(draw_cap=1).send("B challenge").sizes["B"] == 2 + 1 + 2


@pytest.mark.rule("8.3", "8.2", "R-DRAW-CAP")
def test_a_capped_drawing_has_no_match_and_is_proved_by_all_its_cards() -> None:
    assert revealed(color_draw(draw_cap=2, reveal_draw_color="match").send("B accept")) == []
    assert revealed(color_draw(draw_cap=2, reveal_draw_color="all").send("B accept")) == [["p5", "o1"]]


@pytest.mark.rule("8.1", "8.2", "8.3")
@pytest.mark.parametrize("options", [{"reveal_draw_color": "match"}, {"draw_cap": 3}])
def test_where_no_draw_color_is_in_the_deck_its_rules_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(engine.OptionNotApplicable):
        engine.resolve({"game": "classic", **options})
