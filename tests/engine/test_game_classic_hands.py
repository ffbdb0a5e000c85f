"""Classic UNO with 112 cards: hands that are swapped and shuffled (SPEC 7.2)."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from tests.engine.positions import at, texts

LARGE = {"game": "classic", "deck": 112}


def deck(**options: object) -> Counter[str]:
    return Counter(texts(engine.resolve(options).deck.light))


# -- The larger deck (7.2) ---------------------------------------------------------------------------------------------

SWAP = "L cw t=A; A: WS G1 G2; B: B1; C: Y1 Y2 Y3 Y4; dr: x5; di: R5"


@pytest.mark.rule("7.2")
def test_swap_hands_changes_hands_with_the_seat_named() -> None:
    game = at(SWAP, **LARGE).send("A play WS color=B target=C")
    assert (game.hand("A"), game.hand("C")) == (["Y1", "Y2", "Y3", "Y4"], ["G1", "G2"])
    assert (game.hand("B"), game.actor, game.color) == (["B1"], "B", "B")


@pytest.mark.rule("7.2")
def test_the_color_of_swap_hands_may_be_named_afterwards() -> None:
    game = at(SWAP, **LARGE).send("A play WS target=C")
    assert (game.phase, game.sizes["C"]) == ("COLOR", 4)
    game.send("A color G")
    assert (game.actor, game.color, game.sizes) == ("B", "G", {"A": 4, "B": 1, "C": 2})


@pytest.mark.rule("7.2", "0.1")
def test_a_position_that_waits_for_the_color_of_swap_hands_names_no_seat_to_swap_with() -> None:
    game = at("L cw t=A ph=COLOR; A: G1 G2; B: B1; C: Y1; dr: x5; di: WS R5", **LARGE).send("A color G")
    assert (game.actor, game.sizes) == ("B", {"A": 2, "B": 1, "C": 1})


@pytest.mark.rule("7.2", "3.3")
def test_swap_hands_needs_another_seat() -> None:
    game = at(SWAP, **LARGE)
    for aim in ("", " target=A", " target=D"):
        assert game.refusal("A play WS color=B" + aim) == "bad_target"
    assert at("L cw t=A; A: WS G1 G2; B: B1; dr: x5; di: R5", **LARGE).send("A play WS color=B").sizes == {
        "A": 1, "B": 2,
    }  # fmt: skip


@pytest.mark.rule("7.2", "3.10")
@pytest.mark.parametrize("card", ["WS", "WX", "WB"])
def test_none_of_the_four_wilds_can_be_the_last_card(card: str) -> None:
    game = at(f"L cw t=A; A: {card}; B: B1; C: B2; dr: x5; di: R5", **LARGE)
    assert game.refusal(f"A play {card} color=G") == "cannot_go_out_with_this"
    assert [type(command) for command in game.legal("A")] == [engine.Draw]
    game.send("A draw")
    assert game.actor == "B"


@pytest.mark.rule("7.2")
def test_with_only_such_a_wild_left_a_seat_may_draw_where_drawing_is_for_the_unable() -> None:
    game = at("L cw t=A; A: WB; B: B1; C: B2; dr: R1 x4; di: R5", **LARGE, draw_policy="only_if_unable")
    assert game.send("A draw").phase == "DRAWN"


@pytest.mark.rule("7.2", "3.9")
def test_a_player_who_gets_one_card_by_a_swap_must_call_uno() -> None:
    game = at(SWAP, **LARGE).send("A play WS color=B target=B")
    assert game.uno == {"A": "exposed", "B": "none", "C": "none"}
    assert game.send("C catch A").sizes["A"] == 3


@pytest.mark.rule("7.2", "3.9")
@pytest.mark.parametrize(
    "lines",
    [
        ["A play WS color=B target=B uno"],
        ["A play WS target=B uno", "A color B"],
    ],
)
def test_the_call_for_the_hand_to_come_is_made_with_the_card(lines: list[str]) -> None:
    game = at(SWAP, **LARGE).send(*lines)
    assert (game.uno["A"], game.sizes["A"]) == ("safe", 1)


@pytest.mark.rule("7.2", "3.9")
def test_a_call_before_the_card_counts_for_the_hand_to_come_too() -> None:
    game = at("L cw t=A; A: WS G1; B: B1; C: Y1 Y2; dr: x5; di: R5", **LARGE).send(
        "A uno", "A play WS color=B target=B"
    )
    assert game.uno == {"A": "safe", "B": "exposed", "C": "none"}


@pytest.mark.rule("7.2", "3.9")
def test_a_call_lapses_with_the_hand_that_it_was_made_for() -> None:
    game = at("L cw t=A; A: R1 G1; B: WS B1 B2; C: Y1 Y2; dr: x5; di: R5", **LARGE)
    game.send("A play R1 uno", "B play WS color=B target=A uno")
    assert (game.uno, game.sizes) == ({"A": "none", "B": "safe", "C": "none"}, {"A": 2, "B": 1, "C": 2})


@pytest.mark.rule("7.2", "3.9")
def test_a_call_with_a_card_that_brings_many_is_worth_nothing() -> None:
    game = at("L cw t=A; A: WS G1; B: B1; C: Y1 Y2; dr: x5; di: R5", **LARGE).send("A play WS color=B target=C uno")
    assert game.uno == {"A": "none", "B": "none", "C": "exposed"}


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(("hands", "sizes"), [
    ("A: WX G1 G2; B: B1; C: Y1 Y2 Y3 Y4", {"A": 2, "B": 3, "C": 2}),
    ("A: WX G1; B: B1 B2", {"A": 1, "B": 2}),
    ("A: WX G1; B: B1; C: Y1", {"A": 1, "B": 1, "C": 1}),
])  # fmt: skip
def test_shuffle_hands_deals_all_hands_anew_from_the_left(hands: str, sizes: dict[str, int]) -> None:
    game = at(f"L ccw t=A; {hands}; dr: x5; di: R5", **LARGE)
    before = sorted(card for hand in game.table.hands for card in hand)
    game.send("A play WX color=B uno")
    cards = [card for hand in game.table.hands for card in hand]
    assert game.sizes == sizes
    assert sorted(cards) == [card for card in before if card not in game.table.discard]


@pytest.mark.rule("7.2", "3.9")
def test_after_a_shuffle_of_few_cards_everybody_but_the_caller_is_exposed() -> None:
    game = at("L cw t=A; A: WX G1; B: B1; C: Y1; dr: x5; di: R5", **LARGE).send("A play WX color=B uno")
    assert game.uno == {"A": "safe", "B": "exposed", "C": "exposed"}


@pytest.mark.rule("7.2")
def test_seats_that_have_left_the_match_get_no_cards() -> None:
    game = at("L cw t=A; A: WX G1 G2; B: ; C: Y1 Y2; dr: x5; di: R5", **LARGE)
    game.table.out, game.table.active_seats = (1,), 2
    assert game.refusal("A play WX color=B target=B") == "bad_target"
    assert game.send("A play WX color=B").sizes == {"A": 2, "B": 0, "C": 2}


@pytest.mark.rule("7.2")
def test_the_blank_wild_is_a_plain_wild() -> None:
    game = at("L cw t=A; A: WB G1; B: B1; C: B2; dr: x5; di: R5", **LARGE).send("A play WB color=G uno")
    assert (game.actor, game.color, game.sizes) == ("B", "G", {"A": 1, "B": 1, "C": 1})


@pytest.mark.rule("7.2", "4")
def test_each_seat_is_told_its_new_hand_and_no_other() -> None:
    game = at(SWAP, **LARGE).send("A play WS color=B target=C")
    told = {seat: game.told(seat, "hands_moved")[0] for seat in ("A", "B", "C")}
    assert told["A"]["faces"] == [["Y1", "Y2", "Y3", "Y4"], None, None]
    assert told["C"]["faces"] == [None, None, ["G1", "G2"]]
    assert game.told(None, "hands_moved")[0]["faces"] == [None, None, None]
    assert {tuple(event["sources"]) for event in told.values()} == {(2, 1, 0)}
    assert all("cards" not in event for event in told.values())


@pytest.mark.rule("4", "R-BACKS", "R-HANDS")
def test_a_hand_that_moves_does_not_tell_in_which_order_it_came() -> None:
    assert at("L cw t=A; A: WS G1; B: Y9 R3 Y1; dr: x5; di: R5", **LARGE).send("A play WS color=B").hand("A") == [
        "R3", "Y1", "Y9",
    ]  # fmt: skip
