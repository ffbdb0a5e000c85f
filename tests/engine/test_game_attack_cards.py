"""UNO Attack: the effects of its cards (SPEC 7.4)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from tests.engine.positions import AtTable, at

TURN = "L cw t=A; A: G1 B2; B: B1 B5; C: B3 B6; dr: Y1 Y2 Y3 Y4 Y5 Y6; di: R5 G9"


def attack(position: str, *fired: int, **options: object) -> AtTable:
    return at(position, game="attack", launcher=list(fired), **options)


def pressed(game: AtTable) -> list[tuple[str, int]]:
    return [("ABCDEFGHIJ"[event.seat], event.fired) for event in game.events(e.LauncherPressed)]


# -- Cards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("card", "presses"), [("RH1", 1), ("RH2", 2)])
@pytest.mark.parametrize(("seats", "actor"), [("B: B1; C: B3", "C"), ("B: B1", "A")])
def test_a_hit_makes_the_next_seat_press_and_lose_its_turn(card: str, presses: int, seats: str, actor: str) -> None:
    game = attack(f"L cw t=A; A: {card} B2 G3; {seats}; dr: x9; di: R5", 1, 2).send(f"A play {card}")
    assert pressed(game) == [("B", 1), ("B", 2)][:presses]
    assert game.actor == actor
    assert [event.seat for event in game.events(e.SeatSkipped)] == [1]


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("card", "presses"), [("R+2", 2), ("W4 color=G", 4)])
def test_with_the_classic_deck_draw_cards_are_pressed_for(card: str, presses: int) -> None:
    game = attack("L cw t=A; A: R+2 W4 R2; B: B1; C: B3; dr: x9; di: R5", 0, 1, 0, 2, attack_deck="classic108")
    game.send(f"A play {card}")
    assert pressed(game) == [("B", 0), ("B", 1), ("B", 0), ("B", 2)][:presses]
    assert (game.actor, game.phase) == ("C", "TURN")


@pytest.mark.rule("7.4", "3.7", "R-LAUNCHER")
def test_a_hit_on_a_launcher_that_nothing_can_load_ends_by_itself() -> None:
    game = attack("L cw t=A; A: RH2 B2 G3; B: B1; C: B3; dr: x1; di: R5", 1, 1).send("A play RH2")
    assert pressed(game) == [("B", 1), ("B", 1)]
    assert game.sizes["B"] == 3
    again = attack("L cw t=A; A: RH2 B2 G3; B: B1; C: B3; dr:; di:R9", 1, 1).send("A play RH2")
    assert again.sizes["B"] == 2
    assert len(again.events(e.PileExhausted)) == 1
    assert again.actor == "C"


@pytest.mark.rule("7.4")
def test_discard_all_takes_the_color_along_and_leaves_the_rest() -> None:
    game = attack("L cw t=A; A: RDA R1 RTH G3 W; B: B1; C: B3; dr: Y1; di: R5").send("A play RDA")
    assert game.hand("A") == ["G3", "W"]
    assert (game.top, game.color, len(game.table.discard), game.actor) == ("RDA", "R", 4, "B")
    assert game.told("B", "cards_discarded")[0]["faces"] == ["R1", "RTH"]


@pytest.mark.rule("7.4")
def test_discard_all_goes_on_its_color_or_its_like_and_takes_its_own_color() -> None:
    game = attack("L cw t=A; A: GDA R1 G3 B1; B: B1; C: B3; dr: Y1; di: RDA")
    assert game.send("A play GDA").hand("A") == ["R1", "B1"]
    assert attack("L cw t=A; A: GDA R1; B: B1; dr: Y1; di: R5").refusal("A play GDA") == "card_not_playable"


@pytest.mark.rule("7.4", "3.9")
@pytest.mark.parametrize(
    ("hand", "line", "status"),
    [
        ("RDA R1 R2 G3", "A play RDA", "exposed"), ("RDA R1 R2 G3", "A play RDA uno", "safe"),
        ("RDA G3", "A play RDA", "exposed"), ("RDA G3", "A play RDA uno", "safe"),
        ("RDA R1 G2 G3", "A play RDA uno", "none"), ("RDA R1 G2 G3", "A play RDA", "none"),
    ],
)  # fmt: skip
def test_uno_is_due_for_what_discard_all_leaves(hand: str, line: str, status: str) -> None:
    game = attack(f"L cw t=A; A: {hand}; B: B1 B2; C: B3 B4; dr: Y1; di: R5").send(line)
    assert game.uno["A"] == status


@pytest.mark.rule("7.4", "3.9")
def test_a_call_before_discard_all_holds() -> None:
    assert attack("L cw t=A; A: RDA G3; B: B1; dr: Y1; di: R5").send("A uno", "A play RDA").uno["A"] == "safe"


@pytest.mark.rule("7.4", "3.10")
@pytest.mark.parametrize("hand", ["RDA", "RDA R1", "RDA R1 R9 RTH"])
def test_discard_all_may_go_out(hand: str) -> None:
    game = attack(f"L cw t=A; A: {hand}; B: B1 B2; C: B3; dr: Y1; di: R5").send("A play RDA")
    assert game.phase == "ROUND_OVER"
    assert game.table.last_round is not None
    assert (game.table.last_round.winner, game.table.last_round.points[0]) == (0, 6)


@pytest.mark.rule("7.4")
def test_trade_hands_swaps_with_a_seat_of_choice() -> None:
    game = attack("L cw t=A; A: RTH G3 G4; B: B1 B2; C: B3 B4 B5; dr: Y1; di: R5").send("A play RTH target=C")
    assert (sorted(game.hand("A")), sorted(game.hand("C"))) == (["B3", "B4", "B5"], ["G3", "G4"])
    assert (game.actor, game.sizes["B"]) == ("B", 2)


@pytest.mark.rule("7.4")
def test_each_seat_is_told_of_a_trade_only_what_it_now_holds() -> None:
    game = attack("L cw t=A; A: RTH G3 G4; B: B1 B2; C: B3 B4; dr: Y1; di: R5").send("A play RTH target=C")
    assert [faces and sorted(faces) for faces in game.told("A", "hands_moved")[0]["faces"]] == [
        ["B3", "B4"],
        None,
        None,
    ]
    assert game.told(None, "hands_moved")[0]["faces"] == [None, None, None]
    assert game.told("B", "hands_moved")[0]["sources"] == (2, 1, 0)


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("line", ["A play RTH", "A play RTH target=A", "A play RTH target=D"])
def test_trade_hands_needs_another_seat(line: str) -> None:
    assert attack("L cw t=A; A: RTH G3; B: B1; C: B3; dr: Y1; di: R5").refusal(line) == "bad_target"


@pytest.mark.rule("7.4")
def test_with_two_seats_the_partner_of_a_trade_need_not_be_named() -> None:
    game = attack("L cw t=A; A: RTH G3 G4; B: B1; dr: Y1; di: R5").send("A play RTH")
    assert (game.hand("A"), sorted(game.hand("B"))) == (["B1"], ["G3", "G4"])


@pytest.mark.rule("7.4", "3.10")
def test_trade_hands_cannot_be_the_last_card() -> None:
    game = attack("L cw t=A; A: RTH; B: B1 B2; C: B3; dr: Y1; di: R5")
    assert game.refusal("A play RTH target=C") == "cannot_go_out_with_this"
    assert game.refusal("A play RTH") == "cannot_go_out_with_this"
    assert game.legal("A") == [engine.Press()]


@pytest.mark.rule("7.4", "3.9")
@pytest.mark.parametrize(
    ("before", "line", "statuses"),
    [
        ((), "A play RTH target=C", {"A": "exposed", "B": "none", "C": "exposed"}),
        ((), "A play RTH target=C uno", {"A": "safe", "B": "none", "C": "exposed"}),
        (("A uno",), "A play RTH target=C", {"A": "safe", "B": "none", "C": "exposed"}),
    ],
)
def test_a_player_who_gets_one_card_by_a_trade_must_call(
    before: tuple[str, ...], line: str, statuses: dict[str, str]
) -> None:
    game = attack("L cw t=A; A: RTH G3; B: B1; C: B3; dr: Y1; di: R5").send(*before, line)
    assert game.uno == statuses


@pytest.mark.rule("7.4", "3.9")
def test_a_trade_between_others_leaves_a_call_as_it_was() -> None:
    game = attack("L cw t=C; A: RTH G3 G4; B: B1 B2; C: R1 B7; dr: Y1 Y2; di: R5", uno_window="last_card")
    game.send("C play R1 uno", "A play RTH target=B")
    assert game.uno == {"A": "none", "B": "none", "C": "safe"}
    late = attack("L cw t=C; A: RTH G3 G4; B: B1 B2; C: R1 B7; dr: Y1 Y2; di: R5").send(
        "C play R1", "A play RTH target=B"
    )
    assert late.uno["C"] == "none"  # its window is closed, and it has received nothing


@pytest.mark.rule("7.4")
def test_wild_all_hit_goes_round_from_the_next_seat_and_nobody_loses_a_turn() -> None:
    position = "L ccw t=A; A: WAH G3 G4; B: B1; C: B3; D: B4; dr: x9; di: R5"
    game = attack(position, 1, 0, 2).send("A play WAH color=B")
    assert pressed(game) == [("D", 1), ("C", 0), ("B", 2)]
    assert (game.actor, game.color) == ("D", "B")


@pytest.mark.rule("7.4", "3.4")
def test_a_wild_laid_without_a_color_is_carried_out_when_it_is_named() -> None:
    game = attack("L cw t=A; A: WHF G3 G4; B: B1; C: B3; dr: x9; di: R5", 0, 2).send("A play WHF")
    assert (game.phase, pressed(game)) == ("COLOR", [])
    assert game.send("A color Y").actor == "C"
    assert pressed(game) == [("B", 0), ("B", 2)]


@pytest.mark.rule("7.4")
def test_with_two_seats_who_lays_wild_hit_fire_plays_again() -> None:
    game = attack("L cw t=A; A: WHF G3 G4; B: B1; dr: x9; di: R5", 0, 0, 0, 1).send("A play WHF color=G")
    assert (game.actor, game.sizes["B"]) == ("A", 2)


@pytest.mark.rule("7.4", "3.7")
def test_wild_hit_fire_ends_when_nothing_can_ever_be_fired() -> None:
    game = attack("L cw dl=B ph=SETUP; A: G3 G4; B: B1; dr: WHF; di:").send("start", "A color G")
    assert (game.actor, pressed(game), game.sizes["A"]) == ("B", [], 2)
    assert len(game.events(e.PileExhausted)) == 1


@pytest.mark.rule("7.4")
def test_wild_attack_attack_is_aimed_and_costs_nobody_a_turn() -> None:
    position = "L cw t=A; A: WAA G3 G4; B: B1; C: B3; dr: x9; di: R5"
    game = attack(position, 1, 2, attack_deck="2010s").send("A play WAA color=G target=C")
    assert pressed(game) == [("C", 1), ("C", 2)]
    assert (game.actor, game.color) == ("B", "G")
    later = attack(position, 1, 2, attack_deck="2010s").send("A play WAA target=C", "A color B")
    assert (pressed(later), later.actor, later.color) == ([("C", 1), ("C", 2)], "B", "B")
    assert attack(position, attack_deck="2010s").refusal("A play WAA color=G") == "bad_target"


# -- UNO and the last card ---------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4", "3.9", "C02")
@pytest.mark.parametrize("penalty", [0, 1, 3])
def test_a_missed_call_costs_presses(penalty: int) -> None:
    game = attack("L cw t=A; A: R1 G3; B: B1 B2; C: B3; dr: x9; di: R5", 1, 1, 1, uno_penalty=penalty)
    game.send("A play R1", "B catch A")
    assert pressed(game) == [("A", 1)] * penalty
    assert game.actor == "B"


@pytest.mark.rule("7.4", "3.10")
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("RH1", [("B", 1)]), ("RH2", [("B", 1), ("B", 0)]), ("WAH", [("B", 1), ("C", 0)]), ("WHF", [("B", 1)]),
        ("R+2", [("B", 1), ("B", 0)]), ("W4", [("B", 1), ("B", 0), ("B", 2), ("B", 0)]), ("WAA", []), ("W", []),
        ("RS", []), ("RDA", []),
    ],
)  # fmt: skip
def test_a_last_card_is_carried_out_before_the_scoring(card: str, expected: list[tuple[str, int]]) -> None:
    game = attack(f"L cw t=A; A: {card}; B: B1; C: B3; dr: G1 G1 G1 G1; di: R5", 1, 0, 2, 0).send(f"A play {card}")
    assert game.phase == "ROUND_OVER"
    assert pressed(game) == expected
    assert game.table.last_round is not None
    assert game.table.last_round.points[0] == 4 + sum(fired for _, fired in expected)


@pytest.mark.rule("0.1", "7.4")
def test_a_position_in_which_the_color_of_a_hit_fire_is_asked_goes_on_with_the_presses() -> None:
    game = attack("L cw ph=START_COLOR t=A; A: B1; B: B2; C: B3; dr: x5; di: WHF", 0, 2).send("A color G")
    assert pressed(game) == [("A", 0), ("A", 2)]
    assert (game.actor, game.phase, game.color) == ("B", "TURN", "G")
