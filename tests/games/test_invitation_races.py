"""Several at once: an invitation of one person seats one, a revoked one nobody, and a table has one link."""

from __future__ import annotations

from functools import partial

import pytest

from games import errors
from games.services import invitations as services
from games.types import Outcome
from players import invitations
from players.invitations import Invited, Kind
from players.models import Invitation
from tests.games import tables
from tests.games.concurrency import together

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_several_people_with_the_code_of_one_person_one_sits_down() -> None:
    for _ in range(5):
        host = tables.person()
        game = tables.lobby_of(host, seats=5, private=True).game.id
        one = invitations.make(game_id=game, player_id=host, invited=Invited(Kind.EMAIL, "cy@example.org"), language="")
        people = [tables.person() for _ in range(4)]
        answers = together(*(partial(tables.sit, game, player, code=one.code) for player in people))
        seated = [answer for answer in answers if isinstance(answer, Outcome)]
        assert len(seated) == 1, answers
        assert {type(answer) for answer in answers} == {Outcome, errors.GameNotFound}
        assert tables.state_of(game, host).game.open_seats == 3
        assert Invitation.objects.get(id=one.id).invited_id == people[answers.index(seated[0])]


def test_a_link_that_is_revoked_meanwhile_seats_somebody_or_nobody_but_ends() -> None:
    for _ in range(5):
        host, guest = tables.person(), tables.person()
        game = tables.lobby_of(host, private=True).game.id
        code = tables.code_of(game)
        sits, _ = together(
            partial(tables.sit, game, guest, code=code), partial(services.end, code=code, player=host)
        )  # fmt: skip
        assert isinstance(sits, Outcome | errors.GameNotFound)
        assert tables.state_of(game, host).game.open_seats == (0 if isinstance(sits, Outcome) else 1)
        assert Invitation.objects.get(code=code).state == "revoked"


def test_a_table_gets_one_link_however_many_ask_at_once() -> None:
    host = tables.person()
    game = tables.lobby_of(host, seats=3).game.id
    ask = partial(services.invite, game_id=game, player=host, invited=Invited(), accepted=None)
    answers = together(*[ask] * 6)
    assert {answer.code for answer in answers if isinstance(answer, Invitation)} == {Invitation.objects.get().code}
    assert all(isinstance(answer, Invitation) for answer in answers), answers
