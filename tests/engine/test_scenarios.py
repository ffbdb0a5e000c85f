"""The scenario rows of the rules (docs/players/rules.md section 9), and their runner."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.__main__ import main
from engine.testing.scenarios import run

DATA = Path(__file__).parent / "data"
ROWS: list[dict[str, Any]] = json.loads((DATA / "scenarios.json").read_text(encoding="utf-8"))
MORE: list[dict[str, Any]] = [
    row for path in sorted((DATA / "rows").glob("*.json")) for row in json.loads(path.read_text(encoding="utf-8"))
]
"""Rows of our own, by section of the rules."""


def _is_of_this_game(row: dict[str, Any]) -> bool:
    try:
        engine.resolve(row["options"])
    except engine.RulesetError:
        return False
    return bool(row["runnable"])


OURS = [row for row in ROWS if _is_of_this_game(row)]
OTHERS: list[dict[str, Any]] = [
    {"id": "T901", "title": "no such option", "options": {"stacking": "yes"}, "expect": {"t": "A"}},
    {"id": "T902", "title": "no such game", "options": {"game": "chess"}, "expect": {"t": "A"}},
]
"""Rows that cannot be played."""


@pytest.mark.parametrize("row", OURS + MORE, ids=[f"{row['id']} {row['title']}" for row in OURS + MORE])
def test_a_scenario_of_the_rules_comes_out_as_written(row: dict[str, Any]) -> None:
    expected, got = run(row)

    assert got == expected


@pytest.mark.parametrize("row", OTHERS, ids=[row["id"] for row in OTHERS])
def test_a_row_of_a_game_or_option_that_does_not_exist_fails(row: dict[str, Any]) -> None:
    expected, got = run(row)

    assert got != expected
    assert got["err"] in {"unknown_option", "bad_option_value"}


def test_every_row_that_can_be_run_is_run() -> None:
    assert len(OURS) == sum(row["runnable"] for row in ROWS)


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("t", "C"),
        ("ph", "DRAWN"),
        ("c", "R"),
        ("side", "D"),
        ("dir", "ccw"),
        ("n", {"A": 9}),
        ("top", "Y9"),
        ("dr", 99),
        ("di", 99),
        ("drpos", {"W": 0}),
        ("u", {"A": "safe"}),
        ("ev", ["guilty"]),
        ("err", "must_play"),
        ("rp", {"A": 1}),
        ("score", {"A": 1}),
        ("winner", "A"),
        ("match", ["A"]),
        ("has", ["A", "G9"]),
        ("unheard_of", 1),
    ],
)
def test_the_runner_sees_every_wrong_expectation(key: str, wrong: object) -> None:
    row = next(row for row in OURS if row["id"] == "T021")

    expected, got = run({**row, "expect": {key: wrong}})

    assert got != expected


def test_an_unexpected_refusal_fails_a_row() -> None:
    row = next(row for row in OURS if row["id"] == "T034")

    expected, got = run({**row, "expect": {"t": "A"}})

    assert (expected, got) == ({"t": "A"}, {"t": "A", "err": "not_your_turn"})


@pytest.mark.parametrize(("written", "convicted"), [("on", True), ("off", False), (True, True), (False, False)])
def test_a_switch_may_be_written_as_in_the_list_of_options(written: object, *, convicted: bool) -> None:
    row = next(row for row in OURS if row["id"] == "T060")
    verdict = "guilty" if convicted else "innocent"

    expected, got = run({**row, "options": {"wild_matches_color": written}, "expect": {"ev": [verdict]}})

    assert got == expected


@pytest.mark.parametrize(
    ("options", "penalty"),
    [
        ({"uno_penalty": "1"}, 1),
        ({"uno_penalty": None}, 2),
        ({"stack": False, "zero_spell": False}, 2),
        ({"game": "attack", "attack_deck": 1998}, 0),
        ({"game": "classic", "deck": "112"}, 2),
    ],
)
def test_the_value_of_an_option_may_be_written_in_every_way_that_says_it(
    options: dict[str, object], penalty: int
) -> None:
    row = {
        "options": options,
        "chance": {"launcher": [0, 0]} if "attack_deck" in options else {},
        "given": "L cw t=A; A: Y2 R8; B: x3; C: x3; dr: x4; di: Y8",
        "commands": ["A play Y2", "C catch A"],
    }

    expected, got = run({**row, "expect": {"n": {"A": 1 + penalty}}})

    assert got == expected


@pytest.mark.parametrize(("wanted", "right"), [(["A", "C"], True), (["C", "A"], True), (["A"], False), (None, False)])
def test_the_winners_of_a_match_may_be_named_in_any_order(wanted: list[str] | None, *, right: bool) -> None:
    row = next(row for row in OURS if row["id"] == "T117")

    expected, got = run({**row, "expect": {"match": wanted}})

    assert (got == expected) is right


@pytest.mark.parametrize(("commands", "status"), [(["A uno"], "none"), (["A uno", "A play Y2"], "safe")])
def test_a_status_is_that_of_a_hand_of_one_card(commands: list[str], status: str) -> None:
    row = next(row for row in OURS if row["id"] == "T092")

    expected, got = run({**row, "commands": commands, "expect": {"u": {"A": status}}})

    assert got == expected


@pytest.mark.parametrize(
    ("cards", "next_seat"),
    [
        ("Skip", "B"),
        (["Skip"], "B"),
        (["S"], "B"),
        (["Skip Everyone"], "C"),
        (["E"], "C"),
        (["Skip", "Skip Everyone"], "B"),
    ],
)
def test_the_cards_of_an_option_may_be_named_as_in_the_list_of_options(cards: object, next_seat: str) -> None:
    row = {
        "options": {"skip_effect": "others_draw", "skip_effect_cards": cards},
        "given": "L cw t=A; A: YS x3; B: x4; C: x4; dr: x6; di: Y8",
        "commands": ["A play YS"],
    }

    expected, got = run({**row, "expect": {"t": next_seat}})

    assert got == expected


@pytest.mark.parametrize(("wanted", "right"), [(None, True), ([], True), (["A"], False)])
def test_a_match_that_goes_on_has_no_winners(wanted: list[str] | None, *, right: bool) -> None:
    row = next(row for row in OURS if row["id"] == "T021")

    expected, got = run({**row, "expect": {"match": wanted}})

    assert (got == expected) is right


@pytest.mark.parametrize(
    ("reveal", "phase", "right"), [("doubt", "PROOF", True), ("doubt", "TURN", True), ("all", "PROOF", False)]
)
def test_a_turn_in_which_a_drawing_may_be_doubted_is_called_proof_as_well(
    reveal: str, phase: str, *, right: bool
) -> None:
    row = {
        "options": {"reveal_draw_color": reveal},
        "given": "D cw t=A; A: wc p1 o2; B: x3; C: x4; dr: t4 v4 x3; di: t7",
        "commands": ["A play wc color=v", "B accept"],
    }

    expected, got = run({**row, "expect": {"ph": phase, "t": "C"}})

    assert (got == expected) is right


@pytest.mark.parametrize(("winner", "right"), [("A", True), ("X", True), ("C", False), ("Y", False)])
def test_the_winner_of_a_round_is_a_seat_or_its_team(winner: str, *, right: bool) -> None:
    row = next(row for row in OURS if row["id"] == "T119")

    expected, got = run({**row, "expect": {"winner": winner}})

    assert (got == expected) is right


def test_a_row_that_leaves_out_what_says_nothing_is_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"given": "L cw t=A; A: Y2; B: x; di: Y8", "expect": {"c": "Y"}}
    wrong = {**row, "expect": {"c": "R"}}

    assert main(["scenarios", _write(tmp_path / "rows.json", [row, wrong])]) == 1
    assert capsys.readouterr().out.endswith("1 passed, 1 failed\n")


def test_what_a_row_leaves_out_is_at_its_default() -> None:
    row = {"given": "L cw t=A; A: Y2; B: x; di: Y8", "expect": {"c": "Y"}}

    expected, got = run(row)

    assert got == expected


def test_a_key_that_nobody_knows_is_not_met_by_null() -> None:
    row = next(row for row in OURS if row["id"] == "T021")

    expected, got = run({**row, "expect": {"unheard_of": None}})

    assert got != expected


def test_a_row_without_commands_shows_its_position() -> None:
    expected, got = run({"options": {}, "given": "L cw t=A; A: Y2; B: x; di: Y8", "commands": [], "expect": {"c": "Y"}})

    assert got == expected


def _write(path: Path, rows: list[Any]) -> str:
    path.write_text(json.dumps(rows), encoding="utf-8")
    return str(path)


def test_the_command_line_passes_a_file_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", _write(tmp_path / "rows.json", OURS)]) == 0
    assert capsys.readouterr().out == f"{len(OURS)} passed, 0 failed\n"


def test_the_command_line_names_each_failing_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = {**OURS[0], "expect": {"t": "B"}}

    assert main(["scenarios", _write(tmp_path / "rows.json", [broken, OURS[1], OTHERS[0] | {"runnable": True}])]) == 1

    first, second, closing = capsys.readouterr().out.splitlines()
    assert first == f'{broken["id"]} {broken["title"]}: expected {{"t": "B"}}, got {{"t": "A"}}'
    assert second.startswith(f"{OTHERS[0]['id']} {OTHERS[0]['title']}: ")
    assert closing == "1 passed, 2 failed"


@pytest.mark.parametrize(
    "broken",
    [
        {"given": "L cw t=A; A: Q9; B: x; di: Y8"},
        {"given": "L cw t=A; A: Y2; B: x; di: Y8", "commands": ["A dance"]},
        {"given": "L cw t=A; A: Y2; B: x; di: ", "commands": ["A play Y2"]},
        {"expect": {"n": {"J": 7}}},
    ],
)
def test_a_row_that_cannot_be_read_fails_and_stops_nothing(
    broken: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {**OURS[0], **broken}

    assert main(["scenarios", _write(tmp_path / "rows.json", [row, OURS[1]])]) == 1

    told, closing = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{OURS[0]['id']} {OURS[0]['title']}: ")
    assert '"err": "' in told
    assert closing == "1 passed, 1 failed"


@pytest.mark.parametrize(
    ("row", "name", "why"),
    [
        (5, "row 1", "a row is an object"),
        (None, "row 1", "a row is an object"),
        ([], "row 1", "a row is an object"),
        ({}, "row 1", "given is missing"),
        ({"id": "T1", "given": "L cw t=A; A: Y2; B: x; di: Y8"}, "T1", "expect is missing"),
        ({**OURS[0], "expect": 5}, f"{OURS[0]['id']} {OURS[0]['title']}", "expect is no object"),
        ({**OURS[0], "id": None, "title": "a\nb \ud800", "given": 5}, "a b ?", "given is no text"),
        ({**OURS[0], "options": []}, f"{OURS[0]['id']} {OURS[0]['title']}", "options is no object"),
        ({**OURS[0], "chance": None}, f"{OURS[0]['id']} {OURS[0]['title']}", "chance is no object"),
        ({**OURS[0], "commands": "A draw"}, f"{OURS[0]['id']} {OURS[0]['title']}", "commands is no list of texts"),
        ({**OURS[0], "commands": [5]}, f"{OURS[0]['id']} {OURS[0]['title']}", "commands is no list of texts"),
    ],
)
def test_a_row_of_another_form_fails_with_a_line_that_says_why(
    row: object, name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", _write(tmp_path / "rows.json", [row, OURS[1]])]) == 1

    told, closing = capsys.readouterr().out.splitlines()
    assert told == f"{name}: {why}"
    assert closing == "1 passed, 1 failed"


def test_a_row_that_does_not_say_whether_it_can_be_run_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {name: value for name, value in OURS[0].items() if name not in {"id", "title", "runnable"}}

    assert main(["scenarios", _write(tmp_path / "rows.json", [row, {**row, "expect": {"t": "B"}}])]) == 1

    assert capsys.readouterr().out == 'row 2: expected {"t": "B"}, got {"t": "A"}\n1 passed, 1 failed\n'


@pytest.mark.parametrize("rows", [[], [{**OURS[0], "runnable": False}]], ids=["no row", "rows in prose alone"])
def test_a_file_of_which_nothing_can_be_run_does_not_look_green(
    rows: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _write(tmp_path / "rows.json", rows)

    assert main(["scenarios", path]) == 2

    told = capsys.readouterr()
    assert told.out == "0 passed, 0 failed\n"
    assert told.err == f"python -m engine: {path}: no row that can be run\n"


@pytest.mark.parametrize("command", ["scenarios", "rules"])
@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"[{}", "not JSON: Expecting ',' delimiter: line 1 column 4 (char 3)"),
        (b"\xff", "not JSON: it is not in UTF-8"),
        (b"[" + b"9" * 5000 + b"]", "not JSON that can be read: a number too long, or nested too deeply"),
        (b"[" * 200_000, "not JSON that can be read: a number too long, or nested too deeply"),
        (b"{}", "not a list of rows"),
        (b"null", "not a list of rows"),
    ],
    ids=["nothing", "half a list", "no text", "many digits", "deep", "an object", "null"],
)
def test_a_file_that_is_no_list_of_rows_gives_one_line(
    raw: bytes, why: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rows.json"
    path.write_bytes(raw)

    assert main([command, str(path)]) == 2

    assert capsys.readouterr().err == f"python -m engine: {path}: {why}\n"


def test_the_survey_takes_no_row_of_another_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _write(tmp_path / "rows.json", [OURS[0], {**OURS[1], "options": 5}])

    assert main(["rules", path]) == 2

    name = f"{OURS[1]['id']} {OURS[1]['title']}"
    assert capsys.readouterr().err == f"python -m engine: {path}: {name}: options is no object\n"


def test_a_file_that_is_not_there_gives_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", str(tmp_path / "none.json")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
