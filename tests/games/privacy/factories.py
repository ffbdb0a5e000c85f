"""Players who delete their accounts, and the days in which they can cancel that."""

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
    """Ask to be erased; the answer."""
    return person.client.delete("/v1/me")


def with_address(person: Person, address: str) -> None:
    """Give somebody a verified address, as the dialogue of codes does."""
    Player.objects.filter(id=person.id).update(email=address)
    EmailAddress.objects.create(user_id=person.id, email=address, primary=True, verified=True)


def signed_in(person: Person, ago: timedelta) -> None:
    """Let his devices have signed in so long before they did."""
    Token.objects.filter(player_id=person.id).update(created=F("created") - ago)


def days_pass(player: UUID) -> None:
    """Let the next step of his leaving be due."""
    Leaving.objects.filter(player_id=player).update(next_at=F("asked_at"))


def erase(person: Person) -> None:
    """Let him ask, and the worker do its part."""
    assert leave(person).status_code == 202
    finish(person.id)


def finish(player: UUID) -> None:
    """Let the days pass, and the worker do all of it."""
    for _ in range(2):
        days_pass(player)
        worker.sweep()
    assert not Player.objects.filter(id=player).exists()
    worker.sweep()
