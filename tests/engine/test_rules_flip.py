"""The Flip (SPEC 3.8), and going out (SPEC 3.10)."""

from __future__ import annotations

import pytest

from engine import events as e
from engine.cards import FACES
from tests.engine.matches import Match, Style
from tests.engine.positions import AtTable, at

FLIP = "L cw t=A; A: YF/o8 Y1/w; B: Y2/t1 B3/t2; C: G1/o5; dr: R1/p3 R2/oR R3/p7; di: Y8/p1 Y5/v9"


def pile(game: AtTable) -> list[str]:
    """Return the active faces of the draw pile, top first."""
    return [FACES[game.table.faces[game.table.side][card]] for card in reversed(game.table.draw)]


@pytest.mark.rule("3.8", "C18")
def test_a_flip_turns_over_the_discards_as_a_whole_with_the_card_just_played_at_the_bottom() -> None:
    view = at(FLIP).send("A play YF").sees("A")
    assert view.discard == ["v9", "p1", "o8"]
    assert (view.side, view.color) == ("D", "v")


@pytest.mark.rule("3.8", "C18")
def test_a_flip_turns_over_the_draw_pile_so_that_its_bottom_card_is_drawn_next() -> None:
    game = at(FLIP).send("A play YF")
    assert pile(game) == ["p7", "oR", "p3"]
    assert game.sees("B").draw_pile.top_back == "R3"
    assert game.send("B draw").hand("B")[-1] == "p7"


@pytest.mark.rule("3.8", "C18")
def test_a_flip_turns_over_all_hands() -> None:
    game = at(FLIP).send("A play YF")
    assert (game.hand("A"), game.hand("B"), game.hand("C")) == (["w"], ["t1", "t2"], ["o5"])
    assert game.refusal("B play Y2") == "card_not_in_hand"


@pytest.mark.rule("3.8")
def test_play_goes_on_with_the_next_seat_in_the_same_direction() -> None:
    assert at(FLIP).send("A play YF").actor == "B"
    back = at(FLIP.replace("L cw", "L ccw")).send("A play YF")
    assert (back.actor, back.table.direction) == ("C", -1)


@pytest.mark.rule("3.8")
@pytest.mark.parametrize("action", ["oE", "v+5", "tR", "pF"])
def test_the_action_of_the_new_top_card_is_ignored_but_its_symbol_may_be_matched(action: str) -> None:
    other = "p" if action[0] != "p" else "t"
    game = at(f"L cw t=A; A: YF Y1; B: G2/{other}{action[1:]} B2; C: x3; dr: x9; di: Y2 Y6/{action}").send("A play YF")
    assert (game.top, game.actor, game.phase, game.side) == (action, "B", "TURN", "D")
    assert game.sizes["B"] == 2
    assert game.refusal(f"B play {other}{action[1:]}") == "accepted"


@pytest.mark.rule("3.8", "C15")
def test_the_next_seat_names_the_color_of_an_uncovered_wild_and_plays() -> None:
    game = at("L cw t=A; A: YF Y1; B: R5/o5 x2; C: x3; dr: x4; di: Y2 Y1/w").send("A play YF")
    assert (game.actor, game.phase, game.color) == ("B", "START_COLOR", None)
    game.send("B color o", "B play o5")
    assert game.actor == "C"


@pytest.mark.rule("3.8", "C15", "8.1")
def test_with_flip_wild_chooser_flipper_the_player_of_the_flip_names_it() -> None:
    game = at("L cw t=A; A: YF Y1; B: x3; C: x3; dr: x4; di: Y2 Y1/w", flip_wild_chooser="flipper").send("A play YF")
    assert (game.actor, game.phase) == ("A", "COLOR")
    game.send("A color o")
    assert (game.actor, game.phase, game.color) == ("B", "TURN", "o")
    plain = at(FLIP, flip_wild_chooser="flipper").send("A play YF")
    assert (plain.actor, plain.phase) == ("B", "TURN")


@pytest.mark.rule("3.8")
def test_the_first_flip_uncovers_the_back_of_the_starter() -> None:
    for seed in range(6):
        match = Match({"flip_starter": "ignore"}, 3, seed, Style.SHED)
        match.start()
        starter = match.table.discard[0]
        while match.table.round == 1 and match.table.side == 0 and not match.table.is_over:
            events = match.step()
            if any(isinstance(event, e.Flipped) for event in events):
                assert match.table.discard[-1] == starter


