"""Classic UNO, its larger deck, the Flip deck played on one side, and H2O (SPEC 1.6, 7.1 to 7.3)."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine.cards import FACES, SYMBOL_OF
from engine.testing.random_match import random_match
from tests.engine.client import Client
from tests.engine.matches import Match
from tests.engine.observers import redacted
from tests.engine.positions import at, texts
from tests.engine.test_laws import seen_by

CLASSIC = {"game": "classic"}
LARGE = {"game": "classic", "deck": 112}


def deck(**options: object) -> Counter[str]:
    return Counter(texts(engine.resolve(options).deck.light))


def worth(**options: object) -> int:
    rules = engine.resolve(options)
    return sum(rules.points[face] for face in rules.deck.light)


# -- Decks -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("1.6", "C26")
def test_the_classic_deck_has_108_cards_worth_1240() -> None:
    cards = deck(**CLASSIC)
    colored = {color + symbol: 2 for color in "RYGB" for symbol in (*"123456789", "+2", "R", "S")}
    assert cards == colored | {color + "0": 1 for color in "RYGB"} | {"W": 4, "W4": 4}
    assert (cards.total(), worth(**CLASSIC)) == (108, 1240)


@pytest.mark.rule("1.6", "7.2")
@pytest.mark.parametrize(("hands_wild", "card"), [("swap", "WS"), ("shuffle", "WX")])
def test_the_larger_deck_has_four_wilds_more(hands_wild: str, card: str) -> None:
    options = {**LARGE, "hands_wild": hands_wild}
    assert deck(**options) - deck(**CLASSIC) == {card: 1, "WB": 3}
    assert (deck(**options).total(), worth(**options)) == (112, 1400)


@pytest.mark.rule("7.2")
def test_the_older_wild_brings_the_larger_deck_with_it() -> None:
    assert deck(game="classic", hands_wild="shuffle")["WX"] == 1
    with pytest.raises(engine.ConflictingOptions):
        engine.resolve({"game": "classic", "hands_wild": "shuffle", "deck": 108})


@pytest.mark.rule("1.6")
def test_the_flip_deck_without_its_flips_has_104_cards_worth_1120() -> None:
    cards = deck(game="classic_from_flip")
    assert not [face for face in cards if face.endswith("F")]
    assert (cards.total(), worth(game="classic_from_flip")) == (104, 1120)
    assert (cards["R+1"], cards["W2"], cards["W"]) == (2, 4, 4)


@pytest.mark.rule("1.6", "7.3", "C25")
def test_h2o_is_the_classic_deck_with_or_without_downpour_cards() -> None:
    assert deck(game="h2o") == deck(**CLASSIC)
    wet = deck(game="h2o", h2o_downpour=True)
    assert {face: wet[face] for face in ("W", "W4", "WD1", "WD2")} == dict.fromkeys(("W", "W4", "WD1", "WD2"), 2)
    assert (wet.total(), worth(game="h2o", h2o_downpour=True)) == (108, 1120)


# -- Rules that these games lack ---------------------------------------------------------------------------------------


ONE_SIDED = [{"game": "classic"}, {"game": "classic_from_flip"}, {"game": "h2o"}]
OF_TWO_SIDES = {
    "pairing": "physical", "own_backs": "visible", "scoring_side": "light", "flip_starter": "redraw",
    "flip_wild_chooser": "flipper", "last_flip_scoring": "no_flip", "wild_satisfies_draw_color": True,
}  # fmt: skip


@pytest.mark.rule("8.4", "1.6")
@pytest.mark.parametrize("game", ONE_SIDED, ids=lambda game: game["game"])
@pytest.mark.parametrize("name", OF_TWO_SIDES)
def test_an_option_that_would_change_nothing_on_one_side_is_refused(game: dict[str, object], name: str) -> None:
    with pytest.raises(engine.RulesetError) as refused:
        engine.resolve({**game, name: OF_TWO_SIDES[name]})
    assert refused.value.code == "option_not_applicable"
    assert refused.value.fields["option"] == name


@pytest.mark.rule("8.4", "7.2", "7.3")
@pytest.mark.parametrize(
    "options",
    [
        {"deck": 112}, {"game": "h2o", "deck": 112}, {"game": "h2o", "hands_wild": "shuffle"},
        {"game": "classic", "h2o_downpour": True}, {"h2o_downpour": True}, {"hands_wild": "shuffle"},
    ],
)  # fmt: skip
def test_a_deck_belongs_to_the_game_that_gives_its_cards_a_meaning(options: dict[str, object]) -> None:
    with pytest.raises(engine.RulesetError) as refused:
        engine.resolve(options)
    assert refused.value.code == "option_not_applicable"


@pytest.mark.rule("8.1", "1.6")
@pytest.mark.parametrize("value", [110, "112", True, None])
def test_the_deck_has_108_or_112_cards(value: object) -> None:
    with pytest.raises(engine.BadOptionValue) as refused:
        engine.resolve({"game": "classic", "deck": value})
    assert "108, 112" in str(refused.value)


@pytest.mark.rule("4", "1.6")
@pytest.mark.parametrize("game", ONE_SIDED, ids=lambda game: game["game"])
def test_cards_with_one_side_have_no_backs_to_look_at(game: dict[str, object]) -> None:
    match = Match(game, 3, 1).play(10)
    for viewer in (None, 0, 1, 2):
        seen = engine.view(match.table, viewer)
        assert [seat.backs for seat in seen.seats] == [None, None, None]
        assert seen.draw_pile.top_back is None
        assert all(card.back is None for card in seen.hand or ())


# -- Classic (7.1) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1", "2.7")
def test_a_draw_two_starter_costs_the_first_seat_two_cards_and_its_turn() -> None:
    game = at("L cw dl=B ph=SETUP; A: B1; B: B2; dr: R+2 Y1 Y2 Y3; di:", **CLASSIC).send("start")
    assert (game.actor, game.sizes) == ("B", {"A": 3, "B": 1})


@pytest.mark.rule("7.1", "2.7")
def test_a_draw_four_starter_goes_back_into_the_middle_of_the_pile() -> None:
    game = at("L cw dl=C ph=SETUP; A: B1; B: B2; C: B3; dr: W4 Y1 Y2 Y3 Y4; di:", **CLASSIC).send("start")
    assert (game.top, game.actor) == ("Y1", "A")
    assert texts(game.table.faces[0][card] for card in reversed(game.table.draw)) == ["Y2", "W4", "Y3", "Y4"]


@pytest.mark.rule("7.1", "2.7")
@pytest.mark.parametrize(
    ("card", "options"),
    [("W", CLASSIC), ("WS", LARGE), ("WX", LARGE), ("WB", LARGE), ("WD1", {"game": "h2o"}), ("WD2", {"game": "h2o"})],
)
def test_under_any_other_wild_the_first_seat_names_the_color_and_plays(card: str, options: dict[str, object]) -> None:
    game = at(f"L cw dl=C ph=SETUP; A: B1; B: B2 B3; C: B3; dr: {card} Y1; di:", **options).send("start")
    assert (game.actor, game.phase) == ("A", "START_COLOR")
    game.send("A color B")
    assert (game.actor, game.phase, game.sizes) == ("A", "TURN", {"A": 1, "B": 2, "C": 1})


@pytest.mark.rule("7.1", "3.5")
def test_draw_two_costs_two_cards_and_the_turn() -> None:
    game = at("L cw t=A; A: R+2 G1 G2; B: B1; C: B3; dr: Y1 Y2 Y3; di: R5", **CLASSIC).send("A play R+2")
    assert (game.actor, game.sizes) == ("C", {"A": 2, "B": 3, "C": 1})


@pytest.mark.rule("7.1", "3.5")
@pytest.mark.parametrize("card", ["R+2", "RS", "RR"])
def test_with_two_seats_the_player_of_an_action_plays_again(card: str) -> None:
    game = at(f"L cw t=A; A: {card} G1 G2; B: B1; dr: Y1 Y2 Y3; di: R5", **CLASSIC).send(f"A play {card}")
    assert game.actor == "A"


@pytest.mark.rule("7.1", "3.6")
def test_an_unfounded_challenge_of_a_draw_four_costs_six() -> None:
    game = at("L cw t=A; A: W4 G1 B2; B: B1; C: B3; dr: x9; di: R5", **CLASSIC).send("A play W4 color=G", "B challenge")
    assert (game.actor, game.sizes) == ("C", {"A": 2, "B": 7, "C": 1})


@pytest.mark.rule("7.1", "3.6")
def test_with_two_seats_the_player_of_an_accepted_draw_four_plays_again() -> None:
    game = at("L cw t=A; A: W4 G1 B2; B: B1; dr: x9; di: R5", **CLASSIC).send("A play W4 color=G", "B accept")
    assert (game.actor, game.sizes) == ("A", {"A": 2, "B": 5})


@pytest.mark.rule("7.1", "3.10")
@pytest.mark.parametrize(("card", "points"), [("R+2", 3 + 1 + 2), ("W4", 3 + 1 + 2 + 3 + 4)])
def test_a_draw_card_laid_last_still_makes_the_next_seat_draw(card: str, points: int) -> None:
    game = at(f"L cw t=A; A: {card}; B: B3; C: W; dr: Y1 Y2 Y3 Y4 Y5; di: R5", **CLASSIC).send(f"A play {card}")
    assert (game.phase, game.table.scores[0]) == ("ROUND_OVER", points + 50)


@pytest.mark.rule("7.1", "8.1")
def test_a_strict_draw_four_is_refused_while_the_color_is_held() -> None:
    game = at(
        "L cw t=A; A: W4 R1 B2; B: B1; C: B3; dr: x9; di: R5", **CLASSIC, wild_draw_enforcement="strict"
    )  # fmt: skip
    assert game.refusal("A play W4 color=G") == "card_not_playable"


@pytest.mark.rule("7.1")
def test_a_zero_matches_zeros_and_counts_nothing() -> None:
    game = at("L cw t=A; A: G0; B: R0 B1; dr: Y1; di: R0", **CLASSIC).send("A play G0")
    assert game.table.scores == [1, 0]


# -- The Flip deck on one side -----------------------------------------------------------------------------------------


@pytest.mark.rule("1.6", "3.6")
def test_played_on_one_side_the_flip_deck_has_its_own_draw_cards() -> None:
    game = at("L cw t=A; A: R+1 W2 G1 G2; B: B1; C: B3; dr: x9; di: R5", game="classic_from_flip")
    game.send("A play R+1")
    assert (game.actor, game.sizes["B"]) == ("C", 2)
    game.send("C draw", "A play W2 color=G", "B challenge")
    assert game.sizes["B"] == 2 + 4


@pytest.mark.rule("1.6", "2.7")
def test_played_on_one_side_a_wild_draw_two_goes_back_as_the_starter() -> None:
    game = at("L cw dl=C ph=SETUP; A: B1; B: B2; C: B3; dr: W2 Y1 Y2 Y3; di:", game="classic_from_flip").send("start")
    assert game.top == "Y1"


# -- H2O (7.3) ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("card", "count"), [("WD1", 1), ("WD2", 2)])
def test_a_downpour_makes_all_others_draw_and_nobody_loses_a_turn(card: str, count: int) -> None:
    game = at(f"L ccw t=A; A: {card} G1 B2; B: B1; C: B3; dr: x9; di: R5", game="h2o").send(f"A play {card} color=Y")
    assert (game.actor, game.sizes, game.color) == ("C", {"A": 2, "B": 1 + count, "C": 1 + count}, "Y")


@pytest.mark.rule("7.3", "3.10")
def test_a_downpour_laid_last_is_still_carried_out() -> None:
    game = at("L cw t=A; A: WD2; B: B1; C: B3; dr: R1 R2 R3 R4; di: R5", game="h2o").send("A play WD2")
    assert (game.phase, game.table.scores) == ("ROUND_OVER", [1 + 3 + 10, 0, 0])


@pytest.mark.rule("7.3", "3.9")
def test_a_downpour_ends_the_duty_of_a_seat_with_one_card() -> None:
    game = at("L cw t=A; A: R1 G1; B: WD1 B1 B2; C: B3; dr: x9; di: R5", game="h2o")
    assert game.send("A play R1", "B play WD1 color=Y").uno["A"] == "none"


@pytest.mark.rule("7.3", "R-EXHAUST")
def test_a_downpour_on_an_empty_pile_gives_what_there_is_in_order_of_play() -> None:
    game = at("L cw t=A; A: WD2 G1 B2; B: B1; C: B3; dr: Y1; di: R5 R6 R7", game="h2o").send("A play WD2 color=Y")
    assert game.sizes == {"A": 2, "B": 3, "C": 3}
    short = at("L cw t=A; A: WD2 G1 B2; B: B1; C: B3; dr: Y1; di: R5", game="h2o").send("A play WD2 color=Y")
    assert short.sizes == {"A": 2, "B": 3, "C": 1}


# -- Bots -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "target"), [("B: B1; C: Y1 Y2 Y3 Y4", 1), ("B: Y1 Y2 Y3 Y4; C: B1", 2)])
def test_sharp_swaps_a_large_hand_for_the_smallest(seats: str, target: int) -> None:
    table = at(f"L cw t=A; A: WS G1 G2 Y3 B4 B5; {seats}; dr: x20; di: R5", **LARGE)
    play = engine.bot("sharp").choose(table.sees("A"), table.legal("A"), lambda _: 0)
    assert isinstance(play, engine.Play)
    assert (play.card, play.target, play.uno) == ("WS", target, True)


def test_sharp_keeps_the_swap_while_everybody_else_has_more() -> None:
    table = at("L cw t=A; A: WS R1 R2; B: x9; C: x9; dr: x20; di: R5", **LARGE)
    play = engine.bot("sharp").choose(table.sees("A"), table.legal("A"), lambda _: 0)
    assert isinstance(play, engine.Play)
    assert play.card != "WS"


@pytest.mark.parametrize("options", [CLASSIC, LARGE, {"game": "h2o", "h2o_downpour": True}], ids=str)
def test_sharp_plays_to_the_end(options: dict[str, object]) -> None:
    bots = [engine.bot("sharp"), engine.bot("random"), engine.bot("sharp")]
    *_, (table, _) = random_match(bots, {**options, "scoring": "single_round"}, bytes(32))
    assert table.is_over


# -- Themes (7.3) ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3")
@pytest.mark.parametrize("theme", sorted(engine.THEMES))
def test_a_theme_is_known_to_all_at_the_table_and_changes_no_rule(theme: str) -> None:
    table = at("L cw t=A; A: R1 G1; B: B1; dr: x5; di: R5", game="classic", theme=theme)
    assert table.sees(None).options["theme"] == theme
    assert table.send("A play R1 uno").sizes == {"A": 1, "B": 1}


@pytest.mark.rule("7.3")
def test_the_labels_of_a_theme_are_of_colors_and_symbols_that_exist() -> None:
    for labels in engine.THEMES.values():
        assert set(labels.colors) <= set("RYGB")
        assert set(labels.symbols) <= set(SYMBOL_OF)
        assert len(set(labels.colors.values())) == len(labels.colors)


# -- All of them -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("7.1", "7.2", "7.3", "3.12")
@pytest.mark.parametrize(
    "options",
    [*ONE_SIDED, LARGE, {**LARGE, "hands_wild": "shuffle"}, {"game": "h2o", "h2o_downpour": True}],
    ids=str,
)
@pytest.mark.parametrize("seats", [2, 3, 10])
def test_random_matches_end_can_be_replayed_and_are_seen_by_the_events_told(
    options: dict[str, object], seats: int
) -> None:
    match = Match({**options, "scoring": "single_round"}, seats, seats)
    match.start()
    clients = [Client(viewer) for viewer in (None, *range(seats))]
    shown = 0
    while not match.table.is_over:
        match.step()
        for client in clients:
            for event in match.log[shown:]:
                client.watch(redacted(event, match.table, client.viewer))
        shown = len(match.log)
        client = clients[shown % len(clients)]
        assert seen_by(match.table, client.viewer) == client.knows()
    assert engine.replay(match.log) == match.table
    assert {FACES[face] for face in match.table.faces[1]} == {"x"}
