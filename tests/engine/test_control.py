"""Votes, autopilot and pauses (SPEC 3.11)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import events as e
from engine.notation.narration import narrate
from engine.rules.scoring import places
from engine.state import IN_PLAY
from tests.engine.control import FOUR, THREE, TWO, code, ended, service, timed
from tests.engine.matches import Match, Style
from tests.engine.positions import at
from tests.engine.strategies import matches

# -- Votes -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.11", "R-VOTE")
def test_a_match_is_broken_off_when_all_agree() -> None:
    game = timed(THREE, scores=(10, 300, 200)).send("B vote abort", "A vote abort")
    assert game.sees(None).votes == {"abort": [1, 0]}
    game.send("C vote abort")
    assert game.log[2:] == [e.VoteCast(2, "abort", yes=True), ended(game)]
    assert (ended(game).winners, ended(game).ranks, ended(game).cause) == ((), (3, 1, 2), "aborted")
    assert game.sees("A").votes == {}


@pytest.mark.rule("3.11", "R-VOTE")
def test_a_no_drops_the_motion_and_it_may_be_asked_again() -> None:
    game = timed(THREE).send("B vote abort", "A vote abort", "C vote abort no")
    assert game.log[-1] == e.VoteCast(2, "abort", yes=False)
    assert game.sees(None).votes == {}
    assert game.refusal("A vote abort no") == "no_motion"
    game.send("A vote abort", "A vote abort no")  # withdrawing is the same
    assert game.sees(None).votes == {}


@pytest.mark.rule("3.11", "R-VOTE")
def test_a_vote_counts_once_and_there_are_two_motions() -> None:
    game = timed(THREE).send("A vote abort", "A vote pause")
    assert game.refusal("A vote abort") == "already_voted"
    assert game.refusal("B vote lunch") == "unknown_motion"
    assert game.sees(None).votes == {"abort": [0], "pause": [0]}


@pytest.mark.rule("3.11", "R-VOTE")
def test_bots_and_absent_seats_have_no_vote() -> None:
    game = service(timed(FOUR, bots=[3]), engine.Engage(2, "left"))
    assert game.refusal("D vote abort") == "not_a_player"
    assert game.refusal("D resign") == "not_a_player"
    assert game.refusal("C vote abort") == "already_on_autopilot"
    game.send("A vote abort", "B vote abort")
    assert ended(game).cause == "aborted"


@pytest.mark.rule("3.11", "R-VOTE")
@pytest.mark.parametrize("command", ["resign", "left", "timeouts"])
def test_the_absence_of_the_last_who_was_against_it_carries_a_motion(command: str) -> None:
    game = timed(THREE).send("B vote abort", "C vote abort")
    if command == "resign":
        game.send("A resign")
    elif command == "left":
        service(game, engine.Engage(0, "left"))
    else:
        game.send("A time_out 5 engage")
        assert not game.events(e.CardsDrawn)  # the match is over, no move is made
    assert ended(game).cause == "aborted"


@pytest.mark.rule("3.11", "R-VOTE")
def test_the_votes_of_a_seat_go_with_it() -> None:
    game = service(timed(FOUR).send("B vote abort", "C vote abort", "B vote pause"), engine.Engage(1, "left"))
    assert game.sees(None).votes == {"abort": [2]}
    game.send("A vote abort", "B take_back", "D vote abort")
    assert not game.events(engine.MatchEnded)
    game.send("B vote abort")
    assert ended(game).cause == "aborted"


@pytest.mark.rule("3.11", "R-VOTE")
def test_the_elimination_of_the_last_who_was_against_it_carries_a_motion() -> None:
    game = timed(THREE.replace("Y9 R8", "Y9"), scoring="elimination", target=500)
    game.send("A vote abort", "C vote abort")
    game.table.scores = [0, 499, 0]
    game.send("A play Y9")
    assert (ended(game).winners, ended(game).ranks, ended(game).cause) == ((), (1, 3, 2), "aborted")
    assert game.refusal("B resign") == "round_over"


@pytest.mark.rule("3.11", "R-VOTE")
def test_who_is_eliminated_has_no_say() -> None:
    game = timed(THREE.replace("Y9 R8", "Y9"), scoring="elimination", target=500)
    game.table.scores = [0, 499, 0]
    game.send("A play Y9")
    assert game.refusal("B vote abort") == "not_a_player"
    assert game.refusal("B resign") == "not_a_player"
    assert engine.table_commands(game.table, 1) == []
    game.send("A vote abort", "C vote abort")
    assert ended(game).ranks == (1, 3, 2)


# -- Pauses ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.11", "R-VOTE")
def test_the_clock_is_stopped_by_all_and_started_by_any() -> None:
    game = timed(TWO).send("A vote pause", "B vote pause")
    assert game.log[-1] == e.ClockPaused("mutual", None, None, None)
    assert game.sees(None).paused
    assert game.sees(None).votes == {}
    assert game.refusal("A vote pause") == "already_paused"
    assert code(game, engine.Pause("mutual", None, 1, 2)) == "already_paused"
    game.send("A draw", "B resume")  # any player may play on
    assert game.log[-1] == e.ClockResumed("mutual", None)
    assert not game.sees(None).paused
    assert game.refusal("B resume") == "nothing_to_resume"
    assert code(game, engine.Unpause("mutual", None)) == "nothing_to_resume"


@pytest.mark.rule("3.11", "R-VOTE")
def test_an_agreed_pause_drops_its_own_motion_alone() -> None:
    game = timed(TWO).send("A vote abort", "A vote pause", "B vote pause")
    assert game.sees(None).paused
    assert game.sees(None).votes == {"abort": [0]}
    assert ended(game.send("B vote abort")).cause == "aborted"


@pytest.mark.rule("3.11", "R-VOTE")
def test_a_no_drops_the_motion_that_it_is_about_alone() -> None:
    game = timed(THREE).send("A vote pause", "B vote abort", "C vote abort no")
    assert game.sees(None).votes == {"pause": [0]}
    assert game.send("B vote pause", "C vote pause").sees(None).paused


@pytest.mark.rule("3.11", "R-VOTE")
def test_the_end_of_a_vacation_does_not_end_an_agreed_pause() -> None:
    game = timed(TWO).send("A vote pause", "B vote pause")
    service(game, engine.Pause("vacation", 0, 5, 8))
    service(game, engine.Unpause("vacation", 0))
    assert game.sees(None).paused
    assert not game.send("A resume").sees(None).paused


@pytest.mark.rule("3.11", "R-VOTE")
def test_where_there_is_no_clock_there_is_nothing_to_pause() -> None:
    game = at(TWO)
    assert game.refusal("A vote pause") == "no_clock"
    for command in (
        engine.Pause("vacation", 0, 1, 2), engine.Unpause("vacation", 0), engine.Extend("outage", 1, 2),
        engine.NoteOffset(0, 60),
    ):  # fmt: skip
        assert code(game, command) == "no_clock"
    assert game.send("A vote abort", "B vote abort").table.is_over


@pytest.mark.rule("3.11")
def test_the_service_stops_and_starts_the_clock() -> None:
    game = timed(TWO)
    service(game, engine.Pause("mutual", None, 3, 9))
    service(game, engine.Unpause("mutual", None))
    service(game, engine.Pause("vacation", 1, 5, 8))
    assert not game.table.paused  # a vacation stops the clock of its seat only
    service(game, engine.Unpause("vacation", 1))
    service(game, engine.Extend("outage", 10, 12))
    service(game, engine.NoteOffset(1, -90))
    assert game.log == [
        e.ClockPaused("mutual", None, 3, 9), e.ClockResumed("mutual", None), e.ClockPaused("vacation", 1, 5, 8),
        e.ClockResumed("vacation", 1), e.ClockExtended("outage", 10, 12), e.OffsetNoted(1, -90),
    ]  # fmt: skip


@pytest.mark.rule("3.11")
@pytest.mark.parametrize("seat", [-1, 2])
def test_the_service_names_a_seat_that_there_is(seat: int) -> None:
    game = timed(TWO)
    for command in (engine.Pause("vacation", seat, 1, 2), engine.NoteOffset(seat, 60), engine.Engage(seat, "left")):
        assert code(game, command) == "bad_target"


# -- Autopilot ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.11", "R-ABSENT")
def test_time_outs_put_a_seat_on_autopilot_and_its_owner_takes_it_back() -> None:
    game = timed(TWO).send("A time_out 5 engage")
    assert game.log[:2] == [e.TimedOut(0, 5), e.AutopilotEngaged(0, "timeouts")]
    assert game.actor == "B"
    assert game.sees("B").seats[0].autopilot
    game.send("B draw", "A time_out 6 engage")  # once more is not twice
    assert game.events(e.AutopilotEngaged) == [e.AutopilotEngaged(0, "timeouts")]
    assert code(game, engine.Engage(0, "left")) == "already_on_autopilot"
    game.send("A take_back")
    assert game.log[-1] == e.AutopilotReleased(0)
    assert not game.sees("B").seats[0].autopilot
    assert game.refusal("A take_back") == "not_on_autopilot"


@pytest.mark.rule("3.11", "R-ABSENT")
def test_a_match_without_people_who_play_is_over_without_winners() -> None:
    game = timed(THREE, bots=[2], scores=(7, 9, 8)).send("A time_out 5 engage")
    assert game.actor == "B"
    game.send("B time_out 6 engage")
    assert (ended(game).winners, ended(game).ranks, ended(game).cause) == ((), (3, 1, 2), "abandoned")
    gone = service(service(timed(TWO), engine.Engage(1, "left")), engine.Engage(0, "left"))
    assert ended(gone).cause == "abandoned"
    assert gone.log[0] == e.AutopilotEngaged(1, "left")


@pytest.mark.rule("3.11", "R-ABSENT")
def test_a_seat_that_has_not_resigned_wins_though_it_is_absent() -> None:
    game = timed(THREE, scores=(1, 2, 3)).send("A time_out 5 engage", "B resign", "C resign")
    assert (ended(game)[:2], ended(game).cause) == (((0,), (1, 3, 2)), "resigned")


@pytest.mark.rule("3.11", "R-ABSENT")
def test_between_the_rounds_a_match_can_be_given_up_too() -> None:
    game = timed(THREE.replace("Y9 R8", "Y9")).send("A play Y9")
    assert game.phase == "ROUND_OVER"
    assert code(game, engine.Extend("outage", 1, 2)) == "round_over"
    assert game.send("A resign", "B resign").table.is_over
    assert ended(game).winners == (2,)


# -- What a seat may send ----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.11")
def test_what_may_be_sent_apart_from_moves_is_listed_apart() -> None:
    game = timed(THREE)
    assert engine.table_commands(game.table, 0) == [engine.Resign(), engine.Vote("abort"), engine.Vote("pause")]
    assert engine.Resign not in map(type, game.legal("A"))
    game.send("B vote pause")
    assert engine.Vote("pause", yes=False) in engine.table_commands(game.table, 0)
    assert engine.table_commands(at(THREE).table, 0) == [engine.Resign(), engine.Vote("abort")]
    service(game, engine.Engage(2, "left"))
    assert engine.table_commands(game.table, 2) == [engine.Resign(), engine.TakeBack()]
    game.send("A vote pause")
    assert engine.Resume() in engine.table_commands(game.table, 1)


EVERY: list[engine.Command] = [
    engine.Resign(), engine.Resume(), engine.TakeBack(),
    *(engine.Vote(motion, yes=yes) for motion, yes in product(("abort", "pause", "lunch"), (True, False))),
]  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule("3.11", "3.12")
@settings(max_examples=150)
@given(matches(most=250))
def test_what_is_listed_is_what_is_accepted(match: Match) -> None:
    for seat in range(match.table.seats):
        listed = [(type(command), command) for command in engine.table_commands(match.table, seat)]
        assert len(set(listed)) == len(listed)
        accepted = [(type(c), c) for c in EVERY if is_accepted(match, seat, c)]
        assert set(listed) == set(accepted)


def is_accepted(match: Match, seat: int, command: engine.Command) -> bool:
    try:
        events = engine.decide(match.table, seat, command, match.chance)
    except engine.RuleViolation:
        return False
    table = engine.replay(events, match.table.copy())
    assert_sound(table)
    return True


def assert_sound(table: engine.Table) -> None:
    """Check the laws that hold after every command."""
    voters = table.voting_seats()
    if table.is_over:
        assert table.result is not None
        assert (table.turn, table.pending, table.votes, table.paused) == (None, None, (), False)
        assert not set(table.result.winners) & set(table.resigned)
        assert all(table.result.ranks[seat] == 1 for seat in table.result.winners)
        ranks = [table.result.ranks[seat] for seat in table.resigned]
        assert ranks == [table.seats - place for place in range(len(ranks))]
        assert (table.result.winners == ()) >= (table.result.cause in {"aborted", "abandoned"})
        return
    assert not any(set(voters) <= set(seats) for _, seats in table.votes if voters)
    assert all(set(seats) <= set(voters) for _, seats in table.votes)
    assert set(table.resigned) <= set(table.autopilot)
    assert len(set(table.autopilot)) == len(table.autopilot)


@pytest.mark.slow
@pytest.mark.rule("3.11", "3.12")
@settings(max_examples=60)
@given(matches(most=300))
def test_no_motion_that_all_are_for_stays_open_and_no_winner_has_resigned(match: Match) -> None:
    again = match.again()
    for seat, command in match.sent:
        again.send(seat, command)
        assert_sound(again.table)
    ends = [number for number, event in enumerate(match.log) if isinstance(event, engine.MatchEnded)]
    assert ends == ([len(match.log) - 1] if match.table.is_over else [])


@pytest.mark.rule("3.11")
def test_before_the_match_only_the_offset_is_noted_and_after_it_nothing() -> None:
    match = Match({}, 2, 1, kept=True)
    match.send(0, engine.TakeSeat("human"))
    assert engine.table_commands(match.table, 0) == []
    assert match.send(None, engine.NoteOffset(0, 330)) == [e.OffsetNoted(0, 330)]
    for command in (*EVERY, engine.Pause("mutual", None, 1, 2), engine.Engage(0, "left"), engine.NoteOffset(1, 60)):
        with pytest.raises(engine.RuleViolation):
            match.send(0, command)
    match.send(1, engine.TakeSeat("human"))
    match.send(None, engine.Start())
    match.send(0, engine.Resign())
    for command in (*EVERY, engine.NoteOffset(0, 0), engine.Pause("vacation", 1, 1, 2), engine.TimeOut(1)):
        with pytest.raises(engine.RuleViolation) as refused:
            match.send(1, command)
        assert refused.value.code == "round_over"
    assert engine.table_commands(match.table, 1) == []


@pytest.mark.rule("3.11", "8.3")
def test_a_seat_that_is_out_of_the_round_has_its_say() -> None:
    game = timed("L cw t=A; A: R9 x8; B: x3; C: x3; dr: R1 x6; di: Y8", hand_limit=10).send("A draw")
    assert game.sees(None).seats[0].out
    game.send("A vote abort", "A vote pause", "B vote pause", "C vote pause", "A resume")
    assert game.refusal("A draw") == "not_your_turn"
    game.send("A resign")


@pytest.mark.rule("3.11")
@given(st.sampled_from(Style), st.integers(0, 1_000))
@settings(max_examples=15)
def test_kept_matches_are_told_in_sentences(style: Style, seed: int) -> None:
    match = Match({}, 4, seed, style, kept=True).play(150)
    told = (e.TimedOut, e.VoteCast, e.ClockPaused, e.ClockResumed, e.ClockExtended, e.SeatResigned, e.AutopilotEngaged)
    assert all(narrate(event) for event in match.log if isinstance(event, told))


@pytest.mark.rule("3.11")
def test_every_way_to_end_is_told() -> None:
    assert narrate(engine.MatchEnded((0,), (1, 2), None, "resigned")) == "Match to A: the others have resigned"
    assert narrate(engine.MatchEnded((), (1, 2), None, "aborted")) == "Match to nobody: aborted"
    assert narrate(engine.MatchEnded((0,), (1, 2), None, "target")) == "Match to A"
    assert narrate(e.ClockPaused("vacation", 1, 1, None)) == "The clock stands still for B"
    assert narrate(e.ClockResumed("mutual", None)) == "The clock runs again"
    assert narrate(e.VoteCast(0, "pause", yes=False)) == "A is against a pause"
    assert narrate(e.AutopilotEngaged(2, "left")) == "C is on autopilot (left)"
    assert narrate(e.AutopilotReleased(2)) == "C is back"


@pytest.mark.rule("3.11", "R-EARLY")
@pytest.mark.parametrize(("scoring", "ranks"), [("winner_takes", (3, 1, 2)), ("own_low", (1, 3, 2))])
def test_the_ranks_of_a_match_that_ends_early_are_those_of_the_scores(scoring: str, ranks: tuple[int, ...]) -> None:
    game = timed(THREE, scores=(1, 30, 20), scoring=scoring)
    assert places(engine.rules_of(game.table.spec), game.table) == ranks
    assert game.table.phase in IN_PLAY
