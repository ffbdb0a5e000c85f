"""The survey of all games, `make rules`: its counts, and that it detects a broken law."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

import engine
from engine.__main__ import _verdict, main
from engine.samples import alone, together
from engine.testing.check_laws import BrokenLaw, Watched, watch
from engine.testing.self_test import Survey, survey

SCENARIOS = Path(__file__).parent / "data" / "scenarios.json"
BASE: dict[str, object] = {"game": "flip", "edition": "base"}
SEED = bytes(32)


@pytest.mark.slow
def test_the_table_has_a_line_for_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row for row in json.loads(SCENARIOS.read_text(encoding="utf-8")) if row["id"] in ("T001", "T003")]
    (tmp_path / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    assert main(["rules", str(tmp_path / "rows.json"), "--game", "flip", "--matches", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:4] == ["flip", "base", "2/2", "2/2"]
    assert lines[1].endswith("green, without house rules")


def test_a_failing_scenario_makes_a_red_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = next(row for row in json.loads(SCENARIOS.read_text(encoding="utf-8")) if row["id"] == "T001")
    (tmp_path / "rows.json").write_text(json.dumps([{**row, "expect": {"err": "none"}}]), encoding="utf-8")
    assert main(["rules", str(tmp_path / "rows.json"), "--game", "flip", "--matches", "1"]) == 1
    assert "RED" in capsys.readouterr().out


def test_a_match_that_does_not_end_in_time_is_not_finished() -> None:
    assert not watch(BASE, 4, SEED, 10).finished


def test_what_does_not_end_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rows.json").write_text("[]", encoding="utf-8")
    monkeypatch.setattr("engine.testing.self_test._MOST_COMMANDS", 5)
    assert main(["rules", str(tmp_path / "rows.json"), "--game", "h2o", "--matches", "1"]) == 1
    assert 'not finished: {"game": "h2o", "edition": "base"}' in capsys.readouterr().out


def test_a_match_that_many_seats_do_not_end_is_played_by_few(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def endless_for_many(options: dict[str, object], seats: int, seed: bytes, most: int) -> Watched:
        played.append(seats)
        return watch(options, seats, seed, 3 if seats > 2 else most)

    monkeypatch.setattr("engine.testing.self_test.watch", endless_for_many)
    *_, last = islice(survey(BASE, [], 0), 5)
    assert last.is_green
    assert max(played) > 2


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the arguments of a survey of one match, of H2O, that has no scenarios."""
    monkeypatch.setattr("engine.__main__.editions", lambda: [{"game": "h2o", "edition": "base"}])
    (tmp_path / "rows.json").write_text("[]", encoding="utf-8")
    return ["rules", str(tmp_path / "rows.json"), "--matches", "1"]


def test_green_is_said_together_with_what_did_not_take_part(
    one_game: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(one_game) == 0
    assert capsys.readouterr().out.splitlines()[1].endswith("  green, without scenarios and house rules")


def test_green_is_said_alone_when_all_took_part() -> None:
    seen = Survey(BASE, (2, 2), (1, 1), 100, frozenset({"stack"}), ())
    assert _verdict(seen) == "green"


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_on_a_terminal_only(
    *, terminal: bool, one_game: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    assert main(one_game) == 0
    assert ("\r" in capsys.readouterr().err) is terminal


def test_a_broken_law_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.testing.check_laws.decode_event", lambda *_: None)
    with pytest.raises(BrokenLaw, match="an event survives encoding"):
        watch(BASE, 4, SEED, 10)


def test_every_match_of_a_survey_is_another_ruleset_that_is_playable() -> None:
    variants = list(alone(BASE))
    assert len({json.dumps(options, sort_keys=True) for options in variants}) == len(variants)
    for options in variants:
        engine.resolve(options)


def test_an_edition_is_also_tried_with_what_others_come_with() -> None:
    transformers = {"game": "flip", "edition": "transformers"}
    tried = list(alone(transformers))
    assert {**transformers, "starter": "apply"} in tried
    assert {**transformers, "scoring": "winner_takes"} in tried
    assert {**transformers, "starter": "apply", "flip_starter": "redraw"} in tried


def test_random_sets_hold_several_options_that_go_together() -> None:
    dice = engine.Dice(b"sets")
    sets = [together(BASE, dice.below, 12) for _ in range(50)]
    for options in sets:
        engine.resolve(options)
    assert max(map(len, sets)) >= 8


def test_a_survey_counts_what_it_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.testing.self_test.alone", lambda _edition: ())
    (seen,) = survey(BASE, [], 0)
    assert (seen.scenarios, seen.matches) == ((0, 0), (1, 1))
    assert seen.laws > 100
