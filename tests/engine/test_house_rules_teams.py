"""Partners: points, winners and opponents (SPEC 8.2 teams, section 5 "Teams")."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.catalogue import OPTIONS
from engine.testing.scenarios import run
from tests.engine.matches import Match
from tests.engine.positions import AtTable, at

TEAMS = {"A": "X", "B": "Y", "C": "X", "D": "Y"}
LAST = "L cw t=A sc={}; A: Y1; B: R5; C: B2; D: G9; dr: x4; di: Y8"
"""A goes out; its opponents B and D hold 14 points, its partner C two."""


def ended(scores: str = "", position: str = LAST, **options: object) -> AtTable:
    return at(position.format(scores), **({"teams": TEAMS} | options)).send("A play Y1")


def result(game: AtTable) -> engine.MatchEnded:
    (event,) = game.events(engine.MatchEnded)
    return event


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("value", [["X", "Y", "X", "Y"], ("X", "Y", "X", "Y"), dict(reversed(TEAMS.items()))])
def test_a_seating_is_one_value_however_it_is_said(value: object) -> None:
    rules = engine.resolve({"teams": value})
    assert rules is engine.resolve({"teams": TEAMS})
    assert dict(rules.spec.options)["teams"] == ("X", "Y", "X", "Y")
    assert engine.resolve(dict(rules.spec.options)) is rules


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    "value",
    [
        1, 6, -2, True, None, "X", [], ["X"] * 4, ["X", "Y"], ["X", "Y", "X"], ["X", "Y", "X", "X"], ["X", 1, "X", 1],
        ["", "Y", "", "Y"], ["X" * 41, "Y"] * 2, ["X", "Y"] * 6, {"A": "X", "B": "Y", "C": "X", "E": "Y"},
        {0: "X", 1: "Y", 2: "X", 3: "Y"}, {"A": "X", "B": "Y", "C": "X", "D": ["Y"]},
    ],
)  # fmt: skip
def test_teams_of_different_sizes_or_without_partners_are_refused(value: object) -> None:
    with pytest.raises(engine.BadOptionValue) as refused:
        engine.resolve({"teams": value})
    assert refused.value.fields["option"] == "teams"


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    ("value", "seats", "code"),
    [
        (2, 2, "option_not_applicable"), (2, 3, "option_not_applicable"), (3, 5, "option_not_applicable"),
        (TEAMS, 6, "option_not_applicable"), (2, 1, "bad_seat_count"), (2, 11, "bad_seat_count"),
        (2, 5, "option_not_applicable"), (3, 10, "option_not_applicable"), (4, 10, "option_not_applicable"),
    ],
)  # fmt: skip
def test_seats_that_do_not_make_teams_of_one_size_are_refused(value: object, seats: int, code: str) -> None:
    with pytest.raises(engine.RulesetError) as refused:
        engine.new_match({"teams": value}, seats=seats, commitment="00" * 32)
    assert refused.value.code == code
    assert str(refused.value)


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    ("value", "seats", "needed"),
    [(2, 3, "2 teams need 4, 6, 8 or 10 seats"), (5, 8, "5 teams need 10 seats"), (TEAMS, 6, "2 teams need 4 seats")],
)
def test_the_refusal_names_the_option_and_both_numbers(value: object, seats: int, needed: str) -> None:
    with pytest.raises(engine.OptionNotApplicable) as refused:
        engine.new_match({"teams": value}, seats=seats, commitment="00" * 32)
    assert str(refused.value) == f"teams cannot be on here: these {needed}, and there are {seats}."


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(("value", "seats"), [(2, 4), (2, 6), (2, 10), (5, 10), (3, 9), (TEAMS, 4)])
def test_seats_that_make_teams_of_one_size_can_play(value: object, seats: int) -> None:
    (created,) = engine.new_match({"teams": value}, seats=seats, commitment="00" * 32)
    assert len(engine.replay([created]).teams) == seats


@pytest.mark.rule("8.2")
def test_a_number_of_teams_seats_partners_alternately_and_everybody_sees_it() -> None:
    table = engine.replay(engine.new_match({"teams": 3}, seats=6, commitment="00" * 32))
    assert [seat.team for seat in engine.view(table, None).seats] == ["1", "2", "3", "1", "2", "3"]
    assert [seat.team for seat in at("L cw t=A; A: Y1; B: R5; dr: x4; di: Y8").sees("A").seats] == [None, None]


@pytest.mark.rule("5", "8.2")
def test_the_hands_of_all_opponents_count_for_every_partner() -> None:
    game = ended("A+100,B+20")
    assert game.events(engine.RoundEnded)[0].points == (14, 0, 14, 0)
    assert game.table.scores == [114, 20, 114, 20]
    assert game.table.last_round is not None
    assert game.table.last_round.winner == 0


@pytest.mark.rule("5", "8.2")
def test_with_own_low_a_team_writes_the_hands_of_all_its_members() -> None:
    game = ended("X+100,Y+490", scoring="own_low")
    assert game.table.scores == [102, 504, 102, 504]
    assert (result(game).winners, result(game).ranks) == ((0, 2), (1, 3, 1, 3))


@pytest.mark.rule("5", "8.2")
def test_partners_win_together_and_that_is_no_tie() -> None:
    assert (result(ended("X+490")).winners, result(ended("X+490")).ranks) == ((0, 2), (1, 3, 1, 3))
    game = ended("X+100,Y+490", scoring="own_low", tiebreak="extra_round")
    assert (result(game).winners, result(game).ranks) == ((0, 2), (1, 3, 1, 3))


@pytest.mark.rule("5", "8.2", "R-TIE")
def test_teams_that_share_the_first_place_play_on_if_they_are_to() -> None:
    level = "X+512,Y+500"
    assert result(ended(level, scoring="own_low")).winners == (0, 1, 2, 3)
    assert not ended(level, scoring="own_low", tiebreak="extra_round").table.is_over


@pytest.mark.rule("5", "8.2")
def test_the_team_at_the_limit_loses_as_a_whole() -> None:
    game = ended("X+10,Y+190", scoring="loser_at")
    assert (result(game).winners, result(game).ranks) == ((0, 2), (1, 3, 1, 3))


@pytest.mark.rule("5", "8.2")
def test_one_round_ranks_the_losing_teams_by_all_their_cards() -> None:
    position = "L cw t=A; A: Y1; B: R5; C: R1; D: B9; E: B2; F: G9; dr: x4; di: Y8"
    game = at(position, teams=3, scoring="single_round").send("A play Y1")
    assert game.events(engine.RoundEnded)[0].points == (17, 0, 0, 17, 0, 0)
    assert (result(game).winners, result(game).ranks) == ((0, 3), (1, 3, 5, 1, 3, 5))


@pytest.mark.rule("5", "8.2", "R-BLOCKED")
def test_one_round_that_nobody_wins_goes_to_the_team_with_the_least() -> None:
    position = "L cw t=A; A: Y1 Y2; B: R1; C: R5; D: B9 B1; dr: x4; di: Y8"
    level = "L cw t=A; A: Y1 Y2; B: R1; C: R5; D: B7 R0; dr: x4; di: Y8"
    assert result(at(position, teams=2, scoring="single_round").send("A expire")).ranks == (1, 3, 1, 3)
    tied = at(level.replace("R0", "R1").replace("B7", "B6"), teams=2, scoring="single_round").send("A expire")
    assert result(tied).winners == (0, 1, 2, 3)
    assert (
        not at(level.replace("R0", "R1").replace("B7", "B6"), teams=2, scoring="single_round", tiebreak="extra_round")
        .send("A expire")
        .table.is_over
    )


@pytest.mark.rule("5", "8.2")
def test_a_team_that_reaches_the_limit_leaves_the_match_and_the_last_team_wins() -> None:
    position = "L cw t=A sc=X+100,Y+495,Z+300; A: Y1; B: R5; C: R1; D: B9; E: B2; F: G9; dr: x4; di: Y8"
    seating = ["X", "Y", "Z", "X", "Y", "Z"]
    game = at(position, teams=seating, scoring="elimination").send("A play Y1")
    assert game.table.eliminated == (1, 4)
    assert not game.table.is_over
    last = at(position.replace("Z+300", "Z+495"), teams=seating, scoring="elimination").send("A play Y1")
    assert (result(last).winners, result(last).ranks) == ((0, 3), (1, 3, 5, 1, 3, 5))


@pytest.mark.rule("8.2", "8.4")
@pytest.mark.parametrize(
    ("time_winner", "position", "winner", "points"),
    [
        # A and C hold four cards and 22 points, B and D five cards and 5 points; the best seat of a team is named.
        ("fewest_cards", "A: R9 R8; B: G1; C: B2 B3; D: R1 Y1 B1 G1", 2, (5, 0, 5, 0)),
        ("fewest_points", "A: R9 R8; B: G1; C: B2 B3; D: R1 Y1 B1 G1", 1, (0, 22, 0, 22)),
        # Four cards each: the fewer points of the team decide, and D has the best hand of it.
        ("fewest_cards", "A: R9 R8; B: G9 G1; C: B2 B3; D: R1 Y2", 3, (0, 22, 0, 22)),
        # Equal in both: no seat wins.
        ("fewest_cards", "A: R9 R8; B: G9 G1; C: B2 B3; D: R9 Y3", None, (0, 0, 0, 0)),
    ],
)
def test_time_goes_to_the_team_with_the_least(
    time_winner: str, position: str, winner: int | None, points: tuple[int, ...]
) -> None:
    game = at(f"L cw t=A; {position}; dr: x6; di: Y8", teams=2, time_winner=time_winner).send("A expire")
    (ended_round,) = game.events(engine.RoundEnded)
    assert (ended_round.winner, ended_round.points) == (winner, points)


@pytest.mark.rule("9", "8.2")
def test_scenarios_may_ask_for_what_teams_have() -> None:
    row: dict[str, Any] = {
        "options": {"teams": TEAMS},
        "given": LAST.format("X+490,B+20"),
        "commands": ["A play Y1"],
        "expect": {"rp": {"X": 14, "B": 0}, "score": {"X": 504, "Y": 20, "C": 504}, "match": ["X"], "winner": "A"},
    }
    expected, got = run(row)
    assert got == expected
    expected, got = run(row | {"expect": {"match": ["A", "C"]}})
    assert got == expected
    assert run(row | {"given": LAST.format("V+490")})[1]["err"] == "bad_notation"


@pytest.mark.slow
@pytest.mark.rule("5", "8.2")
@pytest.mark.parametrize("scoring", ["winner_takes", "own_low", "loser_at", "single_round", "elimination"])
@pytest.mark.parametrize(("teams", "seats"), [(2, 4), (3, 6), (2, 10), (5, 10), (["X", "X", "Y", "Y"], 4)])
def test_partners_have_one_score_and_one_rank_to_the_end(scoring: str, teams: object, seats: int) -> None:
    target = {} if scoring == "single_round" else {"target": 150}
    match = Match({"teams": teams, "scoring": scoring, **target}, seats, 7)
    while not match.play(len(match.sent) + 200).table.is_over:
        pass
    table = match.table
    assert table.result is not None
    for seat, team in enumerate(table.teams):
        first = table.teams.index(team)
        assert (table.scores[seat], table.result.ranks[seat]) == (table.scores[first], table.result.ranks[first])
        assert (seat in table.result.winners) == (first in table.result.winners)


def test_the_option_says_what_it_takes() -> None:
    described = {option.name: option for option in engine.describe()}["teams"]
    assert (described.type, described.least, described.most, described.default) == ("teams", 2, 5, 0)
    assert "one size" in OPTIONS["teams"].takes.described()
