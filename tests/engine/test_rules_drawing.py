"""Drawing, the drawn card, and an empty pile (SPEC 3.7)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from tests.engine.positions import at

NOTHING_FITS = "L cw t=A; A: B3 G4; B: x4; C: x4; dr: {}; di: Y8"


@pytest.mark.rule("3.7")
def test_a_drawn_card_that_does_not_fit_ends_the_turn() -> None:
    game = at(NOTHING_FITS.format("R9 x4")).send("A draw")
    assert (game.actor, game.phase, game.sizes["A"]) == ("B", "TURN", 3)


@pytest.mark.rule("3.7", "C28")
def test_a_drawn_card_that_fits_may_be_played_or_kept() -> None:
    game = at(NOTHING_FITS.format("Y5 x4")).send("A draw")
    assert (game.actor, game.phase) == ("A", "DRAWN")
    assert game.send("A play Y5").actor == "B"
    kept = at(NOTHING_FITS.format("Y5 x4")).send("A draw", "A pass")
    assert (kept.actor, kept.sizes["A"]) == ("B", 3)


@pytest.mark.rule("3.7")
def test_only_the_drawn_card_may_be_played_after_a_draw() -> None:
    game = at("L cw t=A; A: Y3 Y5; B: x4; C: x4; dr: Y5 x4; di: Y8").send("A draw")
    assert game.refusal("A play Y3") == "only_drawn_card"
    assert game.refusal("A draw") == "wrong_phase"
    assert {command.card for command in game.legal("A") if isinstance(command, engine.Play)} == {"Y5"}


@pytest.mark.rule("3.7", "C05")
def test_drawing_with_a_playable_card_in_hand_is_allowed() -> None:
    assert at("L cw t=A; A: Y3; B: x4; dr: R9 x4; di: Y8").send("A draw").actor == "B"


@pytest.mark.rule("3.7", "C05", "8.1")
def test_with_draw_policy_only_if_unable_a_playable_card_must_be_played() -> None:
    able = at("L cw t=A; A: Y3; B: x4; dr: R9 x4; di: Y8", draw_policy="only_if_unable")
    assert able.refusal("A draw") == "must_play"
    unable = at("L cw t=A; A: R3; B: x4; dr: R9 x4; di: Y8", draw_policy="only_if_unable")
    assert unable.send("A draw").actor == "B"


@pytest.mark.rule("3.7", "C28", "8.1")
def test_with_drawn_play_forced_a_drawn_card_that_fits_must_be_played() -> None:
    game = at(NOTHING_FITS.format("Y5 x4"), drawn_play="forced").send("A draw")
    assert game.refusal("A pass") == "must_play"
    assert game.send("A play Y5").actor == "B"


@pytest.mark.rule("3.7", "3.6")
@pytest.mark.parametrize(("hand", "found"), [("B3 G4", False), ("Y3 G4", True)])
def test_a_drawn_wild_draw_card_is_judged_like_any_other(hand: str, *, found: bool) -> None:
    game = at(f"L cw t=A; A: {hand}; B: x4; C: x4; dr: W2 x12; di: Y8").send(
        "A draw", "A play W2 color=G", "B challenge"
    )
    assert game.events(e.ChallengeDecided)[0].guilty is found


@pytest.mark.rule("3.7")
def test_forced_drawing_never_gives_a_chance_to_play() -> None:
    game = at("L cw t=A; A: Y+1 x3; B: x4; C: x4; dr: Y5 x4; di: Y8").send("A play Y+1")
    assert (game.actor, game.phase) == ("C", "TURN")
    assert game.refusal("B play Y5") == "not_your_turn"


@pytest.mark.rule("3.7", "R-EXHAUST")
def test_the_discards_but_the_top_one_are_reshuffled_when_a_card_is_needed() -> None:
    game = at(NOTHING_FITS.format("")[:-1] + "8 R5 R6 R7").send("A draw")
    assert len(game.events(e.PileReshuffled)) == 1
    assert (len(game.table.draw), game.top, len(game.table.discard)) == (2, "Y8", 1)
    assert game.sizes["A"] == 3


@pytest.mark.rule("3.7", "R-EXHAUST")
def test_an_empty_pile_is_not_reshuffled_before_a_card_is_needed() -> None:
    game = at("L cw t=A; A: B3 G4; B: x4; C: x4; dr: R9; di: Y8 R5").send("A draw")
    assert not game.events(e.PileReshuffled)
    assert game.sees("A").draw_pile.count == 0
    assert game.sees("A").draw_pile.top_back is None


@pytest.mark.rule("3.7", "R-EXHAUST")
def test_a_reshuffle_in_the_middle_of_a_forced_draw_goes_on_drawing() -> None:
    game = at("D cw t=A; A: p+5 x3; B: x4; C: x4; dr: o1 o2; di: p2 t1 t2 t3").send("A play p+5")
    assert game.sizes["B"] == 9
    assert (len(game.table.draw), len(game.table.discard)) == (1, 1)


@pytest.mark.rule("3.7", "R-EXHAUST")
def test_what_cannot_be_drawn_is_not_owed() -> None:
    game = at("D cw t=A; A: p+5 x3; B: x4; C: x4; dr: o1 o2; di: p2").send("A play p+5")
    assert game.sizes["B"] == 7  # o1, o2 and p2
    assert game.events(e.PileExhausted)
    assert game.actor == "C"


@pytest.mark.rule("3.7", "R-EXHAUST")
def test_the_color_named_for_a_wild_is_forgotten_in_the_new_pile_but_stays_in_force() -> None:
    game = at("L cw c=G t=A; A: B3 R4; B: x4; dr: ; di: W Y8").send("A draw")
    assert game.color == "G"
    again = at("L cw c=G t=A; A: B3 R4; B: x4; dr: ; di: Y8 W").send("A draw")
    assert again.phase == "DRAWN"
    again.send("A play W")
    assert again.phase == "COLOR"


@pytest.mark.rule("3.7", "R-BLOCKED")
def test_a_round_is_over_when_every_seat_in_turn_could_neither_draw_nor_play() -> None:
    game = at("L cw t=A; A: B3 G4; B: B5; C: R9 R7; dr: ; di: Y8").send("A draw", "B draw")
    assert game.phase == "TURN"
    game.send("C draw")
    assert (game.phase, game.events(e.RoundEnded)[0].winner) == ("ROUND_OVER", 1)
    assert game.events(e.RoundBlocked)


@pytest.mark.rule("3.6", "3.7", "C28")
def test_a_drawn_card_that_has_become_illegal_may_be_kept() -> None:
    options: dict[str, object] = {
        "drawn_play": "forced", "wild_draw_enforcement": "strict", "false_catch_penalty": 1,
    }  # fmt: skip
    game = at("L cw t=A; A: G1 G2; B: x3; dr: W2 Y5 x9; di: Y8", **options).send("A draw")
    assert game.refusal("A pass") == "must_play"
    game.send("A catch B")  # the Y5 that this costs makes the W2 a bluff
    assert game.refusal("A play W2 color=G") == "card_not_playable"
    assert engine.Pass() in game.legal("A")
    assert game.send("A pass").actor == "B"


@pytest.mark.rule("3.7", "R-BLOCKED")
def test_a_play_between_idle_turns_unblocks_the_round() -> None:
    game = at("L cw c=Y t=A; A: B3 G4; B: B5 B6; C: Y5 G7 G8; dr: ; di: R9")
    game.send("A draw", "B draw", "C play Y5", "A draw", "B draw", "C draw")
    assert (game.phase, game.actor) == ("TURN", "A")
    assert game.send("A draw").phase == "ROUND_OVER"


@pytest.mark.rule("3.7", "R-BLOCKED", "8.2")
def test_of_a_blocked_round_the_fewest_cards_then_the_fewest_points_win() -> None:
    def winner(a: str, b: str, **options: object) -> int | None:
        game = at(f"L cw t=A; A: {a}; B: {b}; dr: ; di: Y8", **options).send("A draw", "B draw")
        return game.events(e.RoundEnded)[0].winner

    assert winner("B3 G4", "B9") == 1
    assert winner("B3 G4", "B2 G4") == 1
    assert winner("B3", "G3") is None
    assert winner("B1 G1", "B9", time_winner="fewest_points") == 0
    assert winner("B1 G2", "B3", time_winner="fewest_points") is None
