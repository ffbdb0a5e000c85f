"""Nudges are limited."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from players import vacations
from players.models import Notification
from players.vacations import Wish
from tests.games import tables
from tests.games.api.people import Person, lobby, running

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db


def nudge(person: Person, game: str) -> Any:
    return person.client.send(f"/v1/games/{game}/nudge")


def at_table(ada: Person, bob: Person) -> tuple[str, Person, Person]:
    """Return a match that has waited for the second of these players for hours."""
    game = running(ada, bob)
    waits_for = ada.see(game)["turn"]
    long_ago(game, timedelta(hours=13))
    return game, *(((bob, ada), (ada, bob))[waits_for])


def long_ago(game: str, since: timedelta) -> None:
    """Make the turn begin this long ago."""
    with tables.unguarded():
        tables.raw("UPDATE event SET recorded_at = now() - %s WHERE game_id = %s", since, game)
        tables.raw("UPDATE game SET asked_at = now() - %s WHERE id = %s", since, game)


def test_who_has_resigned_nudges_nobody(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    cid = person("Cid")
    game = running(ada, bob, cid)
    assert cid.command(game, {"type": "resign"}).status_code == 200
    long_ago(game, timedelta(hours=13))
    assert nudge(cid, game).json()["code"] == "seat_resigned"


def test_who_must_act_is_asked_once_a_day_by_each(ada: Person, bob: Person) -> None:
    game, waiting, slow = at_table(ada, bob)
    answer = nudge(waiting, game)
    assert answer.status_code == 200
    assert answer.json() == {"seat": slow.see(game)["your_seat"]}
    (told,) = slow.client.get("/v1/me/notifications").json()["notifications"]
    assert told["kind"] == "nudge"
    assert told["data"]["seat"] == waiting.see(game)["your_seat"]
    again = nudge(waiting, game)
    assert (again.status_code, again.json()["code"]) == (429, "too_soon_to_nudge")
    assert 0 < int(again["Retry-After"]) <= 24 * 3600
    Notification.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert nudge(waiting, game).status_code == 200


def test_a_player_has_half_of_their_turn_or_half_a_day_before_anybody_nudges_them(ada: Person, bob: Person) -> None:
    game, waiting, _ = at_table(ada, bob)
    long_ago(game, timedelta(hours=11))
    early = nudge(waiting, game)
    assert early.status_code == 429
    assert 3500 < int(early["Retry-After"]) <= 3600
    tables.raw("UPDATE game SET deadline_at = now() + interval '10 hours' WHERE id = %s", game)
    assert nudge(waiting, game).status_code == 200


def test_nobody_is_nudged_who_cannot_move(ada: Person, bob: Person) -> None:
    game, waiting, slow = at_table(ada, bob)
    for asker, table in ((slow, game), (ada, lobby(ada, bob))):
        answer = nudge(asker, table)
        assert (answer.status_code, answer.json()["code"]) == (409, "nobody_to_nudge")
    now = timezone.now()
    vacations.plan(player_id=slow.id, wish=Wish(None, now + timedelta(days=2)), now=now)
    assert nudge(waiting, game).status_code == 409


def test_only_who_sits_there_nudges(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    game, _, _ = at_table(ada, bob)
    answer = nudge(person(), game)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    private = lobby(ada, seats=2, private=True)
    assert nudge(bob, private).status_code == 404
