"""Matches that were played once and must decode, replay and verify to the bit for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.corpus import manifest
from tests.corpus.__main__ import check
from tests.corpus.checking import complaints
from tests.corpus.manifest import DIGITS, FOLDER, entries
from tests.corpus.plan import missing, unseen

if TYPE_CHECKING:
    from pathlib import Path

    from tests.corpus.manifest import Entry

LISTED = entries()


@pytest.mark.parametrize("entry", LISTED, ids=[entry.file for entry in LISTED])
def test_a_match_of_the_corpus_replays_and_verifies_as_on_its_first_day(entry: Entry) -> None:
    assert list(complaints(entry)) == []


def test_the_manifest_lists_every_file_once() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(entry.file for entry in LISTED)


@pytest.mark.parametrize("entry", LISTED, ids=[entry.file for entry in LISTED])
def test_a_file_is_as_it_was_first_written_or_its_line_says_why_not(entry: Entry) -> None:
    first = entry.file.removesuffix(".jsonl.gz")[-DIGITS:]
    assert entry.sha256.startswith(first) or entry.reason


def test_the_corpus_holds_every_option_value_in_every_edition_and_every_event_and_command() -> None:
    # If this fails, an edition, an option, an event or a command is new: `make corpus` adds what is missing.
    assert list(missing(LISTED)) == []
    assert unseen(LISTED) == []


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000


def test_the_check_tells_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = min(LISTED, key=lambda entry: entry.events)
    (tmp_path / small.file).write_bytes((FOLDER / small.file).read_bytes())
    monkeypatch.setattr(manifest, "MANIFEST", tmp_path / "manifest.json")
    manifest.write([small])
    assert check() == 0
    manifest.write([small._replace(cause="lunch", sha256="00" * 32)])
    assert check() == 1
    said = capsys.readouterr().out
    assert f"{small.file}: the file is not the one that the manifest lists" in said
    assert f"{small.file}: it ends as MatchEnded(" in said
