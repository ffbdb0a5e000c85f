"""The bots play with partners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine
from engine.testing.random_match import random_match
from tests.engine.positions import at

if TYPE_CHECKING:
    from engine import Command


def choice(position: str, seat: str, *lines: str, **options: object) -> Command:
    game = at(position, **({"teams": 2, "teammate_gives": True} | options)).send(*lines)
    return engine.bot("sharp").choose(game.sees(seat), game.legal(seat), lambda _: 0)


NEXT = "L cw t=A; A: Y+1 Y4 R2 R3; B: x5; C: x5; D: x5; dr: x9; di: Y8"


@pytest.mark.rule("8.2")
def test_sharp_does_not_hit_its_partner_when_it_can_avoid_it() -> None:
    beside = choice(NEXT, "A", teams=["X", "X", "Y", "Y"])
    assert beside == engine.Play("Y4")
    threatened = NEXT.replace("B: x5", "B: x1").replace("Y4 ", "")
    assert choice(threatened, "A") == engine.Play("Y+1")
    assert choice(threatened.replace("R2 R3", "B8 R3"), "A", teams=["X", "X", "Y", "Y"]) == engine.Play("B8")


@pytest.mark.rule("8.2")
def test_sharp_asks_when_it_cannot_play() -> None:
    assert isinstance(choice("L cw t=A; A: B3 G4 R1; B: x5; C: x5; D: x5; dr: x9; di: Y8", "A"), engine.Ask)


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    ("hand", "given"), [("Y5 B7 B9 G1", "Y5"), ("B8 B7 G9 R1", "B8"), ("B7 B9 G1 R2 W", "W"), ("B7 B9 G1 R2", None)]
)
def test_sharp_gives_its_partner_a_card_that_fits_and_no_other(hand: str, given: str | None) -> None:
    position = f"L cw t=A; A: B3 G4 R1; B: x5; C: {hand}; D: x5; dr: x9; di: Y8"
    chosen = choice(position, "C", "A ask")
    assert (chosen.card if isinstance(chosen, engine.Give) else None) == given


@pytest.mark.rule("8.2", "3.9")
@pytest.mark.parametrize("teams", [["X", "Y", "X", "Y"], ["X", "X", "Y", "Y"]])
def test_sharp_catches_an_opponent_and_no_partner(teams: list[str]) -> None:
    position = "L cw t=A; A: Y1 Y2; B: Y3 Y4 B1; C: x5; D: x5; dr: x9; di: Y8"
    chosen = choice(position, "B", "A play Y1", teams=teams)
    assert isinstance(chosen, engine.Catch) == (teams[0] != teams[1])


@pytest.mark.rule("3.6", "8.2")
def test_sharp_challenges_a_partner_less_readily_than_an_opponent() -> None:
    position = "L cw t=D; A: x4; B: x5; C: x4; D: W2 x20; dr: x30; di: Y8"
    assert isinstance(choice(position, "A", "D play W2 color=R"), engine.Challenge)
    alone = "L cw t=D; A: x4; B: x5; C: x4; D: W2 x2; dr: x30; di: Y8"
    beside = choice(alone, "A", "D play W2 color=R", teams=["X", "Y", "Y", "X"])
    assert isinstance(beside, engine.Accept)


@pytest.mark.slow
@pytest.mark.rule("8.2")
@pytest.mark.parametrize("name", ["random", "sharp"])
@pytest.mark.parametrize(("teams", "seats"), [(2, 4), (5, 10)])
def test_bots_play_team_matches_to_the_end(name: str, teams: int, seats: int) -> None:
    options = {"teams": teams, "teammate_gives": True, "scoring": "single_round"}
    for seed in range(3):
        *_, (table, _) = random_match([engine.bot(name)] * seats, options, bytes([seed]) * 32)
        assert table.is_over
