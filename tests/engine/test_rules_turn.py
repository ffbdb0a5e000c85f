"""The turn: what matches, who acts, what cards do, what is refused (SPEC 3.1 to 3.5, 3.13)."""

from __future__ import annotations

import dataclasses

import pytest

import engine
from engine import events as e
from engine.errors import CardNotPlayable
from tests.engine.matches import Match, Style, branch_of, turns
from tests.engine.positions import at

THREE = "L cw t=A; A: {} x3; B: x4; C: x4; dr: x9; di: {}"


# -- 3.1 and 3.13 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1")
def test_the_state_of_a_round_is_in_the_view() -> None:
    view = at("D ccw c=t ph=TURN dl=B t=A sc=A+3; A: p1; B: p9; dr: x4; di: w p2").sees("A")
    names = {field.name for field in dataclasses.fields(view)}
    assert names >= {"side", "direction", "dealer", "turn", "phase", "color", "discard", "version", "decision"}
    assert (view.side, view.direction, view.dealer, view.turn, view.phase, view.color) == ("D", -1, 1, 0, "turn", "t")


EVENTFUL: list[dict[str, object]] = [
    {"scoring": "elimination", "target": 60},
    {"edition": "marvel", "skip_effect": "give_card", "reveal_draw_color": "all"},
    {"edition": "transformers", "stack": "same", "reveal_draw_color": "doubt"},
    {"teams": 2, "teammate_gives": True, "draw_policy": "only_if_unable"},
    {"game": "classic", "seven_o": True, "hand_limit": 12},
    {"game": "attack"},
    {"game": "spin"},
]
TWO_SEATS = "L cw t=A; A: R9; B: G1 G2; dr: x6; di: Y8"
BY_HAND: list[tuple[str, str, dict[str, object]]] = [
    (TWO_SEATS, "A expire", {}),
    (TWO_SEATS, "A play R9", {"misplay_penalty": 2}),
    (TWO_SEATS, "A catch B", {"false_catch_penalty": 1}),
    ("L cw dl=B ph=SETUP; A: x7; B: x7; dr: W2 x3 Y1 x3; di:", "start", {}),
]


@pytest.mark.slow
@pytest.mark.rule("3.13")
def test_every_type_of_event_happens() -> None:
    happened: set[type[engine.Event]] = set()
    for seed, (seats, style) in enumerate([(4, Style.SHED), (6, Style.SHED), (4, Style.ANY), (10, Style.HOARD)]):
        for options in EVENTFUL:
            happened |= {type(event) for event in Match(options, seats, seed, style).play(1_200).log}
        happened |= {type(event) for event in Match({}, seats, seed, style, kept=True).play(1_200).log}
    left = Match({}, 2, 1)
    left.send(0, engine.TakeSeat("human"))
    happened.add(type(left.send(0, engine.LeaveSeat())[0]))
    given_up = Match({}, 3, 1).play(20)
    given_up.send(0, engine.Resign())
    given_up.send(0, engine.TakeOver())
    happened |= {type(event) for event in given_up.log}
    for position, line, options in BY_HAND:
        happened |= {type(event) for event in at(position, **options).send(line).log}
    match = Match({}, 2, 1).play(20)
    happened |= {type(event) for event in branch_of(match, turns(match)[-1]).play(3).log}
    assert happened == set(engine.EVENT_TYPES.values())


# -- 3.2 Matching ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.2", "C23")
@pytest.mark.parametrize(
    ("card", "top", "fits"),
    [
        ("Y2", "Y8", True), ("R8", "Y8", True), ("R2", "Y8", False), ("RR", "YR", True), ("GS", "YS", True),
        ("B+1", "R+1", True), ("GF", "YF", True), ("R1", "B+1", False), ("YS", "YR", True), ("BS", "YR", False),
        ("W", "Y8", True), ("W2", "Y8", True),
    ],
)  # fmt: skip
def test_a_light_card_fits_by_color_number_symbol_or_as_a_wild(card: str, top: str, *, fits: bool) -> None:
    refusal = at(THREE.format(card, top)).refusal(f"A play {card}")
    assert refusal == ("accepted" if fits else "card_not_playable")


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(
    ("card", "top", "fits"),
    [
        ("p2", "p8", True),
        ("t8", "p8", True),
        ("oE", "tE", True),
        ("o+5", "t+5", True),
        ("o5", "t+5", False),
        ("w", "p8", True),
    ],
)
def test_a_dark_card_fits_the_same_way(card: str, top: str, *, fits: bool) -> None:
    refusal = at("D" + THREE[1:].format(card, top)).refusal(f"A play {card}")
    assert refusal == ("accepted" if fits else "card_not_playable")


