"""Months of matches as files: complete, reproducible and resumable."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError

from games.proofs import anchors, export
from games.proofs.export import run as running
from games.store import archiver
from tests.games import tables
from tests.games.exports.months import content, finished, manifest, month, run, transcript_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log")]


def test_a_month_is_the_transcripts_of_its_public_matches_in_the_order_of_ids(tmp_path: Path) -> None:
    games = sorted(finished() for _ in range(4))
    finished(private=True)
    tables.lobby_of(tables.person())
    tables.started(tables.person(), tables.person())
    with tables.travelled(40 * 86_400):
        finished()
    anchors.make()
    assert "4 matches" in run(tmp_path)
    assert content(tmp_path) == b"".join(map(transcript_of, games))
    told = manifest(tmp_path)
    assert (told["games"], told["complete"], told["left_out"]) == (4, True, [])
    assert told["events"] == sum(map(tables.version_of, games))
    (file,) = told["files"]
    data = (tmp_path / file["name"]).read_bytes()
    assert (file["bytes"], file["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    assert (file["first"], file["last"]) == (str(games[0]), str(games[-1]))


def test_files_are_of_bounded_size_and_the_same_each_time(tmp_path: Path) -> None:
    for _ in range(3):
        finished()
    run(tmp_path / "one", "--file-mib", "0")
    run(tmp_path / "two", "--file-mib", "0")
    run(tmp_path / "three")
    assert len(manifest(tmp_path / "one")["files"]) == 3
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    assert content(tmp_path / "one") == content(tmp_path / "three")


@pytest.mark.parametrize("survivors", [0, 1, 2, 3])
def test_an_export_that_was_killed_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, survivors: int
) -> None:
    for _ in range(4):
        finished()
    run(tmp_path / "whole", "--file-mib", "0")
    body, made = running._body, []

    def dies(*arguments: Any) -> bytes | None:
        if len(made) == survivors:
            (tmp_path / "cut" / "half.jsonl.gz.part").write_bytes(b"half a file")
            raise KeyboardInterrupt
        made.append(body(*arguments))
        return made[-1]

    monkeypatch.setattr(running, "_body", dies)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "cut", "--file-mib", "0")
    monkeypatch.setattr(running, "_body", body)
    run(tmp_path / "cut", "--file-mib", "0")
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
    assert manifest(tmp_path / "cut") == manifest(tmp_path / "whole")
    assert "4 matches" in run(tmp_path / "cut")


def test_a_folder_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    finished()
    run(tmp_path)
    (path,) = tmp_path.glob("*.gz")
    path.write_bytes(b"x")
    with pytest.raises(CommandError, match="is not the file that was written"):
        run(tmp_path)
    (path,) = tmp_path.glob("*.json")
    path.write_text("{}")
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"settled": None}, "got `null` - at `\\$.settled`"),
        ({"left_out": ...}, "missing required field `left_out`"),
        ({"games": 2}, "its files have 1 games, and not 2"),
        ({"events": 1}, "its files have"),
        ({"files": []}, "its files have 0 games, and not 1"),
        ({"files": {"bytes": 1}}, "is not the file that was written"),
        ({"files": {"last": "x"}}, "Invalid UUID - at `\\$.files\\[0\\].last`"),
        ({"files": {"name": "../0001.jsonl.gz"}}, "stands where .*-0001.jsonl.gz should"),
        ({"files": {"name": ...}}, "missing required field `name`"),
        ({"notes": "mine"}, "unknown field `notes`"),
    ],
    ids=str,
)
def test_a_manifest_that_is_not_as_it_was_written_is_refused_by_its_member(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    finished()
    run(tmp_path)
    whole = manifest(tmp_path)
    if isinstance(change.get("files"), dict):
        change = {"files": [with_members(whole["files"][0], change["files"])]}
    (path,) = tmp_path.glob("*.json")
    path.write_text(json.dumps(with_members(whole, change)))
    with pytest.raises(CommandError, match=said):
        run(tmp_path)


def with_members(found: dict[str, Any], members: dict[str, Any]) -> dict[str, Any]:
    """Return the object with other members; `...` removes one."""
    return {name: value for name, value in {**found, **members}.items() if value is not ...}


def test_what_is_not_settled_is_said_and_not_gone_on_with_later(tmp_path: Path) -> None:
    finished()
    assert "not over" in run(tmp_path)
    this = month()
    with tables.travelled(40 * 86_400):
        anchors.make()
        with pytest.raises(CommandError, match="empty folder"):
            run(tmp_path, of=this)
        assert "not over" not in run(tmp_path / "again", of=this)
        assert manifest(tmp_path / "again")["settled"]


@pytest.mark.parametrize("text", ["2026-13", "2026-1", "26-10", "x", "2026-10-01", "0000-01"])
def test_a_month_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(CommandError, match="--month"):
        run(tmp_path, of=text)


def test_december_ends_with_the_year() -> None:
    assert export.Month(2026, 12).end == datetime(2027, 1, 1, tzinfo=UTC)
    assert export.Month(2026, 2).end == datetime(2026, 3, 1, tzinfo=UTC)


def test_a_damaged_match_is_left_out_and_named(tmp_path: Path) -> None:
    good, bad = finished(), finished()
    transcript_of(bad)
    with tables.unguarded():
        tables.raw("UPDATE event SET actor = 9 WHERE game_id = %s AND seq = 2", bad)
    with pytest.raises(CommandError, match="1 matches were left out"):
        run(tmp_path)
    assert content(tmp_path) == transcript_of(good)
    assert manifest(tmp_path)["left_out"] == [{"game": str(bad), "reason": "TranscriptChanged"}]


@pytest.mark.parametrize("signed", [True, False])
def test_a_match_whose_archive_is_damaged_is_left_out(tmp_path: Path, *, signed: bool) -> None:
    good, bad = finished(), finished()
    expected = transcript_of(good)
    if signed:
        transcript_of(bad)
    tables.raw("DELETE FROM outbox")
    assert archiver.run(timedelta(0), 60).moved == 2
    with tables.unguarded():
        tables.raw("UPDATE game_archive SET frames = ARRAY['x'::bytea] WHERE game_id = %s", bad)
    with pytest.raises(CommandError, match="1 matches were left out"):
        run(tmp_path)
    assert content(tmp_path) == expected
    assert manifest(tmp_path)["left_out"] == [{"game": str(bad), "reason": "LogCorrupt"}]
