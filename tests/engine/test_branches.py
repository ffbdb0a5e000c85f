"""Branches: matches that begin in the middle of another one (SPEC 3.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine import events as e
from engine.chance import Tape
from engine.knowledge import Observer
from engine.rules.branches import redeal
from tests.engine.branches import places, played_until, seen
from tests.engine.knowledge import open_to
from tests.engine.matches import Match, Style, branch_of, turns
from tests.engine.strategies import SEEDS, matches

if TYPE_CHECKING:
    from collections.abc import Iterable


def at(match: Match, version: int) -> engine.Table:
    return engine.replay(match.log[:version])


@st.composite
def positions(draw: st.DrawFn) -> tuple[Match, int, int]:
    """Draw a match, a version at which it can be branched, and a seat."""
    match = draw(matches(most=160))
    assume(turns(match))
    return match, draw(st.sampled_from(turns(match))), draw(st.integers(0, match.table.seats - 1))


@pytest.mark.slow
@pytest.mark.rule("3.14", "R-BRANCH")
@given(positions())
def test_a_branch_begins_with_what_the_seats_saw_in_the_origin(where: tuple[Match, int, int]) -> None:
    match, version, _ = where
    branched, origin = branch_of(match, version), at(match, version)
    branched.start()
    assert places(branched.table) == places(origin)
    assert branched.table.discard == origin.discard
    for seat in range(origin.seats):
        assert seen(branched.table, seat) == seen(origin, seat)
    assert (branched.table.presses, branched.table.spins) == (origin.presses, origin.spins)
    assert (branched.table.idle, branched.table.doubtable) == (origin.idle, origin.doubtable)
    assert origin.evidence is None


@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
@given(positions(), SEEDS)
def test_a_redeal_changes_nothing_that_the_seat_knew(where: tuple[Match, int, int], seed: int) -> None:
    match, version, seat = where
    branched, origin = branch_of(match, version, seat, seed=seed), at(match, version)
    branched.start()
    assert seen(branched.table, seat) == seen(origin, seat)
    assert open_to(branched.table, None)[0] == open_to(origin, None)[0]  # backs of all hands
    watcher = Observer(seat)
    for event in match.log[:version]:
        watcher.watch(event)
    before, after = places(origin), places(branched.table)
    assert sorted(before) == sorted(after)
    for card, now in zip(before, after, strict=True):
        assert watcher.mixes[card] or card == now
    assert branched.table.discard == origin.discard
    assert after[: len(after) - len(origin.draw)] == [c for hand in branched.table.hands for c in hand]


@pytest.mark.slow
@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
@settings(max_examples=15)
@given(positions())
def test_everything_that_the_seat_did_not_know_can_change(where: tuple[Match, int, int]) -> None:
    match, version, seat = where
    position = branch_of(match, version, seat).origin[1]  # type: ignore[index]
    cards = [card for hand in (*position.hands, position.pile) for card in hand]
    unmoved = {place for group in position.hidden for place in group}
    for number in range(60):
        hands, pile = redeal(position, Tape(number.to_bytes(32, "big")))
        dealt = [card for hand in (*hands, pile) for card in hand]
        unmoved -= {place for place in unmoved if dealt[place] != cards[place]}
    assert not unmoved


@pytest.mark.slow
@pytest.mark.rule("3.14", "R-BRANCH-KNOWN")
@given(positions())
def test_a_seat_knows_its_hand_and_the_discards_and_no_covered_pile_after_a_shuffle(
    where: tuple[Match, int, int],
) -> None:
    match, version, seat = where
    watcher = Observer(seat)
    for event in match.log[:version]:
        watcher.watch(event)
        table = watcher.table
        assert not any(watcher.mixes[card] for card in (*(table.hands[seat] if table.round else ()), *table.discard))
        if isinstance(event, e.PileReshuffled):
            assert all(watcher.mixes[card] for card in table.draw)
    # Covered cards of one pile were all mixed in the same shuffle, and in no other.
    assert len({watcher.mixes[card] for card in watcher.table.draw if watcher.mixes[card]}) <= 1


@pytest.mark.rule("3.14")
@given(positions(), st.data())
def test_with_the_same_future_the_same_moves_lead_to_the_same_cards(
    where: tuple[Match, int, int], data: st.DataObject
) -> None:
    """The branch follows its origin until chance decides: a shuffle, a flip, equal cards that move, a press, a spin."""
    match, version, _ = where
    branched = branch_of(match, version)
    branched.start()
    live = Match(match.options, match.table.seats, match.seed, match.style, kept=match.kept, origin=match.origin)
    live.table = at(match, version)
    again = data.draw(st.integers(0, 30))
    for _ in range(again):
        if live.table.is_over:
            break
        seat, command = live.choose()
        if getattr(command, "handle", None) or getattr(command, "handles", None) or seat is None:
            break
        if isinstance(command, (*KEEPING_COMMANDS,)):
            continue
        events = live.send(seat, command)
        if any(isinstance(event, ASKS_CHANCE) for event in events):
            break
        assert without_handles(branched.send(seat, command)) == without_handles(events)


ASKS_CHANCE = (e.PileReshuffled, e.Flipped, e.HandsMoved, e.LauncherPressed, e.WheelSpun, e.RoundEnded)
KEEPING_COMMANDS = (
    engine.TimeOut, engine.Resign, engine.Vote, engine.Resume, engine.Pause, engine.Unpause, engine.Extend,
    engine.NoteOffset, engine.Engage, engine.TakeBack,
)  # fmt: skip


def without_handles(events: Iterable[engine.Event]) -> list[Any]:
    return [
        event._replace(**{name: None for name in ("handle", "handles") if name in event._fields}) for event in events
    ]


@pytest.mark.rule("3.14")
@settings(max_examples=20)
@given(positions())
def test_a_branch_is_played_to_the_end_of_its_round_and_can_be_branched_again(where: tuple[Match, int, int]) -> None:
    match, version, seat = where
    branched = branch_of(match, version, seat)
    branched.play(branched.table.seats + 40)
    assert engine.replay(branched.log) == branched.table
    again = branch_of(branched, turns(branched)[-1], seat)
    again.start()
    assert again.table.phase in (engine.Phase.TURN, engine.Phase.ROUND_OVER, engine.Phase.MATCH_OVER)
    assert seen(again.table, seat)["discard"] == seen(at(branched, turns(branched)[-1]), seat)["discard"]


@pytest.mark.rule("3.14")
def test_in_the_lobby_of_a_branch_nobody_is_shown_a_hand() -> None:
    match = Match({}, 3, 5).play(60)
    branched = branch_of(match, turns(match)[-1], 1)
    for seat in range(3):
        branched.send(seat, engine.TakeSeat("human"))
        view = engine.view(branched.table, seat)
        assert view.hand == []
        shown = engine.redact(branched.log[1], seat)
        assert list(shown["sizes"]) == [len(hand) for hand in branched.origin[1].hands]  # type: ignore[index]
        assert {"hands", "pile", "dark", "discards", "hidden"}.isdisjoint(shown)
    assert view.origin is not None
    assert (view.origin.game, view.origin.future) == ("origin", "redealt")


@pytest.mark.rule("3.14")
def test_where_no_turn_begins_the_nearest_versions_are_named() -> None:
    match = Match({}, 3, 5).play(60)
    branchable = turns(match)
    with pytest.raises(engine.NotBranchable) as refused:
        engine.branch(match.log, branchable[3] + 1, origin="o", future="same", seat=0)
    assert refused.value.nearest == (branchable[3], branchable[4])
    with pytest.raises(engine.NotBranchable) as refused:
        engine.branch(match.log, 0, origin="o", future="same", seat=0)
    assert refused.value.nearest == (branchable[0],)
    with pytest.raises(engine.NotBranchable) as refused:
        engine.branch(match.log, len(match.log) + 9, origin="o", future="same", seat=0)
    assert refused.value.nearest == (branchable[-1],)


@pytest.mark.rule("3.14")
def test_later_rounds_of_a_branch_are_dealt_as_always() -> None:
    match = Match({"target": 500}, 3, 11, Style.SHED).play(60)
    branched = branch_of(match, turns(match)[-1], 2)
    branched.start()
    dealer, number = branched.table.dealer, branched.table.round
    while branched.table.round == number:
        branched.step()
    assert branched.table.dealer == (dealer + 1) % 3
    assert {len(hand) for hand in branched.table.hands} == {7}


@pytest.mark.rule("3.14", "8.2")
def test_teams_and_seats_that_are_out_come_along() -> None:
    options = {"scoring": "elimination", "target": 50}
    match = Match(options, 10, 3, Style.SHED)
    match.start()
    while not (match.table.eliminated and match.table.phase is engine.Phase.TURN):
        match.step()
    branched = branch_of(match, turns(match)[-1], match.table.playing_seats()[0])
    branched.start()
    assert branched.table.out == match.table.eliminated
    assert branched.table.out_ranks == match.table.out_ranks
    assert branched.table.active_seats == match.table.active_seats
    teams = Match({"teams": 2}, 4, 3).play(40)
    assert branch_of(teams, turns(teams)[-1]).table.teams == teams.table.teams


@pytest.mark.rule("3.14", "7.4")
def test_a_script_of_the_launcher_goes_on_where_the_origin_stood() -> None:
    script = [1, 2, 3, 4, 5, 6]
    match = Match({"game": "attack", "launcher": script}, 3, 8)
    match.start()
    while match.table.presses < 3 or match.table.phase is not engine.Phase.TURN:
        match.step()
    branched = branch_of(match, turns(match)[-1])
    branched.start()
    assert branched.table.presses == match.table.presses
    while branched.table.presses == match.table.presses:
        branched.step()
    pressed = next(event for event in branched.log if isinstance(event, e.LauncherPressed))
    assert pressed.fired == script[match.table.presses]


@pytest.mark.rule("3.14", "8.3")
def test_a_seat_with_too_many_cards_is_out_at_once_as_in_the_origin() -> None:
    """A turn may have begun for a seat that is knocked out by the same command."""
    match = played_until({"hand_limit": 10}, 3, e.SeatKnockedOut, style=Style.HOARD, after=e.TurnStarted)
    number = next(n for n, event in enumerate(match.log) if isinstance(event, e.SeatKnockedOut))
    branched = branch_of(match, number)
    branched.start()
    assert match.log[number] in branched.log
