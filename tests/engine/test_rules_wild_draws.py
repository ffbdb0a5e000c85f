"""Wild Draw Two and Wild Draw Color: legality, bluff and challenge (SPEC 3.6)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from engine.cards import FACES
from engine.catalogue import rules_of
from engine.spec import Spec
from tests.engine.positions import AtTable, at, texts


def laid(hand: str, *, top: str = "Y8", color: str = "", **options: object) -> AtTable:
    """A has laid a Wild Draw Two out of this hand and named blue."""
    named = f"c={color} " if color else ""
    game = at(f"L cw {named}t=A; A: W2 {hand}; B: x4; C: x4; dr: x12; di: {top}", **options)
    return game.send("A play W2 color=B")


def verdict(game: AtTable) -> str:
    (decided,) = game.send("B challenge").events(e.ChallengeDecided)
    return "guilty" if decided.guilty else "innocent"


@pytest.mark.rule("3.6")
@pytest.mark.parametrize(
    ("hand", "found"),
    [("R8 B3", "innocent"), ("Y2 R3", "guilty"), ("YF R3", "guilty"), ("R8 G8", "innocent"), ("B1 B2", "innocent")],
)
def test_a_card_of_the_color_in_force_convicts_and_a_matching_number_does_not(hand: str, found: str) -> None:
    assert verdict(laid(hand)) == found


@pytest.mark.rule("3.6")
def test_after_a_wild_the_color_in_force_is_the_named_one() -> None:
    assert verdict(laid("G1 R8", top="W Y3", color="G")) == "guilty"
    assert verdict(laid("Y1 R8", top="W Y3", color="G")) == "innocent"


@pytest.mark.rule("3.6")
@pytest.mark.parametrize("viewer", ["A", "B", "C"])
def test_everybody_sees_the_color_before_the_card_and_what_is_at_stake(viewer: str) -> None:
    known = {"seat": 1, "by": 0, "card": "W2", "total": 2, "draws_color": False, "extra": 2}
    for top, color, before in (("Y8", "", "Y"), ("W Y3", "G", "G")):
        seen = laid("G1 R8", top=top, color=color).sees(viewer).decision
        assert seen == engine.ChallengeDecision(**known, color_before=before)


@pytest.mark.rule("3.6")
@pytest.mark.parametrize(
    ("hand", "answer", "drawer", "more"), [("R8", "accept", 1, 0), ("Y2", "challenge", 0, 0), ("R8", "challenge", 1, 2)]
)
@pytest.mark.parametrize("card", ["W2", "W4"])
def test_the_seat_that_loses_draws_what_was_at_stake(hand: str, answer: str, drawer: int, more: int, card: str) -> None:
    options = {"game": "classic"} if card == "W4" else {}
    game = at(f"L cw t=A; A: {card} {hand} R3; B: x4; C: x4; dr: x12; di: Y8", **options).send(f"A play {card} color=B")
    asked = game.sees("B").decision
    assert isinstance(asked, engine.ChallengeDecision)
    before = len(game.table.hands[drawer])
    game.send(f"B {answer}")
    assert more in {0, asked.extra}
    assert len(game.table.hands[drawer]) - before == asked.total + more


@pytest.mark.rule("3.6", "C16")
@pytest.mark.parametrize("wild", ["W", "W2"])
def test_another_wild_in_the_hand_convicts_unless_wild_matches_color_is_off(wild: str) -> None:
    assert verdict(laid(f"{wild} R3")) == "guilty"
    assert verdict(laid(f"{wild} R3", wild_matches_color=False)) == "innocent"
    assert verdict(laid("Y1 R3", wild_matches_color=False)) == "guilty"


@pytest.mark.rule("3.6", "8.1", "C16")
@pytest.mark.parametrize(
    ("options", "card", "others"),
    [
        ({"game": "classic"}, "W4", ("W", "W4")),
        ({"game": "classic", "deck": 112}, "W4", ("W", "WS", "WB")),
        ({"game": "classic_from_flip"}, "W2", ("W", "W2")),
        ({"game": "h2o"}, "W4", ("W", "W4")),
        ({"game": "h2o", "h2o_downpour": True}, "W4", ("WD1", "WD2")),
        ({"game": "spin"}, "W4", ("W", "W4")),
    ],
)
def test_in_one_sided_games_another_wild_convicts_only_by_option(
    options: dict[str, object], card: str, others: tuple[str, ...]
) -> None:
    for other in others:
        position = f"L cw t=A; A: {card} {other} R3; B: x4; C: x4; dr: x12; di: Y8"
        for chosen, found in (({}, "innocent"), ({"wild_matches_color": True}, "guilty")):
            assert verdict(at(position, **options, **chosen).send(f"A play {card} color=B")) == found


@pytest.mark.rule("3.6", "8.1")
@pytest.mark.parametrize("game", ["classic", "classic_from_flip", "h2o", "spin"])
def test_what_comes_with_a_one_sided_game_goes_with_every_way_to_enforce_it(game: str) -> None:
    for options in ({"no_challenge": True}, {"wild_draw_enforcement": "none"}, {"wild_draw_enforcement": "strict"}):
        assert dict(engine.resolve({"game": game, **options}).spec.options)["wild_matches_color"] is False


@pytest.mark.rule("3.6")
@pytest.mark.parametrize("game", ["classic", "classic_from_flip", "h2o", "spin"])
def test_a_match_that_was_begun_while_wilds_convicted_goes_on_so(game: str) -> None:
    begun = dict(engine.resolve({"game": game}).spec.options) | {"wild_matches_color": True}
    for more in ({}, {"no_challenge": True, "wild_draw_enforcement": "none"}):
        rules = rules_of(Spec.of(begun | more))
        assert rules.convicts(FACES.index("W"), 0)


@pytest.mark.rule("3.6")
def test_laying_it_illegally_is_a_bluff_and_no_error() -> None:
    assert laid("Y1 R3").phase == "CHALLENGE"


@pytest.mark.rule("3.6")
def test_only_the_seat_that_would_have_to_draw_may_challenge() -> None:
    game = laid("Y1 R3")
    assert (game.actor, game.phase) == ("B", "CHALLENGE")
    assert game.refusal("C challenge") == "not_your_turn"
    assert game.refusal("A accept") == "not_your_turn"


@pytest.mark.rule("3.6")
def test_who_accepts_draws_two_and_loses_the_turn() -> None:
    game = laid("Y1 R3").send("B accept")
    assert (game.sizes["B"], game.actor, game.color) == (6, "C", "B")


@pytest.mark.rule("3.6", "C20", "C29")
def test_guilty_the_player_draws_two_and_the_challenger_plays_now() -> None:
    game = laid("Y1 R3").send("B challenge")
    assert (game.sizes, game.actor, game.phase) == ({"A": 4, "B": 4, "C": 4}, "B", "TURN")
    assert (game.top, game.color) == ("W2", "B")


@pytest.mark.rule("3.6", "C20")
def test_innocent_the_challenger_draws_four_and_loses_the_turn() -> None:
    game = laid("R8 B3").send("B challenge")
    assert (game.sizes, game.actor, game.phase) == ({"A": 2, "B": 8, "C": 4}, "C", "TURN")
    assert (game.top, game.color) == ("W2", "B")


@pytest.mark.rule("3.6", "4", "T201")
def test_the_hand_is_shown_to_the_challenger_alone() -> None:
    game = laid("Y1 R3").send("B challenge")
    assert game.told("B", "hand_shown") == [{"type": "hand_shown", "seat": 0, "to": 1, "faces": ["R3", "Y1"]}]
    for other in ("C", None):
        assert game.told(other, "hand_shown") == [{"type": "hand_shown", "seat": 0, "to": 1}]
        assert game.told(other, "challenge_decided")[0]["guilty"] is True
        assert game.told(other, "cards_drawn")[0]["backs"] == ["x", "x"]
        assert "faces" not in game.told(other, "cards_drawn")[0]


@pytest.mark.rule("3.6")
def test_the_verdict_is_that_of_the_moment_of_the_play() -> None:
    game = at("L cw t=A; A: W2 R8; B: x4; C: x4; dr: Y1 Y2 x9; di: Y8").send("A play W2 color=B", "C catch A")
    assert game.hand("A") == ["R8", "Y1", "Y2"]
    game.send("B challenge")
    (shown,) = game.events(e.HandShown)
    assert texts(shown.faces) == ["R8"]
    assert not game.events(e.ChallengeDecided)[0].guilty


@pytest.mark.rule("3.6", "3.4")
def test_a_color_that_is_asked_for_comes_before_the_challenge() -> None:
    game = at("L cw t=A; A: W2 Y1 R3; B: x4; C: x4; dr: x12; di: Y8").send("A play W2")
    assert (game.phase, game.actor) == ("COLOR", "A")
    assert verdict(game.send("A color R")) == "guilty"


# -- Draw Color --------------------------------------------------------------------------------------------------------


def draw_color(hand: str, pile: str, victim: str = "t1 t2 t3", **options: object) -> AtTable:
    """A has laid a Wild Draw Color out of this hand on teal and named purple."""
    game = at(f"D cw t=A; A: wc {hand}; B: {victim}; C: x4; dr: {pile}; di: t7", **options)
    return game.send("A play wc color=v")


@pytest.mark.rule("3.6")
def test_draw_color_draws_until_the_named_color_comes() -> None:
    game = draw_color("p1 o2", "p5 o1 t4 p6 v4 v5 x2").send("B accept")
    assert game.hand("B")[-1] == "v4"
    assert (game.sizes["B"], game.actor, game.color) == (8, "C", "v")


@pytest.mark.rule("3.6")
def test_the_card_that_ends_the_drawing_stays_in_the_hand() -> None:
    game = draw_color("p1 o2", "v4 x6").send("B accept")
    assert game.refusal("B play v4") == "not_your_turn"
    assert game.sizes["B"] == 4


@pytest.mark.rule("3.6")
def test_the_color_already_held_does_not_help() -> None:
    assert draw_color("p1 o2", "p5 v4 x6", victim="v1 v2").send("B accept").sizes["B"] == 4


@pytest.mark.rule("3.6", "C17")
def test_a_drawn_wild_ends_the_drawing_only_if_wild_satisfies_draw_color() -> None:
    assert draw_color("p1 o2", "w v4 x6").send("B accept").sizes["B"] == 5
    assert draw_color("p1 o2", "w v4 x6", wild_satisfies_draw_color=True).send("B accept").sizes["B"] == 4


@pytest.mark.rule("3.6")
def test_only_the_active_face_of_a_drawn_card_counts() -> None:
    assert draw_color("p1 o2", "Y5/v9 R1/p3 x6").send("B accept").sizes["B"] == 4


@pytest.mark.rule("3.6")
def test_an_innocent_draw_color_costs_the_challenger_two_cards_more() -> None:
    game = draw_color("p1 o2", "p5 v4 o9 t8 x2").send("B challenge")
    assert game.hand("B")[-2:] == ["o9", "t8"]
    assert (game.sizes["B"], game.actor) == (7, "C")


@pytest.mark.rule("3.6")
def test_a_guilty_draw_color_is_drawn_by_its_player() -> None:
    game = draw_color("t1 o2", "p5 v4 o9 x2").send("B challenge")
    assert (game.sizes, game.actor) == ({"A": 4, "B": 3, "C": 4}, "B")


@pytest.mark.rule("3.6", "R-EXHAUST")
def test_draw_color_ends_by_itself_when_the_color_is_not_there() -> None:
    game = draw_color("p1 o2", "p5 o9").send("B accept")
    assert (game.sizes["B"], game.actor) == (6, "C")  # p5, o9 and the reshuffled t7
    assert game.events(e.PileExhausted)


# -- Enforcement -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.6", "8.1")
def test_strict_refuses_the_illegal_play_and_asks_no_challenge() -> None:
    position = "L cw t=A; A: W2 {}; B: x4; C: x4; dr: x12; di: Y8"
    assert (
        at(position.format("Y1 R3"), wild_draw_enforcement="strict").refusal("A play W2 color=B") == "card_not_playable"
    )
    game = at(position.format("R1 R3"), wild_draw_enforcement="strict").send("A play W2 color=B")
    assert (game.sizes["B"], game.actor, game.phase) == (6, "C", "TURN")


@pytest.mark.rule("3.6", "8.1")
def test_none_allows_every_play_and_asks_no_challenge() -> None:
    position = "D cw t=A; A: wc t1 o3; B: x4; C: x4; dr: p1 v2 x9; di: t8"
    game = at(position, wild_draw_enforcement="none").send("A play wc color=v")
    assert (game.sizes["B"], game.actor, game.phase) == (6, "C", "TURN")


@pytest.mark.rule("3.6", "C31")
def test_a_wild_draw_two_on_a_wild_draw_two_still_costs_two() -> None:
    game = at("L cw c=R t=A; A: W2 R8 B3; B: x4; C: x4; dr: x12; di: W2 Y1").send("A play W2 color=B", "B accept")
    assert game.sizes["B"] == 6


@pytest.mark.rule("3.6", "R-OUT", "3.10")
def test_laid_as_the_last_card_it_cannot_be_challenged_and_the_next_seat_draws() -> None:
    game = at("L cw t=A; A: W2; B: R5; C: G1; dr: B2 B3 x3; di: Y8").send("A play W2")
    assert (game.phase, game.sizes["B"]) == ("ROUND_OVER", 3)
    assert not game.events(e.ChallengeOpened)
