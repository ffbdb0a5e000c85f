"""An archiver killed at any point: each game is in the log or in the archive, whole, and the next archiver finishes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.audit import check
from games.store import reader
from tests.faults.calls import CALLS
from tests.faults.kills import BEFORE, points_of
from tests.games import tables
from tests.games.concurrency import expire_leases

if TYPE_CHECKING:
    from uuid import UUID

    from tests.faults.kills import Doomed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def finished() -> UUID:
    """Return a finished match without pending work."""
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, target=20)
    tables.play_well(game, ann, bob)
    tables.raw("DELETE FROM outbox")
    return game


def test_a_killed_archiver_has_moved_a_game_wholly_or_not_at_all(doomed: Doomed) -> None:
    seen = set()

    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        games = [finished(), finished()]
        before = [(tables.rows_of(game), reader.commands(game)) for game in games]
        survived = doomed.survives("archive", {}, point, after=after)
        for game, stored in zip(games, before, strict=True):
            [[events]] = tables.raw("SELECT count(*) FROM event WHERE game_id = %s", game)
            [[archived]] = tables.raw("SELECT count(*) FROM game_archive WHERE game_id = %s", game)
            assert (events, archived) in {(len(stored[0]), 0), (0, 1)}
            assert (tables.rows_of(game), reader.commands(game)) == stored
            assert check.check_game(game) is None
            seen.add(archived)
        expire_leases()
        CALLS["archive"]()
        assert tables.raw("SELECT game_id FROM event WHERE game_id = ANY(%s)", games) == []
        assert [(tables.rows_of(game), reader.commands(game)) for game in games] == before
        return survived

    assert points_of(attempt, BEFORE) >= 8
    assert seen == {0, 1}
