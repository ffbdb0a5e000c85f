"""Transcripts as a form: written files can be read again, and all others are refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import transcript
from tests.engine.transcripts import anchors_of, header_of, recorded, scribe_of, short_match, sign

MATCH = short_match()
ROWS = scribe_of(MATCH).rows
GAME = MATCH.chance.match_id
DATA = recorded(MATCH, [3, len(ROWS)])
LINES = DATA.splitlines(keepends=True)
END = len(ROWS) + 2


def changed(line: int, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return the file with one line, counted from 1, changed and written canonically."""
    members = json.loads(LINES[line - 1])
    change(members)
    text = json.dumps(members, sort_keys=True, separators=(",", ":"))
    return b"".join([*LINES[: line - 1], text.encode() + b"\n", *LINES[line:]])


def setting(line: int, **members: object) -> bytes:
    return changed(line, lambda found: found.update(members))


def refusal(data: bytes) -> str:
    with pytest.raises(engine.BadTranscript) as refused:
        engine.read_transcript(data)
    assert refused.value.line >= 1
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.sentence}"
    return str(refused.value)


def test_what_is_written_is_read_again() -> None:
    read = engine.read_transcript(DATA)
    assert read.header == header_of(ROWS, GAME)
    assert list(read.events) == ROWS
    assert list(read.anchors) == anchors_of(ROWS, GAME, [3, len(ROWS)])
    ended = MATCH.log[-1]
    assert isinstance(ended, engine.MatchEnded)
    assert read.end == (bytes.fromhex(ended.seed or ""), ended.cause, ended.winners, ended.ranks, ROWS[-1].chain)
    assert read.signature == sign(read.signed)
    again = b"".join(engine.write_transcript(read.header, read.events, lambda _: read.signature, read.anchors))
    assert again == DATA


def test_every_line_is_canonical_json() -> None:
    for line in LINES:
        members = json.loads(line)
        assert line == json.dumps(members, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def test_the_writer_refuses_what_is_no_finished_match() -> None:
    header = header_of(ROWS, GAME)
    for rows, short in ((ROWS[:-1], header), (ROWS[:-1], header._replace(events=len(ROWS) - 1)), ([], header)):
        with pytest.raises(ValueError, match="event"):
            b"".join(engine.write_transcript(short, rows, sign))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "line 1: the file ends here, there should be a line of type transcript"),
        (DATA[:-1], "in the middle of the line"),
        (b"\n" + DATA, "line 1: it is not JSON"),
        (b"\xff\n", "line 1: there are bytes that are not ASCII"),
        (b"[" * 200_000 + b"\n", "line 1: it is nested too deeply"),
        (b"{}\n", "line 1: there should be a line of type transcript"),
        (b"[]\n", "line 1: there should be an object"),
        (b'{"type": "transcript"}\n', "line 1: it is not written canonically"),
        (b'{"type":"a","type":"b"}\n', "line 1: a member stands there twice"),
        (b"1" * 5000 + b"\n", "line 1: there is a number that is far too large"),
        (b"1.5\n", "line 1: there is a number that is not whole"),
        (b"NaN\n", "line 1: there is a number that is not whole"),
        (setting(1, more=1), "line 1: there is no member 'more' in this format"),
        (changed(1, lambda line: line.pop("rules")), "line 1: the member rules is missing"),
        (setting(1, format=2), "line 1: the member format should be 1"),
        (setting(1, format=True), "line 1: the member format should be 1"),
        (setting(1, protocol="UFLIP2"), 'line 1: the member protocol should be "UFLIP1"'),
        (setting(1, game="0" * 32), "line 1: the member game should be an id"),
        (setting(1, game=7), "line 1: the member game should be an id"),
        (setting(1, rules="é"), "line 1: the member rules should be text of ASCII characters"),
        (setting(1, rules_hash="ab"), "line 1: the member rules_hash should be 64 hexadecimal digits"),
        (setting(1, rules_hash="AB" * 32), "line 1: the member rules_hash should be 64 hexadecimal digits"),
        (setting(1, seats=[]), "line 1: there should be from 1 to 10 seats"),
        (setting(1, seats={}), "line 1: the member seats should be a list"),
        (setting(1, seats=[1]), "line 1: there should be an object"),
        (changed(1, lambda line: line["seats"].reverse()), "line 1: the member seat should be 0"),
        (changed(1, lambda line: line["seats"][0].update(kind="cat")), "line 1: the member kind should be one of"),
        (changed(1, lambda line: line["seats"][0].update(bot="sharp")), "line 1: seat 0 is not a bot's"),
        (setting(1, events=0), "line 1: the member events should be a whole number from 1 to"),
        (setting(1, events=len(ROWS) - 1), f"line {END - 1}: there should be a line of type end"),
        (setting(1, events=len(ROWS) + 1), f"line {END}: there should be a line of type event"),
        (b"".join(LINES[:3]), "line 4: the file ends here, there should be a line of type event"),
        (b"".join([*LINES[:3], LINES[4], LINES[3], *LINES[5:]]), "line 4: the member seq should be 3"),
        (setting(3, seq=1), "line 3: the member seq should be 2"),
        (setting(3, actor=10), "line 3: the member actor should be a seat, or 255"),
        (setting(3, actor=256), "line 3: the member actor should be a whole number from 0 to 255"),
        (setting(3, at=2**53), "line 3: the member at should be a whole number"),
        (setting(3, private="{}"), "line 3: an event has both a private part and a commitment, or neither"),
        (setting(3, public="\ud800"), "line 3: the member public should be text"),
        (setting(END, winners=["0"]), f"line {END}: the member winners should be a whole number"),
        (setting(END + 1, algorithm="RSA"), f'line {END + 1}: the member algorithm should be "Ed25519"'),
        (b"".join(LINES[:END]), f"line {END + 1}: the file ends here, there should be a line of type signature"),
        (DATA + LINES[END], f"line {END + 4}: there should be a line of type anchor"),
        (DATA + DATA, f"line {END + 4}: another transcript begins here; each is checked by itself"),
        (DATA + LINES[-1], f"line {END + 4}: the days of the anchors should go forwards"),
        (setting(END + 2, date="2026-13-01"), f"line {END + 2}: the member date should be a day"),
        (setting(END + 2, path=[1]), f"line {END + 2}: the member path should be 64 hexadecimal digits"),
        (setting(END + 2, checkpoint="\ud800"), f"line {END + 2}: the member checkpoint should be text"),
    ],
    ids=lambda value: value if isinstance(value, str) else "file",
)
def test_a_file_that_is_no_transcript_is_refused_with_line_and_reason(data: bytes, sentence: str) -> None:
    assert sentence in refusal(data)


def test_a_file_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript.reading, "MAX_BYTES", len(DATA) - 1)
    assert "no transcript is that long" in refusal(DATA)


@settings(max_examples=300)
@given(st.data())
def test_whatever_bytes_come_they_are_the_transcript_they_were_written_as_or_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(DATA) - 1))
    drop = data.draw(st.integers(0, 3))
    mutated = DATA[:at] + data.draw(st.binary(max_size=3)) + DATA[at + drop :]
    try:
        read = engine.read_transcript(mutated)
    except engine.BadTranscript:
        return
    assert len(read.events) == read.header.events
