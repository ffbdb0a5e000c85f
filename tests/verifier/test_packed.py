"""Both verifiers read files packed by gzip, as exports are, and report files with more than one transcript."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from engine.transcript import MAX_BYTES
from engine.verify.report import report
from tests.engine.test_verify_branches import DATA as ORIGIN
from tests.engine.test_verify_branches import branched
from tests.engine.transcripts import recorded, short_match
from tests.verifier.node import reports

if TYPE_CHECKING:
    from pathlib import Path

DATA = recorded(short_match(), [3])
PACKED = gzip.compress(DATA)


def test_what_is_packed_is_checked_like_what_is_not(tmp_path: Path) -> None:
    (tmp_path / "origin.gz").write_bytes(gzip.compress(ORIGIN))
    files = [DATA, PACKED, gzip.compress(branched())]
    told = reports(tmp_path, files, "--origin", str(tmp_path / "origin.gz"))
    assert [one.code for one in told] == [0, 0, 0]
    assert [report(data, origins=[gzip.compress(ORIGIN)]).code for data in files] == [0, 0, 0]
    assert report(PACKED) == report(DATA)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (PACKED[:-20], "is packed by gzip, and is damaged."),
        (PACKED[:60] + b"\xff" * 20 + PACKED[80:], "is packed by gzip, and is damaged."),
        (PACKED[:3] + b"\xff" + PACKED[4:], "is packed by gzip, and is damaged."),
        (gzip.compress(DATA + DATA), "another transcript begins here; each is checked by itself."),
        (gzip.compress(bytes(3 * MAX_BYTES), 9), None),
    ],
    ids=["cut", "spoilt", "no gzip", "several", "endless"],
)
def test_what_is_damaged_or_more_than_one_is_called_so_by_both(tmp_path: Path, data: bytes, said: str | None) -> None:
    (theirs,) = reports(tmp_path, [data])
    ours = report(data)
    assert (theirs.code, theirs.broken) == (1, "format")
    assert (ours.code, ours.lines[0][:11]) == (1, "BAD format:")
    for sentence in (theirs.sentence, ours.lines[0]):
        assert said is None or sentence.endswith(said)
        assert said is not None or "100" in sentence


def test_an_origin_that_is_damaged_is_not_taken_for_the_file(tmp_path: Path) -> None:
    origin = gzip.compress(ORIGIN)[:-20]
    (tmp_path / "origin.gz").write_bytes(origin)
    (theirs,) = reports(tmp_path, [branched()], "--origin", str(tmp_path / "origin.gz"))
    ours = report(branched(), origins=[origin])
    assert (theirs.code, ours.code) == (1, 1)
    for sentence in (theirs.sentence, ours.lines[0]):
        assert "What was given as its origin" in sentence
        assert sentence.endswith("is packed by gzip, and is damaged.")
