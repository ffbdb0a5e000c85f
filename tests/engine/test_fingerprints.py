"""Every change of behavior is detected: each edition under each option leaves the same events for the same seed."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.samples import editions
from engine.testing.fingerprints import cases, fingerprint

COMMITTED = json.loads((Path(__file__).parent / "data" / "fingerprints.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_edition_under_every_option_has_a_fingerprint() -> None:
    taken = [json.dumps({"options": options, **case}, sort_keys=True) for options, case in cases()]
    known = [json.dumps({key: row[key] for key in row if key != "events"}, sort_keys=True) for row in COMMITTED]
    assert taken == known, "`make fingerprints` takes those that are missing"


def test_every_edition_as_it_comes_has_a_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.testing.fingerprints.alone", lambda edition: [{**edition, "teams": 2}])
    taken = list(cases())
    assert [options for options, _ in taken[::2]] == editions()
    assert all(case["seats"] % 2 == 0 for _, case in taken[1::2])


def test_some_fingerprints_are_what_they_were() -> None:
    for row in COMMITTED[::30]:
        assert fingerprint(row["options"], row["seats"], row["seed"], row["steps"]) == row["events"], row["options"]


@pytest.mark.slow
def test_no_fingerprint_has_changed() -> None:
    changed = [
        row["options"]
        for row in COMMITTED
        if fingerprint(row["options"], row["seats"], row["seed"], row["steps"]) != row["events"]
    ]
    assert changed == []


def test_fingerprints_are_printed_as_they_are_committed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    some = list(islice(cases(), 2))
    monkeypatch.setattr("engine.__main__.cases", lambda: some)
    assert main(["fingerprints"]) == 0
    assert json.loads(capsys.readouterr().out) == COMMITTED[:2]
