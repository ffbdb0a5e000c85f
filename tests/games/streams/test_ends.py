"""The events that end a stream, and those that do not: a listener who loses access is cut off within seconds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from common import clock
from games.hints import flush
from games.services import erasure
from games.store import quarantine
from players import secret_tokens, services
from players.models import App, Player, Token
from players.oauth import authorizations
from players.scopes import GAMES_READ
from tests.games.api.people import Person, lobby, make_person, running, with_scopes
from tests.games.privacy.factories import with_address
from tests.games.streams.process import SOON, Ear, Streams, entries, move, secret
from tests.games.tables import play_well, version_of

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)
BACK = "https://app.example/back"


def phone(person: Person) -> tuple[Token, str]:
    """Return a personal token of the player with the scope to read."""
    token, client = with_scopes(person, GAMES_READ)
    return token, str(client.secret)


def let_in(person: Person) -> tuple[str, str]:
    """Return an app that the player has authorized to read, and its access token."""
    app = App(id=str(uuid4()), name="App", owner_id=person.id, type="public", data={}, secret="")
    app.save(force_insert=True)
    return app.id, access(app.id, person)


def access(app: str, person: Person) -> str:
    """Sign the app in again; return its access token."""
    code, token = (secret_tokens.mint_secret(secret_tokens.APP) for _ in range(2))
    authorizations.let_in(
        player_id=person.id, app_id=app, scopes=[GAMES_READ], redirect_uri=BACK, challenge="A" * 43, code=code
    )
    with transaction.atomic():
        begun = authorizations.by_code(app_id=app, code=code)
        assert begun is not None
        authorizations.issue(begun, scopes=[GAMES_READ], pair=authorizations.Pair(token, code))
    return token


# -- Tokens, each with what ends it ------------------------------------------------------------------------------------


def revoked(person: Person) -> tuple[str, Callable[[], object]]:
    token, opens = phone(person)
    return opens, lambda: services.revoke_token(player_id=person.id, token_id=token.id)


def expired(person: Person) -> tuple[str, Callable[[], object]]:
    token, opens = phone(person)
    return opens, lambda: Token.objects.filter(id=token.id).update(expires=clock.now())


def of_an_app_that_is_shut_out(person: Person) -> tuple[str, Callable[[], object]]:
    app, opens = let_in(person)
    return opens, lambda: person.client.delete(f"/v1/me/authorizations/{app}")


def of_an_app_that_gives_it_back(person: Person) -> tuple[str, Callable[[], object]]:
    app, opens = let_in(person)
    return opens, lambda: authorizations.give_back(app_id=app, secret=opens)


def of_a_player_who_is_shut_out(_person: Person) -> tuple[str, Callable[[], object]]:
    other = make_person()
    return secret(other), lambda: Player.objects.filter(id=other.id).update(is_active=False)


def of_a_player_who_is_erased(_person: Person) -> tuple[str, Callable[[], object]]:
    other = make_person()
    return secret(other), lambda: erasure.erase(other.id)


def of_a_guest_who_is_merged(_person: Person) -> tuple[str, Callable[[], object]]:
    account, other = make_person(), make_person()
    with_address(account, "account@example.org")
    return secret(other), lambda: merge(account, secret(other))


def merge(account: Person, opens: str) -> None:
    assert account.client.send("/v1/me/guests", {"token": opens}).status_code == 200


TOKENS = (
    revoked,
    expired,
    of_an_app_that_is_shut_out,
    of_an_app_that_gives_it_back,
    of_a_player_who_is_shut_out,
    of_a_player_who_is_erased,
    of_a_guest_who_is_merged,
)


# -- What is received --------------------------------------------------------------------------------------------------


def test_whatever_ends_a_token_ends_its_streams_and_no_others(streams: Streams, ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    doomed = {die.__name__: die(ada) for die in TOKENS}
    version = ada.see(game)["version"]
    with ExitStack() as open_ones, ThreadPoolExecutor() as threads:
        ears = {}
        for name, (opens, _) in doomed.items():
            for path in ("/v1/me/stream", f"/v1/games/{game}/stream"):
                ears[name, path] = open_ones.enter_context(Ear(streams, path, opens))
        other = open_ones.enter_context(Ear(streams, f"/v1/games/{game}/stream", secret(bob)))
        waiting = threads.submit(streams.get, f"/v1/games/{game}/events?after={version}&wait=30", doomed["revoked"][0])
        streams.until_open(len(ears) + 2)
        for _, die in doomed.values():
            die()
        for name, ear in ears.items():
            assert ear.end(SOON)["reason"] == "no_access", name
        assert waiting.result(SOON).status_code == 401
        for name, (opens, _) in doomed.items():
            assert streams.get("/v1/me/stream", opens).status_code == 401, name
        other.up_to(move(game, ada, bob))


def test_with_a_fresh_token_an_app_goes_on_where_it_was(streams: Streams, ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    app, opens = let_in(ada)
    with Ear(streams, "/v1/me/stream", opens) as ear:
        ear.type("snapshot")
        Token.objects.filter(sha256=secret_tokens.digest(opens)).update(expires=clock.now())
        assert ear.end(SOON)["reason"] == "no_access"
    version = move(game, ada, bob)
    with Ear(streams, f"/v1/me/stream?after={ear.cursor()}", access(app, ada)) as ear:
        assert ear.up_to(version)[-1]["seq"] == version
        assert ear.items[0]["type"] == "event"


def test_who_stands_up_follows_no_more(streams: Streams, ada: Person, bob: Person) -> None:
    private = lobby(ada, private=True, seats=3)
    code = ada.code(private)
    assert bob.sit(private, invitation=code).status_code == 200
    with (
        Ear(streams, "/v1/me/stream", secret(bob)) as mine,
        Ear(streams, f"/v1/games/{private}/stream", secret(bob)) as one,
    ):
        mine.type("snapshot")
        one.type("snapshot")
        assert bob.client.delete(f"/v1/games/{private}/seats/1").status_code == 200
        assert one.end(SOON)["reason"] == "no_access"
        left = mine.type("left", SOON)
        assert (left["game"], left["reason"]) == (private, "no_seat")
        assert entries(one.items) == []
        assert streams.get(f"/v1/games/{private}/stream", secret(bob)).status_code == 404


def test_an_account_follows_the_games_of_a_guest_it_takes_in(streams: Streams, ada: Person, bob: Person) -> None:
    guest = make_person()
    with_address(ada, "ada@example.org")
    game = running(guest, bob)
    with (
        Ear(streams, "/v1/me/stream", secret(ada)) as mine,
        Ear(streams, f"/v1/games/{game}/stream", secret(ada)) as one,
    ):
        mine.type("snapshot")
        one.type("snapshot")
        streams.until_open(2)
        merge(ada, secret(guest))
        joined = mine.type("game", SOON)["game"]
        assert (joined["id"], joined["your_seat"]) == (game, 0)
        version = move(game, ada, bob)
        assert mine.up_to(version)[-1]["seq"] == version
        assert one.end(SOON)["reason"] == "seat_changed"


def test_a_spectator_who_sits_down_goes_on_from_their_seat(streams: Streams, ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=3)
    with (
        Ear(streams, f"/v1/games/{game}/stream", secret(bob)) as one,
        Ear(streams, "/v1/me/stream", secret(bob)) as mine,
    ):
        assert mine.type("snapshot")["games"] == []
        one.type("snapshot")
        version = bob.sit(game).json()["game"]["version"]
        assert one.end(SOON)["reason"] == "seat_changed"
        joined = mine.type("game", SOON)["game"]
        assert (joined["id"], joined["your_seat"]) == (game, 1)
    with Ear(streams, f"/v1/games/{game}/stream?after={one.cursor()}", secret(bob)) as one:
        assert one.up_to(version)[-1]["event"]["type"] == "seat_taken"


def test_a_quarantined_game_is_not_followed_until_it_goes_on(streams: Streams, ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    with (
        Ear(streams, f"/v1/games/{game}/stream", secret(ada)) as one,
        Ear(streams, "/v1/me/stream", secret(ada)) as mine,
    ):
        one.type("snapshot")
        mine.type("snapshot")
        quarantine.add(UUID(game), "a test")
        assert one.end(SOON)["reason"] == "quarantined"
        assert mine.type("left", SOON)["reason"] == "quarantined"
        quarantine.lift(UUID(game))
        assert mine.type("head", SOON)["game"] == game
        mine.up_to(move(game, ada, bob))


def test_the_end_of_the_match_is_the_end_of_its_stream(streams: Streams, ada: Person, bob: Person) -> None:
    game = running(ada, bob, options={"scoring": "single_round"})
    with (
        Ear(streams, f"/v1/games/{game}/stream", secret(ada)) as one,
        Ear(streams, "/v1/me/stream", secret(ada)) as mine,
    ):
        start = one.type("snapshot")["game"]["version"]
        mine.type("snapshot")
        play_well(UUID(game), ada.id, bob.id)
        flush()
        assert one.end()["reason"] == "finished"
        assert [entry["seq"] for entry in entries(one.items)] == list(range(start + 1, version_of(UUID(game)) + 1))
        mine.up_to(version_of(UUID(game)))
        game = running(ada, bob)
        mine.until(lambda items: any(item["type"] == "game" and item["game"]["id"] == game for item in items), SOON)


def test_as_many_streams_as_one_may_and_no_more(streams: Streams, ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    path = f"/v1/games/{game}/stream"
    ears = [Ear(streams, path, secret(ada)) for _ in range(10)]
    refused = streams.get("/v1/me/stream", secret(ada))
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")
    assert refused.headers["content-type"] == "application/problem+json"
    assert (refused.headers["retry-after"], refused.json()["params"]["retry_after"]) == ("5", 5)
    assert refused.headers["access-control-allow-origin"] == "*"
    Ear(streams, path, secret(bob)).hang_up()
    for ear in ears:
        ear.hang_up()
    streams.until_open(0)
    Ear(streams, path, secret(ada)).hang_up()
