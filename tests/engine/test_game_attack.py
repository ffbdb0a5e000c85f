"""UNO Attack: the launcher and the cards that make seats press it (SPEC 7.4)."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine import events as e
from engine.chance import MiscKind
from engine.rules.launcher import WEIGHTS
from tests.engine.matches import Match
from tests.engine.positions import AtTable, at, texts

TURN = "L cw t=A; A: G1 B2; B: B1 B5; C: B3 B6; dr: Y1 Y2 Y3 Y4 Y5 Y6; di: R5 G9"
DECKS = {
    "1998": (112, 1480, {"H2": 8, "R": 8, "S": 8, "DA": 4, "TH": 4, "W": 4, "WAH": 2, "WHF": 2, "0": 0}),
    "2010s": (112, 1480, {"R": 4, "S": 8, "DA": 8, "H1": 4, "H2": 8, "W": 4, "WAA": 4, "TH": 0, "0": 0}),
    "classic108": (108, 1240, {"0": 4, "+2": 8, "R": 8, "S": 8, "W": 4, "W4": 4, "DA": 0}),
}


def attack(position: str, *fired: int, **options: object) -> AtTable:
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
    game = attack(TURN)
    assert game.refusal(line) == "option_off"
    assert str(game.refused).endswith(": it belongs to another game, or to an option that is off.")


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
    """docs/protocol/protocol.md: below(100) of the stream of this press, in the cumulated percents."""
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
