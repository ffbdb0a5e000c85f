"""Players who delete their accounts, and the days in which they can cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.db.models import F

from games.services import worker
from players.models import Leaving, Player, Token

if TYPE_CHECKING:
    from datetime import timedelta
    from uuid import UUID

    from tests.games.api.people import Person


def leave(person: Person) -> Any:
    """Request the deletion of the account; return the answer."""
    return person.client.delete("/v1/me")


def with_address(person: Person, address: str) -> None:
    """Give the player a verified address, as the sign-in codes do."""
    Player.objects.filter(id=person.id).update(email=address)
    EmailAddress.objects.create(user_id=person.id, email=address, primary=True, verified=True)


def signed_in(person: Person, ago: timedelta) -> None:
    """Move the sign-in of the player's devices this far into the past."""
    Token.objects.filter(player_id=person.id).update(created=F("created") - ago)


def days_pass(player: UUID) -> None:
    """Make the next step of the player's deletion due."""
    Leaving.objects.filter(player_id=player).update(next_at=F("asked_at"))


def erase(person: Person) -> None:
    """Request the deletion, and do the worker's part."""
    assert leave(person).status_code == 202
    finish(person.id)


def finish(player: UUID) -> None:
    """Make all steps due, and do the worker's part."""
    for _ in range(2):
        days_pass(player)
        worker.sweep()
    assert not Player.objects.filter(id=player).exists()
    worker.sweep()
