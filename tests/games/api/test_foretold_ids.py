"""The attack over HTTP: a late player has used the id of their own time-out before it comes, and the others play on."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from games.services import commands
from tests.games import tables
from tests.games.test_foretold_ids import HOUR, claimed

if TYPE_CHECKING:
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def test_opponents_look_vote_and_resign_whatever_the_late_player_has_claimed(ada: Person, bob: Person) -> None:
    game = ada.create(seats=2, clock={"turn": HOUR})["game"]["id"]
    bob.sit(game)
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    late, other = (ada, bob) if ada.see(game)["your_turn"] else (bob, ada)
    tables.later(HOUR - 60)

    def run_out() -> None:
        with tables.travelled(120):
            assert commands.settle(UUID(game))

    claimed(UUID(game), late.id, run_out)
    tables.later(120)
    assert other.see(game)["your_turn"]
    assert other.command(game, {"type": "vote", "motion": "pause", "yes": True}).status_code == 200
    assert other.command(game, {"type": "resign"}).status_code == 200
