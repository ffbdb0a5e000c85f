"""Numbers that move hands or drop a color (SPEC 8.2 zero_spell, 8.3 seven_o)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

import engine
from engine.events import CardsDiscarded, HandsMoved, TargetChosen
from tests.engine.positions import AtTable, at

if TYPE_CHECKING:
    from collections.abc import Mapping

SEVEN = "L cw t=A; A: R7 G1 G2; B: B1; C: B3 B4; dr: x9; di: R5"
SPELL = "L cw t=A; A: R5 G1 G2 B7; B: B1; C: B3 B4; dr: x9; di: R6"


def seven(position: str, **options: object) -> AtTable:
    return at(position, seven_o=True, **options)


def spell(position: str, kind: str, **options: object) -> AtTable:
    return at(position, **{"zero_spell": kind, "spell_number": 5, **options})


# -- Seven-O -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3")
def test_a_seven_swaps_hands_with_the_seat_of_choice() -> None:
    game = seven(SEVEN).send("A play R7 target=C")
    assert (sorted(game.hand("A")), sorted(game.hand("C")), game.hand("B")) == (["B3", "B4"], ["G1", "G2"], ["B1"])
    assert (game.actor, game.top) == ("B", "R7")
    assert [event.sources for event in game.events(HandsMoved)] == [(2, 1, 0)]


@pytest.mark.rule("8.3")
def test_a_seven_must_be_aimed_at_another_seat() -> None:
    game = seven(SEVEN)
    for line in ("A play R7", "A play R7 target=A", "A play R7 target=D"):
        assert game.refusal(line) == "bad_target"
    assert engine.Play("R7", target=1) in game.legal("A")
    assert engine.Play("R7") not in game.legal("A")


@pytest.mark.rule("8.3")
def test_with_two_seats_the_partner_need_not_be_named() -> None:
    game = seven("L cw t=A; A: R7 G1 G2; B: B1; dr: x9; di: R5").send("A play R7")
    assert game.sizes == {"A": 1, "B": 2}


@pytest.mark.rule("8.3", "3.9")
def test_a_player_who_gets_one_card_by_a_swap_has_to_call() -> None:
    game = seven(SEVEN).send("A play R7 target=B")
    assert game.uno == {"A": "exposed", "B": "none", "C": "none"}
    assert game.send("C catch A").sizes["A"] == 3
    called = seven(SEVEN).send("A play R7 target=B uno")
    assert called.uno["A"] == "safe"
    given = seven("L cw t=A; A: R7 G1; B: B1 B2; C: B3 B4; dr: x9; di: R5").send("A play R7 target=C")
    assert given.uno == {"A": "none", "B": "none", "C": "exposed"}
    assert given.send("C uno").uno["C"] == "safe"


@pytest.mark.rule("8.3", "3.9")
def test_a_call_stays_with_a_seat_whose_hand_does_not_move() -> None:
    game = seven("L cw t=B; A: R7 G1 G2; B: R2 B1; C: B3 B4; dr: x9; di: R5")
    game.send("B play R2 uno", "C draw", "A play R7 target=C")
    assert game.uno["B"] == "safe"
    lost = seven("L cw t=B; A: R7 G1 G2; B: R2 B1; C: B3 B4; dr: x9; di: R5")
    lost.send("B play R2 uno", "C draw", "A play R7 target=B")
    assert lost.uno == {"A": "exposed", "B": "none", "C": "none"}


@pytest.mark.rule("8.3", "3.9")
def test_a_call_with_a_swap_that_leaves_more_than_one_card_is_worth_nothing() -> None:
    assert seven(SEVEN).send("A play R7 target=C uno").uno["A"] == "none"


@pytest.mark.rule("8.3", "3.10")
@pytest.mark.parametrize("line", ["A play R7", "A play R7 target=B"])
def test_a_seven_as_the_last_card_swaps_nothing(line: str) -> None:
    game = seven("L cw t=A; A: R7; B: B1; C: B3 B4; dr: x9; di: R5").send(line)
    assert (game.phase, game.sizes) == ("ROUND_OVER", {"A": 0, "B": 1, "C": 2})
    assert game.events(HandsMoved) == []


@pytest.mark.rule("8.3", "3.8")
def test_in_flip_the_seven_works_on_either_side() -> None:
    game = seven("D cw t=A; A: R1/p7 G1/t1 G2/t2; B: B1/o1; C: B3/v3 B4/v4; dr: x9; di: R5/p5")
    assert game.send("A play p7 target=C").hand("A") == ["v3", "v4"]


@pytest.mark.rule("8.3")
@pytest.mark.parametrize(("direction", "sizes"), [("cw", {"A": 3, "B": 2, "C": 1}), ("ccw", {"A": 1, "B": 3, "C": 2})])
def test_a_nought_passes_all_hands_on_in_the_direction_of_play(direction: str, sizes: Mapping[str, int]) -> None:
    position = f"L {direction} t=A; A: R0 G1 G2; B: B1; C: B3 B4 B5; dr: x9; di: R6"
    game = at(position, game="classic", seven_o=True).send("A play R0")
    assert game.sizes == sizes
    assert list(game.uno.values()) == ["exposed" if size == 1 else "none" for size in sizes.values()]


@pytest.mark.rule("8.3", "3.9")
def test_the_player_of_a_nought_may_call_for_the_card_that_it_gets() -> None:
    game = at("L cw t=A; A: R0 G1 G2; B: B1 B2; C: B3; dr: x9; di: R6", game="classic", seven_o=True)
    assert engine.Play("R0", uno=True) in game.legal("A")
    assert game.send("A play R0 uno").uno == {"A": "safe", "B": "none", "C": "none"}


@pytest.mark.rule("8.3")
def test_the_halves_of_seven_o_are_rules_of_their_own() -> None:
    position = "L cw t=A; A: R7 R0 G1; B: B1; C: B3 B4 B5; dr: x9; di: R6"
    swap, rotation = (at(position, game="classic", **{rule: True}) for rule in ("seven_swap", "zero_rotation"))
    assert swap.refusal("A play R7") == "bad_target"
    assert swap.send("A play R7 target=C").sizes == {"A": 3, "B": 1, "C": 2}
    assert at(position, game="classic", seven_swap=True).send("A play R0").sizes == {"A": 2, "B": 1, "C": 3}
    assert rotation.send("A play R0").sizes == {"A": 3, "B": 2, "C": 1}
    assert at(position, game="classic", zero_rotation=True).send("A play R7").sizes == {"A": 2, "B": 1, "C": 3}


@pytest.mark.rule("8.3", "R-MERCY")
def test_a_seat_that_is_out_of_the_round_keeps_its_hand() -> None:
    game = at(
        "L cw t=A; A: x9; B: R0 R7 B1; C: B3 B4 B5; D: G1; dr: x9; di: R6", game="classic", seven_o=True, hand_limit=10
    )
    game.send("A draw")
    assert game.refusal("B play R7 target=A") == "bad_target"
    assert game.send("B play R0").sizes == {"A": 10, "B": 1, "C": 2, "D": 3}


@pytest.mark.rule("8.3")
def test_a_seven_may_jump_in_and_swap() -> None:
    game = seven("L cw t=B; A: R7 G1 G2; B: B1; C: B3 B4; dr: x9; di: R7", jump_in=True)
    assert game.refusal("A jump R7") == "bad_target"
    assert engine.Jump("R7", target=2) in game.legal("A")
    game.send("A jump R7 target=B")
    assert (game.actor, game.sizes, game.uno["A"]) == ("B", {"A": 1, "B": 2, "C": 2}, "exposed")


# -- Visible facts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "4")
def test_the_two_seats_see_their_new_hands_and_the_others_the_backs() -> None:
    game = seven("L cw t=A; A: R7/p1 G1/t1 G2/t2; B: B1/o1; C: B3/v3 B4/v4; dr: x9; di: R5")
    game.send("A play R7 target=C")
    (told,) = game.told("A", "hands_moved")
    assert told["faces"] == [["B3", "B4"], None, None]
    assert told["backs"] == [None, ["o1"], ["t1", "t2"]]
    assert "cards" not in told
    (watched,) = game.told(None, "hands_moved")
    assert watched["faces"] == [None, None, None]
    assert [card.card for card in game.sees("A").hand or ()] == ["B3", "B4"]
    assert game.sees("B").seats[0].backs == ["v3", "v4"]


# -- Zero spell --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.2")
def test_the_spell_swaps_hands_if_its_player_wants_to() -> None:
    assert spell(SPELL, "swap_one").send("A play R5 target=C").sizes == {"A": 2, "B": 1, "C": 3}
    kept = spell(SPELL, "swap_one").send("A play R5")
    assert (kept.sizes, kept.events(HandsMoved), kept.events(TargetChosen)) == ({"A": 3, "B": 1, "C": 2}, [], [])


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("kind", ["swap_one", "dump_color"])
@pytest.mark.parametrize(("flag", "status"), [("", "exposed"), (" uno", "safe")])
def test_a_spell_that_does_nothing_leaves_the_usual_duty_to_call(kind: str, flag: str, status: str) -> None:
    game = spell("L cw t=A; A: R5 G1; B: B1 B2; C: B3 B4; dr: x9; di: R6", kind).send(f"A play R5{flag}")
    assert game.uno["A"] == status
    idle = spell(SPELL, kind).send(f"A play R5{flag}")
    assert idle.uno["A"] == "none"


@pytest.mark.rule("8.2")
def test_the_spell_drops_a_color_under_the_card() -> None:
    game = spell(SPELL, "dump_color").send("A play R5 dump=G")
    assert (game.hand("A"), game.top, game.color, game.uno["A"]) == (["B7"], "R5", "R", "exposed")
    assert game.sees(None).discard == ["R5", "G2", "G1", "R6"]
    assert len(game.events(CardsDiscarded)) == 1
    assert spell(SPELL, "dump_color").send("A play R5 dump=G uno").uno["A"] == "safe"


@pytest.mark.rule("8.2")
def test_dropped_cards_have_no_effect_and_wilds_stay() -> None:
    game = spell("L cw t=A; A: R5 GS GR W; B: B1; C: B3 B4; dr: x9; di: R6", "dump_color").send("A play R5 dump=G")
    assert (game.actor, game.hand("A"), game.table.direction) == ("B", ["W"], 1)


@pytest.mark.rule("8.2", "3.10", "R-NUMBER-LAST")
def test_a_seat_may_go_out_by_dropping_the_rest_of_its_hand() -> None:
    position = "L cw t=A; A: R5 GS G2; B: B1; C: B3 B4; dr: x9; di: R6"
    game = spell(position, "dump_color", no_action_finish=True).send("A play R5 dump=G")
    assert game.phase == "ROUND_OVER"
    assert game.table.last_round is not None
    assert (game.table.last_round.winner, game.table.scores[0]) == (0, 8)


@pytest.mark.rule("8.2")
def test_only_a_color_that_is_held_besides_the_card_is_dropped() -> None:
    game = spell(SPELL, "dump_color")
    for line in ("A play R5 dump=R", "A play R5 dump=Y", "A play R5 dump=p"):
        assert game.refusal(line) == "bad_color"
    dumps = {command.dump for command in game.legal("A") if isinstance(command, engine.Play) and command.card == "R5"}
    assert dumps == {None, "G", "B"}
    two = spell("L cw t=A; A: R5 R5 G2; B: B1; C: B3 B4; dr: x9; di: R6", "dump_color").send("A play R5 dump=R uno")
    assert (two.hand("A"), two.uno["A"]) == (["G2"], "safe")


@pytest.mark.rule("8.2")
def test_other_numbers_and_other_spells_take_nothing_with_them() -> None:
    other = "L cw t=A; A: R4 G1 G2; B: B1; C: B3 B4; dr: x9; di: R6"
    assert spell(other, "swap_one").refusal("A play R4 target=B") == "bad_target"
    assert spell(other, "dump_color").refusal("A play R4 dump=G") == "bad_color"
    assert spell(SPELL, "swap_one").refusal("A play R5 dump=G") == "bad_color"
    assert spell(SPELL, "dump_color").refusal("A play R5 target=B") == "bad_target"


@pytest.mark.rule("8.2", "3.10")
def test_a_spell_as_the_last_card_does_nothing() -> None:
    position = "L cw t=A; A: R5; B: B1; C: B3 B4; dr: x9; di: R6"
    assert spell(position, "swap_one").send("A play R5").sizes == {"A": 0, "B": 1, "C": 2}
    assert spell(position, "dump_color").refusal("A play R5 dump=G") == "bad_color"


@pytest.mark.rule("8.2")
def test_a_drawn_spell_may_be_cast_at_once() -> None:
    game = spell("L cw t=A; A: G1 G2; B: B1; C: B3 B4; dr: R5 x9; di: R6", "dump_color")
    assert game.send("A draw", "A play R5 dump=G").phase == "ROUND_OVER"


@pytest.mark.rule("8.2")
def test_a_spell_may_jump_in() -> None:
    game = spell("L cw t=B; A: R5 G1 B1 B3; B: x3; C: x3; dr: x9; di: R5", "dump_color", jump_in=True)
    game.send("A jump R5 dump=B uno")
    assert (game.hand("A"), game.uno["A"], game.actor) == (["G1"], "safe", "B")


# -- Combinations ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.2", "8.4")
@pytest.mark.parametrize("kind", ["swap_one", "dump_color"])
def test_a_deck_without_a_nought_needs_another_number(kind: str) -> None:
    with pytest.raises(engine.OptionNotApplicable, match="the deck has no 0"):
        engine.resolve({"zero_spell": kind})
    assert engine.resolve({"zero_spell": kind, "spell_number": 9}).spell_number == 9
    assert engine.resolve({"zero_spell": kind, "game": "classic"}).spell_number == 0


@pytest.mark.rule("8.2", "8.4")
def test_a_spell_number_without_a_spell_is_refused() -> None:
    with pytest.raises(engine.OptionNotApplicable, match="the spell is off"):
        engine.resolve({"spell_number": 5})


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(("kind", "number"), list(product(["swap_one", "dump_color"], range(10))))
def test_the_spell_excludes_seven_o_just_for_the_numbers_that_both_are_about(kind: str, number: int) -> None:
    options = {"game": "classic", "seven_o": True, "zero_spell": kind, "spell_number": number}
    if number in (0, 7):
        with pytest.raises(engine.ConflictingOptions):
            engine.resolve(options)
    else:
        rules = engine.resolve(options)
        assert all(rules.cards[symbol].changes_hand for symbol in ("0", "7", str(number)))


@pytest.mark.rule("8.3")
def test_a_play_names_one_of_the_permitted_seats_unless_it_is_the_last_or_there_is_no_choice() -> None:
    three = seven(SEVEN).table
    assert engine.targets_to_name(three, 0, "R7", is_last=False) == [1, 2]
    assert engine.targets_to_name(three, 0, "G1", is_last=False) == []
    assert engine.targets_to_name(three, 0, "R7", is_last=True) == []
    two = seven("L cw t=A; A: R7 G1 G2; B: B1; dr: x9; di: R5").table
    assert engine.targets_to_name(two, 0, "R7", is_last=False) == []
