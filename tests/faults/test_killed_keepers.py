"""A process that makes an anchor or an export is killed at any point: the next one makes it whole."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

import engine
from games.models import Anchor, AnchorLeaf, AnchorNode
from games.proofs import anchors
from games.proofs.anchors import tree
from games.reads import one_game
from games.store import reader
from tests.faults.calls import CALLS
from tests.faults.kills import BEFORE, points_of
from tests.games import tables

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.kills import Doomed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("empty_log"), pytest.mark.slow]


def finished() -> UUID:
    """Return a match of two of whom one resigned at once."""
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    tables.send(game, ann, engine.Resign())
    return game


def test_a_killed_maker_of_an_anchor_leaves_all_of_it_or_nothing(doomed: Doomed) -> None:
    games = sorted(tables.started(tables.person(), tables.person()) for _ in range(3))
    seen = set()

    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        survived = doomed.survives("anchor", {}, point, after=after)
        there = tuple(model.objects.count() for model in (Anchor, AnchorLeaf, AnchorNode))
        assert there in {(0, 0, 0), (1, 3, 1)}
        seen.add(there[0])
        return survived

    assert points_of(attempt, BEFORE) >= 12
    assert seen == {0, 1}
    assert anchors.make() is None
    assert list(AnchorLeaf.objects.order_by("place").values_list("game_id", flat=True)) == games
    (anchor,) = anchors.page(None, 9)
    assert anchor.root == tree.ask(lambda node: engine.merkle.root(3, node))


def test_a_killed_export_is_gone_on_with_and_is_the_same_files(doomed: Doomed, tmp_path: Path) -> None:
    games = sorted(finished() for _ in range(2))
    month = f"{reader.read(games[0], 0, 1)[0].recorded_at:%Y-%m}"

    def files(folder: Path) -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    found = []
    left = set()

    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        folder = tmp_path / str(uuid4())
        job = {"month": month, "folder": str(folder)}
        survived = doomed.survives("export", job, point, after=after)
        left.update(path.suffix for path in folder.rglob("*") if path.is_file())
        CALLS["export"](**job)
        found.append(files(folder))
        return survived

    assert points_of(attempt, BEFORE) >= 12
    assert left >= {".json", ".gz", ".part"}
    assert all(one == found[0] for one in found)
    bodies = [b"".join(one_game.transcript(game, None)[0].chunks()) for game in games]
    assert {name: gzip.decompress(data) for name, data in found[0].items() if not name.endswith(".json")} == {
        f"many/{month}-0001.jsonl.gz": bodies[0],
        f"many/{month}-0002.jsonl.gz": bodies[1],
        f"one/{month}-0001.jsonl.gz": b"".join(bodies),
    }
