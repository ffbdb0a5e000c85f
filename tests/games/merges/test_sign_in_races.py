"""Confirmations at the same moment: one account, one token, one merge, and no more guesses than allowed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from players.models import EmailCode, Merge, Player, Token
from tests.games import tables
from tests.games.concurrency import together
from tests.games.merges.factories import make_guest, merge
from tests.games.merges.test_races import account, header_of
from tests.players.people import ask_code, code_in, confirm

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


def asked(address: str, mailoutbox: list[EmailMessage]) -> tuple[str, str]:
    """Return what names a sign-in, and its code."""
    name: str = ask_code(address).json()["sign_in"]
    return name, code_in(mailoutbox[-1])


def test_retries_at_once_open_one_account_and_give_one_token(mailoutbox: list[EmailMessage]) -> None:
    name, code = asked("ada@example.org", mailoutbox)
    answers: list[Any] = together(*[partial(confirm, name, code)] * 6)
    assert len({answer.content for answer in answers}) == 1, answers
    assert answers[0].status_code == 200
    assert (Player.objects.count(), Token.objects.count()) == (1, 1)


def test_retries_at_once_merge_the_guest_once(mailoutbox: list[EmailMessage]) -> None:
    ada, guest, bob = account("Ada"), make_guest(), tables.person()
    game = tables.started(guest.person.id, bob)
    name, code = asked("ada@example.org", mailoutbox)
    answers: list[Any] = together(*[partial(confirm, name, code, guest_token=guest.secret)] * 6)
    assert len({answer.content for answer in answers}) == 1, answers
    assert answers[0].json()["merged"]["games"] == 1
    assert header_of(game).seats[0].player == ada.id
    assert Merge.objects.count() == 1


def test_retries_at_once_turn_the_guest_into_one_account(mailoutbox: list[EmailMessage]) -> None:
    guest = make_guest()
    name, code = asked("new@example.org", mailoutbox)
    answers: list[Any] = together(*[partial(confirm, name, code, guest_token=guest.secret)] * 6)
    assert len({answer.content for answer in answers}) == 1, answers
    assert answers[0].json()["player"]["id"] == str(guest.person.id)
    assert Token.objects.filter(player_id=guest.person.id).count() == 1


def test_two_sign_ins_with_one_new_address_get_one_account(mailoutbox: list[EmailMessage]) -> None:
    for number in range(5):
        codes = [asked(f"new{number}@example.org", mailoutbox) for _ in range(3)]
        answers: list[Any] = together(*(partial(confirm, *one) for one in codes))
        assert [answer.status_code for answer in answers] == [200] * 3, [answer.content for answer in answers]
        assert len({answer.json()["player"]["id"] for answer in answers}) == 1
        assert sorted(answer.json()["is_new"] for answer in answers) == [False, False, True]


def test_a_sign_in_and_a_merge_at_once_take_the_guest_once(mailoutbox: list[EmailMessage]) -> None:
    ada, bob = account("Ada"), tables.person()
    for _ in range(5):
        guest = make_guest()
        game = tables.started(guest.person.id, bob)
        name, code = asked("ada@example.org", mailoutbox)
        answers: list[Any] = together(
            partial(confirm, name, code, guest_token=guest.secret), partial(merge, ada, guest)
        )
        assert [answer.status_code for answer in answers] == [200, 200], [answer.content for answer in answers]
        assert answers[0].json()["merged"] == answers[1].json()
        assert header_of(game).seats[0].player == ada.id


def test_guesses_at_once_are_counted_one_by_one(mailoutbox: list[EmailMessage]) -> None:
    name, code = asked("ada@example.org", mailoutbox)
    answers: list[Any] = together(*[partial(confirm, name, "WRNG")] * 8)
    assert sorted(answer.json()["code"] for answer in answers) == ["code_expired"] * 5 + ["wrong_code"] * 3
    assert EmailCode.objects.get().wrong == 3
    assert confirm(name, code).json()["code"] == "code_expired"
