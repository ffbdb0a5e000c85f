"""Guests who sign in to an account that they already have."""

from __future__ import annotations

from typing import Any, NamedTuple

from players import services
from tests.contract.client import ContractClient
from tests.games.api.people import Person

MERGE = "/v1/me/guests"


class Guest(NamedTuple):
    """A guest, with the secret of their device."""

    person: Person
    secret: str


def make_guest() -> Guest:
    player, secret = services.create_guest()
    return Guest(Person(player.name, player.id, ContractClient(secret)), secret)


def merge(account: Person, guest: Guest) -> Any:
    """Request the merge of the guest into the account; return the answer."""
    return account.client.send(MERGE, {"token": guest.secret})
