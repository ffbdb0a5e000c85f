"""The operators' log and the cache keep nothing of a deleted player."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from players.models import App, Authorization, Player, PlayerPreferences, Token, Vacation
from players.notifications.channels import mail
from players.preferences import change
from tests.games.privacy.factories import erase, with_address

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from django.db.models import Model

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db
ADDRESS, SECOND = "ada@example.org", "lovelace@example.org"


@pytest.fixture
def operator() -> Player:
    return Player.objects.create_superuser("Olga", "a long password")


def the_row(player: UUID) -> Model:
    return Player.objects.get(id=player)


def preferences(player: UUID) -> Model:
    change(player_id=player, changes={"language": "fr"})
    return PlayerPreferences.objects.get(player_id=player)


def a_token(player: UUID) -> Model:
    return Token.objects.filter(player_id=player)[0]


def an_app(player: UUID) -> Model:
    return App.objects.create(id=str(uuid4()), name="App", owner_id=player)


def an_authorization(player: UUID) -> Model:
    app = App.objects.create(id=str(uuid4()), name="Of somebody else")
    return Authorization.objects.create(
        player_id=player, app=app, scopes=["games:read"], code_sha256=uuid4().bytes * 2, redirect_uri="https://h.example",
        challenge="x", last_used=timezone.now().date(), expires=timezone.now() + timedelta(days=1),
    )  # fmt: skip


def a_vacation(player: UUID) -> Model:
    now = timezone.now()
    return Vacation.objects.create(player_id=player, starts_at=now, ends_at=now + timedelta(days=2))


def an_address(player: UUID) -> Model:
    return EmailAddress.objects.filter(user_id=player)[0]


def noted(operator: Player, row: Model, said: str = "", *, named: str = "") -> LogEntry:
    """Return the admin's log entry for a change by an operator."""
    kind = ContentType.objects.get_for_model(row, for_concrete_model=False)
    return LogEntry.objects.create(
        user_id=operator.pk, content_type=kind, object_id=str(row.pk), object_repr=named or str(row),
        action_flag=CHANGE, change_message=said,
    )  # fmt: skip


def said(entry: LogEntry) -> tuple[str | None, str, str]:
    entry.refresh_from_db()
    return entry.object_id, entry.object_repr, entry.change_message


@pytest.mark.parametrize(
    "of", [the_row, preferences, a_token, an_app, an_authorization, a_vacation, an_address], ids=lambda of: of.__name__
)
def test_what_operators_did_to_somebody_stays_without_saying_to_whom(
    operator: Player, ada: Person, bob: Person, of: Callable[[UUID], Model]
) -> None:
    with_address(ada, ADDRESS)
    with_address(bob, "bob@example.org")
    adas, bobs = (noted(operator, of(person.id), "looked at") for person in (ada, bob))
    before = said(bobs)
    erase(ada)
    assert said(adas) == (None, "", "")
    assert said(bobs) == before


@pytest.mark.parametrize("address", [ADDRESS, SECOND, ADDRESS.upper()])
@pytest.mark.parametrize("place", ["named", "said"])
def test_no_entry_about_anything_else_says_an_address(
    operator: Player, ada: Person, bob: Person, address: str, place: str
) -> None:
    with_address(ada, ADDRESS)
    EmailAddress.objects.create(user_id=ada.id, email=SECOND)
    text = f'Deleted email address "{address}".'
    entry = noted(operator, the_row(bob.id), **{place: text})
    untouched = noted(operator, the_row(bob.id), "Deleted email address.")
    before = said(untouched)
    erase(ada)
    assert said(entry) == (None, "", "")
    assert said(untouched) == before


def test_an_address_that_a_mail_server_called_unknown_is_forgotten(ada: Person, bob: Person) -> None:
    adas, bobs = (f"{uuid4()}@example.org" for _ in range(2))
    for somebody, address in ((ada, adas), (bob, bobs)):
        with_address(somebody, address)
        mail.leave_alone(address)
        assert mail.is_dead(address)
    erase(ada)
    assert not mail.is_dead(adas)
    assert mail.is_dead(bobs)
