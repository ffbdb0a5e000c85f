"""Laws that hold in every match, with any ruleset, seats and cards (SPEC 3.12)."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections import Counter
from math import comb
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import engine
from engine.cards import COLORS_OF_SIDE, NO_COLOR
from engine.commands import MOST_DISCARDS_LISTED
from engine.events import CardMisplayed, CatchFailed, EffectAssigned
from engine.notation import parse_position
from engine.rules.effects import flip
from engine.ruleset import Resolution
from engine.state import IN_PLAY
from tests.engine.client import Client
from tests.engine.matches import Match, Style
from tests.engine.observers import redacted
from tests.engine.strategies import SEEDS, matches, seated_rulesets
from tests.engine.superset import canonical, every_command

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

ROUND_BOUND = 200_000
"""Commands; random rounds of Attack with the classic deck are the longest: one of 24 took 35,742."""


UNSHRUNK = (Phase.explicit, Phase.generate)
"""Long examples: finding a smaller one would take minutes."""


def tables(match: Match) -> Iterator[engine.Table]:
    """Yield the table after every event of the match."""
    table = engine.Table()
    for event in match.log:
        engine.evolve(table, event)
        yield table


def positions(match: Match) -> Iterator[engine.Table]:
    """Yield the table after every command of the match."""
    again = match.again()
    for seat, command in match.sent:
        again.send(seat, command)
        yield again.table


@pytest.mark.rule("3.12")
@given(matches())
def test_all_cards_of_the_deck_are_each_in_one_place_after_every_event(match: Match) -> None:
    deck = len(engine.resolve(match.options).deck.light)
    for table in tables(match):
        cards = Counter(table.draw + table.discard + [card for hand in table.hands for card in hand])
        assert cards == (Counter(range(deck)) if table.round else Counter())


@pytest.mark.rule("3.12")
@given(matches())
def test_the_two_faces_of_a_card_never_change(match: Match) -> None:
    faces = {id(table.faces) for table in tables(match) if table.round}
    assert len(faces) == 1


@given(matches())
def test_the_fold_of_the_log_is_the_live_table(match: Match) -> None:
    assert engine.replay(match.log) == match.table
    assert match.table.version == len(match.log)


@given(matches(), st.data())
def test_a_fold_may_stop_and_go_on_anywhere(match: Match, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(match.log)))
    halfway = engine.replay(match.log[:cut])
    assert engine.replay(match.log[cut:], halfway) == match.table


@given(matches())
def test_events_survive_encoding_and_decoding(match: Match) -> None:
    for event in match.log:
        assert engine.decode_event(*engine.encode_event(event)) == event


@given(matches())
def test_tables_survive_encoding_and_decoding(match: Match) -> None:
    for table in tables(match):
        assert engine.decode_table(engine.encode_table(table)) == table
        assert engine.decode_table(engine.encode_table(table, spec=False), spec=table.spec) == table


@given(matches(most=60), st.data())
def test_a_table_decoded_from_bytes_plays_on_like_the_live_one(match: Match, data: st.DataObject) -> None:
    decoded = engine.decode_table(engine.encode_table(match.table))
    commands = data.draw(st.integers(1, 20))
    known = len(match.log)
    sent = len(match.sent)
    match.play(len(match.sent) + commands)
    events = [
        event for seat, command in match.sent[sent:] for event in engine.act(decoded, seat, command, match.chance)
    ]
    assert events == match.log[known:]


@pytest.mark.rule("3.12")
@settings(max_examples=10, phases=UNSHRUNK)
@given(matches(most=80))
def test_the_list_of_legal_commands_is_the_set_of_accepted_commands(match: Match) -> None:
    assert_listed_as_accepted(match.table, match.chance)


@pytest.mark.rule("3.12", "6")
def test_of_more_ways_to_discard_than_can_be_listed_the_others_are_accepted_too() -> None:
    hand = "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5 Y6"
    rules = engine.resolve({"edition": "stranger_things"})
    table = parse_position(f"L cw t=A; A: WJ Y1; B: {hand}; C: x1; dr: x4; di: Y8", rules)
    chance = Match({}, 2, 1).chance
    engine.act(table, 0, engine.Play("WJ", "B", uno=True), chance)
    listed = engine.legal_commands(table, 1)
    assert len([command for command in listed if isinstance(command, engine.Discard)]) == MOST_DISCARDS_LISTED
    cheapest = engine.Discard(tuple(sorted(hand.split(), key=lambda face: face[1])[:6]))
    assert is_accepted(table, 1, cheapest, chance)
    assert_listed_as_accepted(table, chance)


def assert_listed_as_accepted(table: engine.Table, chance: engine.Chance) -> None:
    for seat in range(table.seats):
        accepted = {
            (type(command), canonical(table, seat, command))
            for command in every_command(table)
            if is_accepted(table, seat, command, chance) and not is_one_of_too_many(table, command)
        }
        listed = [
            (type(command), command)
            for command in engine.legal_commands(table, seat)
            if not is_one_of_too_many(table, command)
        ]
        assert len(listed) == len(set(listed))
        assert set(listed) == accepted


def is_one_of_too_many(table: engine.Table, command: engine.Command) -> bool:
    """Return whether it is a discard with more ways than are listed."""
    if not isinstance(command, engine.Discard) or not isinstance(table.pending, EffectAssigned):
        return False
    return comb(len(table.hands[table.pending.seat]), table.pending.number) > MOST_DISCARDS_LISTED


def is_accepted(table: engine.Table, seat: int, command: engine.Command, chance: engine.Chance) -> bool:
    try:
        events = engine.decide(table, seat, command, chance)
    except engine.RuleViolation:
        return False
    # Under some house rules a wrong card or claim has its price, but is still no legal command.
    return not any(isinstance(event, CardMisplayed | CatchFailed) for event in events)


@pytest.mark.rule("R-ILLEGAL", "3.3")
@settings(max_examples=10, phases=UNSHRUNK)
@given(matches(most=80))
def test_a_refused_command_changes_nothing(match: Match) -> None:
    before = engine.encode_table(match.table)
    for seat in range(match.table.seats):
        tried = match.table.copy()
        for command in every_command(match.table):
            try:
                engine.act(tried, seat, command, match.chance)
            except engine.RuleViolation:
                continue
            tried = match.table.copy()  # it was accepted
        assert tried == match.table
        assert engine.encode_table(tried) == before


@given(matches())
def test_deciding_leaves_the_table_as_it_was_and_finds_what_acting_does(match: Match) -> None:
    before = match.table.copy()
    if match.table.is_over:
        return
    seat, command = match.choose()
    decided = engine.decide(match.table, seat, command, match.chance)
    assert match.table == before
    assert match.send(seat, command) == decided
    assert engine.replay(decided, before) == match.table


@pytest.mark.rule("3.12")
@settings(max_examples=20)
@given(seated_rulesets(), SEEDS, st.sampled_from(Style))
def test_every_round_ends(wish: tuple[dict[str, object], int], seed: int, style: Style) -> None:
    match = Match(*wish, seed, style)
    match.start()
    while match.table.phase in IN_PLAY:
        match.step()
        assert len(match.sent) < ROUND_BOUND
    assert match.table.last_round is not None


@pytest.mark.rule("3.12", "3.8")
@given(matches())
def test_flipping_twice_gives_back_hands_piles_and_side(match: Match) -> None:
    table = match.table
    if table.phase not in IN_PLAY:
        return
    resolution = Resolution(table.copy(), engine.resolve(match.options), 0, match.chance)
    flip(resolution)
    assert resolution.table.side != table.side
    flip(resolution)
    assert (resolution.table.draw, resolution.table.discard, resolution.table.side) == (
        table.draw,
        table.discard,
        table.side,
    )
    assert [set(hand) for hand in resolution.table.hands] == [set(hand) for hand in table.hands]


@pytest.mark.rule("3.12", "3.4")
@given(matches())
def test_exactly_one_seat_must_act_until_the_round_is_over(match: Match) -> None:
    for table in positions(match):
        if table.phase in IN_PLAY:
            moving = [seat for seat in range(table.seats) if any(map(is_move, engine.legal_commands(table, seat)))]
            assert table.turn in moving
            assert moving == [table.turn] or table.phase in SHARED
            assert table.turn not in table.out
        else:
            assert table.turn is None


@pytest.mark.rule("3.12")
@given(matches())
def test_the_acting_seats_are_those_with_a_legal_command(match: Match) -> None:
    for table in positions(match):
        assert engine.acting_seats(table) == [seat for seat in range(table.seats) if engine.legal_commands(table, seat)]


def is_move(command: engine.Command) -> bool:
    return not isinstance(command, engine.CallUno | engine.Catch | engine.Jump | engine.Doubt)


SHARED = {engine.Phase.TEAM_AID, engine.Phase.RACE}
"""Phases in which others may act besides the seat whose time runs."""


@pytest.mark.rule("3.12")
@given(matches())
def test_the_color_in_force_belongs_to_the_side_unless_a_color_is_asked(match: Match) -> None:
    for table in positions(match):
        named_with_discard = isinstance(table.pending, EffectAssigned) and table.pending.names_color
        if named_with_discard or table.phase in (engine.Phase.START_COLOR, engine.Phase.COLOR):
            assert table.color == NO_COLOR
        elif table.phase in IN_PLAY:
            assert table.color in COLORS_OF_SIDE[table.side]


@pytest.mark.rule("3.12", "4")
@pytest.mark.parametrize("own_backs", ["hidden", "table", "visible"])
@settings(max_examples=8)
@given(st.data())
def test_the_view_of_a_seat_is_a_function_of_the_events_shown_to_it(own_backs: str, data: st.DataObject) -> None:
    # Only the cards of UNO Flip! have backs to look at.
    game = {} if own_backs == "hidden" else {"game": "flip"}
    match = data.draw(matches(most=300, fixed={"own_backs": own_backs, **game}))
    again = match.again()
    clients = [Client(viewer) for viewer in (None, *range(match.table.seats))]
    events = again.log[:]
    for seat, command in [*match.sent, (None, None)]:
        for client in clients:
            for event in events:
                client.watch(redacted(event, again.table, client.viewer))
        if again.table.round:
            client = clients[again.table.version % len(clients)]
            assert seen_by(again.table, client.viewer) == client.knows()
        events = [] if command is None else again.send(seat, command)


def seen_by(table: engine.Table, viewer: int | None) -> dict[str, Any]:
    """Return the view in the form of `Client.knows`."""
    view = dataclasses.asdict(engine.view(table, viewer))
    seats = view.pop("seats")
    assert view.pop("you") == viewer
    assert view.pop("commitment") == table.commitment
    view.pop("options")
    view["kinds"] = [seat["kind"] for seat in seats]
    view["cards"] = [seat["cards"] for seat in seats]
    view["backs"] = [None if seat["backs"] is None else Counter(seat["backs"]) for seat in seats]
    view["fronts"] = {seat["seat"]: Counter(seat["fronts"]) for seat in seats if "fronts" in seat}
    view["uno"] = [seat["uno"] for seat in seats]
    view["teams"] = [seat["team"] for seat in seats]
    view["scores"] = [seat["score"] for seat in seats]
    view["autopilot"] = [seat["seat"] for seat in seats if seat["autopilot"]]
    view["resigned"] = [seat["seat"] for seat in seats if seat["resigned"]]
    view["out"] = [seat["seat"] for seat in seats if seat["out"]]
    view["hand"] = view["hand"] and [tuple(card.values()) for card in view["hand"]]
    return view


@pytest.mark.rule("3.12")
@given(matches())
def test_the_same_seed_and_commands_give_the_same_events(match: Match) -> None:
    again = match.again()
    for seat, command in match.sent:
        again.send(seat, command)
    assert again.log == match.log


def test_the_same_seed_and_commands_give_the_same_bytes_on_any_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "tests.engine.transcript"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "random")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 100_000
