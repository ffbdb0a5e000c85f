"""UNO Attack: the launcher and the cards that make seats press it (SPEC 7.4)."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine import events as e
from engine.chance import MiscKind
from engine.policies.launcher import WEIGHTS
from tests.engine.at_table import AtTable, at, texts
from tests.engine.matches import Match

TURN = "L cw t=A; A: G1 B2; B: B1 B5; C: B3 B6; dr: Y1 Y2 Y3 Y4 Y5 Y6; di: R5 G9"
DECKS = {
    "1998": (112, 1480, {"H2": 8, "R": 8, "S": 8, "DA": 4, "TH": 4, "W": 4, "WAH": 2, "WHF": 2, "0": 0}),
    "2010s": (112, 1480, {"R": 4, "S": 8, "DA": 8, "H1": 4, "H2": 8, "W": 4, "WAA": 4, "TH": 0, "0": 0}),
    "classic108": (108, 1240, {"0": 4, "+2": 8, "R": 8, "S": 8, "W": 4, "W4": 4, "DA": 0}),
}


def attack(position: str, *fired: int, **options: object) -> AtTable:
    """A round of Attack in which the first presses fire so many cards."""
    return at(position, game="attack", launcher=list(fired), **options)


def pressed(game: AtTable) -> list[tuple[str, int]]:
    return [("ABCDEFGHIJ"[event.seat], event.fired) for event in game.events(e.LauncherPressed)]


# -- Decks -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.6", "C24")
@pytest.mark.parametrize("name", DECKS)
def test_a_deck_has_its_cards_and_their_points(name: str) -> None:
    rules = engine.resolve({"game": "attack", "attack_deck": name})
    total, points, counts = DECKS[name]
    faces = texts(rules.deck.light)
    symbols = Counter(face if face.startswith("W") else face[1:] for face in faces)
    assert len(faces) == total
    assert sum(rules.points[face] for face in rules.deck.light) == points
    assert {symbol: symbols[symbol] for symbol in counts} == counts
    assert {symbols[str(number)] for number in range(1, 10)} == {8}


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(
    "options",
    [
        {"attack_deck": "2010s"}, {"launcher": [1]}, {"launcher_weights": [0, 100, 0, 0, 0, 0, 0, 0, 0]},
        {"game": "attack", "wild_matches_color": False}, {"game": "attack", "wild_draw_enforcement": "strict"},
        {"game": "attack", "attack_deck": "classic108", "wild_draw_enforcement": "none"},
        {"game": "attack", "scoring_side": "light"}, {"game": "attack", "pairing": "physical"},
        {"game": "attack", "drawn_play": "forced"}, {"game": "attack", "wheel": ["WAR"]},
        {"game": "attack", "spin_wild_sat": True}, {"game": "attack", "deck": 112},
    ],
)  # fmt: skip
def test_an_option_that_would_change_nothing_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(engine.RulesetError) as refused:
        engine.resolve(options)
    assert refused.value.code == "option_not_applicable"


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("launcher", [-1]), ("launcher", [113]), ("launcher", "1"), ("launcher", [True]), ("launcher", [0] * 201),
        ("launcher_weights", [100]), ("launcher_weights", [91, 9, 0, 0, 0, 0, 0, 0, 0]),
        ("launcher_weights", [50, 10, 12, 12, 8, 4, 2, 1, 0]), ("launcher_weights", [-1, 101, 0, 0, 0, 0, 0, 0, 0]),
        ("launcher_weights", "none"), ("attack_deck", "1999"),
    ],
)  # fmt: skip
def test_a_launcher_that_makes_no_sense_is_refused(name: str, value: object) -> None:
    with pytest.raises(engine.BadOptionValue):
        engine.resolve({"game": "attack", name: value})


# -- Pressing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("fired", [0, 1, 3, 6])
def test_what_is_fired_goes_to_the_presser_and_the_turn_is_over(fired: int) -> None:
    game = attack(TURN, fired).send("A press")
    assert (game.sizes["A"], len(game.table.draw)) == (2 + fired, 6 - fired)
    assert (game.actor, game.phase) == ("B", "TURN")
    assert pressed(game) == [("A", fired)]


@pytest.mark.rule("7.4")
def test_the_turn_is_over_even_if_a_fired_card_fits() -> None:
    game = attack("L cw t=A; A: G1 B2; B: B1; dr: R1 R2; di: R5", 1).send("A press")
    assert game.actor == "B"


@pytest.mark.rule("7.4")
def test_a_press_is_told_before_its_cards() -> None:
    game = attack(TURN, 2).send("A press")
    kinds = [type(event).__name__ for event in game.log]
    assert kinds[:2] == ["LauncherPressed", "CardsDrawn"]
    assert game.told("B", "launcher_pressed") == [{"type": "launcher_pressed", "seat": 0, "fired": 2}]
    assert [event.get("faces") for event in game.told("B", "cards_drawn")] == [None]


@pytest.mark.rule("7.4")
def test_pressing_although_able_to_play_is_allowed() -> None:
    assert attack("L cw t=A; A: R1 B2; B: B1; dr: R1 R2; di: R5", 0).send("A press").actor == "B"


@pytest.mark.rule("7.4", "8.4")
def test_where_drawing_is_for_those_unable_so_is_pressing() -> None:
    able = "L cw t=A; A: {} B2; B: B1; dr: R1 R2; di: R5"
    assert attack(able.format("R1"), 0, draw_policy="only_if_unable").refusal("A press") == "must_play"
    assert attack(able.format("W"), 0, draw_policy="only_if_unable").refusal("A press") == "must_play"
    assert attack(able.format("G1"), 0, draw_policy="only_if_unable").refusal("A press") == "accepted"


@pytest.mark.rule("7.4")
def test_who_can_lay_nothing_but_a_last_trade_hands_may_press() -> None:
    game = attack("L cw t=A; A: RTH; B: B1 B2; dr: R1 R2; di: R5", 0, draw_policy="only_if_unable")
    assert game.refusal("A press") == "accepted"


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("line", ["A draw", "A pass", "A challenge", "A accept", "A spin"])
def test_nothing_is_drawn_or_challenged(line: str) -> None:
    assert attack(TURN).refusal(line) == "option_off"


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("left", [1, 2])
def test_no_more_is_fired_than_is_left(left: int) -> None:
    game = attack(f"L cw t=A; A: G1 B2; B: B1; dr: x{left}; di: R5 G9 G8", 5).send("A press")
    assert game.sizes["A"] == 2 + left
    assert pressed(game) == [("A", left)]
    assert game.events(e.PileReshuffled) == []


@pytest.mark.rule("7.4", "3.7")
def test_an_empty_launcher_is_loaded_before_the_next_press_with_the_discards_but_the_top() -> None:
    game = attack("L cw t=A; A: G1 B2; B: B1; dr: Y1; di: R5 G9 G8 G7", 1, 2).send("A press")
    assert len(game.table.draw) == 0
    game.send("B press")
    assert game.sizes["B"] == 3
    assert (len(game.table.draw), texts([game.table.top])) == (1, ["R5"])
    assert [type(event).__name__ for event in game.log if not isinstance(event, e.TurnStarted)] == [
        "LauncherPressed", "CardsDrawn", "PileReshuffled", "LauncherPressed", "CardsDrawn",
    ]  # fmt: skip


@pytest.mark.rule("7.4", "R-BLOCKED")
def test_the_round_is_blocked_when_nothing_can_be_fired_and_nobody_plays() -> None:
    game = attack("L cw t=A; A: G1; B: B1; C: B7 B8; dr:; di: R5").send("A press", "B press")
    assert (game.actor, game.events(e.LauncherPressed)) == ("C", [])
    game.send("C press")
    assert len(game.events(e.PileExhausted)) == 3
    assert len(game.events(e.RoundBlocked)) == 1
    assert game.phase == "ROUND_OVER"
    assert game.table.last_round is not None
    assert game.table.last_round.winner is None


@pytest.mark.rule("7.4", "R-BLOCKED")
def test_a_press_in_vain_of_a_loaded_launcher_blocks_nothing() -> None:
    game = attack("L cw t=A; A: G1; B: B1; dr: x1; di: R5", 0, 0, 0, 0).send("A press", "B press", "A press", "B press")
    assert (game.phase, game.actor) == ("TURN", "A")


@pytest.mark.rule("7.4", "3.9")
def test_a_press_closes_the_window_of_a_missed_call() -> None:
    game = attack("L cw t=A; A: R1 B2; B: B1 B5; C: B3; dr: x5; di: R5", 0).send("A play R1", "B press")
    assert game.uno["A"] == "none"
    kept = attack("L cw t=A; A: R1 B2; B: B1 B5; C: B3; dr: x5; di: R5", 0, uno_window="next_play")
    assert kept.send("A play R1", "B press").uno["A"] == "exposed"


@pytest.mark.rule("7.4", "3.9")
def test_a_call_lapses_with_a_press() -> None:
    assert attack(TURN, 0).send("A uno", "A press").uno["A"] == "none"


# -- Chance ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4")
def test_what_a_press_fires_follows_from_the_committed_chance() -> None:
    """As docs/protocol.md says: below(100) of the stream of this press, in the cumulated percents."""
    match = Match({"game": "attack"}, 3, 7).play(200)
    tape = match.chance.tape(bytes.fromhex(match.table.transcript))
    table = engine.Table()
    for event in match.log:
        if isinstance(event, e.LauncherPressed):
            percent = tape.misc(MiscKind.LAUNCHER, table.presses).below(100)
            meant = next(count for count in range(9) if percent < sum(WEIGHTS[: count + 1]))
            assert event.fired == min(meant, len(table.draw))
        engine.evolve(table, event)
    assert table.presses > 30


@pytest.mark.rule("7.4")
def test_the_usual_weights_fire_a_card_and_a_half_a_press() -> None:
    assert sum(WEIGHTS) == 100
    assert sum(count * weight for count, weight in enumerate(WEIGHTS)) == 149


@pytest.mark.rule("7.4")
def test_other_weights_fire_as_they_say() -> None:
    game = at(TURN, game="attack", launcher_weights=[0, 0, 0, 100, 0, 0, 0, 0, 0]).send("A press")
    assert pressed(game) == [("A", 3)]


@pytest.mark.rule("7.4")
def test_after_the_script_the_presses_are_left_to_chance() -> None:
    options = {"launcher": [5, 4], "launcher_weights": [0, 100, 0, 0, 0, 0, 0, 0, 0]}
    game = at(TURN, game="attack", **options).send("A press", "B press", "C press")
    assert [fired for _, fired in pressed(game)] == [5, 1, 1]  # the second is cut to what is left


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
def test_whoever_gets_one_card_by_a_trade_must_call(
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


# -- Starters ----------------------------------------------------------------------------------------------------------


def started(starter: str, *fired: int, **options: object) -> AtTable:
    """The seat to the left of the dealer C is the first: A."""
    position = f"L cw dl=C ph=SETUP; A: B1 B9; B: B2 B8; C: B3 B7; dr: {starter} Y1 Y2 Y3 Y4 Y5; di:"
    return attack(position, *fired, **options).send("start")


@pytest.mark.rule("7.4", "2.7")
@pytest.mark.parametrize(
    ("starter", "actor", "presses"),
    [
        ("R7", "A", []), ("RH1", "B", [("A", 1)]), ("RH2", "B", [("A", 1), ("A", 2)]), ("RDA", "A", []),
        ("RR", "C", []), ("RS", "B", []), ("R+2", "B", [("A", 1), ("A", 2)]),
    ],
)  # fmt: skip
def test_a_colored_starter_does_what_it_says(starter: str, actor: str, presses: list[tuple[str, int]]) -> None:
    game = started(starter, 1, 2)
    assert (game.actor, game.phase, game.color, pressed(game)) == (actor, "TURN", "R", presses)


@pytest.mark.rule("7.4", "C13")
@pytest.mark.parametrize("starter", ["RTH", "W4"])
def test_trade_hands_goes_back_into_the_middle_of_the_pile(starter: str) -> None:
    game = started(starter)
    assert (game.top, game.actor, len(game.table.draw)) == ("Y1", "A", 5)
    assert texts(game.table.faces[0][card] for card in reversed(game.table.draw)) == ["Y2", starter, "Y3", "Y4", "Y5"]


@pytest.mark.rule("7.4")
def test_a_starter_that_cannot_go_back_is_played_on() -> None:
    game = attack("L cw dl=B ph=SETUP; A: B1 B9; B: B2 B8; dr: RTH; di:").send("start")
    assert (game.top, game.actor, game.phase, game.color) == ("RTH", "A", "TURN", "R")


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("starter", ["W", "WAA"])
def test_the_first_seat_names_the_color_of_a_wild_starter_and_plays(starter: str) -> None:
    game = started(starter)
    assert (game.actor, game.phase) == ("A", "START_COLOR")
    game.send("A color G")
    assert (game.actor, game.phase, game.color, pressed(game)) == ("A", "TURN", "G", [])


@pytest.mark.rule("7.4")
def test_after_wild_all_hit_as_the_starter_everybody_presses_before_the_first_seat_names_the_color() -> None:
    game = started("WAH", 1, 0, 2)
    assert pressed(game) == [("A", 1), ("B", 0), ("C", 2)]
    assert (game.actor, game.phase) == ("A", "START_COLOR")
    game.send("A color G")
    assert (game.actor, game.phase, len(pressed(game))) == ("A", "TURN", 3)


@pytest.mark.rule("7.4")
def test_after_wild_hit_fire_as_the_starter_the_first_seat_names_the_color_presses_and_loses_its_turn() -> None:
    game = started("WHF", 0, 2)
    assert (game.actor, game.phase, pressed(game)) == ("A", "START_COLOR", [])
    game.send("A color G")
    assert pressed(game) == [("A", 0), ("A", 2)]
    assert (game.actor, game.phase, game.color) == ("B", "TURN", "G")


@pytest.mark.rule("7.4", "C12")
def test_starters_may_be_covered_until_a_number_shows() -> None:
    game = attack("L cw dl=B ph=SETUP; A: B1 B9; B: B2 B8; dr: WHF RH2 RTH Y1 Y2; di:", starter="number_only").send(
        "start"
    )
    assert (game.top, game.actor, pressed(game)) == ("Y1", "A", [])


# -- Bots --------------------------------------------------------------------------------------------------------------


def sharp(position: str, **options: object) -> engine.Command:
    game = at(position, game="attack", **options)
    return engine.bot("sharp").choose(game.sees("A"), game.legal("A"), lambda _below: 0)


def test_sharp_discards_a_whole_color() -> None:
    assert sharp("L cw t=A; A: RDA R1 R2 R3 G3; B: x5; C: x5; dr: x20; di: R5") == engine.Play("RDA", uno=True)
    command = sharp("L cw t=A; A: RDA R1 R2; B: x5; C: x5; dr: x20; di: R5")
    assert isinstance(command, engine.Play)
    assert command.card == "RDA"


def test_sharp_trades_its_hand_for_the_smallest_one() -> None:
    command = sharp("L cw t=A; A: RTH G1 G2 G3 B4 B5 Y6; B: x5; C: x1; dr: x20; di: R5")
    assert command == engine.Play("RTH", uno=True, target=2)
    assert sharp("L cw t=A; A: RTH G1 G2 G3 B4 B5 Y6; B: x1; dr: x20; di: R5") == engine.Play("RTH", uno=True)


def test_sharp_keeps_a_good_hand() -> None:
    assert sharp("L cw t=A; A: RTH R2; B: x8; C: x9; dr: x20; di: R5") == engine.Play("R2", uno=True)


def test_sharp_hits_the_seat_that_has_one_card() -> None:
    assert sharp("L cw t=A; A: RH2 R9 G5 B4 Y2; B: x; C: x5; dr: x20; di: R7") == engine.Play("RH2")


def test_sharp_plays_rather_than_press_and_presses_when_it_must() -> None:
    assert sharp("L cw t=A; A: R9 G5 B4 Y2; B: x5; C: x5; dr: x20; di: R7") == engine.Play("R9")
    assert sharp("L cw t=A; A: G5 B4 Y2; B: x5; C: x5; dr: x20; di: R7") == engine.Press()
