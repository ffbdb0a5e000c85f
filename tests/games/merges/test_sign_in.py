"""A guest signs in: in one step they become the new account, or are merged into the one that they have."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from common import clock
from players import secret_tokens, services, vacations
from players.models import Merge, Player, Token
from players.privacy import leaving
from players.vacations import Wish
from tests.contract.client import ContractClient
from tests.games.api.people import lobby, running
from tests.games.merges.factories import MERGE, make_guest
from tests.games.merges.test_merge import mine
from tests.games.privacy.factories import erase, with_address
from tests.players.people import ask_code, code_in, confirm, sign_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.games.api.people import Person
    from tests.games.merges.factories import Guest

pytestmark = pytest.mark.django_db

ADDRESS = "ada@example.org"
"""Of the account of the fixture."""


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


def of_guest(client: ContractClient) -> str:
    """Return the code with which the API refuses this client, "" if it does not."""
    answer = client.get("/v1/me")
    return "" if answer.status_code == 200 else str(answer.json()["code"])


def test_a_guest_with_a_new_address_becomes_the_account(
    bob: Person, guest: Guest, mailoutbox: list[EmailMessage]
) -> None:
    match, table = running(guest.person, bob), lobby(guest.person, seats=2)
    answer = sign_in("new@example.org", mailoutbox, guest_token=guest.secret, device_name="Phone")
    assert (answer["is_new"], answer["merged"]) == (True, None)
    assert (answer["player"]["id"], answer["player"]["guest"]) == (str(guest.person.id), False)
    assert of_guest(guest.person.client) == "invalid_token", "the device has one token, the new one"
    device = ContractClient(answer["token"])
    assert {one["id"] for one in device.get("/v1/games?mine=true").json()["games"]} == {match, table}
    (token,) = device.get("/v1/me/tokens").json()["tokens"]
    assert (token["name"], token["current"]) == ("Phone", True)
    assert not Merge.objects.exists()


def test_other_tokens_of_a_guest_who_becomes_an_account_stay(guest: Guest, mailoutbox: list[EmailMessage]) -> None:
    _, tablet = services.issue_token(player_id=guest.person.id, kind="device", name="Tablet")
    answer = sign_in("new@example.org", mailoutbox, guest_token=guest.secret)
    assert ContractClient(tablet).get("/v1/me").json()["id"] == answer["player"]["id"]


def test_a_guest_with_a_known_address_is_merged(
    ada: Person, bob: Person, guest: Guest, mailoutbox: list[EmailMessage]
) -> None:
    games = {running(guest.person, bob), lobby(guest.person, seats=3)}
    answer = sign_in(ADDRESS, mailoutbox, guest_token=guest.secret)
    assert (answer["is_new"], answer["player"]["id"]) == (False, str(ada.id))
    assert (answer["merged"]["guest"], answer["merged"]["games"]) == (str(guest.person.id), 2)
    assert mine(ada) == games
    assert of_guest(guest.person.client) == "guest_merged"


def test_a_confirmation_that_is_repeated_merges_once(
    ada: Person, bob: Person, guest: Guest, mailoutbox: list[EmailMessage]
) -> None:
    running(guest.person, bob)
    name = ask_code(ADDRESS).json()["sign_in"]
    first, again = (confirm(name, code_in(mailoutbox[-1]), guest_token=guest.secret) for _ in range(2))
    assert (first.status_code, first.json()) == (200, again.json())
    assert Token.objects.filter(player_id=ada.id).count() == 2  # one is of the fixture
    assert Merge.objects.count() == 1


@pytest.mark.usefixtures("ada")
def test_a_guest_who_was_merged_signs_in_again_with_the_old_token(guest: Guest, mailoutbox: list[EmailMessage]) -> None:
    first, again = (sign_in(ADDRESS, mailoutbox, guest_token=guest.secret) for _ in range(2))
    assert first["merged"] == again["merged"]
    assert first["token"] != again["token"]


def test_the_token_of_the_account_itself_merges_nothing(ada: Person, mailoutbox: list[EmailMessage]) -> None:
    answer = sign_in(ADDRESS, mailoutbox, guest_token=ada.client.secret)
    assert (answer["player"]["id"], answer["merged"]) == (str(ada.id), None)


def test_whoever_signed_in_without_the_guest_merges_later(
    ada: Person, guest: Guest, mailoutbox: list[EmailMessage]
) -> None:
    table = lobby(guest.person, seats=2)
    answer = sign_in(ADDRESS, mailoutbox)
    assert of_guest(guest.person.client) == "", "signing in merges nothing by itself"
    done = ContractClient(answer["token"]).send(MERGE, {"token": guest.secret})
    assert (done.status_code, done.json()["games"]) == (200, 1)
    assert mine(ada) == {table}


# -- Refusals: nobody is signed in, and nothing has changed ------------------------------------------------------------


def refuses(address: str, mailoutbox: list[EmailMessage], token: str, status: int, code: str) -> None:
    """Check that the guest is refused, and that the same code then signs in without them."""
    tokens, merges = Token.objects.count(), Merge.objects.count()
    name = ask_code(address).json()["sign_in"]
    for _ in range(4):  # a refusal of the guest is no wrong code
        answer = confirm(name, code_in(mailoutbox[-1]), guest_token=token)
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert (Token.objects.count(), Merge.objects.count()) == (tokens, merges)
    alone = confirm(name, code_in(mailoutbox[-1]))
    assert (alone.status_code, alone.json()["merged"]) == (200, None)


def test_both_at_one_table_must_part_before(ada: Person, guest: Guest, mailoutbox: list[EmailMessage]) -> None:
    lobby(guest.person, ada, seats=3)
    refuses(ADDRESS, mailoutbox, guest.secret, 409, "seated_together")
    assert of_guest(guest.person.client) == ""


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize("address", [ADDRESS, "new@example.org"])
def test_another_account_is_no_guest(guest: Guest, address: str, mailoutbox: list[EmailMessage]) -> None:
    with_address(guest.person, "guest@example.org")
    refuses(address, mailoutbox, guest.secret, 409, "not_a_guest")


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize("address", [ADDRESS, "new@example.org"])
@pytest.mark.parametrize("token", ["of nobody", "personal", "revoked", "of another shape"])
def test_only_a_living_token_of_a_device_is_a_guests(
    guest: Guest, address: str, token: str, mailoutbox: list[EmailMessage]
) -> None:
    _, personal = services.issue_token(player_id=guest.person.id, kind="personal")
    gone, revoked = services.issue_token(player_id=guest.person.id, kind="device")
    services.revoke_token(player_id=guest.person.id, token_id=gone.id)
    nobodys = secret_tokens.mint_secret("device")
    secret = {"of nobody": nobodys, "personal": personal, "revoked": revoked, "of another shape": "x"}[token]
    refuses(address, mailoutbox, secret, 422, "invalid_guest_token")


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize("address", [ADDRESS, "new@example.org"])
def test_a_deactivated_guest_is_none(guest: Guest, address: str, mailoutbox: list[EmailMessage]) -> None:
    Player.objects.filter(id=guest.person.id).update(is_active=False)
    refuses(address, mailoutbox, guest.secret, 422, "invalid_guest_token")


def test_nobody_is_merged_who_is_about_to_leave(ada: Person, guest: Guest, mailoutbox: list[EmailMessage]) -> None:
    leaving.ask(player_id=ada.id, token_id=Token.objects.filter(player_id=ada.id).latest("created").id)
    refuses(ADDRESS, mailoutbox, guest.secret, 409, "about_to_leave")
    assert of_guest(guest.person.client) == ""


@pytest.mark.usefixtures("ada")
def test_a_guest_on_vacation_comes_home_first(guest: Guest, mailoutbox: list[EmailMessage]) -> None:
    now = clock.now()
    vacations.plan(player_id=guest.person.id, wish=Wish(now + timedelta(days=1), now + timedelta(days=3)), now=now)
    refuses(ADDRESS, mailoutbox, guest.secret, 409, "guest_on_vacation")


@pytest.mark.usefixtures("ada")
def test_an_operator_is_not_merged(guest: Guest, mailoutbox: list[EmailMessage]) -> None:
    Player.objects.filter(id=guest.person.id).update(is_staff=True)
    refuses(ADDRESS, mailoutbox, guest.secret, 409, "operator_account")


def test_a_wrong_code_merges_nobody(ada: Person, guest: Guest) -> None:
    name = ask_code(ADDRESS).json()["sign_in"]
    assert confirm(name, "WRNG", guest_token=guest.secret).json()["code"] == "wrong_code"
    assert of_guest(guest.person.client) == ""
    assert mine(ada) == set()


def test_a_deactivated_account_takes_no_guest(ada: Person, guest: Guest, mailoutbox: list[EmailMessage]) -> None:
    Player.objects.filter(id=ada.id).update(is_active=False)
    name = ask_code(ADDRESS).json()["sign_in"]
    answer = confirm(name, code_in(mailoutbox[-1]), guest_token=guest.secret)
    assert (answer.status_code, answer.json()["code"]) == (403, "account_deactivated")
    assert of_guest(guest.person.client) == ""


def test_an_address_whose_account_was_erased_is_a_new_one(
    ada: Person, guest: Guest, mailoutbox: list[EmailMessage]
) -> None:
    name = ask_code(ADDRESS).json()["sign_in"]
    code = code_in(mailoutbox[-1])
    erase(ada)
    assert confirm(name, code).json()["code"] == "code_expired", "codes to the address went with the account"
    answer = sign_in(ADDRESS, mailoutbox, guest_token=guest.secret)
    assert (answer["is_new"], answer["player"]["id"]) == (True, str(guest.person.id))


def test_two_guests_of_two_devices_come_into_one_account(
    bob: Person, guest: Guest, mailoutbox: list[EmailMessage]
) -> None:
    other = make_guest()
    games = {running(guest.person, bob), running(other.person, bob)}
    first = sign_in("new@example.org", mailoutbox, guest_token=guest.secret)
    second = sign_in("new@example.org", mailoutbox, guest_token=other.secret)
    assert (first["player"]["id"], second["player"]["id"]) == (str(guest.person.id), str(guest.person.id))
    for answer in (first, second):
        seen = ContractClient(answer["token"]).get("/v1/games?mine=true").json()["games"]
        assert {one["id"] for one in seen} == games
