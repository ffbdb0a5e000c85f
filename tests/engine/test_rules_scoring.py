"""Points, totals, ranks and the end of a match (SPEC 5)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from tests.engine.matches import Match, Style
from tests.engine.positions import AtTable, at

LAST = "L cw t=A sc={}; A: Y1; B: R5 G3; C: B2; dr: x4; di: Y8"


def ended(scores: str = "", position: str = LAST, **options: object) -> AtTable:
    """A plays their last card; B is left with 8 points, C with 2."""
    return at(position.format(scores), **options).send("A play Y1")


def result(game: AtTable) -> engine.MatchEnded:
    (event,) = game.events(engine.MatchEnded)
    return event


@pytest.mark.rule("5", "C06")
def test_the_winner_takes_the_points_of_all_other_hands() -> None:
    game = ended("A+100,B+20")
    assert game.table.scores == [110, 20, 0]
    assert game.events(engine.RoundEnded)[0].points == (10, 0, 0)


@pytest.mark.rule("5")
def test_the_worked_example_is_worth_189_points() -> None:
    game = at("D cw t=A; A: p1; B: p9 t6 o4 oR vF; C: tE w wc; dr: x4; di: p2").send("A play p1")
    assert game.table.scores == [189, 0, 0]


@pytest.mark.rule("5", "C07")
@pytest.mark.parametrize(("score", "over"), [(489, False), (490, True), (495, True)])
def test_the_match_ends_at_500_and_not_before(score: int, *, over: bool) -> None:
    game = ended(f"A+{score},B+300,C+400")
    assert game.table.is_over is over
    if over:
        assert result(game).winners == (0,)
        assert result(game).ranks == (1, 3, 2)


@pytest.mark.rule("5", "C07", "8.1")
def test_the_target_may_be_another() -> None:
    assert ended("A+190", target=200).table.is_over
    assert not ended("A+490", target=600).table.is_over


@pytest.mark.rule("5", "C06")
def test_with_own_low_everyone_writes_their_own_hand_and_the_lowest_total_wins() -> None:
    game = ended("A+120,B+495,C+119", scoring="own_low")
    assert game.table.scores == [120, 503, 121]
    assert result(game).winners == (0,)
    assert result(game).ranks == (1, 3, 2)
    assert not ended("A+120,B+490", scoring="own_low").table.is_over


@pytest.mark.rule("5", "C06")
def test_with_loser_at_the_seat_that_reaches_200_loses_and_all_others_win() -> None:
    game = ended("A+150,B+195,C+10", scoring="loser_at")
    assert result(game).winners == (0, 2)
    assert result(game).ranks == (1, 3, 1)
    assert not ended("A+150,B+191", scoring="loser_at").table.is_over
    assert not ended("A+150,B+195", scoring="loser_at", target=300).table.is_over


@pytest.mark.rule("5", "C06")
@pytest.mark.parametrize(("scoring", "target", "ranks"), [("own_low", 500, (1, 3, 2)), ("loser_at", 200, (1, 3, 1))])
def test_a_total_that_equals_the_target_ends_the_match(scoring: str, target: int, ranks: tuple[int, ...]) -> None:
    game = ended(f"A+10,B+{target - 8},C+20", scoring=scoring)
    assert (game.table.scores[1], result(game).ranks) == (target, ranks)
    assert not ended(f"A+10,B+{target - 9},C+20", scoring=scoring).table.is_over


@pytest.mark.rule("5")
@pytest.mark.parametrize(("total", "left"), [(499, ()), (500, (1,))])
def test_a_total_that_equals_the_target_eliminates_its_seat(total: int, left: tuple[int, ...]) -> None:
    game = ended(f"A+10,B+{total - 8},C+20", scoring="elimination")
    assert (game.table.scores[1], game.table.eliminated) == (total, left)


@pytest.mark.rule("5", "C27")
def test_a_single_round_is_ranked_by_the_winner_then_by_hand_points() -> None:
    game = ended(scoring="single_round")
    assert result(game).winners == (0,)
    assert result(game).ranks == (1, 3, 2)
    assert game.table.scores == [10, 0, 0]


@pytest.mark.rule("5", "R-BLOCKED")
def test_a_single_round_that_nobody_won_is_ranked_by_cards_and_points() -> None:
    game = at("L cw t=A; A: B3; B: G3; dr: ; di: Y8", scoring="single_round").send("A draw", "B draw")
    assert result(game).winners == (0, 1)
    assert result(game).ranks == (1, 1)


@pytest.mark.rule("5", "8.2", "R-TIE")
def test_a_single_round_that_nobody_won_is_ranked_by_points_where_points_decide() -> None:
    points: dict[str, object] = {"scoring": "single_round", "time_winner": "fewest_points"}
    game = at("L cw t=A; A: R1 R2; B: W2; C: G7; D: B3; dr: x9; di: Y8", **points).send("A expire")
    assert result(game).winners == (0, 3)
    assert result(game).ranks == (1, 4, 3, 1)
    out = at("L cw t=A; A: R1 x8; B: R5; C: G5; dr: x; di: Y8", hand_limit=10, **points).send("A draw", "B expire")
    assert result(out).ranks == (3, 1, 1)


@pytest.mark.rule("5")
def test_with_elimination_seats_at_the_target_leave_and_the_last_one_wins() -> None:
    game = ended("A+10,B+495,C+20", scoring="elimination")
    assert game.table.out == (1,)
    assert not game.table.is_over
    assert game.sees("A").seats[1].out
    game.table.faces = (tuple([1] * 112), tuple([60] * 112))  # cards to deal from
    assert game.refusal("B next_round") == "not_your_turn"
    game.send("A next_round")
    assert game.sizes == {"A": 7, "B": 0, "C": 7}
    assert game.refusal("B catch A") == "not_your_turn"
    both = ended("A+10,B+495,C+499", scoring="elimination")
    assert result(both).winners == (0,)
    assert result(both).ranks == (1, 3, 2)


@pytest.mark.rule("5")
def test_the_service_deals_on_when_the_first_seat_is_eliminated() -> None:
    game = at("L cw t=B sc=A+499; A: R5; B: Y1; C: B2; dr: x4; di: Y8", scoring="elimination").send("B play Y1")
    assert game.table.out == (0,)
    game.table.faces = (tuple([1] * 112), tuple([60] * 112))
    engine.act(game.table, None, engine.NextRound(), game.chance)
    assert game.sizes == {"A": 0, "B": 7, "C": 7}


@pytest.mark.rule("5")
def test_eliminated_seats_keep_their_rank_to_the_end() -> None:
    match = Match({"scoring": "elimination", "target": 100}, 4, 3, Style.SHED).play(20_000)
    assert match.table.is_over
    ended = match.log[-1]
    assert isinstance(ended, engine.MatchEnded)
    left = [event.seat for event in match.log if isinstance(event, e.SeatEliminated)]
    assert ended.ranks[left[0]] >= ended.ranks[left[-1]] > 1
    assert [ended.ranks[seat] for seat in ended.winners] == [1]


@pytest.mark.rule("5")
def test_the_lowest_total_always_stays_in_an_elimination() -> None:
    position = "L cw t=A sc={}; A: B5; B: G3; dr: ; di: Y8"
    game = at(position.format("A+499,B+499"), scoring="elimination").send("A draw", "B draw")
    assert result(game).winners == (1,)
    assert result(game).ranks == (2, 1)


@pytest.mark.rule("5", "R-TIE")
def test_an_elimination_ends_when_all_that_are_left_stand_at_the_target() -> None:
    position = "L cw t=A sc={}; A: B3; B: G3; dr: ; di: Y8"
    game = at(position.format("A+497,B+497"), scoring="elimination").send("A draw", "B draw")
    assert (result(game).winners, result(game).ranks) == ((0, 1), (1, 1))
    assert not at(position.format("A+496,B+496"), scoring="elimination").send("A draw", "B draw").table.is_over


@pytest.mark.rule("5", "C08", "8.1")
def test_the_side_in_play_is_scored_unless_scoring_side_is_light() -> None:
    position = "D cw t=A; A: Y5/p1; B: R3/v9; dr: x4; di: p2"
    assert at(position).send("A play p1").table.scores == [9, 0]
    light = at(position, scoring_side="light").send("A play p1")
    assert light.table.scores == [3, 0]
    assert light.told(None, "round_ended")[0]["side"] == "L"


@pytest.mark.rule("5", "R-TIE")
def test_equal_totals_share_a_rank_and_the_next_rank_is_left_out() -> None:
    shared = at("L cw t=A sc=A+5,B+5,C+499,D+5; A: Y1; B: x1; C: G9; D: G1; dr: x4; di: Y8", scoring="own_low")
    assert result(shared.send("A play Y1")).ranks == (1, 1, 4, 3)
    assert result(shared).winners == (0, 1)


@pytest.mark.rule("5", "R-TIE", "8.1")
def test_with_tiebreak_extra_round_a_shared_first_place_is_played_on() -> None:
    position = "L cw t=A sc=A+5,B+5,C+499; A: Y1; B: x1; C: G9; dr: x4; di: Y8"
    assert at(position, scoring="own_low").send("A play Y1").table.is_over
    assert at(position, scoring="own_low", tiebreak="extra_round").send("A play Y1").phase == "ROUND_OVER"


@pytest.mark.rule("5", "R-TIE", "R-BLOCKED")
def test_a_round_without_a_winner_scores_nothing_or_everyones_own_hand() -> None:
    position = "L cw t=A; A: B3; B: G3; dr: ; di: Y8"
    assert at(position).send("A draw", "B draw").table.scores == [0, 0]
    assert at(position, scoring="own_low").send("A draw", "B draw").table.scores == [3, 3]


@pytest.mark.rule("5", "8.2")
def test_the_winner_of_a_round_out_of_time_does_not_score_their_own_cards() -> None:
    game = at("L cw t=A; A: R9 R8; B: G1 G2 G3; C: B1 B2 B3; dr: x6; di: Y8").send("A expire")
    assert game.table.scores == [12, 0, 0]


@pytest.mark.rule("5")
def test_the_match_ends_with_the_seed_that_was_committed() -> None:
    game = ended("A+495")
    assert result(game).seed == game.chance.seed.hex()