@pytest.mark.rule("3.2")
def test_on_a_wild_only_the_named_color_or_another_wild_fits() -> None:
    position = "L cw c=G t=A; A: R8 G1 W W2 x1; B: x4; C: x4; dr: x9; di: W Y8"
    assert at(position).refusal("A play R8") == "card_not_playable"
    for line in ("A play G1", "A play W color=R", "A play W2 color=R"):
        assert at(position).send(line).actor == "B"


@pytest.mark.rule("3.2")
def test_the_inactive_face_of_a_card_never_matters() -> None:
    game = at("L cw t=A; A: R2/p8 x3; B: x4; C: x4; dr: x9; di: Y8/p8")
    assert game.refusal("A play R2") == "card_not_playable"
    assert game.refusal("A play p8") == "card_not_in_hand"


# -- 3.3 Commands and refusals -----------------------------------------------------------------------------------------


@pytest.mark.rule("3.3")
def test_refusals_come_in_their_order() -> None:
    game = at("L cw t=A; A: Y2 R3 x2; B: Y3 x3; C: x4; dr: x9; di: Y8")
    assert game.refusal("B play Z9") == "not_your_turn"
    assert game.refusal("B accept") == "not_your_turn"  # before the wrong phase
    assert game.refusal("A accept") == "wrong_phase"
    assert game.refusal("A play Y3 color=p") == "card_not_in_hand"
    assert game.refusal("A play R3 color=p") == "card_not_playable"
    assert game.refusal("A play Y2 color=Y") == "bad_color"
    over = at("L cw t=A; A: Y1; B: R5; dr: x4; di: Y8").send("A play Y1")
    for line in ("A play Y1", "B draw", "A uno", "B catch A", "B color R"):
        assert over.refusal(line) == "round_over"


@pytest.mark.rule("3.3")
def test_after_a_draw_a_card_that_is_not_held_is_refused_before_one_that_was_not_drawn() -> None:
    game = at("L cw t=A; A: Y3 x2; B: x4; C: x4; dr: Y5 x8; di: Y8").send("A draw")
    assert game.refusal("A play R9") == "card_not_in_hand"
    assert game.refusal("A play Y3") == "only_drawn_card"


@pytest.mark.rule("3.3")
def test_a_command_of_an_option_that_is_off_is_refused() -> None:
    assert at(THREE.format("Y8", "Y8")).refusal("B jump Y8") == "option_off"


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("line", ["B jump Y8", "B press", "A discard R5", "B give R5"])
def test_that_the_round_is_over_is_said_before_that_an_option_is_off(line: str) -> None:
    assert at("L cw t=A; A: Y1; B: R5; dr: x4; di: Y8").send("A play Y1").refusal(line) == "round_over"


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("color", ["p", "t", "o", "v", "X"])
def test_only_the_four_colors_of_the_side_can_be_named(color: str) -> None:
    game = at(THREE.format("W", "Y8"))
    assert game.refusal(f"A play W color={color}") == "bad_color"
    assert game.send("A play W").refusal(f"A color {color}") == "bad_color"


@pytest.mark.rule("3.3")
def test_every_refusal_names_its_code_its_section_and_says_a_sentence() -> None:
    game = at(THREE.format("Y2", "Y8"))
    for seat, command in ((1, engine.Draw()), (0, engine.Accept()), (0, engine.Play("R9")), (0, engine.Catch(9))):
        with pytest.raises(engine.RuleViolation) as refused:
            engine.decide(game.table, seat, command)
        assert refused.value.code
        assert refused.value.rule[0].isdigit()
        assert str(refused.value).endswith(".")


