"""Many substitutes at once: each vacant seat is taken once, and nobody has two."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

import engine
from games import errors
from games.audit import check
from games.models import FormerSeat, Seat
from games.reads import one_game
from games.services import substitutes
from games.types import Outcome
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)


def take_over(game: UUID, player: UUID, seat: int) -> Outcome:
    return substitutes.take_over(
        game_id=game, player=player, seat=seat, code=None, command_id=uuid4(), request_hash=b"%d" % seat
    )


def test_of_many_substitutes_one_gets_the_seat() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    tables.send(game, people[1], engine.Resign())
    answers = together(*[partial(take_over, game, tables.person(), 1) for _ in range(8)])
    assert sum(isinstance(answer, Outcome) for answer in answers) == 1
    refused = {type(answer) for answer in answers if not isinstance(answer, Outcome)}
    assert refused <= {errors.SeatNotVacant, errors.StoreBusy, errors.StaleVersion}
    assert FormerSeat.objects.filter(game_id=game).count() == 1
    assert check.check_game(game) is None


def test_nobody_takes_two_seats() -> None:
    people = [tables.person() for _ in range(4)]
    game = tables.started(*people)
    for one in people[1:3]:
        tables.send(game, one, engine.Resign())
    dan = tables.person()
    answers = together(*[partial(take_over, game, dan, seat) for seat in (1, 2, 1, 2)])
    assert sum(isinstance(answer, Outcome) for answer in answers) == 1
    assert Seat.objects.filter(game_id=game, player_id=dan).count() == 1
    assert check.check_game(game) is None


def test_a_match_with_substitutes_is_played_to_its_end_and_verifies() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people, scoring="single_round")
    for seat in (1, 2, 1):
        tables.play_until(game, tables.version_of(game) + 12, *people)
        if tables.table_of(game).is_over:
            break
        tables.send(game, people[seat], engine.Resign())
        people[seat] = tables.person()
        take_over(game, people[seat], seat)
    tables.play_well(game, *people)
    assert check.check_game(game) is None
    file = b"".join(one_game.transcript(game, None)[0].chunks())
    findings = list(engine.check_transcript(engine.Case(engine.read_transcript(file))))
    assert [one.check for one in findings if one.verdict == "BAD"] == []
    assert any(isinstance(event, engine.SeatTakenOver) for event in tables.events_of(game))