@pytest.mark.rule("3.8")
def test_two_flips_in_a_row_bring_the_first_flip_card_up_again() -> None:
    game = at("L cw t=A; A: YF/o8 Y1; B: W/pF B1 x1; C: x3; dr: x4; di: Y8/p1").send("A play YF", "B play pF")
    assert (game.side, game.top, game.color) == ("L", "YF", "Y")
    assert len(game.table.discard) == 3


@pytest.mark.rule("3.8")
def test_after_a_reshuffle_the_kept_top_card_is_the_bottom_card() -> None:
    game = at("L cw t=A; A: B3 BF; B: YF Y3; C: x3; dr: ; di: Y8/p1 R1").send("A draw", "B play YF")
    assert (game.top, len(game.table.discard)) == ("p1", 2)


@pytest.mark.rule("3.8")
def test_with_an_empty_draw_pile_a_flip_shows_no_top() -> None:
    game = at("L cw t=A; A: YF Y1; B: x3; C: x3; dr: ; di: Y8/p1").send("A play YF")
    assert game.sees("A").draw_pile.top_back is None
    assert game.told("C", "flipped")[0]["top_back"] is None


# -- Going out ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.10", "R-OUT")
@pytest.mark.parametrize(("card", "drawn"), [("Y+1", 1), ("W2", 2), ("p+5", 5)])
def test_the_next_seat_draws_for_a_draw_card_laid_last_and_the_cards_count(card: str, drawn: int) -> None:
    side, top, pile = ("D", "p8", "t1 t1 t1 t1 t1 t1") if card == "p+5" else ("L", "Y8", "R1 R1 R1 R1")
    other = "t9" if side == "D" else "G9"
    game = at(f"{side} cw t=A; A: {card}; B: {other}; C: {other}; dr: {pile}; di: {top}").send(f"A play {card}")
    assert game.phase == "ROUND_OVER"
    assert game.sizes == {"A": 0, "B": 1 + drawn, "C": 1}
    assert game.events(e.RoundEnded)[0].points == (18 + drawn, 0, 0)


@pytest.mark.rule("3.10")
def test_draw_color_laid_last_draws_until_the_named_color() -> None:
    game = at("D cw t=A; A: wc; B: o1; C: t1; dr: p5 v4 x3; di: t7").send("A play wc color=v")
    assert game.events(e.RoundEnded)[0].points == (1 + 1 + 5 + 4, 0, 0)


@pytest.mark.rule("3.10", "C19", "8.1")
def test_a_flip_laid_last_flips_first_and_the_new_side_is_scored() -> None:
    position = "L cw t=A; A: YF/p4; B: R1/v2 G2/tE; C: B4/v1; dr: x4; di: Y8/p1"
    first = at(position).send("A play YF")
    assert (first.side, first.events(e.RoundEnded)[0].points) == ("D", (33, 0, 0))
    without = at(position, last_flip_scoring="no_flip").send("A play YF")
    assert (without.side, without.events(e.RoundEnded)[0].points) == ("L", (7, 0, 0))


@pytest.mark.rule("3.10")
@pytest.mark.parametrize("card", ["YS", "YR", "W", "Y3"])
def test_other_cards_laid_last_have_no_effect_left(card: str) -> None:
    game = at(f"L cw t=A; A: {card}; B: R5; C: G1; dr: x4; di: Y8").send(f"A play {card}")
    assert game.events(e.RoundEnded)[0].winner == 0
    assert game.sizes == {"A": 0, "B": 1, "C": 1}
    assert not game.events(e.SeatSkipped)


@pytest.mark.rule("3.10")
def test_nothing_can_be_done_after_the_last_card() -> None:
    game = at("L cw t=A; A: Y1; B: R5; C: G1; dr: x4; di: Y8").send("A play Y1")
    assert game.refusal("B catch A") == "round_over"
    assert game.refusal("B draw") == "round_over"
    assert (game.actor, game.sees("B").turn) == (None, None)
