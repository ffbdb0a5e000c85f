"""A private game and an unknown one cost a stranger the same time: nothing of the private one is read."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

from games.store import archiver
from tests.games import tables
from tests.games.api.observations import hear

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("stage", ["lobby", "running", "over", "archived"])
def test_a_private_game_is_answered_like_none(
    ada: Person, bob: Person, person: Callable[..., Person], stage: str
) -> None:
    tables.forget_logs()
    made = ada.create(seats=2, private=True, options={"target": 50})["game"]
    game = UUID(made["id"])
    if stage != "lobby":
        assert bob.sit(made["id"], invitation=ada.code(made["id"])).status_code == 200
        assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    if stage in {"over", "archived"}:
        tables.play_well(game, ada.id, bob.id)
    if stage == "archived":
        tables.raw("DELETE FROM outbox WHERE game_id = %s", game)
        archiver.run(timedelta(0), 60)
        assert tables.raw("SELECT count(*) FROM event WHERE game_id = %s", game) == [(0,)]
    eve = person("Eve")
    for one in (uuid4(), game):
        hear(eve.client, str(one), 2, [])  # fills the caches of the process
    hidden, none = (hear(eve.client, str(one), 2, []) for one in (game, uuid4()))
    different = [
        one.route for one, other in zip(hidden, none, strict=True) if one._replace(route="") != other._replace(route="")
    ]
    assert different == []