# -- 3.4 Phases --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.4")
def test_in_each_phase_the_actor_may_do_what_the_phase_allows_and_nothing_else() -> None:
    allowed = {
        "TURN": (at("L cw t=A; A: Y2 x3; B: x4; dr: x9; di: Y8"), {"Play", "Draw"}),
        "DRAWN": (at("L cw t=A; A: x3; B: x4; dr: Y2 x9; di: Y8").send("A draw"), {"Play", "Pass"}),
        "COLOR": (at("L cw t=A; A: W x3; B: x4; dr: x9; di: Y8").send("A play W"), {"NameColor"}),
        "START_COLOR": (at("L cw ph=START_COLOR t=A; A: x3; B: x4; dr: x9; di: W"), {"NameColor"}),
        "CHALLENGE": (
            at("L cw t=B; A: x3; B: W2 x3; dr: x9; di: Y8").send("B play W2 color=R"),
            {"Accept", "Challenge"},
        ),
        "ROUND_OVER": (at("L cw t=B; A: x3; B: Y1; dr: x9; di: Y8").send("B play Y1"), {"NextRound"}),
    }
    for phase, (game, kinds) in allowed.items():
        assert game.phase == phase
        assert {type(command).__name__ for command in game.legal("A")} == kinds


@pytest.mark.rule("3.4")
def test_after_the_match_nothing_is_allowed() -> None:
    game = at("L cw t=A sc=A+499; A: Y1; B: R5; dr: x4; di: Y8").send("A play Y1")
    assert game.phase == "MATCH_OVER"
    assert game.legal("A") == game.legal("B") == []
    assert game.refusal("A next_round") == "round_over"


@pytest.mark.rule("3.4")
def test_a_color_named_with_the_play_skips_the_question() -> None:
    assert at(THREE.format("W", "Y8")).send("A play W color=B").phase == "TURN"
    asked = at(THREE.format("W", "Y8")).send("A play W")
    assert (asked.phase, asked.actor, asked.color) == ("COLOR", "A", None)
    assert asked.refusal("A draw") == "wrong_phase"
    asked.send("A color B")
    assert (asked.phase, asked.actor, asked.color) == ("TURN", "B", "B")


@pytest.mark.rule("3.4", "3.10")
def test_a_wild_as_last_card_needs_no_color_but_draw_color_does() -> None:
    assert at("L cw t=A; A: W; B: R5; dr: x4; di: Y8").send("A play W").phase == "ROUND_OVER"
    assert at("L cw t=A; A: W2; B: R5; dr: x4; di: Y8").send("A play W2").phase == "ROUND_OVER"
    game = at("D cw t=A; A: wc; B: o1; C: t1; dr: p5 v4 x3; di: t7").send("A play wc")
    assert (game.phase, game.actor) == ("COLOR", "A")
    game.send("A color v")
    assert (game.phase, game.sizes["B"]) == ("ROUND_OVER", 3)


# -- 3.5 Effects of cards ----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.5", "C04", "C21")
@pytest.mark.parametrize(
    ("card", "of_four", "of_two", "drawn"),
    [
        ("Y2", "B", "B", 0), ("Y+1", "C", "A", 1), ("YR", "D", "A", 0), ("YS", "C", "A", 0), ("W", "B", "B", 0),
        ("t2", "B", "B", 0), ("t+5", "C", "A", 5), ("tR", "D", "A", 0), ("tE", "A", "A", 0), ("w", "B", "B", 0),
    ],
)  # fmt: skip
def test_a_card_has_its_effect_and_moves_the_turn(card: str, of_four: str, of_two: str, drawn: int) -> None:
    side, top, color = ("D", "t8", "o") if card[0] in "tw" else ("L", "Y8", "B")
    line = f"A play {card}" + (f" color={color}" if card in "Ww" else "")
    for others, actor in (("B: x4; C: x4; D: x4", of_four), ("B: x4", of_two)):
        game = at(f"{side} cw t=A; A: {card} x3; {others}; dr: x9; di: {top}").send(line)
        assert (game.actor, game.phase) == (actor, "TURN")
        assert game.sizes["B"] == 4 + drawn
        assert game.color == (color if card in "Ww" else card[0])
        assert game.top == card


