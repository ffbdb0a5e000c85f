"""The move that is made for a seat whose time has run out (SPEC 3.11, R-TIMEOUT)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import events as e
from engine.rules.timeouts import move_for
from engine.state import IN_PLAY
from tests.engine.matches import CLOCK, Match, Style
from tests.engine.positions import at
from tests.engine.strategies import SEEDS, matches, seated_rulesets
from tests.engine.superset import canonical
from tests.engine.test_leaks import KINDS, moments, pairs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.engine.positions import AtTable

SPIN = "L cw t=A ph=SPIN; A: R1 R2 G9; B: G1 G2; C: B1 B2; dr: Y6 x6; di: Y1*"
FORCED: Mapping[str, object] = {"draw_policy": "only_if_unable"}
PLAYED: Mapping[str, object] = {"draw_policy": "only_if_unable", "drawn_play": "forced"}
SPELL: Mapping[str, object] = {"zero_spell": "swap_one", "spell_number": 5}
GIVE = "ph=GIVE t=A; A: R5 YF B2; B: x4; C: x4; dr: x4; di: YS Y8"


def timed(position: str, **options: object) -> AtTable:
    game = at(position, **options)
    engine.evolve(game.table, CLOCK)
    return game


def decided(game: AtTable) -> list[engine.Event]:
    """Return all events but the record of the time-out itself."""
    assert game.log[0] == e.TimedOut(0, 5)
    return game.log[1:]


@pytest.mark.rule("3.11", "R-TIMEOUT")
@pytest.mark.parametrize(
    ("position", "options", "lines"),
    [
        ("t=A; A: R9 R8; B: G1 G2; dr: B1 x6; di: Y8", {}, ["A draw"]),
        ("t=A; A: Y9 R8; B: G1 G2; dr: Y1 x6; di: Y8", {}, ["A draw", "A pass"]),
        ("t=A ph=DRAWN; A: R8 Y1; B: G1 G2; dr: x6; di: Y8", {}, ["A pass"]),
        ("t=A ph=CHALLENGE; A: R9 R8; B: G1 G2; C: x3; dr: x6; di: W2 Y8", {}, ["A accept"]),
        ("t=A ph=PENALTY; A: R9 R+1; B: G1 G2; C: x3; dr: x6; di: Y+1 Y8", {"stack": "same"}, ["A take"]),
        ("t=A ph=START_COLOR; A: G8 G9 B7; B: G1 G2; dr: x6; di: W", {}, ["A color G"]),
        ("t=A ph=START_COLOR; A: B8 R9 W; B: G1 G2; dr: x6; di: W", {}, ["A color R"]),
        ("t=A ph=START_COLOR; A: W W W2; B: G1 G2; dr: x6; di: W", {}, ["A color R"]),
        ("t=A ph=COLOR; A: B8 Y9 Y2; B: G1 G2; dr: x6; di: W", {}, ["A color Y"]),
        # A drawn card must be played, and its consequences follow.
        ("t=A; A: B7 B9 R1; B: G1 G2; dr: W x6; di: Y8", PLAYED, ["A draw", "A play W", "A color B"]),
        # A seat that can play must not draw: the dearest card, equally dear ones by code.
        ("t=A; A: Y9 Y1 YS; B: x3; C: x3; dr: x6; di: Y8", FORCED, ["A play YS"]),
        ("t=A; A: YS Y1 YR; B: x3; C: x3; dr: x6; di: Y8", FORCED, ["A play YR"]),
        ("t=A; A: Y9 B1 B2 W; B: x3; C: x3; dr: x6; di: Y8", FORCED, ["A play W", "A color B"]),
        ("t=A; A: R9 B1; B: x3; C: x3; dr: G1 x6; di: Y8", FORCED, ["A draw"]),
        ("t=A; A: Y7 R1; B: x3; C: x3; dr: x6; di: Y8", {**FORCED, "seven_o": True}, ["A play Y7 target=B"]),
        ("t=A; A: Y5 R1 R2; B: x3; C: x3; dr: x6; di: Y8", {**FORCED, **SPELL}, ["A play Y5"]),
        # Giving: the dearest card, to the next opponent in the direction of play.
        (GIVE, {"skip_effect": "give_card"}, ["A give YF to=B"]),
        ("t=A ph=TEAM_AID; A: R9 R8; B: x3; C: R3; D: x3; dr: x6; di: Y8", {"teams": 2, "teammate_gives": True},
         ["A decline"]),
    ],
)  # fmt: skip
def test_the_plainest_move_is_made(position: str, options: dict[str, object], lines: list[str]) -> None:
    game = timed("L cw " + position, **options).send("A time_out 5")
    assert decided(game) == timed("L cw " + position, **options).send(*lines).log


@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_the_next_opponent_is_the_next_in_the_direction_of_play() -> None:
    game = timed("L ccw " + GIVE, skip_effect="give_card").send("A time_out 5")
    assert [event.to for event in game.events(e.CardGiven)] == [2]
    team = timed("L cw " + GIVE.replace("; dr", "; D: x4; dr"), skip_effect="give_card", teams=["X", "X", "Y", "Y"])
    assert [event.to for event in team.send("A time_out 5").events(e.CardGiven)] == [2]


@pytest.mark.rule("3.11", "3.6", "R-TIMEOUT", "C28")
def test_a_drawn_card_that_has_become_illegal_is_kept() -> None:
    options: dict[str, object] = {**PLAYED, "wild_draw_enforcement": "strict", "false_catch_penalty": 1}
    game = timed("L cw t=A; A: G1 G2; B: x3; dr: W2 Y5 x9; di: Y8", **options).send("A draw", "A catch B")
    assert game.send("A time_out 5").actor == "B"


@pytest.mark.rule("3.11", "6", "R-TIMEOUT", "R-EDITION-TIE")
def test_a_card_that_may_fall_upon_its_player_is_aimed_at_them_last() -> None:
    position = "D cw t=A; A: wv p1 p2; B: x3; C: x2; dr: x6; di: p8"
    options: dict[str, object] = {**FORCED, "edition": "marvel", "edition_tie": "player_chooses"}
    game = timed(position, **options).send("A time_out 5")
    assert decided(game) == timed(position, **options).send("A play wv target=C").log


@pytest.mark.rule("3.11", "R-TIMEOUT")
@pytest.mark.parametrize(
    ("edition", "hand", "line"),
    [
        # half of six cards, the dearest ones
        ("stranger_things", "R9 R8 G9 BF W Y1", "A discard W BF R9"),
        # two of the four; the color of most of those that stay
        ("transformers", "R9 BF Y1 Y2", "A discard BF R9"),
    ],
)
def test_the_dearest_cards_are_discarded(edition: str, hand: str, line: str) -> None:
    top = {"stranger_things": "WJ", "transformers": "WO"}[edition]
    position = f"L cw t=A ph=EFFECT by=B c=Y; A: {hand}; B: G1 G2; dr: x6; di: {top} Y8"
    game = timed(position, edition=edition).send("A time_out 5")
    assert decided(game) == at(position, edition=edition).send(line).log


@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_a_color_named_with_discards_is_that_of_most_cards_that_stay() -> None:
    position = "L cw t=A ph=EFFECT by=B; A: R9 R8 B1 B2; B: G1 G2; dr: x6; di: WH Y8"
    game = timed(position, edition="marvel").send("A time_out 5")
    assert decided(game) == timed(position, edition="marvel").send("A discard R9 color=B").log


@pytest.mark.rule("3.11", "R-TIMEOUT")
@pytest.mark.parametrize(
    ("sector", "hand", "choice"),
    [
        ("DISCARD_COLOR", "R9 B5 B6 W", "B"),  # eleven points against nine
        ("DISCARD_COLOR", "G5 Y5 W", "Y"),
        ("DISCARD_NUMBER", "R4 B4 G9 W", "9"),
        ("DISCARD_NUMBER", "R4 B4 G8 W", "4"),
    ],
)
def test_what_the_wheel_lets_a_seat_discard_is_what_counts_most(sector: str, hand: str, choice: str) -> None:
    position = f"L cw t=A ph=WHEEL_CHOICE sector={sector}; A: {hand}; B: G1 G2; C: x3; dr: x6; di: Y1*"
    game = timed(position, game="spin").send("A time_out 5")
    assert decided(game) == at(position, game="spin").send(f"A wheel {choice}").log


@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_a_spin_goes_on_to_what_the_spinner_decides_by_itself() -> None:
    game = timed(SPIN, game="spin", wheel=["DISCARD_COLOR"]).send("A time_out 5")
    assert decided(game) == at(SPIN, game="spin", wheel=["DISCARD_COLOR"]).send("A spin", "A wheel G").log
    down = timed(SPIN, game="spin", wheel=["ALMOST_UNO"]).send("A time_out 5")
    assert down.hand("A") == ["R1", "R2"]


@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_a_race_stays_open_to_the_others_until_its_own_time_is_over() -> None:
    game = timed(SPIN, game="spin", wheel=["UNO_SPIN"]).send("A time_out 5")
    assert (game.phase, game.actor) == ("RACE", "A")
    assert engine.Shout("G1") in game.legal("B")
    game.send("A time_out 6")
    assert game.events(e.RaceWon) == [e.RaceWon(0)]
    assert game.hand("A") == ["R1", "R2"]


@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_the_launcher_is_pressed() -> None:
    position = "L cw t=A; A: R9 R8; B: G1 G2; dr: x6; di: Y8"
    options = {"game": "attack", "launcher": [2]}
    assert decided(timed(position, **options).send("A time_out 5")) == at(position, **options).send("A press").log


@pytest.mark.rule("3.11", "3.9", "R-TIMEOUT")
def test_nothing_is_called_for_a_seat() -> None:
    game = timed("L cw t=A; A: Y1 B1; B: x3; C: x3; dr: x6; di: Y8", **FORCED).send("A time_out 5")
    assert game.uno["A"] == "exposed"
    game.send("B catch A")
    assert game.sizes["A"] == 3


@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_a_seat_with_too_many_cards_is_out_as_after_any_move() -> None:
    game = timed("L cw t=A; A: R9 x8; B: x3; C: x3; dr: Y1 x6; di: Y8", hand_limit=10).send("A time_out 5")
    assert game.events(e.SeatKnockedOut) == [e.SeatKnockedOut(0)]
    assert game.actor == "B"


@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_a_new_turn_of_the_same_seat_has_its_own_time() -> None:
    game = timed("L cw t=A ph=START_COLOR; A: G8 G9; B: x2; dr: x6; di: W").send("A time_out 5")
    assert (game.phase, game.actor) == ("TURN", "A")


@pytest.mark.rule("3.11")
def test_time_runs_out_for_the_seat_that_must_act_and_for_nobody_else() -> None:
    position = "L cw t=A; A: R9 R8; B: G1 G2; dr: x6; di: Y8"
    game = timed(position)
    assert game.refusal("B time_out 5") == "not_your_turn"
    assert at(position).refusal("A time_out 5") == "no_clock"
    engine.evolve(game.table, e.ClockPaused("mutual", None, None, None))
    assert game.refusal("A time_out 5") == "already_paused"
    game.send("A expire")
    assert game.refusal("A time_out 5") == "round_over"
    lobby = engine.replay(engine.new_match({}, seats=2, commitment="00" * 32, clock=CLOCK))
    with pytest.raises(engine.RuleViolation) as refused:
        engine.decide(lobby, 0, engine.TimeOut(5))
    assert refused.value.code == "wrong_phase"


@pytest.mark.slow
@pytest.mark.rule("3.11", "R-TIMEOUT")
@settings(max_examples=60)
@given(matches(most=200))
def test_the_move_is_among_the_legal_commands_in_every_phase(match: Match) -> None:
    again = match.again()
    for seat, command in match.sent:
        again.send(seat, command)
        assert_legal(again.table)


def assert_legal(table: engine.Table) -> None:
    if table.turn is None:
        return
    move = move_for(engine.rules_of(table.spec), table, table.turn)
    legal = [(type(command), command) for command in engine.legal_commands(table, table.turn)]
    # Only some of the many ways to discard from a large hand are listed, the dearest first.
    assert (type(move), canonical(table, table.turn, move)) in legal


TOGETHER: list[dict[str, object]] = [
    {"game": "flip", "stack": "same", "seven_o": True, "forced_play": True},
    {"game": "flip", "teams": 2, "teammate_gives": True, "draw_policy": "only_if_unable"},
    {"game": "flip", "skip_effect": "give_card", "hand_limit": 12},
    {"game": "flip", "edition": "marvel", "forced_play": True},
    {"game": "flip", "edition": "stranger_things", "forced_play": True},
    {"game": "flip", "edition": "transformers", "forced_play": True},
    {"game": "flip", "flip_wild_chooser": "flipper", "forced_play": True},
    {"game": "classic", "hands_wild": "shuffle", "deck": 112, "forced_play": True},
    {"game": "attack", "draw_policy": "only_if_unable"},
    {"game": "spin", "draw_policy": "only_if_unable", "jump_in": True},
]


@pytest.mark.slow
@pytest.mark.rule("3.11", "R-TIMEOUT")
def test_time_runs_out_in_every_phase_of_every_game_and_under_every_option() -> None:
    reached: Counter[engine.Phase] = Counter()
    for number, row in enumerate(EVERY_OPTION):
        play_late(Match(row["options"], row["seats"], number, Style.SHED), 25, reached)
    for number, options in enumerate(TOGETHER):
        for seats in (2, 4, 6):
            if "teams" not in options or seats == 4:
                play_late(Match(options, seats, number, Style.SHED), 120, reached)
    assert set(reached) >= set(IN_PLAY)


EVERY_OPTION = json.loads((Path(__file__).parent / "data" / "fingerprints.json").read_text("utf-8"))
"""Every edition, as it comes and with each value of each option."""


def play_late(match: Match, most: int, reached: Counter[engine.Phase]) -> None:
    """Leave a third of the decisions to the clock."""
    match.start()
    engine.evolve(match.table, CLOCK)
    for _ in range(most):
        seat = match.table.turn
        if seat is None or match.dice.below(3):
            match.step()
        else:
            reached[match.table.phase] += 1
            events = match.send(seat, engine.TimeOut(1))
            assert events[0] == e.TimedOut(seat, 1)
            assert len(events) > 1
        if match.table.is_over:
            return


@pytest.mark.rule("3.11", "R-TIMEOUT")
@settings(max_examples=40)
@given(seated_rulesets(), SEEDS)
def test_a_match_of_nothing_but_time_outs_goes_on(wish: tuple[dict[str, object], int], seed: int) -> None:
    match = Match(*wish, seed, kept=True)
    match.start()
    for due_at in range(20_000):
        if match.table.round == 3 or match.table.is_over:
            return
        seat = match.table.turn
        version = match.table.version
        match.send(seat, engine.NextRound() if seat is None else engine.TimeOut(due_at))
        assert match.table.version > version
    # A drawn card must be played there, so no player lays another one, and in the end only the wilds circulate;
    # R-ABSENT closes such a match.
    assert engine.resolve(match.options).must_play_drawn


@pytest.mark.rule("3.11", "4", "R-TIMEOUT")
@pytest.mark.parametrize("kind", ["plain", "cards given away", "gifts", "a wheel", "hands that move"])
def test_the_move_depends_on_nothing_that_its_seat_does_not_know(kind: str) -> None:
    compared = 0
    for pair in pairs(KINDS[kind], 300):
        for first, second in moments(pair):
            if pair.viewer is not None and first.table.turn == pair.viewer:
                assert _move(first.table) == _move(second.table)
                compared += 1
    assert compared > 100


def _move(table: engine.Table) -> Any:
    assert table.turn is not None
    move = move_for(engine.rules_of(table.spec), table, table.turn)
    return type(move), move


@pytest.mark.rule("3.11", "R-TIMEOUT")
@given(st.data())
def test_the_move_is_the_same_every_time(data: st.DataObject) -> None:
    match = data.draw(matches(most=60))
    if match.table.turn is not None:
        assert _move(match.table) == _move(match.table.copy())
