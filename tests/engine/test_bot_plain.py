"""`plain` plays the first card that fits and does nothing else that the rules leave to it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import engine
from engine.bots.plain import _RANKS
from engine.testing.random_match import random_match
from tests.engine.matches import Match  # noqa: TC001  read by hypothesis
from tests.engine.positions import at
from tests.engine.sharp_bot import SHARP
from tests.engine.strategies import matches

PLAIN = engine.bot("plain")


def no_chance(_below: int) -> int:
    raise AssertionError("plain has no chance")


def plain(position: str, seat: str = "A", *sent: str, **options: object) -> engine.Command:
    table = at(position, **options)
    for each in sent:
        table = table.send(each)
    return PLAIN.choose(table.sees(seat), table.legal(seat), no_chance)


def test_it_plays_the_first_card_of_its_hand_that_fits() -> None:
    hand = "L cw t=A; A: {}; B: x5; C: x5; dr: x20; di: R7"
    assert plain(hand.format("G5 R1 R9 RS")) == engine.Play("R1")
    assert plain(hand.format("G5 RS R9 R1")) == engine.Play("RS")


def test_it_names_the_first_color_for_a_wild() -> None:
    position = "L cw t=A; A: G5 W B3; B: x5; C: x5; dr: x20; di: Y7"
    assert plain(position) == engine.Play("W")
    assert plain(position, "A", "A play W") == engine.NameColor("R")


def test_it_draws_if_nothing_fits_and_plays_the_drawn_card_if_it_fits() -> None:
    position = "L cw t=A; A: G5 B3; B: x5; C: x5; dr: {} x20; di: R7"
    assert plain(position.format("Y1")) == engine.Draw()
    assert plain(position.format("R1"), "A", "A draw") == engine.Play("R1")


def test_it_does_not_call_uno() -> None:
    assert plain("L cw t=A; A: R5 G5; B: x5; C: x5; dr: x20; di: R7") == engine.Play("R5")


def test_it_does_not_challenge() -> None:
    position = "L cw t=A; A: W2 R5 x5; B: x5; C: x5; dr: x20; di: R7"
    assert plain(position, "B", "A play W2 color=G") == engine.Accept()


def test_it_does_not_catch_while_it_is_on_turn() -> None:
    command = plain("L cw t=A; A: R5 G5; B: R2 R3 Y4; C: x5; dr: x20; di: R7", "B", "A play R5", uno_window="last_card")
    assert command == engine.Play("R2")


def test_it_knows_every_move_there_is() -> None:
    apart_from_moves = {engine.Resign, engine.Vote, engine.Resume, engine.TakeBack}
    assert set(_RANKS) == set(engine.COMMANDS.values()) - apart_from_moves


def test_matches_among_itself_end() -> None:
    *_, (table, _) = random_match([PLAIN] * 4, {"target": 100}, bytes(32))
    assert table.result is not None
    assert table.result.winners


def test_it_rarely_wins_against_three_sharp() -> None:
    wins = 0
    for number in range(10):
        *_, (table, _) = random_match([SHARP, PLAIN, SHARP, SHARP], {"target": 200}, bytes([number]) * 32)
        wins += table.result is not None and table.result.winners == (1,)
    assert wins <= 1


@pytest.mark.slow
@given(match=matches(most=60))
@settings(max_examples=60, deadline=None)
def test_it_answers_every_position_of_every_ruleset_with_a_legal_command(match: Match) -> None:
    for seat in range(match.table.seats):
        legal = engine.legal_commands(match.table, seat)
        if legal:
            view = engine.view(match.table, seat)
            chosen = PLAIN.choose(view, legal, no_chance)
            assert any(chosen is command for command in legal)
            assert PLAIN.choose(view, legal, no_chance) is chosen