@pytest.mark.rule("3.5")
def test_play_runs_the_other_way_after_a_reverse() -> None:
    game = at("L ccw t=A; A: YS x3; B: x4; C: x4; D: Y+1 x3; dr: x9; di: Y8").send("A play YS")
    assert game.actor == "C"
    back = at("L ccw t=A; A: YR x3; B: x4; C: x4; D: x4; dr: x9; di: Y8").send("A play YR")
    assert (back.actor, back.table.direction) == ("B", 1)


@pytest.mark.rule("3.5")
def test_a_reverse_of_two_seats_turns_the_direction_as_well() -> None:
    game = at("L cw t=A; A: YR x3; B: x4; dr: x9; di: Y8").send("A play YR")
    assert (game.table.direction, game.actor) == (-1, "A")


@pytest.mark.rule("3.5")
def test_skipped_seats_are_named() -> None:
    game = at("D cw t=B; A: x4; B: tE x3; C: x4; D: x4; dr: x9; di: t8").send("B play tE")
    assert [event.seat for event in game.events(e.SeatSkipped)] == [2, 3, 0]


@pytest.mark.rule("3.5")
def test_a_wild_may_keep_the_color_in_force() -> None:
    assert at(THREE.format("W", "Y8")).send("A play W color=Y").color == "Y"


@pytest.mark.rule("3.5", "C04")
def test_a_draw_card_cannot_be_answered() -> None:
    game = at("L cw t=A; A: Y+1 x3; B: R+1 x3; C: x4; dr: x9; di: Y8").send("A play Y+1")
    assert game.refusal("B play R+1") == "not_your_turn"
    assert game.sizes["B"] == 5


@pytest.mark.rule("R-BACKS")
def test_of_equal_cards_the_one_held_longest_is_meant_unless_a_handle_tells() -> None:
    position = "L cw t=A; A: Y2/p1 Y2/p2 x2; B: x4; dr: x9; di: Y8"
    first, second = (card.handle for card in at(position).sees("A").hand or [] if card.card == "Y2")
    assert at(position).send("A play Y2").sees("B").seats[0].backs == ["p2", "x", "x"]
    assert at(position).send(f"A play Y2 handle={first}").sees("B").seats[0].backs == ["p2", "x", "x"]
    assert at(position).send(f"A play Y2 handle={second}").sees("B").seats[0].backs == ["p1", "x", "x"]
    assert at(position).refusal("A play Y2 handle=99") == "card_not_in_hand"


@pytest.mark.rule("R-BACKS")
def test_the_drawn_card_may_be_named_by_its_handle_too() -> None:
    game = at("L cw t=A; A: Y5 x2; B: x4; dr: Y5 x8; di: Y8").send("A draw")
    decision = game.sees("A").decision
    assert isinstance(decision, engine.DrawnCardDecision)
    older = (game.sees("A").hand or [])[0].handle
    assert game.refusal(f"A play Y5 handle={older}") == "only_drawn_card"
    assert game.send(f"A play Y5 handle={decision.handle}").actor == "B"


@pytest.mark.rule("3.3", "3.2", "3.6", "8.2", "8.3")
@pytest.mark.parametrize(
    ("line", "rule", "options"),
    [
        ("A play R1", "3.2", {}),
        ("A play W2 color=G", "3.6", {"wild_draw_enforcement": "strict"}),
        ("B jump R1", "8.3", {"jump_in": True}),
    ],
)
def test_a_refused_card_cites_the_rule_that_refuses_it(line: str, rule: str, options: dict[str, object]) -> None:
    game = at("L cw t=A; A: R1 Y2 W2; B: R1 x2; dr: x9; di: Y8", **options)
    with pytest.raises(CardNotPlayable) as refused:
        game.send(line)
    assert (refused.value.code, refused.value.rule) == ("card_not_playable", rule)


@pytest.mark.rule("3.3", "8.2")
def test_a_card_that_does_not_answer_cites_the_rule_of_stacking() -> None:
    game = at("L cw t=A; A: Y+1 x2; B: Y2 x2; dr: x9; di: Y8", stack="same").send("A play Y+1")
    with pytest.raises(CardNotPlayable) as refused:
        game.send("B play Y2")
    assert (refused.value.rule, str(refused.value)) == ("8.2", "Y2 does not answer the draw card on top.")
