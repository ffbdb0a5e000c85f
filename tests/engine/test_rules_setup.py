"""Seats, dealer, deal and starter (SPEC 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine import events as e
from engine.cards import FACES
from tests.engine.matches import Match
from tests.engine.positions import at
from tests.engine.scripted import ScriptedChance, card_ids, with_on_top

if TYPE_CHECKING:
    from tests.engine.positions import AtTable

COMMITMENT = "00" * 32


def begin(seats: int, chance: engine.Chance | None = None, **options: object) -> tuple[engine.Table, list[Any]]:
    """Return a table with its first round dealt, and the events of the start."""
    chance = chance or ScriptedChance()
    table = engine.replay(engine.new_match(options, seats=seats, commitment=COMMITMENT))
    for seat in range(seats):
        engine.act(table, seat, engine.TakeSeat("human", f"{seat:064x}"), chance)
    return table, engine.act(table, None, engine.Start(), chance)


def drawn_for_deal(*faces: str) -> ScriptedChance:
    """Return chance that draws these cards for the deal, in seat order."""
    return ScriptedChance(dealer=with_on_top(card_ids(*faces)))


def dealer_draw(events: list[Any]) -> list[tuple[int, str]]:
    return [(event.seat, FACES[event.face]) for event in events if isinstance(event, e.DealerDrawn)]


# -- Seats -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2", "2.1", "C22", "T019")
@pytest.mark.parametrize("seats", [0, 1, 11])
def test_fewer_than_two_or_more_than_ten_seats_are_refused(seats: int) -> None:
    with pytest.raises(engine.BadSeatCount) as refused:
        engine.new_match({}, seats=seats, commitment=COMMITMENT)
    assert refused.value.code == "bad_seat_count"
    assert refused.value.fields == {"least": 2, "most": 10}


@pytest.mark.rule("2.1", "C22")
@pytest.mark.parametrize("seats", range(2, 11))
def test_two_to_ten_seats_can_play(seats: int) -> None:
    table, _ = begin(seats)
    assert table.seats == seats
    assert table.turn is not None


@pytest.mark.rule("2.1")
def test_a_seat_is_taken_and_left_once() -> None:
    match = Match({}, 2, 1)
    match.send(0, engine.TakeSeat("human", "ab" * 32))
    assert refusal(match, 0, engine.TakeSeat("bot")) == "seat_not_open"
    match.send(0, engine.LeaveSeat())
    assert refusal(match, 0, engine.LeaveSeat()) == "seat_not_taken"
    assert match.table == engine.replay(match.log)


@pytest.mark.rule("2.1")
def test_a_match_starts_when_all_seats_are_taken() -> None:
    match = Match({}, 3, 1)
    match.send(1, engine.TakeSeat("human"))
    assert refusal(match, None, engine.Start()) == "seats_open"
    match.send(0, engine.TakeSeat("human"))
    match.send(2, engine.TakeSeat("bot"))
    match.send(None, engine.Start())
    assert refusal(match, 0, engine.TakeSeat("human")) == "wrong_phase"


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("entropy", ["", "ab", "AB" * 32, "xy" * 32, "ab" * 33, "\u0661" * 64])
def test_entropy_is_64_hexadecimal_digits(entropy: str) -> None:
    assert refusal(Match({}, 2, 1), 0, engine.TakeSeat("human", entropy)) == "bad_entropy"


def refusal(match: Match, seat: int | None, command: engine.Command) -> str:
    with pytest.raises(engine.RuleViolation) as refused:
        match.send(seat, command)
    return refused.value.code


# -- Dealer ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.2", "C09")
def test_the_highest_card_deals_and_the_seat_to_its_left_begins() -> None:
    table, events = begin(4, drawn_for_deal("R3", "Y9", "G2", "B4"))
    assert dealer_draw(events) == [(0, "R3"), (1, "Y9"), (2, "G2"), (3, "B4")]
    assert table.dealer == 1


@pytest.mark.rule("2.2", "C10", "T016")
def test_symbols_count_zero_in_the_dealer_draw() -> None:
    table, _ = begin(3, drawn_for_deal("W", "R1", "YF"))
    assert table.dealer == 1


@pytest.mark.rule("2.2", "C11", "T015")
def test_only_the_tied_seats_draw_again_for_the_deal() -> None:
    table, events = begin(4, drawn_for_deal("R9", "Y9", "GS", "B4", "R2", "R5"))
    assert dealer_draw(events)[4:] == [(0, "R2"), (1, "R5")]
    assert table.dealer == 1


@pytest.mark.rule("2.2", "C11")
def test_seats_draw_on_until_one_is_ahead_even_through_the_whole_deck() -> None:
    ties = card_ids(*["W"] * 4, *["W2"] * 4, "RR", "YR", "GR", "BR")
    table, events = begin(2, ScriptedChance(dealer=[*card_ids("R7", "R6"), *ties]))
    assert len(dealer_draw(events)) == 14
    assert table.dealer == 1  # R6, then R7, lie at the bottom of the pile


@pytest.mark.rule("2.2")
def test_the_cards_of_the_dealer_draw_go_back() -> None:
    table, _ = begin(3, drawn_for_deal("W", "R1", "YF"))
    in_play = [*table.draw, *table.discard, *(card for hand in table.hands for card in hand)]
    assert sorted(in_play) == list(range(112))


@pytest.mark.rule("2.2", "C09", "T017")
def test_with_high_starts_the_highest_card_begins_and_the_seat_to_its_right_deals() -> None:
    table, _ = begin(3, drawn_for_deal("W", "R1", "YF"), dealer_selection="high_starts")
    assert table.dealer == 0


@pytest.mark.rule("2.2")
def test_the_dealer_may_be_a_given_seat_or_drawn_by_lot() -> None:
    assert begin(4, dealer_selection="seat=C")[0].dealer == 2
    # New tables refuse this, but old matches began so, and their transcripts must always verify.
    assert begin(3, dealer_selection="seat=E")[0].dealer == 1
    chances = [engine.Chance(bytes(16), bytes([seed]) * 32) for seed in range(40)]
    dealers = {begin(4, chance, dealer_selection="random")[0].dealer for chance in chances}
    assert dealers == {0, 1, 2, 3}


@pytest.mark.rule("2.3", "T020")
def test_the_next_round_is_dealt_by_the_next_seat_on_the_light_side_clockwise_with_scores_kept() -> None:
    game = at("D ccw dl=D t=A sc=A+10,C+7; A: p1; B: p9; C: t6; D: o1; dr: x4; di: p2").send("A play p1")
    game.table.faces = tuple((1,) * 112), tuple((60,) * 112)  # cards to deal from
    scores = list(game.table.scores)
    assert scores[0] > 10
    game.send("A next_round")
    assert game.table.round == 2
    assert game.table.dealer == 0
    assert (game.side, game.table.direction, game.actor) == ("L", 1, "B")
    assert game.table.scores == scores
    assert all(len(hand) == 7 for hand in game.table.hands)


# -- Deal --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.4")
def test_a_seed_shuffles_the_same_way_every_time_and_another_seed_another_way() -> None:
    piles = [begin(3, engine.Chance(bytes(16), bytes([seed]) * 32))[0].draw for seed in (1, 1, 2)]
    assert piles[0] == piles[1] != piles[2]


@pytest.mark.rule("2.4")
def test_the_players_entropy_takes_part_in_the_shuffle() -> None:
    piles = []
    for entropy in ("aa" * 32, "bb" * 32):
        match = Match({}, 2, 1)
        match.send(0, engine.TakeSeat("human", entropy))
        match.send(1, engine.TakeSeat("human", "cc" * 32))
        match.send(None, engine.Start())
        piles.append(match.table.draw)
    assert piles[0] != piles[1]


@pytest.mark.rule("2.5")
def test_seven_cards_each_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    top = [*range(40, 61), *card_ids("R5")]
    table, _ = begin(3, ScriptedChance(piles={0: with_on_top(top)}), dealer_selection="seat=A")
    assert list(table.hands[1]) == list(range(40, 61, 3))
    assert list(table.hands[2]) == list(range(41, 61, 3))
    assert list(table.hands[0]) == list(range(42, 61, 3))
    assert table.discard == card_ids("R5")


@pytest.mark.rule("2.5", "T018")
def test_with_ten_seats_41_cards_remain_after_a_number_starter() -> None:
    chance = ScriptedChance(piles={0: with_on_top([*range(100, 112), *range(40, 98), *card_ids("R5")])})
    table, _ = begin(10, chance)
    assert [len(hand) for hand in table.hands] == [7] * 10
    assert (len(table.draw), len(table.discard)) == (41, 1)


@pytest.mark.rule("2.6")
def test_play_begins_on_the_light_side_with_the_dark_face_of_the_pile_open() -> None:
    table, _ = begin(3, ScriptedChance(piles={0: with_on_top([*range(40, 61), *card_ids("R5", "R6")])}))
    view = engine.view(table, None)
    assert view.side == "L"
    assert view.draw_pile.top_back == FACES[table.faces[1][card_ids("R6")[0]]]


# -- Starter -----------------------------------------------------------------------------------------------------------


def starter(pile: str, seats: int = 4, **options: object) -> AtTable:
    """The starter is turned from this pile; the last seat deals."""
    letters = "ABCD"[:seats]
    hands = "; ".join(f"{letter}: x7" for letter in letters)
    return at(f"L cw dl={letters[-1]} ph=SETUP; {hands}; dr: {pile}; di: ", **options).send("start")


@pytest.mark.rule("2.7", "C12")
@pytest.mark.parametrize(
    ("face", "of_four", "of_two", "direction"),
    [("Y8", "A", "A", 1), ("Y+1", "B", "B", 1), ("YR", "D", "B", -1), ("YS", "B", "B", 1)],
)
def test_an_action_card_as_starter_takes_effect(face: str, of_four: str, of_two: str, direction: int) -> None:
    for seats, actor in ((4, of_four), (2, of_two)):
        game = starter(f"{face} x8", seats)
        assert (game.actor, game.phase, game.color) == (actor, "TURN", "Y")
        assert game.table.direction == direction
        assert game.sizes["A"] == (8 if face == "Y+1" else 7)


@pytest.mark.rule("2.7")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_seat_names_the_color_of_a_wild_starter_and_plays(seats: int) -> None:
    game = starter("W x8", seats)
    assert (game.actor, game.phase, game.color) == ("A", "START_COLOR", None)
    assert game.refusal("B color G") == "not_your_turn"
    game.send("A color G")
    assert (game.actor, game.phase, game.color) == ("A", "TURN", "G")


@pytest.mark.rule("2.7", "C13")
def test_a_wild_draw_two_goes_back_into_the_middle_of_the_pile_again_and_again() -> None:
    game = starter("W2 W2 Y5 x5")
    assert game.top == "Y5"
    assert [FACES[game.table.faces[0][card]] for card in reversed(game.table.draw)].count("W2") == 2
    assert [(event.depth) for event in game.events(e.StarterReturned)] == [3, 3]


@pytest.mark.rule("8.3", "R-START-WILD")
def test_with_redraw_wild_starter_a_wild_goes_back_into_the_pile() -> None:
    game = starter("W W Y5 x5", redraw_wild_starter=True)
    assert (game.top, game.color, game.phase) == ("Y5", "Y", "TURN")
    assert [FACES[game.table.faces[0][card]] for card in game.table.draw].count("W") == 2
    with pytest.raises(engine.ConflictingOptions):
        engine.resolve({"redraw_wild_starter": True, "starter": "number_only"})


@pytest.mark.rule("2.7", "R-START-FLIP", "C14")
def test_a_flip_starter_is_carried_out_and_the_action_behind_it_is_ignored() -> None:
    game = starter("YF/o+5 Y1/p1 Y2/p2 Y3/p3")
    assert (game.side, game.top, game.color, game.actor, game.phase) == ("D", "o+5", "o", "A", "TURN")
    assert game.sizes == {"A": 7, "B": 7, "C": 7, "D": 7}
    assert [FACES[game.table.faces[1][card]] for card in reversed(game.table.draw)] == ["p3", "p2", "p1"]


@pytest.mark.rule("2.7", "R-START-FLIP")
def test_a_wild_behind_a_flip_starter_lets_the_first_seat_name_the_color() -> None:
    game = starter("GF/wc x5")
    assert (game.actor, game.phase) == ("A", "START_COLOR")
    assert game.send("A color v").color == "v"


@pytest.mark.rule("2.7", "C14")
def test_flip_starter_redraw_and_ignore() -> None:
    again = starter("YF Y5 x4", flip_starter="redraw")
    assert (again.side, again.top, len(again.table.draw)) == ("L", "Y5", 5)
    plain = starter("YF Y5 x4", flip_starter="ignore")
    assert (plain.side, plain.top, plain.actor, plain.color) == ("L", "YF", "A", "Y")


@pytest.mark.rule("2.7", "C12")
def test_with_starter_number_only_cards_are_turned_until_a_number_shows_and_stay_underneath() -> None:
    game = starter("YS W2 YF W Y+1 YR G4 x3", starter="number_only")
    assert (game.top, game.actor, game.side, game.table.direction) == ("G4", "A", "L", 1)
    assert len(game.table.discard) == 7
    assert game.sizes["A"] == 7
