"""Who may do what: every operation by every kind of asker, written down by hand (RELIABILITY 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import transaction

from players import services
from players.scopes import ALL_SCOPES, GAMES_PLAY, GAMES_READ
from tests.contract.client import ContractClient
from tests.contract.openapi import document
from tests.games.api.people import Person, lobby, make_person, running

if TYPE_CHECKING:
    from collections.abc import Callable

ASKERS = ("anonymous", "outsider", "reader", "player", "aimless", "revoked", "guest", "host")
"""No token; no seat; the host with `games:read`, `games:play`, neither, a revoked token; a seated player;
the host with all scopes."""

OPEN, HELD = "a public table that waits", "a running public match"
MATRIX: dict[tuple[str, str], tuple[int, ...]] = {
    #                           anon out  read play aim  rev  guest host
    ("list_rulesets", OPEN): (200, 200, 200, 200, 200, 200, 200, 200),
    ("list_clocks", OPEN): (200, 200, 200, 200, 200, 200, 200, 200),
    ("check_options", OPEN): (200, 200, 200, 200, 200, 200, 200, 200),
    ("read_rules", OPEN): (200, 200, 200, 200, 200, 200, 200, 200),
    ("list_keys", OPEN): (200, 200, 200, 200, 200, 200, 200, 200),
    ("list_anchors", OPEN): (200, 200, 200, 200, 200, 200, 200, 200),
    ("prove_consistency", OPEN): (404, 404, 404, 404, 404, 404, 404, 404),  # of days without anchors
    ("list_games", OPEN): (200, 200, 200, 403, 403, 401, 200, 200),
    ("list_my_games", OPEN): (401, 200, 200, 403, 403, 401, 200, 200),
    ("create_game", OPEN): (401, 201, 403, 201, 403, 401, 201, 201),
    ("create_branch", OPEN): (401, 409, 403, 409, 403, 401, 409, 409),  # the match is not over
    ("create_branch", HELD): (401, 409, 403, 409, 403, 401, 409, 409),
    ("read_game", OPEN): (200, 200, 200, 403, 403, 401, 200, 200),
    ("read_game", HELD): (200, 200, 200, 403, 403, 401, 200, 200),
    ("read_game_rules", HELD): (200, 200, 200, 403, 403, 401, 200, 200),
    ("list_events", HELD): (200, 200, 200, 403, 403, 401, 200, 200),
    ("read_transcript", HELD): (409, 409, 409, 403, 403, 401, 409, 409),
    ("read_state", OPEN): (200, 200, 200, 403, 403, 401, 200, 200),
    ("read_state", HELD): (200, 200, 200, 403, 403, 401, 200, 200),
    ("read_record", HELD): (409, 409, 409, 403, 403, 401, 409, 409),
    ("take_seat", OPEN): (401, 200, 403, 409, 403, 401, 409, 409),
    ("take_seat", HELD): (401, 409, 403, 409, 403, 401, 409, 409),
    ("leave_seat", OPEN): (401, 403, 403, 409, 403, 401, 200, 409),  # seat 1, where the guest sits
    ("leave_seat", HELD): (401, 403, 403, 409, 403, 401, 409, 409),
    ("add_bot", OPEN): (401, 403, 403, 200, 403, 401, 403, 200),
    ("add_bot", HELD): (401, 403, 403, 409, 403, 401, 403, 409),
    ("start_match", OPEN): (401, 403, 403, 409, 403, 401, 403, 409),  # a seat is free
    ("start_match", HELD): (401, 403, 403, 409, 403, 401, 403, 409),
    ("send_command", OPEN): (401, 403, 403, 409, 403, 401, 409, 409),
    ("send_command", HELD): (401, 403, 403, 409, 403, 401, 409, 409),  # an answer to no challenge
    ("list_notifications", OPEN): (401, 200, 403, 403, 200, 401, 200, 200),
    ("read_notifications", OPEN): (401, 404, 403, 403, 404, 401, 404, 404),  # what nobody was told
    ("nudge", OPEN): (401, 403, 403, 409, 403, 401, 409, 409),  # a table waits for no one
    ("nudge", HELD): (401, 403, 403, 429, 403, 401, 409, 429),  # it is the guest's turn, and has just begun
    ("invite", OPEN): (401, 403, 403, 204, 403, 401, 204, 204),
    ("invite", HELD): (401, 403, 403, 409, 403, 401, 409, 409),
}
PRIVATE: dict[str, tuple[int, ...]] = {
    "create_branch": (401, 404, 403, 409, 403, 401, 409, 409),
    "read_game": (404, 404, 200, 403, 403, 401, 200, 200),
    "read_game_rules": (404, 404, 200, 403, 403, 401, 200, 200),
    "list_events": (404, 404, 200, 403, 403, 401, 200, 200),
    "read_transcript": (404, 404, 409, 403, 403, 401, 409, 409),
    "read_state": (404, 404, 200, 403, 403, 401, 200, 200),
    "read_record": (404, 404, 409, 403, 403, 401, 409, 409),
    "take_seat": (401, 404, 403, 409, 403, 401, 409, 409),
    "leave_seat": (401, 404, 403, 409, 403, 401, 200, 409),
    "add_bot": (401, 404, 403, 200, 403, 401, 403, 200),
    "start_match": (401, 404, 403, 409, 403, 401, 403, 409),
    "send_command": (401, 404, 403, 409, 403, 401, 409, 409),
    "nudge": (401, 404, 403, 409, 403, 401, 409, 409),
    "invite": (401, 404, 403, 204, 403, 401, 204, 204),
}


def ask(client: ContractClient, operation: str, game: str) -> Any:
    path = f"/v1/games/{game}"
    challenge = {"command_id": str(uuid4()), "command": {"type": "challenge"}}
    asks: dict[str, Callable[[], Any]] = {
        "list_rulesets": lambda: client.get("/v1/rulesets"),
        "list_clocks": lambda: client.get("/v1/clocks"),
        "check_options": lambda: client.send("/v1/rulesets/check"),
        "read_rules": lambda: client.get("/v1/rulesets/flip/rules"),
        "list_keys": lambda: client.get("/v1/keys"),
        "list_anchors": lambda: client.get("/v1/anchors"),
        "prove_consistency": lambda: client.get("/v1/anchors/consistency?first=2026-01-01&second=2026-01-02"),
        "read_transcript": lambda: client.get(f"{path}/transcript"),
        "read_record": lambda: client.get(f"{path}/record"),
        "list_games": lambda: client.get("/v1/games"),
        "list_my_games": lambda: client.get("/v1/me/games"),
        "create_game": lambda: client.send("/v1/games"),
        "create_branch": lambda: client.send(f"{path}/branches", {"version": 9}),
        "read_game": lambda: client.get(path),
        "read_game_rules": lambda: client.get(f"{path}/rules"),
        "list_events": lambda: client.get(f"{path}/events"),
        "read_state": lambda: client.get(f"{path}/states/2"),
        "take_seat": lambda: client.send(f"{path}/seats"),
        "leave_seat": lambda: client.delete(f"{path}/seats/1"),
        "add_bot": lambda: client.send(f"{path}/bots"),
        "start_match": lambda: client.send(f"{path}/start"),
        "send_command": lambda: client.send(f"{path}/commands", challenge),
        "list_notifications": lambda: client.get("/v1/me/notifications"),
        "read_notifications": lambda: client.send("/v1/me/notifications/read", {"ids": [str(uuid4())]}),
        "nudge": lambda: client.send(f"{path}/nudge"),
        "invite": lambda: client.send(f"{path}/invitations", {"player": "Nobody"}),
    }
    return asks[operation]()


def with_scopes(person: Person, *scopes: str) -> tuple[Any, ContractClient]:
    """A token of the person that may do this much."""
    token, secret = services.issue_token(player_id=person.id, kind="personal", name="t", scopes=scopes, expires=None)
    return token, ContractClient(secret)


def askers(host: Person, guest: Person) -> list[ContractClient]:
    """One client for each of `ASKERS`."""
    others = [scope for scope in ALL_SCOPES if scope not in {GAMES_READ, GAMES_PLAY}]
    token, revoked = with_scopes(host, *ALL_SCOPES)
    services.revoke_token(player_id=host.id, token_id=token.id)
    return [
        ContractClient(),
        make_person().client,
        with_scopes(host, GAMES_READ)[1],
        with_scopes(host, GAMES_PLAY)[1],
        with_scopes(host, *others)[1],
        revoked,
        guest.client,
        host.client,
    ]


def statuses(operation: str, make: Callable[[Person, Person], str]) -> tuple[int, ...]:
    """What each asker is answered; what he did is taken back before the next one asks."""
    host, guest = make_person(), make_person()
    game = make(host, guest)
    found = []
    for client in askers(host, guest):
        with transaction.atomic():
            found.append(ask(client, operation, game).status_code)
            transaction.set_rollback(True)
    return tuple(found)


def waiting(host: Person, guest: Person) -> str:
    return lobby(host, guest, seats=3)


def held(host: Person, guest: Person) -> str:
    """A match that waits for the guest."""
    while host.see(game := running(host, guest))["turn"] != 1:
        pass
    return game


def waiting_in_private(host: Person, guest: Person) -> str:
    game = lobby(host, seats=3, private=True)
    assert guest.sit(game, invite=host.see(game)["invite_code"]).status_code == 200
    return game


@pytest.mark.django_db
@pytest.mark.parametrize(("operation", "stage"), MATRIX)
def test_everybody_may_do_what_is_written_down(operation: str, stage: str) -> None:
    make = waiting if stage == OPEN else held
    assert statuses(operation, make) == MATRIX[operation, stage]


@pytest.mark.django_db
@pytest.mark.parametrize("operation", PRIVATE)
def test_a_private_table_is_there_for_its_players_alone(operation: str) -> None:
    assert statuses(operation, waiting_in_private) == PRIVATE[operation]


def test_no_operation_is_forgotten() -> None:
    operations = {
        operation["operationId"]
        for path, operations in document()["paths"].items()
        for operation in operations.values()
        if path.startswith("/v1/") and operation["tags"] not in (["players"], ["webhooks"])
    }
    assert {operation for operation, _ in MATRIX} == operations
    assert set(PRIVATE) == {name for name in operations if name not in {
        "list_rulesets", "list_clocks", "check_options", "read_rules", "list_games", "list_my_games", "create_game",
        "list_notifications", "read_notifications", "list_keys", "list_anchors", "prove_consistency",
    }}  # fmt: skip
