"""Commands inferred from the events that they led to."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import events as e
from engine.cards import FACE_CODES
from engine.codec.schema import flaw
from engine.infer_commands import CannotInfer, infer_commands
from engine.notation import parse_command, parse_position
from tests.engine.accepted_commands import SERVICE, groups
from tests.engine.control import TWO, timed
from tests.engine.matches import Match, Style
from tests.engine.positions import at
from tests.engine.strategies import SEEDS, STYLES, seated_rulesets
from tests.engine.test_scenarios import OURS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.engine.positions import AtTable


def encoded(events: Iterable[engine.Event]) -> list[engine.EncodedEvent]:
    return [engine.encode_event(event) for event in events]


def led_to(
    table: engine.Table, commands: Sequence[tuple[int | None, engine.Command]], chance: engine.Chance
) -> list[engine.EncodedEvent]:
    again = table.copy()
    return encoded(event for seat, command in commands for event in engine.act(again, seat, command, chance))


@pytest.mark.slow
@pytest.mark.rule("3.13")
@settings(max_examples=120)
@given(seated_rulesets(), SEEDS, STYLES, st.sampled_from((True, False)), st.integers(1, 200))
def test_the_recalled_commands_lead_to_the_same_events(
    wish: tuple[dict[str, object], int], seed: int, style: Style, kept: object, most: int
) -> None:
    match = Match(*wish, seed, style, kept=bool(kept))
    for sent in groups(match, most):
        before = engine.encode_table(sent.before)
        commands = infer_commands(sent.before, sent.actor, sent.events)
        assert engine.encode_table(sent.before) == before
        assert led_to(sent.before, commands, match.chance) == encoded(sent.events), (sent.commands, commands)


@pytest.mark.rule("3.13", "9")
@pytest.mark.parametrize("row", OURS, ids=[row["id"] for row in OURS])
def test_the_commands_of_the_scenarios_are_recalled(row: dict[str, Any]) -> None:
    table = parse_position(row["given"], engine.resolve({**row["options"], **row.get("chance", {})}))
    chance = engine.Chance(bytes(16), bytes(32))
    for line in row["commands"]:
        seat, command = parse_command(line)
        before = table.copy()
        with suppress(engine.RuleViolation):
            events = engine.act(table, seat, command, chance)
            commands = infer_commands(before, SERVICE if seat is None else seat, events)
            assert led_to(before, commands, chance) == encoded(events)


def recalled(game: AtTable, *lines: str, actor: int = SERVICE) -> list[tuple[int | None, engine.Command]]:
    """Infer the commands of these lines, as one group."""
    before, known = game.table.copy(), len(game.log)
    game.send(*lines)
    return infer_commands(before, actor, game.log[known:])


def test_a_card_is_named_by_its_face_and_by_its_handle_only_if_another_of_that_face_is_held_longer() -> None:
    position = "L cw t=A; A: Y2 Y2 R8; B: x4; dr: x9; di: Y8"
    assert recalled(at(position), "A play Y2 handle=1") == [(0, engine.Play("Y2"))]
    assert recalled(at(position), "A play Y2 handle=2") == [(0, engine.Play("Y2", handle=2))]


def test_a_call_that_changes_nothing_is_left_out_and_one_that_does_is_not() -> None:
    assert recalled(at("L cw t=A; A: Y2 Y3 R8; B: x4; dr: x9; di: Y8"), "A play Y2 uno") == [(0, engine.Play("Y2"))]
    assert recalled(at("L cw t=A; A: Y2 R8; B: x4; dr: x9; di: Y8"), "A play Y2 uno") == [
        (0, engine.Play("Y2", uno=True))
    ]


def test_a_mistake_at_a_price_is_recalled_as_the_command_that_was_wrong() -> None:
    position = "L cw t=A; A: R2 R8; B: G1 G2; dr: x9; di: Y8"
    assert recalled(at(position, misplay_penalty=2), "A play R2") == [(0, engine.Play("R2"))]
    assert recalled(at(position, misplay_penalty=2, jump_in=True), "B jump G1") == [(1, engine.Jump("G1"))]
    assert recalled(at(position, false_catch_penalty=2), "A catch B") == [(0, engine.Catch(1))]


def test_who_asks_where_nobody_can_help_has_drawn() -> None:
    position = "L cw t=A; A: R1 R2; B: x2; C: x; D: x2; dr: G1 x6; di: Y8"
    game = at(position, game="classic", teams=2, teammate_gives=True)
    assert recalled(game, "A ask") == [(0, engine.Draw())]


@pytest.mark.rule("7.5", "3.9")
def test_a_race_is_won_from_a_spinner_whose_call_lapses_with_its_turn() -> None:
    position = "L cw ph=SPIN t=B; A: G1 G2; B: B9 RS; C: B5 B6; dr: G8 R1; di: R3*"
    game = at(position, game="spin", wheel=("UNO_SPIN",)).send("B uno", "B spin")
    assert recalled(game, "A shout G1 uno", actor=0) == [(0, engine.Shout("G1", uno=True))]


def test_the_end_of_a_pause_is_a_seat_s_if_a_seat_has_ended_it() -> None:
    paused = ("A vote pause", "B vote pause")
    assert recalled(timed(TWO).send(*paused), "B resume", actor=1) == [(1, engine.Resume())]
    assert recalled(timed(TWO).send(*paused), "B resume") == [(None, engine.Unpause("mutual", None))]


def test_a_time_out_is_recalled_with_what_it_engaged_and_not_with_the_move_that_it_made() -> None:
    assert recalled(timed(TWO), "A time_out 5 engage") == [(0, engine.TimeOut(5, engage=True))]
    assert recalled(timed(TWO), "A time_out 5") == [(0, engine.TimeOut(5))]


def test_a_group_may_begin_with_a_seat_taken_back_and_end_with_the_offset_of_a_clock() -> None:
    game = timed(TWO).send("A time_out 5 engage", "B draw")
    before, known = game.table.copy(), len(game.log)
    game.send("A take_back", "A draw")
    game.log += engine.act(game.table, None, engine.NoteOffset(1, 60))
    assert infer_commands(before, 0, game.log[known:]) == [
        (0, engine.TakeBack()), (0, engine.Draw()), (None, engine.NoteOffset(1, 60)),
    ]  # fmt: skip


def test_a_vacation_that_is_to_have_another_end_ends_and_begins_anew() -> None:
    game = timed(TWO)
    commands = (engine.Unpause("vacation", 0), engine.Pause("vacation", 0, 5, 7))
    game.log += engine.act(game.table, None, engine.Pause("vacation", 0, 5, 9))
    before = game.table.copy()
    events = [event for command in commands for event in engine.act(game.table, None, command)]
    assert infer_commands(before, SERVICE, events) == [(None, command) for command in commands]
    mutual = [e.ClockResumed("mutual", None), events[1]]
    with pytest.raises(CannotInfer):
        infer_commands(before, SERVICE, mutual)


def test_a_spell_is_recalled_with_the_color_that_it_dropped_if_it_did() -> None:
    position = "L cw t=A; A: R4 B1 B2 G1; B: x4; dr: x9; di: R8"
    spell = {"zero_spell": "dump_color", "spell_number": 4}
    assert recalled(at(position, **spell), "A play R4") == [(0, engine.Play("R4"))]
    assert recalled(at(position, **spell), "A play R4 dump=B") == [(0, engine.Play("R4", dump="B"))]


@pytest.mark.parametrize(
    "command", [engine.Pause("mutual", None, 3, 9), engine.Extend("outage", 1, 2), engine.Engage(1, "left")]
)
def test_what_the_service_does_is_recalled_as_its_own(command: engine.Command) -> None:
    game = timed(TWO)
    events = engine.decide(game.table, None, command, game.chance)
    assert infer_commands(game.table, SERVICE, events) == [(None, command)]


# -- Untrusted events --------------------------------------------------------------------------------------------------

DEALT = Match({}, 3, 5).play(4).table
"""A round of three seats has begun."""


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([], "nothing happened"),
        ([e.UnoCleared(0)], "no command begins with uno_cleared"),
        ([e.MatchCreated((), 2, "00", ())], "no command begins with match_created"),
        ([e.OffsetNoted(0, 1), e.OffsetNoted(0, 1)], "no command begins with offset_noted"),
        ([e.CardKept(3)], "there is no seat 3"),
        ([e.CardKept(-1)], "there is no seat -1"),
        ([e.CardKept("A")], "the field seat of card_kept"),  # type: ignore[arg-type]
        ([e.CardKept(seat=True)], "the field seat of card_kept"),
        ([e.ColorNamed(0, -1)], "not which"),
        ([e.CardPlayed(0, 0, -1, -1, 0, 0)], "not which"),
        ([e.CardMisplayed(0, -1)], "not which"),
        ([e.RaceWon(0)], "one card"),
        ([e.RaceWon(0), e.CardsDiscarded(0, (1, 2), (1, 2), (1, 2), (1, 2))], "one card"),
        ([e.RaceWon(0), e.CardsDiscarded(1, (1,), (1,), (1,), (1,))], "one card"),
        ([e.SeatTaken(0, "cat", "", "server")], "'cat' is none of human, bot"),
        ([e.SeatTaken(0, "bot", "", "dice")], "'dice' is none of player, server"),
        ([e.ClockPaused("lunch", None, None, None)], "'lunch' is none of"),
        ([e.ClockResumed("lunch", None)], "'lunch' is none of"),
        ([e.ClockExtended("lunch", 1, 2)], "'lunch' is none of"),
        ([e.AutopilotEngaged(0, "resigned")], "'resigned' is none of"),
    ],
)
def test_what_no_command_leads_to_is_refused_in_a_sentence(events: list[engine.Event], why: str) -> None:
    with pytest.raises(CannotInfer, match=why):
        infer_commands(DEALT, SERVICE, events)


def test_a_draw_is_a_move_of_a_seat_on_turn() -> None:
    with pytest.raises(CannotInfer, match="no seat was on turn"):
        infer_commands(engine.Table(), SERVICE, [e.PileExhausted(1)])


def test_a_color_is_dropped_with_a_card_that_has_one() -> None:
    table = Match({"zero_spell": "dump_color", "spell_number": 4}, 3, 5).play(4).table
    four = FACE_CODES["R4"]
    wild = FACE_CODES["W"]
    with pytest.raises(CannotInfer, match="a card that has none"):
        infer_commands(table, 0, [e.CardPlayed(0, 1, four, 0, 1, 1), e.CardsDiscarded(0, (wild,), (1,), (1,), (1,))])


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (e.MatchCreated((("game", 1),), 2, "00", ()), None),
        (e.MatchCreated((("game",),), 2, "00", ()), "options"),  # type: ignore[arg-type]
        (e.MatchCreated([], 2, "00", ()), "options"),  # type: ignore[arg-type]
        (e.MatchCreated((), 2, "00", (1,)), "teams"),  # type: ignore[arg-type]
        (e.MatchCreated((), 2.0, "00", ()), "seats"),  # type: ignore[arg-type]
        (e.VoteCast(0, "lunch", yes=True), "motion"),  # type: ignore[arg-type]
        (e.VoteCast(0, {}, yes=True), "motion"),  # type: ignore[arg-type]
        (e.VoteCast(0, "abort", 1), "yes"),  # type: ignore[arg-type]
        (e.ColorAsked(0, "wild", None), None),
        (e.ColorAsked(0, "wild", "A"), "after"),  # type: ignore[arg-type]
    ],
)
def test_a_field_that_holds_what_it_cannot_hold_is_found(event: engine.Event, field: str | None) -> None:
    assert flaw(event) == field


ODD: list[Any] = [None, -1, 0, 2, 99, 10**30, 1.5, True, "", "A", "R5", [], [0], [[0]], {}, [None]]


def damaged(events: Sequence[engine.Event], draw: st.DataObject) -> list[engine.Event]:
    """Return the events with one changed, as far as it can be decoded at all, one left out, one doubled."""
    left = list(events)
    place = draw.draw(st.integers(0, len(left) - 1))
    number, version, public, private = engine.encode_event(left[place])
    parts = [json.loads(public), json.loads(private or b"{}")]
    part = draw.draw(st.sampled_from([part for part in parts if part] or parts))
    if part:
        part[draw.draw(st.sampled_from(sorted(part)))] = draw.draw(st.sampled_from(ODD))
    with suppress(KeyError, TypeError, ValueError):
        changed = [json.dumps(part).encode() for part in parts]
        left[place] = engine.decode_event(number, version, changed[0], changed[1])
    if draw.draw(st.sampled_from((True, False))):
        del left[draw.draw(st.integers(0, len(left) - 1))]
    if left and draw.draw(st.sampled_from((True, False))):
        left.insert(draw.draw(st.integers(0, len(left))), draw.draw(st.sampled_from(left)))
    return left


@pytest.mark.slow
@settings(max_examples=60)
@given(seated_rulesets(), SEEDS, STYLES, st.data())
def test_damaged_events_are_refused_or_recalled_as_commands_that_can_be_judged(
    wish: tuple[dict[str, object], int], seed: int, style: Style, data: st.DataObject
) -> None:
    match = Match(*wish, seed, style, kept=seed % 2 == 0)
    seen = list(groups(match, 20))
    for sent in seen:
        events = damaged(sent.events, data)
        actor = data.draw(st.sampled_from([SERVICE, 0, 9, -1, sent.actor]))
        with suppress(CannotInfer, engine.RuleViolation):
            led_to(sent.before, infer_commands(sent.before, actor, events), match.chance)
        with suppress(CannotInfer, engine.RuleViolation):
            elsewhere = data.draw(st.sampled_from(seen)).before
            led_to(elsewhere, infer_commands(elsewhere, actor, sent.events), match.chance)
