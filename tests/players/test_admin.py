"""Operators' rights over players and tokens."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from players import preferences, vacations
from players.models import App, Player, Token, Vacation
from tests.players.people import client_with, sign_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db

PLAYERS = "/admin/players/player/"
TOKENS = "/admin/players/token/"


@pytest.fixture
def chief() -> Client:
    """Return the client of an operator made on the command line, signed in."""
    call_command("createsuperuser", name="Chief", interactive=False)
    client = Client()
    client.force_login(Player.objects.get(name="Chief"), "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def clerk() -> Client:
    """Return the client of an operator who may change players and no more."""
    player = Player.objects.create(name="Clerk", is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=["view_player", "change_player"]))
    client = Client()
    client.force_login(player, "django.contrib.auth.backends.ModelBackend")
    return client


def test_an_operator_signs_in_with_name_and_password_in_any_case() -> None:
    Player.objects.create_superuser(name="Chief", password="a long one to type")
    form = {"username": "cHIEF", "password": "a long one to type"}
    assert Client().post("/admin/login/?next=/admin/", form).status_code == 302
    assert Client().post("/admin/login/?next=/admin/", form | {"password": "x"}).status_code == 200


def test_a_code_by_mail_does_not_open_the_admin(mailoutbox: list[EmailMessage]) -> None:
    chief = Player.objects.create_superuser(name="Chief", password="a long one to type", email="chief@example.com")
    EmailAddress.objects.create(user=chief, email=chief.email, primary=True, verified=True)
    token = sign_in(chief.email, mailoutbox)["token"]
    assert client_with(token).get("/admin/").status_code == 302
    assert not Session.objects.exists()


def test_players_who_are_no_operators_do_not_get_in(guest: Someone) -> None:
    client = Client()
    client.force_login(guest.player, "django.contrib.auth.backends.ModelBackend")
    assert client.get(PLAYERS).status_code == 302
    assert guest.client.get(PLAYERS).status_code == 302


def test_deactivating_a_player_ends_all_their_tokens(chief: Client, guest: Someone) -> None:
    assert guest.player.name in chief.get(PLAYERS, {"q": guest.player.name}).content.decode()
    assert guest.client.get("/v1/me").status_code == 200
    assert chief.post(f"{PLAYERS}{guest.player.id}/change/", {}).status_code == 302  # no box ticked: not active
    assert guest.client.get("/v1/me").status_code == 401


def test_an_operator_revokes_a_token_but_sees_no_secret(chief: Client, guest: Someone) -> None:
    token = Token.objects.get()
    pages = [chief.get(TOKENS), chief.get(f"{TOKENS}{token.id}/change/")]
    for page in pages:
        assert page.status_code == 200
        assert guest.secret not in page.content.decode()
        assert bytes(token.sha256).hex() not in page.content.decode()
    chief.post(f"{TOKENS}{token.id}/delete/", {"post": "yes"})
    assert guest.client.get("/v1/me").status_code == 401


def test_nobody_makes_or_deletes_players_or_makes_tokens_here(chief: Client, guest: Someone) -> None:
    assert chief.get(f"{PLAYERS}add/").status_code == 403
    assert chief.get(f"{TOKENS}add/").status_code == 403
    assert chief.post(f"{PLAYERS}{guest.player.id}/delete/", {"post": "yes"}).status_code == 403


def test_an_operator_cannot_promote_their_own_account(chief: Client, clerk: Client) -> None:
    account = Player.objects.get(name="Clerk")
    promotion = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    assert clerk.post(f"{PLAYERS}{account.id}/change/", promotion).status_code == 302
    account.refresh_from_db()
    assert not account.is_superuser
    assert account.is_staff
    assert chief.post(f"{PLAYERS}{account.id}/change/", promotion).status_code == 302
    account.refresh_from_db()
    assert account.is_superuser


def test_an_operator_sees_wishes_and_vacations_but_changes_none(chief: Client, guest: Someone) -> None:
    preferences.change(player_id=guest.player.id, changes={"time_zone": "Asia/Tokyo"})
    now = timezone.now()
    vacations.plan(player_id=guest.player.id, wish=vacations.Wish(None, now + timedelta(days=1)), now=now)
    for kind, key in (("playerpreferences", guest.player.id), ("vacation", Vacation.objects.get().id)):
        place = f"/admin/players/{kind}/"
        assert guest.player.name in chief.get(place, {"q": guest.player.name}).content.decode()
        assert chief.get(f"{place}{key}/change/").status_code == 200
        assert chief.post(f"{place}{key}/change/", {}).status_code == 403
        assert chief.get(f"{place}{key}/delete/").status_code == 403
        assert chief.get(f"{place}add/").status_code == 403


def test_nobody_is_given_another_address_by_an_operator_who_could_then_sign_in_as_them(
    chief: Client, guest: Someone
) -> None:
    page = "/admin/account/emailaddress/"
    given = {"user": str(guest.player.id), "email": "chief@example.com", "verified": "on", "primary": "on"}
    assert chief.get(page).status_code == 200
    assert chief.post(f"{page}add/", given).status_code == 403
    assert not guest.player.emailaddress_set.exists()


def test_an_operator_bans_an_app_and_nobody_else_does(chief: Client, clerk: Client, guest: Someone) -> None:
    app = App.objects.create(id="0b0f9f9e-6f0a-4a55-8f1c-3a3a52f0b7aa", name="Card Pal", owner=guest.player)
    form = {"action": "ban", "_selected_action": app.pk}
    assert clerk.post("/admin/players/app/", form).status_code == 403
    assert chief.post("/admin/players/app/", form).status_code == 302
    assert App.objects.get(id=app.pk).banned
    assert "Card Pal" in chief.get("/admin/players/app/").content.decode()
    assert chief.post("/admin/players/app/", form | {"action": "unban"}).status_code == 302
    assert not App.objects.get(id=app.pk).banned
    assert chief.get("/admin/players/authorization/").status_code == 200
