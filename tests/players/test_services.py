"""Guests and tokens, below HTTP."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from players import names, secret_tokens, selectors, services
from players.errors import (
    InvalidName,
    InvalidTokenRequest,
    NameTaken,
    PlayerNotFound,
    TokenNotFound,
    TooManyGuests,
    TooManyTokens,
)
from players.models import Player, Token
from players.scopes import ALL_SCOPES

pytestmark = pytest.mark.django_db


def holder_of(secret: str) -> selectors.Bearer | None:
    return selectors.find_bearer(secret_tokens.digest(secret))


def test_a_guest_gets_a_name_and_a_device_token_that_may_do_everything() -> None:
    player, secret = services.create_guest()
    bearer = holder_of(secret)
    assert bearer is not None
    assert bearer.caller.id == player.id
    assert bearer.caller.name == player.name == names.clean_name(player.name)
    assert bearer.grant.kind == "device"
    assert bearer.grant.scopes == set(ALL_SCOPES)
    assert secret.startswith("ufd_")
    assert not player.has_usable_password()


def test_a_guest_may_choose_their_name_unless_it_is_taken() -> None:
    services.create_guest(name="Ada")
    with pytest.raises(NameTaken):
        services.create_guest(name="ＡＤＡ")
    with pytest.raises(InvalidName):
        services.create_guest(name="a b")
    assert Player.objects.count() == 1


def test_a_made_up_name_that_is_taken_is_made_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    services.create_guest(name="calm-otter-1000")
    inventions = iter(["calm-otter-1000", "Calm-Otter-1000", "calm-otter-1001"])
    monkeypatch.setattr(names, "invent_name", lambda: next(inventions))
    player, _ = services.create_guest()
    assert player.name == "calm-otter-1001"


def test_secrets_are_not_in_the_database() -> None:
    _, secret = services.create_guest()
    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM players_token t")
        (row,) = cursor.fetchone()
    assert secret not in row
    assert secret[secret_tokens.HINT_LENGTH :] not in row
    assert secret_tokens.digest(secret).hex() in row


def test_revoked_expired_and_deactivated_tokens_hold_nobody() -> None:
    player, first = services.create_guest()
    token, second = services.issue_token(
        player_id=player.id, kind="personal", expires=timezone.now() + timedelta(hours=1)
    )
    assert holder_of(second)
    Token.objects.filter(id=token.id).update(expires=timezone.now())
    assert holder_of(second) is None
    assert token.id not in {shown.id for shown in selectors.tokens_of(player_id=player.id)}

    third = services.issue_token(player_id=player.id, kind="personal")
    services.revoke_token(player_id=player.id, token_id=third[0].id)
    assert holder_of(third[1]) is None

    assert holder_of(first)
    Player.objects.filter(id=player.id).update(is_active=False)
    assert holder_of(first) is None


def test_of_many_tokens_those_are_still_valid_with_which_a_request_could_be_made(
    django_assert_num_queries: Any,
) -> None:
    (stays, stays_secret), (gone, gone_secret) = services.create_guest(), services.create_guest()
    now = timezone.now()
    lives, _ = services.issue_token(player_id=stays.id, kind="personal")
    revoked, _ = services.issue_token(player_id=stays.id, kind="personal")
    expired, _ = services.issue_token(player_id=stays.id, kind="personal", expires=now + timedelta(days=1))
    bearers = [holder_of(secret) for secret in (stays_secret, gone_secret)]
    own, shut = (bearer.grant.token_id for bearer in bearers if bearer)
    services.revoke_token(player_id=stays.id, token_id=revoked.id)
    Token.objects.filter(id=expired.id).update(expires=now - timedelta(seconds=1))
    Player.objects.filter(id=gone.id).update(is_active=False)
    with django_assert_num_queries(1):
        left = selectors.still_valid([own, shut, lives.id, revoked.id, expired.id, uuid4()])
    assert left == {own, lives.id}
    assert selectors.still_valid([]) == set()


def test_only_its_owner_can_revoke_a_token() -> None:
    owner, secret = services.create_guest()
    thief, _ = services.create_guest()
    token = Token.objects.get(player=owner)
    with pytest.raises(TokenNotFound):
        services.revoke_token(player_id=thief.id, token_id=token.id)
    assert holder_of(secret)


def test_a_token_needs_known_scopes_a_future_and_a_player() -> None:
    player, _ = services.create_guest()
    for scopes in ([], ["games:read", "root"]):
        with pytest.raises(InvalidTokenRequest, match="scopes"):
            services.issue_token(player_id=player.id, kind="personal", scopes=scopes)
    with pytest.raises(InvalidTokenRequest, match="expired"):
        services.issue_token(player_id=player.id, kind="personal", expires=timezone.now())
    with pytest.raises(PlayerNotFound):
        services.issue_token(player_id=uuid4(), kind="personal")


def test_personal_tokens_are_limited_and_devices_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_PERSONAL_TOKENS", 2)
    monkeypatch.setattr(services, "MAX_DEVICE_TOKENS", 2)
    player, oldest = services.create_guest()
    Token.objects.filter(player=player).update(last_used=timezone.now().date() - timedelta(days=9))
    _, newer = services.issue_token(player_id=player.id, kind="device")
    _, newest = services.issue_token(player_id=player.id, kind="device")
    assert [bool(holder_of(secret)) for secret in (oldest, newer, newest)] == [False, True, True]

    for _ in range(2):
        services.issue_token(player_id=player.id, kind="personal")
    with pytest.raises(TooManyTokens):
        services.issue_token(player_id=player.id, kind="personal")


def test_use_is_noted_once_a_day() -> None:
    player, secret = services.create_guest()
    today = timezone.now().date()
    Token.objects.update(last_used=today - timedelta(days=3))
    bearer = holder_of(secret)
    assert bearer is not None
    assert not bearer.used_today
    services.note_use(token_id=bearer.grant.token_id)
    again = holder_of(secret)
    assert again is not None
    assert again.used_today
    assert Token.objects.get(player=player).last_used == today


def test_a_player_can_be_renamed_also_to_another_spelling_of_their_name() -> None:
    player, _ = services.create_guest(name="ada")
    services.create_guest(name="Bob")
    services.rename(player_id=player.id, name="ADA")
    assert selectors.public_profile("ada").name == "ADA"
    with pytest.raises(NameTaken):
        services.rename(player_id=player.id, name="BOB")
    with pytest.raises(PlayerNotFound):
        services.rename(player_id=uuid4(), name="Carol")


def test_a_network_makes_a_limited_number_of_guests(settings: pytest.FixtureRequest) -> None:
    settings.GUESTS_PER_HOUR = 3  # type: ignore[attr-defined]
    for _ in range(3):
        services.allow_guest(network="192.0.2.1")
    with pytest.raises(TooManyGuests) as refusal:
        services.allow_guest(network="192.0.2.1")
    assert 1 <= int(str(refusal.value.fields["retry_after"])) <= 3600
    services.allow_guest(network="192.0.2.2")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_guestallowance SET hour = hour - interval '1 hour'")
    services.allow_guest(network="192.0.2.1")


@pytest.mark.django_db(transaction=True)
def test_parallel_requests_do_not_exceed_the_limit_of_a_network(settings: pytest.FixtureRequest) -> None:
    settings.GUESTS_PER_HOUR = 5  # type: ignore[attr-defined]
    allowed: list[bool] = []
    together = Barrier(8)

    def ask() -> None:
        together.wait()
        for _ in range(3):
            try:
                services.allow_guest(network="198.51.100.7")
            except TooManyGuests:
                allowed.append(False)
            else:
                allowed.append(True)
        connection.close()

    threads = [Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(allowed).count(True) == 5
    assert len(allowed) == 24


@pytest.mark.django_db(transaction=True)
def test_one_of_two_who_want_a_name_at_once_gets_it() -> None:
    outcomes: list[str] = []
    together = Barrier(6)

    def ask() -> None:
        together.wait()
        try:
            services.create_guest(name="Ada")
        except NameTaken:
            outcomes.append("taken")
        else:
            outcomes.append("got it")
        connection.close()

    threads = [Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["got it"] + ["taken"] * 5
