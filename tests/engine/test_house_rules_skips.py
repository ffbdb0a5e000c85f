"""House rule `skip_effect`: Skip cards that give a card away, or make the others draw (SPEC 8.2)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from engine.notation import parse_position, print_position
from tests.engine.positions import AtTable, at


def skip(hand: str = "R1 R2", seats: str = "B: x4; C: x4", play: str = "A play YS", **options: object) -> AtTable:
    """A lays a yellow Skip."""
    game = at(f"L cw t=A; A: YS {hand}; {seats}; dr: x9; di: Y8", **{"skip_effect": "give_card"} | options)
    return game.send(play)


@pytest.mark.rule("8.2")
def test_the_player_gives_a_chosen_card_to_a_chosen_seat_and_nobody_is_skipped() -> None:
    game = skip("R1 R2 R3")
    assert (game.phase, game.actor) == ("GIVE", "A")
    game.send("A give R2 to=C")
    assert (game.hand("A"), game.sizes["C"], game.actor, game.phase) == (["R1", "R3"], 5, "B", "TURN")
    assert (game.top, game.color) == ("YS", "Y")
    assert not game.events(e.SeatSkipped)


@pytest.mark.rule("8.2", "3.3")
def test_what_is_given_is_checked_before_the_receiver() -> None:
    game = skip()
    assert game.refusal("A give G9 to=A") == "card_not_in_hand"
    assert game.refusal("A give R1 to=A") == "bad_target"
    assert game.refusal("A give R1") == "bad_target"  # two seats are possible
    assert game.refusal("B give R1 to=C") == "not_your_turn"
    assert game.refusal("A play R1") == "wrong_phase"
    assert game.refusal("A draw") == "wrong_phase"
    game.send("A give R1 to=B")
    assert game.refusal("B give x to=C") == "wrong_phase"


@pytest.mark.rule("8.2")
def test_without_the_rule_nothing_can_be_given() -> None:
    game = skip(skip_effect="off")
    assert game.actor == "C"
    assert game.refusal("C give x to=A") == "option_off"


@pytest.mark.rule("8.2", "4")
def test_the_two_seats_know_the_card_and_the_others_its_back() -> None:
    game = at("L cw t=A; A: YS/o3 R1/p3 R2/oR; B: G1/oF; C: x4; D: x4; dr: x9; di: Y8", skip_effect="give_card").send(
        "A play YS", "A give R1 to=B"
    )
    for seat in ("A", "B"):
        assert game.told(seat, "card_given")[0]["face"] == "R1"
    for seat in ("C", None):
        told = game.told(seat, "card_given")[0]
        assert (told["back"], "face" in told, "handle" in told) == ("p3", False, False)
    assert "handle" not in game.told("B", "card_given")[0]
    assert game.sees("C").seats[1].backs == ["p3", "oF"]
    assert [card.card for card in game.sees("B").hand or ()] == ["G1", "R1"]


@pytest.mark.rule("8.2", "R-BACKS")
def test_of_equal_cards_the_one_held_longest_is_given_unless_a_handle_says_another() -> None:
    game = skip("R1 R1 R3")
    first, second = (card.handle for card in (game.sees("A").hand or ())[:2])
    assert game.send("A give R1 to=B").told("A", "card_given")[0]["handle"] == first
    assert skip("R1 R1 R3").send(f"A give R1 to=B handle={second}").told("A", "card_given")[0]["handle"] == second


@pytest.mark.rule("8.2", "3.9")
def test_who_gives_the_last_but_one_card_away_must_call_uno() -> None:
    assert skip().send("A give R1 to=C").uno["A"] == "exposed"
    called = skip().send("A give R1 to=C uno")
    assert called.uno["A"] == "safe"
    assert skip().send("A give R1 to=C", "C catch A").sizes["A"] == 3
    flags = {command.uno for command in skip().legal("A") if isinstance(command, engine.Give)}
    assert flags == {False, True}
    assert not any(command.uno for command in skip("R1 R2 R3").legal("A") if isinstance(command, engine.Give))


@pytest.mark.rule("8.2", "3.9")
def test_who_is_given_a_card_has_no_longer_one() -> None:
    seats = "B: G1 G2; C: Y9 G5"
    game = at(f"L cw t=B; A: YS R1 R2 R3; {seats}; dr: x9; di: G8", skip_effect="give_card", uno_window="last_card")
    game.send("B play G1", "C play G5", "A draw", "B uno")
    assert (game.uno["B"], game.uno["C"]) == ("safe", "exposed")
    other = at("L ccw t=B; A: YS R1 R2 R3; B: Y1 G2; C: x4; dr: x9; di: Y8", skip_effect="give_card")
    other.send("B play Y1 uno", "A play YS", "A give R1 to=B")
    assert (other.uno["B"], other.sizes["B"]) == ("none", 2)
    third = at(
        "L ccw t=B; A: YS R1 R2 R3; B: Y1 G2; C: x4; dr: x9; di: Y8", skip_effect="give_card", uno_window="last_card"
    )
    third.send("B play Y1", "A play YS", "A give R1 to=B")
    assert third.uno["B"] == "none"
    assert third.refusal("C catch B") == "nothing_to_catch"


@pytest.mark.rule("8.2", "R-UNO-WINDOW")
def test_giving_closes_no_window() -> None:
    game = at("L ccw t=B; A: YS R1 R2; B: Y1 G2; C: x4; dr: x9; di: Y8", skip_effect="give_card")
    game.send("B play Y1 uno", "A play YS", "A give R1 to=C")
    assert game.uno["A"] == "exposed"


@pytest.mark.rule("8.2")
def test_the_last_card_is_never_given() -> None:
    game = skip("R1")
    assert (game.sizes["A"], game.actor, game.phase, game.uno["A"]) == (1, "B", "TURN", "exposed")


@pytest.mark.rule("8.2", "3.10")
@pytest.mark.parametrize("value", ["give_card", "others_draw"])
def test_as_the_last_card_a_skip_does_nothing(value: str) -> None:
    game = skip("", skip_effect=value)
    assert (game.phase, game.sizes) == ("ROUND_OVER", {"A": 0, "B": 4, "C": 4})


@pytest.mark.rule("8.2")
def test_with_two_seats_the_other_one_is_meant_and_plays_next() -> None:
    game = skip(seats="B: x4")
    assert {command.to for command in game.legal("A") if isinstance(command, engine.Give)} == {None, 1}
    game.send("A give R1")
    assert (game.sizes["B"], game.actor) == (5, "B")


@pytest.mark.rule("8.2", "8.4")
def test_a_teammate_is_given_nothing() -> None:
    teams = {"A": "X", "C": "X", "B": "Y", "D": "Y"}
    game = skip("R1 R2 R3", seats="B: x4; C: x4; D: x4", teams=teams, teammate_gives=True)
    assert {command.to for command in game.legal("A") if isinstance(command, engine.Give)} == {1, 3}
    assert game.refusal("A give R1 to=C") == "bad_target"


@pytest.mark.rule("8.4")
def test_a_jumper_with_a_skip_gives_and_play_goes_on_after_them() -> None:
    game = at("L cw t=B; A: x3; B: x3; C: YS R1 R2; D: x3; dr: x8; di: YS", jump_in=True, skip_effect="give_card")
    game.send("C jump YS")
    assert (game.phase, game.actor) == ("GIVE", "C")
    assert game.send("C give R1 to=A").actor == "D"


@pytest.mark.rule("8.4")
def test_a_seat_that_is_out_is_given_nothing_and_draws_nothing() -> None:
    for value in ("give_card", "others_draw"):
        game = at("L cw t=A; A: YS R1 R2 R3; B: x4; C: x4; dr: x8; di: Y8", skip_effect=value)
        game.table.out, game.table.active_seats = (1,), 2
        game.send("A play YS")
        if value == "give_card":
            assert game.refusal("A give R1 to=B") == "bad_target"
            game.send("A give R1")
        assert (game.sizes["B"], game.sizes["C"], game.actor) == (4, 5, "C")


@pytest.mark.rule("8.2")
def test_with_two_seats_a_reverse_still_skips() -> None:
    game = at("L cw t=A; A: YR R1 R2; B: x4; dr: x9; di: Y8", skip_effect="give_card").send("A play YR")
    assert (game.actor, game.phase) == ("A", "TURN")


@pytest.mark.rule("8.2")
def test_others_draw_goes_round_from_the_next_seat_in_the_direction_of_play() -> None:
    game = at("L ccw t=A; A: YS R1 R2; B: x4; C: x4; D: x4; dr: x9; di: Y8", skip_effect="others_draw")
    game.send("A play YS")
    assert [event.seat for event in game.events(e.CardsDrawn)] == [3, 2, 1]
    assert (game.actor, game.sizes["A"]) == ("D", 2)


@pytest.mark.rule("8.2", "R-EXHAUST")
def test_others_draw_while_there_is_something_to_draw() -> None:
    game = at("L cw t=A; A: YS R1 R2; B: x4; C: x4; D: x4; dr: x1; di: Y8", skip_effect="others_draw")
    game.send("A play YS")
    assert (game.sizes["B"], game.sizes["C"], game.sizes["D"], game.actor) == (5, 5, 4, "B")


@pytest.mark.rule("8.2", "C21")
@pytest.mark.parametrize("value", ["give_card", "others_draw"])
def test_skip_everyone_is_a_skip_card_too(value: str) -> None:
    game = at("D cw t=A; A: tE p1 p2; B: x4; C: x4; dr: x9; di: t8", skip_effect=value).send("A play tE")
    if value == "give_card":
        game.send("A give p1 to=B")
    assert (game.actor, game.sizes["B"]) == ("B", 5)


@pytest.mark.rule("8.2")
def test_skip_effect_cards_says_which_of_the_two_is_meant() -> None:
    dark = {"skip_effect": "others_draw", "skip_effect_cards": ["E"]}
    assert at("L cw t=A; A: YS R1 R2; B: x4; C: x4; dr: x9; di: Y8", **dark).send("A play YS").actor == "C"
    assert at("D cw t=A; A: tE p1 p2; B: x4; C: x4; dr: x9; di: t8", **dark).send("A play tE").actor == "B"
    light = {"skip_effect": "others_draw", "skip_effect_cards": ["S"]}
    assert at("L cw t=A; A: YS R1 R2; B: x4; C: x4; dr: x9; di: Y8", **light).send("A play YS").actor == "B"
    assert at("D cw t=A; A: tE p1 p2; B: x4; C: x4; dr: x9; di: t8", **light).send("A play tE").actor == "A"


@pytest.mark.rule("8.2", "8.1")
@pytest.mark.parametrize(
    "options",
    [
        {"skip_effect_cards": ["S"]},
        {"skip_effect_cards": ["E"], "skip_effect": "off"},
        {"skip_effect_cards": [], "skip_effect": "give_card"},
        {"skip_effect_cards": ["E"], "skip_effect": "give_card", "game": "classic"},
    ],
)
def test_cards_without_an_effect_and_an_effect_without_cards_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(engine.OptionNotApplicable):
        engine.resolve(options)


@pytest.mark.rule("8.2", "7.1")
def test_a_deck_without_skip_everyone_has_the_rule_for_its_skips() -> None:
    game = at("L cw t=A; A: YS R1 R2; B: x4; C: x4; dr: x9; di: Y8", game="classic", skip_effect="give_card")
    assert game.send("A play YS", "A give R1 to=B").actor == "B"


@pytest.mark.rule("8.1")
def test_the_order_of_the_cards_does_not_matter_and_each_stands_once() -> None:
    assert engine.resolve({"skip_effect": "give_card", "skip_effect_cards": ["E", "S"]}).skip_effect_cards == {"S", "E"}
    with pytest.raises(engine.BadOptionValue):
        engine.resolve({"skip_effect": "give_card", "skip_effect_cards": ["S", "S"]})


@pytest.mark.rule("2.7", "R-PLAYED-ONLY")
@pytest.mark.parametrize("value", ["give_card", "others_draw"])
def test_a_skip_as_starter_passes_the_first_seat_over_as_ever(value: str) -> None:
    game = at("L cw ph=SETUP dl=C; A: R1 x6; B: x7; C: x7; dr: YS x6; di:", skip_effect=value).send("start")
    assert (game.actor, game.phase, game.sizes["A"]) == ("B", "TURN", 7)


@pytest.mark.rule("8.2", "8.4")
def test_the_time_may_run_out_while_a_card_is_to_be_given() -> None:
    assert skip("R1 R2 R3").send("A expire").phase == "ROUND_OVER"


@pytest.mark.rule("0.1")
def test_a_position_can_stand_where_a_card_is_to_be_given() -> None:
    rules = engine.resolve({"skip_effect": "give_card"})
    table = parse_position("L cw ph=GIVE dl=C t=A; A: R1 R2; B: x4; C: x4; dr: x4; di: YS Y8", rules)
    assert parse_position(print_position(table), rules) == table
    game = at("L cw ph=GIVE t=A; A: R1 R2; B: x4; C: x4; dr: x4; di: YS Y8", skip_effect="give_card")
    assert game.send("A give R2 to=B").actor == "B"
