"""Two worlds that differ only in what a reader cannot know give the reader's webhook the same bytes."""

from __future__ import annotations

from itertools import count, islice
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.db import transaction

import engine
from games.webhooks import batches, bodies
from players.models import WebhookDelivery
from tests.games.api.people import running
from tests.games.api.worlds import enter, other_world
from tests.games.webhooks.factories import Listener, hook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

HISTORIES = 10


@pytest.fixture
def people(ada: Person, bob: Person, person: Callable[..., Person]) -> list[Person]:
    """Return three players at a table, and one spectator."""
    return [ada, bob, person("Cid"), person("Eve")]


def made(game: UUID) -> list[bytes]:
    """Return what would be sent about the game now."""
    with transaction.atomic():
        batches.cut(game)
        found = [bodies.body_of(row) for row in WebhookDelivery.objects.select_related("webhook").order_by("version")]
        transaction.set_rollback(True)
    return found


def alike(people: list[Person]) -> Iterator[bool]:
    """Yield for random histories with another world whether a webhook was told the same there."""
    return (same for seed in count() if (same := compared(people, seed)) is not None)


def compared(people: list[Person], seed: int) -> bool | None:
    """Return whether a webhook was told the same in the other world of a random history; None if there is none."""
    random = Random(seed)  # noqa: S311 - a reproducible test
    seated, eve = people[:3], people[3]
    game = UUID(running(*seated, seats=3, spectators="open"))
    viewer = (0, None)[seed % 2]
    reader = eve if viewer is None else seated[viewer]
    with transaction.atomic(), Listener() as listener:
        webhook = hook(reader.id, listener, game=game)
        webhook.cursors.update(version=0)
        for _ in range(random.randrange(8)):
            move(seated, str(game), random)
        changed = other_world(game, viewer, random)
        if changed is None:
            return None
        here = made(game)
        enter(game, changed)
        there = made(game)
        transaction.set_rollback(True)
    assert here
    return here == there


def move(seated: list[Person], game: str, random: Random) -> None:
    for person in seated:
        seen = person.see(game)
        if seen["your_turn"]:
            wild = {"W2", "RF", "GF", "YF", "BF"}
            tame = [command for command in seen["legal_commands"] if command.get("card") not in wild]
            person.command(game, random.choice(tame or seen["legal_commands"]))
            return


def test_a_receiver_cannot_tell_two_worlds_apart(people: list[Person]) -> None:
    assert all(islice(alike(people), HISTORIES))


def test_a_planted_leak_is_found(people: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = engine.redact

    def open_to_all(event: Any, *_viewer: object, **_sight: object) -> Any:
        return honest(event, engine.OPEN)

    monkeypatch.setattr(engine, "redact", open_to_all)
    assert not all(islice(alike(people), HISTORIES))
