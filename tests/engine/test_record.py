"""Records: a match as text that parses back to the same events (docs/players/records.md)."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine import events as e
from engine.__main__ import main
from engine.notation import parse_command, print_command
from engine.notation.game_record import Record, record_of, retrace
from engine.notation.record_files import read_match
from engine.notation.record_reading import parse_record
from engine.notation.record_writing import print_record
from tests.engine.accepted_commands import SERVICE, groups
from tests.engine.matches import CLOCK, Match, Style, branch_of, turns
from tests.engine.strategies import SEEDS, STYLES, matches, seated_rulesets
from tests.engine.transcripts import Scribe, file_of, recorded, short_match

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = Path(__file__).parent.parent.parent / "docs" / "players" / "records.md"
MATCH = short_match()
RECORD = record_of(engine.read_transcript(recorded(MATCH)))
TEXT = print_record(RECORD)


def played(match: Match, most: int) -> Record:
    """Return the record of a match of this number of groups."""
    seen = [(SERVICE, match.log[:])]
    seen += [(sent.actor, sent.events) for sent in groups(match, most)]
    return retrace(match.chance.match_id, match.chance.seed, seen)


@pytest.mark.rule("0.1", "3.13")
@settings(max_examples=80)
@given(seated_rulesets(), SEEDS, STYLES, st.sampled_from((True, False)), st.integers(0, 120))
def test_a_printed_record_reads_back_as_the_same_events(
    wish: tuple[dict[str, object], int], seed: int, style: Style, kept: object, most: int
) -> None:
    match = Match(*wish, seed, style, kept=bool(kept))
    record = played(match, most)
    again = parse_record(print_record(record))
    assert [engine.encode_event(event) for event in again.events] == [engine.encode_event(x) for x in match.log]
    assert again == record


def test_a_transcript_has_a_record() -> None:
    assert RECORD.events == tuple(MATCH.log)
    assert (RECORD.game, RECORD.seed) == (MATCH.chance.match_id, MATCH.chance.seed)
    assert parse_record(TEXT) == RECORD


def test_a_record_tells_rounds_hands_and_who_has_won() -> None:
    assert "# Round 1, " in TEXT
    assert re.search(r"^#   A:( [\w+]+){7}$", TEXT, re.MULTILINE)
    assert re.search(r"^# Round to [AB], totals A \d+ B \d+$", TEXT, re.MULTILINE)
    assert re.search(r"^# Match to [AB]$", TEXT, re.MULTILINE)
    assert max(map(len, TEXT.splitlines()[5:])) <= 120


def test_what_a_move_says_already_is_not_said_again_behind_it() -> None:
    text = print_record(played(Match({"game": "classic"}, 3, 7, Style.SHED, kept=True), 60))
    assert not re.search(r"play (\w+).*# \w plays \1", text)
    assert re.search(r"^[ABC] time_out \d+ +# [ABC] draws", text, re.MULTILINE)


def test_the_example_of_the_documentation_is_a_record() -> None:
    example = re.search(r"```text\n(flipside record 1\n.*?)```", PAGE.read_text(), re.DOTALL)
    assert example
    assert print_record(parse_record(example[1])) == example[1]


# -- Branches ----------------------------------------------------------------------------------------------------------

BRANCH = played(
    branch_of(Match({"game": "classic"}, 3, 5).play(40), turns(Match({"game": "classic"}, 3, 5).play(40))[-1]), 20
)
BRANCH_LINES = print_record(BRANCH).splitlines()
POSITION = next(place for place, line in enumerate(BRANCH_LINES) if line.startswith("position "))


def with_position(change: Callable[[dict[str, Any]], object]) -> str:
    stored = json.loads(BRANCH_LINES[POSITION].removeprefix("position "))
    change(stored)
    return "\n".join([*BRANCH_LINES[:POSITION], "position " + json.dumps(stored), *BRANCH_LINES[POSITION + 1 :]])


@pytest.mark.rule("3.14")
@settings(max_examples=20)
@given(matches(most=120), st.data())
def test_the_record_of_a_branch_begins_with_its_position(match: Match, data: st.DataObject) -> None:
    assume(turns(match))
    record = played(branch_of(match, data.draw(st.sampled_from(turns(match)))), 15)
    assert parse_record(print_record(record)) == record


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda stored: stored.pop("schema"), "a position has the members schema, public and private"),
        (lambda stored: stored.update(schema=9), "a position has the members schema, public and private"),
        (lambda stored: stored["public"].update(turn="A"), "the member turn of the position"),
        (lambda stored: stored["private"].update(hands=[[999]]), "at the position of the header this cannot be"),
        (lambda stored: stored["public"].update(turn=77), "at the position of the header this cannot be"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: Callable[[dict[str, Any]], object], why: str) -> None:
    with pytest.raises(engine.BadNotation, match=why):
        parse_record(with_position(change))


def test_events_at_a_position_that_cannot_be_have_no_record() -> None:
    opening = [*BRANCH.opening[:-1], BRANCH.opening[-1]._replace(turn=77)]  # type: ignore[call-arg]
    rest = [(0, step.events) for step in BRANCH.steps]
    with pytest.raises(engine.CannotInfer, match="cannot be"):
        retrace(BRANCH.game, BRANCH.seed, [(SERVICE, opening), *rest])


# -- Files -------------------------------------------------------------------------------------------------------------


def test_the_record_of_a_file_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "transcript").write_bytes(recorded(MATCH))
    (tmp_path / "packed").write_bytes(gzip.compress(recorded(MATCH)))
    (tmp_path / "record").write_text(TEXT)
    for name in ("transcript", "packed", "record"):
        assert main(["record", str(tmp_path / name)]) == 0
        assert capsys.readouterr().out == TEXT


def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = gzip.compress(recorded(MATCH))
    broken = json.loads(recorded(MATCH).splitlines()[1])
    files = {
        b"": "line 1",
        b"hello\n": "line 1: it is not JSON",
        packed[:-20]: "is damaged",
        packed[:40] + b"\xff" * 20 + packed[60:]: "is damaged",
        packed[:3] + b"\xff" + packed[4:]: "is damaged",
        b"flipside record 1\n\xff": "not text in UTF-8",
        b"flipside record 2\n": "line 1, 'flipside record 2': 'flipside record 1' should stand here",
        recorded(MATCH).replace(broken["public"].replace('"', '\\"').encode(), b"[]"): "cannot be",
    }
    for data, why in files.items():
        (tmp_path / "file").write_bytes(data)
        assert main(["record", str(tmp_path / "file")]) == 2
        assert why in capsys.readouterr().err
    assert main(["record", str(tmp_path / "nowhere")]) == 2


# -- Text that is not a record -----------------------------------------------------------------------------------------


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(TEXT.splitlines(), 1) if line.startswith(start))


FIRST_MOVE = line_of("A take_seat")
END = line_of("end ")


def with_line(number: int, text: str) -> str:
    lines = TEXT.splitlines()
    lines[number - 1] = text
    return "\n".join(lines)


CLOCKED = json.dumps(CLOCK._asdict())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1, '': 'flipside record 1' should stand here"),
        ("flipside record 1", "line 2, '': 'game' and a game's id such as"),
        (with_line(2, "game 1"), "line 2, 'game 1': 'game' and"),
        (with_line(3, "seats many"), "line 3, 'seats many': 'seats' and the number of seats"),
        (with_line(3, "seats 11"), "the header sets up no table: The game takes"),
        (with_line(4, "options []"), "line 4, 'options []': 'options' and an object of JSON"),
        (with_line(4, "options {"), "line 4"),
        (with_line(4, "options " + "[" * 5_000), "line 4"),
        (with_line(4, "option {}"), "line 4"),
        (with_line(4, 'options {"game":"bridge"}'), "the header sets up no table"),
        (with_line(4, 'options {}\nclock {"turn":1}'), "line 5, 'clock {\"turn\":1}': a clock has the members turn, "),
        (with_line(4, "options {}\nclock " + CLOCKED.replace("true", "1")), "the member weekends of the clock"),
        (with_line(4, "options {}\nclock x"), "line 5, 'clock x': 'clock' and an object"),
        (with_line(5, "seed 12"), "line 5, 'seed 12': 'seed' and the seed, 64"),
        (with_line(FIRST_MOVE, "A dances"), f"line {FIRST_MOVE}, 'A dances': a move such as"),
        (with_line(FIRST_MOVE, "A take_seat cat"), f"line {FIRST_MOVE}, 'A take_seat cat': a move such as"),
        (with_line(FIRST_MOVE, "draw"), f"line {FIRST_MOVE}, 'draw': a move such as"),
        (with_line(FIRST_MOVE, "J take_seat bot"), "there are 2 seats only"),
        (with_line(FIRST_MOVE, "A draw"), "No seat is on turn."),
        (with_line(END, "end 1 0123456789abcdef"), f"line {END}, 'end 1 0123456789abcdef': the moves lead to 'end "),
        (with_line(END, "end"), "one was changed or left out, or the rules are others today"),
        (with_line(END, f"A draw {'very ' * 20}long"), "...'"),
        (TEXT + "A draw\n", "nothing comes after the end"),
        (with_line(END, "A draw"), "The round is over. The match is over."),
    ],
)
def test_what_is_no_record_is_refused_with_its_line_and_what_would_be_right(text: str, why: str) -> None:
    with pytest.raises(engine.BadNotation) as refused:
        parse_record(text)
    assert why in str(refused.value)


def test_a_move_that_the_rules_refuse_comes_with_some_that_they_accept() -> None:
    number = next(place for place, line in enumerate(TEXT.splitlines(), 1) if re.match(r"[AB] (play|draw)", line))
    with pytest.raises(engine.BadNotation, match=rf"line {number}, '. color R': .*These would do.*: [AB] "):
        parse_record(with_line(number, TEXT.splitlines()[number - 1][0] + " color R"))


def test_the_end_and_comments_may_be_left_out_and_lines_may_end_as_they_do_elsewhere() -> None:
    bare = [re.sub(r" *#.*", "", line) for line in TEXT.splitlines()[:-1]]
    assert parse_record("\r\n".join(line for line in bare if line)) == RECORD


@given(st.integers(0, len(TEXT) - 1), st.integers(0, 200), st.text(max_size=20))
def test_a_changed_record_is_refused_or_another_record(place: int, gone: int, put: str) -> None:
    try:
        record = parse_record(TEXT[:place] + put + TEXT[place + gone :])
    except engine.BadNotation:
        return
    assert parse_record(print_record(record)) == record


# -- Events that make no record ----------------------------------------------------------------------------------------


def _change(events: list[engine.Event]) -> None:
    place = next(place for place, event in enumerate(events) if isinstance(event, e.TurnStarted))
    events[place] = e.TurnStarted(1 - events[place].seat)  # type: ignore[union-attr]


def _created(**fields: object) -> Callable[[list[engine.Event]], None]:
    def change(events: list[engine.Event]) -> None:
        events[0] = events[0]._replace(**fields)  # type: ignore[arg-type]

    return change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_change, "the rules lead to something else than events"),
        (_created(commitment="00" * 32), "do not set up a table"),
        (_created(seats=99), "no table is set up like this: The game takes"),
        (_created(options=(("game", {}),)), "no table is set up like this"),
        (_created(options=3), "do not set up a table"),
        (lambda events: events.clear(), "do not set up a table"),
        (lambda events: events.insert(1, e.CardKept(0)), "do not set up a table"),
        (lambda events: events.insert(1, e.SeatLeft(0)), "do not set up a table"),
    ],
)
def test_events_that_the_rules_do_not_lead_to_have_no_record(
    change: Callable[[list[engine.Event]], object], why: str
) -> None:
    match = MATCH.again()
    steps = [[*match.log], *(match.send(seat, command) for seat, command in MATCH.sent)]
    for events in steps[:1] if change is not _change else steps[-8:]:
        if change is not _change or any(isinstance(event, e.TurnStarted) for event in events):
            change(events)
            break
    with pytest.raises(engine.CannotInfer, match=why):
        retrace(match.chance.match_id, match.chance.seed, [(SERVICE, events) for events in steps])


def test_a_command_that_the_rules_refuse_has_no_record() -> None:
    scribe = Scribe(MATCH.chance)
    scribe.record(SERVICE, MATCH.again().log)
    scribe.record(0, [e.CardKept(0)])
    scribe.record(SERVICE, [MATCH.log[-1]])
    data = file_of(scribe.rows, MATCH.chance.match_id, header=RECORD_HEADER)
    with pytest.raises(engine.CannotInfer, match="events 2 to 2 cannot be: The command does not fit the phase lobby"):
        record_of(engine.read_transcript(data))


RECORD_HEADER = engine.read_transcript(recorded(MATCH)).header._replace(events=3)


def test_a_compressed_transcript_is_read(tmp_path: Path) -> None:
    (tmp_path / "file.gz").write_bytes(gzip.compress(recorded(MATCH)))
    assert read_match(str(tmp_path / "file.gz")) == RECORD


# -- Notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["AB draw", " ", "draw", "A", "A catch AB", "A catch", "A catch seat=", "time_out 5", "A pause"]
)
def test_a_line_without_a_seat_that_there_is_or_without_a_command_is_refused(line: str) -> None:
    with pytest.raises(engine.BadNotation):
        parse_command(line)


@pytest.mark.parametrize(
    "line",
    [
        "next_round", "start_match", "expire", "pause mutual since=3 until=9", "pause vacation seat=B since=4",
        "pause mutual", "unpause mutual", "unpause vacation seat=B", "note_offset B minutes=-90",
        "engage A reason=left", "extend outage since=1 until=2", "A time_out 5 engage", "B vote abort no",
    ],
)  # fmt: skip
def test_what_the_service_sends_needs_no_seat(line: str) -> None:
    assert print_command(*parse_command(line)) == line
