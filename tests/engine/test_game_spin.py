"""UNO Spin: the wheel and its nine sectors (SPEC 7.5)."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine import events as e
from engine.chance import MiscKind
from tests.engine.matches import Match
from tests.engine.positions import AtTable, at, texts

SECTORS = (
    "UNO_SPIN", "DISCARD_COLOR", "DRAW_BLUE", "DRAW_RED", "WAR", "DISCARD_NUMBER", "SHOW_HAND", "TRADE_HANDS",
    "ALMOST_UNO",
)  # fmt: skip


def spin(position: str, *sectors: str, **options: object) -> AtTable:
    return at(position, game="spin", wheel=list(sectors), **options)


def spun(hands: str, sector: str, head: str = "L cw t=B ph=SPIN", draw: str = "Y1 Y2", **options: object) -> AtTable:
    """B has spun on a Spin card."""
    return spin(f"{head}; {hands}; dr: {draw}; di: R3* R5", sector, **options).send("B spin")


# -- Deck and options --------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.6")
def test_the_deck_is_the_classic_one_with_twenty_spin_cards() -> None:
    rules = engine.resolve({"game": "spin"})
    faces = texts(rules.deck.light)
    assert len(faces) == 108
    assert sum(rules.points[face] for face in rules.deck.light) == 1240
    assert Counter(face[1:] for face in faces if face.endswith("*")) == {f"{number}*": 4 for number in range(1, 6)}
    classic = texts(engine.resolve({"game": "classic"}).deck.light)
    assert Counter(face.rstrip("*") for face in faces) == Counter(classic)


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(
    "options",
    [
        {"wheel": ["WAR"]}, {"spin_wild_sat": True}, {"game": "classic", "wheel": ["WAR"]},
        {"game": "spin", "launcher": [1]}, {"game": "spin", "attack_deck": "2010s"},
        {"game": "spin", "scoring_side": "light"}, {"game": "spin", "flip_starter": "ignore"},
    ],
)  # fmt: skip
def test_an_option_that_would_change_nothing_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(engine.RulesetError) as refused:
        engine.resolve(options)
    assert refused.value.code == "option_not_applicable"


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("value", ["WAR", ["PEACE"], [4], ["WAR"] * 201, [["WAR"]]])
def test_a_wheel_that_makes_no_sense_is_refused(value: object) -> None:
    with pytest.raises(engine.BadOptionValue):
        engine.resolve({"game": "spin", "wheel": value})


@pytest.mark.rule("7.5")
def test_a_sector_may_come_twice_in_a_script() -> None:
    assert engine.resolve({"game": "spin", "wheel": ["WAR", "WAR"]}).wheel_script == ("WAR", "WAR")


# -- Spin cards --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5", "3.2")
@pytest.mark.parametrize(
    ("top", "card", "answer"),
    [
        ("R3*", "G3", "accepted"), ("R3", "G3*", "accepted"), ("R3*", "G3*", "accepted"), ("R4", "R3*", "accepted"),
        ("R4", "G3*", "card_not_playable"),
    ],
)  # fmt: skip
def test_a_spin_card_matches_like_its_number(top: str, card: str, answer: str) -> None:
    game = spin(f"L cw t=A; A: {card} B9 B8; B: x2; dr: x3; di: {top}")
    assert game.refusal(f"A play {card}") == answer


@pytest.mark.rule("7.5")
@pytest.mark.parametrize(("direction", "spinner"), [("cw", "B"), ("ccw", "C")])
def test_the_seat_after_a_spin_card_spins_in_place_of_its_turn(direction: str, spinner: str) -> None:
    game = spin(f"L {direction} t=A; A: R3* G1 G2; B: R1 B2 B4; C: R2 B3 B5; dr: Y1; di: R5").send("A play R3*")
    assert (game.actor, game.phase) == (spinner, "SPIN")
    assert game.refusal(f"{spinner} draw") == "wrong_phase"
    assert game.refusal("A spin") == "not_your_turn"
    assert game.legal(spinner) == [engine.Spin()]
    assert game.sees("A").decision == engine.view(game.table, None).decision


@pytest.mark.rule("7.5")
def test_a_drawn_spin_card_makes_the_next_seat_spin_too() -> None:
    game = spin("L cw t=A; A: G1 G2; B: R1 B2; dr: R3* Y1; di: R5").send("A draw", "A play R3*")
    assert (game.actor, game.phase) == ("B", "SPIN")


@pytest.mark.rule("7.5")
def test_with_two_seats_the_player_of_the_spin_card_plays_after_the_spin() -> None:
    game = spin("L cw t=A; A: R3* G1 G2; B: R1 B2; dr: Y1; di: R5", "SHOW_HAND").send("A play R3*", "B spin")
    assert (game.actor, game.phase, game.color) == ("A", "TURN", "R")


@pytest.mark.rule("7.5")
def test_a_spin_card_as_the_starter_is_a_plain_number() -> None:
    game = spin("L cw dl=B ph=SETUP; A: B1 B9; B: B2 B8; dr: R3* Y1; di:").send("start")
    assert (game.actor, game.phase, game.color) == ("A", "TURN", "R")


@pytest.mark.rule("7.5", "R-SPIN-OUT")
def test_a_last_spin_card_ends_the_round_without_a_spin() -> None:
    game = spin("L cw t=A; A: R3*; B: R1 B2; dr: Y1; di: R5").send("A play R3*")
    assert game.phase == "ROUND_OVER"
    assert game.events(e.SpinAsked) == []


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("line", ["A spin", "A wheel R", "A shout R1", "A press"])
def test_without_a_wheel_nobody_spins(line: str) -> None:
    assert at("L cw t=A; A: R1; B: x2; dr: x1; di: R5").refusal(line) == "option_off"


@pytest.mark.rule("7.5", "3.9")
def test_a_spin_closes_the_window_of_a_missed_call() -> None:
    position = "L cw t=A; A: R3* G1; B: R1 B2; C: R2 B3; dr: Y1; di: R5"
    open_still = spin(position, "SHOW_HAND").send("A play R3*")
    assert open_still.uno["A"] == "exposed"
    assert open_still.refusal("C catch A") == "accepted"
    assert open_still.send("B spin").uno["A"] == "none"
    assert spin(position, "SHOW_HAND", uno_window="next_play").send("A play R3*", "B spin").uno["A"] == "exposed"


# -- Chance ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5")
def test_where_the_wheel_stops_follows_from_the_committed_chance() -> None:
    """docs/protocol/protocol.md: below(9) of the stream of this spin, the sectors clockwise."""
    match = Match({"game": "spin"}, 3, 11).play(900)
    tape = match.chance.tape(bytes.fromhex(match.table.transcript))
    stopped = [event.sector for event in match.log if isinstance(event, e.WheelSpun)]
    assert match.table.spins == len(stopped)
    assert stopped == [SECTORS[tape.misc(MiscKind.WHEEL, n).below(9)] for n in range(len(stopped))]
    assert len(set(stopped)) > 4


@pytest.mark.rule("7.5")
def test_a_script_says_where_the_first_spins_stop() -> None:
    position = "L cw t=B ph=SPIN; A: R2* G1 G2; B: R1 B2 B3; dr: Y1 Y2; di: R3*"
    game = spin(position, "SHOW_HAND", "TRADE_HANDS").send("B spin", "A play R2*", "B spin")
    assert [event.sector for event in game.events(e.WheelSpun)] == ["SHOW_HAND", "TRADE_HANDS"]
    game.send("A draw")
    assert game.table.spins == 2


# -- Sectors -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5", "4")
def test_show_hand_shows_the_hand_to_all() -> None:
    game = spun("A: G1 G2; B: R1 B2 W; C: B5", "SHOW_HAND")
    assert sorted(game.told(None, "hand_revealed")[0]["faces"]) == ["B2", "R1", "W"]
    assert (game.actor, game.phase) == ("C", "TURN")


@pytest.mark.rule("7.5")
@pytest.mark.parametrize(
    ("sector", "draw", "drawn"),
    [
        ("DRAW_BLUE", "Y1 W B7 G1", ["Y1", "W", "B7"]), ("DRAW_RED", "R1 R2", ["R1"]),
        ("DRAW_RED", "Y1 B2 R3* R4", ["Y1", "B2", "R3*"]),
    ],
)  # fmt: skip
def test_the_spinner_draws_until_the_color_comes(sector: str, draw: str, drawn: list[str]) -> None:
    game = spun("A: G1 G2; B: G5 G6; C: B5", sector, draw=draw)
    assert game.hand("B") == ["G5", "G6", *drawn]
    assert (game.actor, game.phase) == ("C", "TURN")  # the card may not be played


@pytest.mark.rule("7.5", "C17")
def test_a_wild_may_end_the_drawing() -> None:
    game = spun("A: G1 G2; B: G5 G6; C: B5", "DRAW_BLUE", draw="Y1 W B7 G1", spin_wild_sat=True)
    assert game.hand("B") == ["G5", "G6", "Y1", "W"]


@pytest.mark.rule("7.5", "3.7")
def test_the_drawing_ends_when_there_is_no_such_card() -> None:
    game = spun("A: G1 G2; B: G5 G6; C: B5", "DRAW_BLUE", draw="Y1 Y2")
    assert sorted(game.hand("B")) == ["G5", "G6", "R5", "Y1", "Y2"]
    assert (len(game.events(e.PileReshuffled)), len(game.events(e.PileExhausted)), game.actor) == (1, 1, "C")


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_all_hands_go_one_seat_to_the_left_whatever_the_direction(direction: str) -> None:
    game = spun("A: G1 G2; B: R1 R2 R4; C: B5 B6 B7 B8", "TRADE_HANDS", head=f"L {direction} t=B ph=SPIN")
    assert (sorted(game.hand("B")), sorted(game.hand("C"))) == (["G1", "G2"], ["R1", "R2", "R4"])
    assert sorted(game.hand("A")) == ["B5", "B6", "B7", "B8"]
    assert game.actor == ("C" if direction == "cw" else "A")


@pytest.mark.rule("7.5", "3.9")
def test_older_calls_lapse_with_the_hands_and_new_ones_are_due() -> None:
    game = spin("L cw t=C; A: R3* G2; B: G1 G4; C: R1 B7; dr: Y1; di: R5", "TRADE_HANDS", uno_window="last_card")
    game.send("C play R1 uno", "A play R3* uno", "B spin")
    assert game.uno == {"A": "exposed", "B": "exposed", "C": "none"}
    game.send("A uno", "C catch B")
    assert (game.uno["A"], game.sizes["B"]) == ("safe", 3)


@pytest.mark.rule("7.5")
def test_almost_uno_leaves_two_cards_of_choice_under_the_spin_card() -> None:
    game = spun("A: G1 G2; B: R1 B2 B3 W; C: B5", "ALMOST_UNO")
    assert (game.actor, game.phase) == ("B", "EFFECT")
    assert game.refusal("B discard R1") == "wrong_count"
    assert (game.refused.rule, game.refused.paragraph) == ("7.5", "spinning")
    assert game.refused.fields == {"count": 2}
    assert game.refusal("B discard R1 B2 B3") == "wrong_count"
    assert game.refusal("A discard G1 G2") == "not_your_turn"
    assert len(game.legal("B")) == 6
    game.send("B discard B2 W")
    assert (game.hand("B"), game.actor, game.top, game.color) == (["R1", "B3"], "C", "R3*", "R")
    assert texts(game.table.faces[0][card] for card in game.table.discard) == ["R5", "B2", "W", "R3*"]
    assert game.uno["B"] == "none"


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("hand", ["R1 B2", "R1"])
def test_almost_uno_does_nothing_with_two_cards_or_fewer(hand: str) -> None:
    game = spun(f"A: G1 G2; B: {hand}; C: B5", "ALMOST_UNO")
    assert (game.actor, game.phase) == ("C", "TURN")


@pytest.mark.rule("7.5")
def test_the_spinner_names_a_color_that_it_holds_and_discards_it() -> None:
    game = spun("A: G1 G2; B: R1 B2 BS W; C: B5", "DISCARD_COLOR")
    assert (game.actor, game.phase) == ("B", "WHEEL_CHOICE")
    assert game.legal("B") == [engine.Wheel("R"), engine.Wheel("B")]
    for wrong in ("G", "2", "W", "p", "x"):
        assert game.refusal(f"B wheel {wrong}") == "bad_choice"
    assert game.refusal("A wheel G") == "not_your_turn"
    game.send("B wheel B")
    assert (game.hand("B"), game.actor, game.top, game.color) == (["R1", "W"], "C", "R3*", "R")


@pytest.mark.rule("7.5")
def test_the_spinner_names_a_number_that_it_holds_and_discards_it() -> None:
    game = spun("A: G1 G2; B: R3* G3 B3 BS W R7; C: B5", "DISCARD_NUMBER")
    assert game.legal("B") == [engine.Wheel("3"), engine.Wheel("7")]
    for wrong in ("2", "R", "S", "3*"):
        assert game.refusal(f"B wheel {wrong}") == "bad_choice"
    game.send("B wheel 3")
    assert (game.hand("B"), game.actor) == (["BS", "W", "R7"], "C")
    assert game.phase == "TURN"  # the Spin card among them has no effect


@pytest.mark.rule("7.5")
@pytest.mark.parametrize(("sector", "hand"), [("DISCARD_COLOR", "W W4"), ("DISCARD_NUMBER", "W RS B+2")])
def test_who_holds_nothing_that_can_be_named_discards_nothing(sector: str, hand: str) -> None:
    game = spun(f"A: G1 G2; B: {hand}; C: B5", sector)
    assert (game.actor, game.phase, game.hand("B")) == ("C", "TURN", hand.split())


@pytest.mark.rule("7.5", "3.9")
@pytest.mark.parametrize(
    ("line", "status"), [("B wheel B", "exposed"), ("B wheel B uno", "safe"), ("B wheel R uno", "none")]
)
def test_uno_is_due_for_the_card_that_the_wheel_leaves(line: str, status: str) -> None:
    game = spun("A: G1 G2; B: R1 B2 BS; C: B5", "DISCARD_COLOR")
    assert game.legal("B") == [engine.Wheel("R"), engine.Wheel("B"), engine.Wheel("B", uno=True)]
    assert game.send(line).uno["B"] == status


@pytest.mark.rule("7.5", "3.9")
def test_a_missed_call_after_the_wheel_can_be_caught() -> None:
    game = spun("A: G1 G2; B: R1 B2 BS; C: B5", "DISCARD_COLOR").send("B wheel B", "A catch B")
    assert game.sizes["B"] == 3


@pytest.mark.rule("7.5", "3.10")
@pytest.mark.parametrize(
    ("sector", "hand", "line"),
    [
        ("DISCARD_COLOR", "B1 BS", "B wheel B"),
        ("DISCARD_NUMBER", "B1 R1", "B wheel 1"),
        ("UNO_SPIN", "R9", "B shout R9"),
    ],
)
def test_the_wheel_may_end_the_round(sector: str, hand: str, line: str) -> None:
    game = spun(f"A: G1 G2; B: {hand}; C: B5", sector).send(line)
    assert game.phase == "ROUND_OVER"
    assert game.table.last_round is not None
    assert (game.table.last_round.winner, game.table.last_round.points) == (1, (0, 8, 0))
    assert game.refusal("A draw") == "round_over"


# -- Bots --------------------------------------------------------------------------------------------------------------


def sharp(game: AtTable, seat: str = "B") -> engine.Command:
    return engine.bot("sharp").choose(game.sees(seat), game.legal(seat), lambda _below: 0)


def test_sharp_goes_out_by_the_wheel_or_sheds_most() -> None:
    assert sharp(spun("A: x5; B: B1 BS; C: x5", "DISCARD_COLOR")) == engine.Wheel("B")
    assert sharp(spun("A: x5; B: B1 BS B7 R2 G2; C: x5", "DISCARD_COLOR")) == engine.Wheel("B")


def test_sharp_calls_uno_for_what_the_wheel_leaves() -> None:
    assert sharp(spun("A: x5; B: B1 BS R2; C: x5", "DISCARD_COLOR")) == engine.Wheel("B", uno=True)


def test_sharp_keeps_its_wild_and_the_color_in_force() -> None:
    assert sharp(spun("A: x5; B: B1 W R2 G4; C: x5", "ALMOST_UNO")) == engine.Discard(("G4", "B1"))


def test_sharp_shouts_for_a_card_that_it_does_not_need() -> None:
    assert sharp(spun("A: x5; B: B1 W; C: x5", "UNO_SPIN")) == engine.Shout("B1", uno=True)
    assert sharp(spun("A: G9; B: B1 W; C: x5", "UNO_SPIN"), "A") == engine.Shout("G9")
