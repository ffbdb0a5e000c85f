"""Stored matches must always decode, replay and verify bit-identically."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine
from tests.corpus import manifest
from tests.corpus.__main__ import check
from tests.corpus.check import complaints
from tests.corpus.manifest import DIGITS, FOLDER, entries, unpacked
from tests.corpus.plan import missing, unseen
from tests.engine.transcripts import decoded

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


@pytest.mark.parametrize("entry", LISTED, ids=[entry.file for entry in LISTED])
def test_a_line_names_the_options_of_its_match(entry: Entry) -> None:
    match = engine.replay(map(decoded, engine.read_transcript(unpacked(entry)).events))
    named = {"game": entry.game, "edition": entry.edition, **entry.options}
    assert engine.resolve(named).spec is match.spec


def test_the_corpus_holds_every_option_value_in_every_edition_and_every_event_and_command() -> None:
    # This fails for a new edition, option, event or command: `make corpus` adds the missing matches.
    assert list(missing(LISTED)) == []
    assert unseen(LISTED) == []


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
