"""Wild Super Hero and Wild Villain (SPEC 6)."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.events import CardsDiscarded, TargetChosen
from engine.notation import print_position
from tests.engine.positions import AtTable, at, texts


def marvel(position: str, **options: object) -> AtTable:
    return at(position, edition="marvel", **options)


# -- Wild Super Hero ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("6")
def test_the_player_of_a_super_hero_discards_if_they_have_most_cards() -> None:
    table = marvel("L cw t=A; A: WH Y1 Y3 RS; B: x2; C: x1; dr: x4; di: Y8").send("A play WH")
    assert (table.phase, table.actor, table.color) == ("EFFECT", "A", None)
    table.send("A discard RS color=B")
    assert (table.actor, table.color, table.hand("A")) == ("B", "B", ["Y1", "Y3"])


@pytest.mark.rule("R-EDITION-TIE")
def test_the_player_comes_last_among_the_tied() -> None:
    table = marvel("L cw t=A; A: WH Y1 Y3; B: x1; C: R1 R2; dr: x4; di: Y8").send("A play WH")
    assert table.actor == "C"


@pytest.mark.rule("R-EDITION-TIE")
def test_ties_are_met_in_the_direction_of_play() -> None:
    table = marvel("L ccw t=A; A: WH Y1; B: R1 R2; C: x1; D: G1 G2; dr: x4; di: Y8").send("A play WH uno")
    assert table.actor == "D"


@pytest.mark.rule("R-EDITION-UNDER")
def test_what_is_discarded_goes_under_the_wild_and_does_nothing() -> None:
    table = marvel("L cw t=A; A: WH Y1 Y3; B: RS R2 R3 R4; C: x3; dr: x4; di: Y8")
    table.send("A play WH", "B discard RS color=R")
    assert (table.actor, table.top) == ("B", "WH")
    assert texts(table.table.faces[0][card] for card in table.table.discard) == ["Y8", "RS", "WH"]


@pytest.mark.rule("R-EDITION-UNDER")
def test_a_wild_draw_card_that_is_discarded_makes_nobody_draw() -> None:
    table = marvel("L cw t=A; A: WH Y1 Y3; B: W2 WH R3 R4; C: x3; dr: x4; di: Y8")
    table.send("A play WH", "B discard W2 color=R")
    assert (table.phase, table.actor, table.sizes) == ("TURN", "B", {"A": 2, "B": 3, "C": 3})


@pytest.mark.rule("6", "3.3")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("B discard R9 color=R", "card_not_in_hand"),
        ("B discard R1 R1 color=R", "card_not_in_hand"),
        ("B discard R1 R2 color=R", "wrong_count"),
        ("B discard color=R", "wrong_count"),
        ("B discard R1", "bad_color"),
        ("B discard R1 color=p", "bad_color"),
        ("C discard R1 color=R", "not_your_turn"),
        ("B play R1", "wrong_phase"),
        ("B color R", "wrong_phase"),
    ],
)
def test_any_other_answer_to_a_super_hero_is_refused(line: str, code: str) -> None:
    table = marvel("L cw t=A; A: WH Y1 Y3; B: R1 R2 R3; C: R1; dr: x4; di: Y8").send("A play WH")
    assert table.refusal(line) == code


@pytest.mark.rule("6")
@pytest.mark.parametrize("line", ["A play WH color=R", "A play WH color=p"])
def test_the_player_of_a_super_hero_names_no_color(line: str) -> None:
    assert marvel("L cw t=A; A: WH Y1 Y3; B: x3; C: x1; dr: x4; di: Y8").refusal(line) == "bad_color"


@pytest.mark.rule("6")
def test_a_super_hero_is_aimed_at_nobody() -> None:
    assert marvel("L cw t=A; A: WH Y1 Y3; B: x3; C: x1; dr: x4; di: Y8").refusal("A play WH target=B") == "bad_target"


@pytest.mark.rule("6", "3.9")
@pytest.mark.parametrize(("call", "status"), [(" uno", "safe"), ("", "exposed")])
def test_who_comes_down_to_one_card_by_a_gift_must_call_with_the_discard(call: str, status: str) -> None:
    table = marvel("L cw t=A; A: WH Y1; B: R1 R2; C: x1; dr: x4; di: Y8")
    table.send("A play WH uno", f"B discard R1 color=R{call}")
    assert table.uno["B"] == status
    assert (table.refusal("C catch B") == "accepted") == (status == "exposed")


@pytest.mark.rule("6")
def test_a_missed_call_is_still_caught_while_a_seat_discards() -> None:
    table = marvel("L cw t=A; A: WH Y1; B: R1 R2; C: x1; dr: x4; di: Y8").send("A play WH", "C catch A")
    assert (table.phase, table.actor, table.sizes["A"]) == ("EFFECT", "B", 3)
    table.send("B discard R1 color=R uno")
    assert table.actor == "B"


@pytest.mark.rule("3.10", "R-OUT")
def test_a_super_hero_as_the_last_card_has_no_effect() -> None:
    table = marvel("L cw t=A; A: WH; B: R1 R2; C: x1; dr: x4; di: Y8").send("A play WH")
    assert (table.phase, table.sizes) == ("ROUND_OVER", {"A": 0, "B": 2, "C": 1})
    assert table.events(engine.RoundEnded)[0].points == (3, 0, 0)


@pytest.mark.rule("6", "3.7")
def test_a_drawn_super_hero_may_be_played_at_once() -> None:
    table = marvel("L cw t=A; A: Y1; B: R1 R2 R3; C: x1; dr: WH x4; di: B8").send("A draw", "A play WH uno")
    assert (table.phase, table.actor) == ("EFFECT", "B")


@pytest.mark.rule("4", "6")
def test_the_others_see_the_cards_and_backs_that_are_discarded_but_no_handles() -> None:
    table = marvel("L cw t=A; A: WH Y1 Y3; B: R1/p3 R2/oR R3; C: x3; dr: x4; di: Y8")
    table.send("A play WH", "B discard R2 color=G")
    for viewer in ("A", "C"):
        (told,) = table.told(viewer, "cards_discarded")
        assert told == {"type": "cards_discarded", "seat": 1, "faces": ["R2"], "backs": ["oR"]}
    (outside,) = table.told(None, "cards_discarded")
    assert outside == {"type": "cards_discarded", "seat": 1, "faces": ["R2"]}
    (own,) = table.told("B", "cards_discarded")
    assert own["faces"] == ["R2"]
    assert "handles" in own
    assert "backs" not in own


@pytest.mark.rule("6")
def test_of_equal_cards_a_handle_says_which_one_is_discarded() -> None:
    position = "L cw t=A; A: WH Y1 Y3; B: R1/p3 R1/v2 R3 R4; C: x1; dr: x4; di: Y8"
    first, second = marvel(position).send("A play WH"), marvel(position).send("A play WH")
    handles = [card.handle for card in second.sees("B").hand or ()]
    first.send("B discard R1 color=R")
    second.send(f"B discard R1 color=R handles={handles[1]}")
    assert first.events(CardsDiscarded)[0].cards != second.events(CardsDiscarded)[0].cards


# -- Wild Villain ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-EDITION-TIE")
def test_of_seats_with_as_few_cards_the_first_in_order_draws_and_the_player_comes_last() -> None:
    table = marvel("D cw t=A; A: wv p1; B: x3; C: t1; D: t2; dr: x4; di: p8").send("A play wv uno")
    assert (table.phase, table.actor, table.sizes["C"]) == ("COLOR", "C", 4)
    table.send("C color v")
    assert (table.actor, table.color) == ("B", "v")


@pytest.mark.rule("6", "3.9")
def test_a_call_lapses_when_the_villain_makes_its_own_player_draw() -> None:
    table = marvel("D cw t=A; A: wv p1; B: x3; C: x3; dr: x4; di: p8").send("A play wv uno")
    assert (table.actor, table.sizes["A"], table.uno["A"]) == ("A", 4, "none")


@pytest.mark.rule("6", "R-EXHAUST")
def test_a_villain_is_content_with_what_is_left_to_draw() -> None:
    table = marvel("D cw t=A; A: wv p1; B: x3; C: x1; dr: x1; di: p8").send("A play wv uno")
    assert (table.actor, table.sizes["C"]) == ("C", 3)  # one from the pile, one from the discards


@pytest.mark.rule("3.10", "R-OUT", "R-EDITION-TIE")
def test_a_last_villain_makes_the_first_of_those_with_fewest_cards_draw_and_nobody_names_a_color() -> None:
    table = marvel("D cw t=A; A: wv; B: x3; C: t1; D: t2; dr: v1 v2 v3 x2; di: p8").send("A play wv")
    assert (table.phase, table.sizes) == ("ROUND_OVER", {"A": 0, "B": 3, "C": 4, "D": 1})


@pytest.mark.rule("6")
@pytest.mark.parametrize("line", ["A play wv color=t", "A play wv color=R"])
def test_the_player_of_a_villain_names_no_color(line: str) -> None:
    assert marvel("D cw t=A; A: wv p1 p2; B: x3; C: x1; dr: x4; di: p8").refusal(line) == "bad_color"


# -- Options -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-EDITION-TIE", "8.1")
def test_with_player_chooses_the_player_names_one_of_the_tied_seats() -> None:
    position = "L cw t=A; A: WH Y1; B: R1 R2; C: G1 G2; D: x1; dr: x4; di: Y8"
    table = marvel(position, edition_tie="player_chooses")
    assert table.refusal("A play WH uno") == "bad_target"
    assert table.refusal("A play WH uno target=D") == "bad_target"
    assert table.refusal("A play WH uno target=A") == "bad_target"
    assert table.send("A play WH uno target=C").actor == "C"
    assert [event.target for event in table.events(TargetChosen)] == [2]


@pytest.mark.rule("R-EDITION-TIE", "8.1")
def test_tied_players_may_choose_themselves() -> None:
    table = marvel("L cw t=A; A: WH Y1 Y2; B: R1 R2; C: x1; dr: x4; di: Y8", edition_tie="player_chooses")
    table.send("A play WH target=A", "A discard Y1 color=Y uno")
    assert (table.actor, table.sizes, table.uno["A"]) == ("B", {"A": 1, "B": 2, "C": 1}, "safe")


@pytest.mark.rule("R-EDITION-TIE", "8.1")
def test_without_a_tie_nobody_needs_to_be_named() -> None:
    table = marvel("L cw t=A; A: WH Y1; B: R1 R2; C: x1; dr: x4; di: Y8", edition_tie="player_chooses")
    assert table.refusal("A play WH uno target=C") == "bad_target"
    assert table.send("A play WH uno").actor == "B"


@pytest.mark.rule("R-EDITION-TIE", "3.10", "8.1")
def test_the_player_of_a_last_villain_chooses_among_the_others() -> None:
    table = marvel("D cw t=A; A: wv; B: x3; C: t1; D: t2; dr: v1 v2 v3 x2; di: p8", edition_tie="player_chooses")
    assert table.refusal("A play wv") == "bad_target"
    assert {command.target for command in table.legal("A") if isinstance(command, engine.Play)} == {2, 3}
    assert table.send("A play wv target=D").sizes == {"A": 0, "B": 3, "C": 1, "D": 4}


@pytest.mark.rule("R-EDITION-LAST", "8.1")
def test_a_gift_may_be_the_way_out_if_the_option_says_so() -> None:
    position = "L cw t=A; A: WH Y1; B: R5; C: x1; dr: x4; di: Y8"
    table = marvel(position, edition_gift_may_go_out=True).send("A play WH uno")
    assert table.refusal("B discard color=R") == "wrong_count"
    table.send("B discard R5 color=R")
    assert (table.phase, table.events(engine.RoundEnded)[0].winner) == ("ROUND_OVER", 1)
    assert table.events(engine.RoundEnded)[0].points == (0, 1, 0)


# -- Positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("0.1")
@pytest.mark.parametrize(
    ("position", "line", "expected"),
    [
        ("L cw ph=EFFECT t=B; A: Y1; B: R1 R2; C: x1; dr: x4; di: WH Y8", "B discard R1 color=G", ("B", "G")),
        ("L cw ph=EFFECT t=C by=A; A: Y1; B: x1; C: R1 R2; dr: x4; di: WH Y8", "C discard R1 color=G", ("B", "G")),
        ("D cw ph=COLOR t=C by=A; A: p1; B: x1; C: x4; dr: x4; di: wv p8", "C color o", ("B", "o")),
        ("D cw ph=COLOR t=B; A: p1; B: x4; C: x4; dr: x4; di: wv p8", "B color o", ("B", "o")),
    ],
)
def test_a_position_can_stand_within_the_effect(position: str, line: str, expected: Any) -> None:
    table = marvel(position).send(line)
    assert (table.actor, table.color) == expected


@pytest.mark.rule("0.1")
@pytest.mark.parametrize(
    "position",
    [
        "L cw ph=EFFECT dl=C t=B; A: Y1; B: R1 R2; C: x; dr: x x; di: WH Y8",
        "L cw ph=EFFECT dl=C t=C by=A; A: Y1; B: x; C: R1 R2; dr: x x; di: WH Y8",
        "D ccw ph=COLOR dl=C t=A by=A; A: p1; B: x; C: x; dr: x x; di: wv p8",
    ],
)
def test_a_position_within_the_effect_is_printed_as_it_was_read(position: str) -> None:
    assert print_position(marvel(position).table) == position


@pytest.mark.rule("0.1")
def test_no_position_stands_within_the_effect_of_a_plain_card() -> None:
    with pytest.raises(engine.BadNotation):
        marvel("L cw ph=EFFECT t=B; A: Y1; B: R1; dr: x4; di: W Y8")


@pytest.mark.rule("3.3")
def test_as_many_handles_as_cards_must_be_given_and_they_must_belong_together() -> None:
    table = marvel("L cw t=A; A: WH Y1; B: R1 R2; C: x1; dr: x4; di: Y8").send("A play WH uno")
    first, second = (card.handle for card in table.sees("B").hand or ())
    assert table.refusal(f"B discard R1 color=R handles={first},{second}") == "card_not_in_hand"
    assert table.refusal(f"B discard R1 color=R handles={second}") == "card_not_in_hand"
    assert table.refusal(f"B discard R1 color=R handles={first}") == "accepted"
