"""A file changed in transit is refused, with a sentence that says what was changed and where."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from tests.engine.transcripts import PUBLIC_KEY, recorded, short_match
from tests.verifier.node import PROGRAM, brought_along, node, report, reports, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DATA = recorded(short_match(), [3, 40, 60])
LINES = DATA.splitlines(keepends=True)
HEAD = json.loads(LINES[0])
END = HEAD["events"] + 1
SIGNATURE, FIRST_ANCHOR = END + 1, END + 2


def canonical(members: dict[str, Any]) -> bytes:
    return json.dumps(members, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def with_line(number: int, line: bytes) -> bytes:
    """Return the file with another line in this place, counted from 0."""
    return b"".join([*LINES[:number], line, *LINES[number + 1 :]])


def changed(number: int, **members: Any) -> bytes:
    """Return the file with members of one line changed, and otherwise well-formed."""
    return with_line(number, canonical(json.loads(LINES[number]) | members))


def flipped(text: str, at: int = 0) -> str:
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


@cache
def event(number: int) -> dict[str, Any]:
    return dict(json.loads(LINES[number]))


def first_private() -> int:
    return next(number for number in range(1, END) if event(number)["private"] is not None)


TAMPERED: dict[str, tuple[Callable[[], bytes], str, str]] = {
    # the form
    "nothing": (lambda: b"", "format", "The file is empty."),
    "the last newline": (lambda: DATA[:-1], "format", "cut short"),
    "half a file": (lambda: b"".join(LINES[:20]), "format", 'The file ends after line 20, where a line "event"'),
    "another format": (lambda: changed(0, format=2), "format", "Line 1: this program knows format 1 alone."),
    "another protocol": (lambda: changed(0, protocol="UFLIP2"), "format", 'the member "protocol" is not what'),
    "not JSON": (lambda: with_line(5, b"{]\n"), "format", "Line 6: it is not JSON."),
    "a list": (lambda: with_line(5, b"[]\n"), "format", "Line 6: it is not an object with a type."),
    "not a number": (lambda: with_line(5, LINES[5].replace(b'"seq":5', b'"seq":NaN')), "format", "Line 6: it is not"),
    "a huge number": (
        lambda: with_line(5, LINES[5].replace(b'"seq":5', b'"seq":5000000000000000000000')),
        "format",
        'Line 6: the member "seq" is not what it must be.',
    ),
    "another way to write a number": (
        lambda: with_line(5, LINES[5].replace(b'"seq":5', b'"seq":5.0')),
        "format",
        "Line 6: it is not written as the format wants it",
    ),
    "a member twice": (
        lambda: with_line(5, LINES[5].replace(b'"seq":5', b'"seq":5,"seq":5')),
        "format",
        "Line 6: it is not written as the format wants it",
    ),
    "a space": (lambda: with_line(5, LINES[5].replace(b":", b": ", 1)), "format", "Line 6: it is not written as"),
    "a member more": (lambda: changed(5, note=""), "format", 'Line 6: there is a member "note"'),
    "a member less": (
        lambda: with_line(5, canonical({k: v for k, v in event(5).items() if k != "at"})),
        "format",
        'Line 6: the member "at" is missing.',
    ),
    "__proto__": (lambda: with_line(5, LINES[5].replace(b'{"a', b'{"__proto__":{},"a')), "format", "Line 6: "),
    "deep": (
        lambda: with_line(5, b'{"type":"event","x":' + b"[" * 50_000 + b"]" * 50_000 + b"}\n"),
        "format",
        "Line 6",
    ),
    "a wrong type": (lambda: changed(5, actor="0"), "format", 'Line 6: the member "actor" is not what it must be.'),
    "letters beyond ASCII": (lambda: with_line(5, LINES[5].replace(b"a", b"\xc3\xa4", 1)), "format", "not an ASCII"),
    "a wrong order": (lambda: with_line(5, LINES[6]), "format", "Line 6: event 5 must stand here, not 6."),
    "an event more": (lambda: with_line(5, LINES[5] * 2), "format", "event 6 must stand here, not 5."),
    "fewer events than are said": (lambda: changed(0, events=END), "format", 'here must stand event, not "end"'),
    "no signature": (lambda: b"".join(LINES[: END + 1]), "format", 'where a line "signature" must follow'),
    "something behind": (lambda: DATA + LINES[END], "format", "here must stand anchor"),
    "a private part without commitment": (
        lambda: changed(first_private(), commitment=None),
        "format",
        "must stand together",
    ),
    "days that go backwards": (
        lambda: with_line(FIRST_ANCHOR, LINES[FIRST_ANCHOR + 2]),
        "format",
        "The days of the anchors must go forwards.",
    ),
    # the log
    "what was said": (lambda: changed(9, public='{"seat":1}'), "chain", "breaks at event 9"),
    "when it was said": (lambda: changed(9, at=event(9)["at"] + 1), "chain", "breaks at event 9"),
    "who said it": (lambda: changed(9, actor=1 - (event(9)["actor"] == 1)), "chain", "breaks at event 9"),
    "the command": (lambda: changed(9, command=HEAD["game"]), "chain", "breaks at event 9"),
    "a link": (lambda: changed(9, chain=flipped(event(9)["chain"])), "chain", "breaks at event 9"),
    "the game": (lambda: changed(0, game="00000000-0000-0000-0000-000000000000"), "chain", "breaks at event 1:"),
    "the head in the end": (lambda: changed(END, chain="0" * 64), "chain", "another head"),
    "what was hidden": (
        lambda: changed(first_private(), private="{}" + " "),
        "events",
        "is missing",
    ),
    "hidden cards": (
        lambda: changed(first_private(), private=event(first_private())["private"].replace("R1", "R2", 1)),
        "private",
        "(match_started) is not the one that was committed to",
    ),
    "the seed in the end": (lambda: changed(END, seed="0" * 64), "seed", "different seeds"),
    "who sat there": (
        lambda: changed(0, seats=[seat | {"kind": "human", "bot": None} for seat in HEAD["seats"]]),
        "entropies",
        "The first line says of seat 1",
    ),
    "a seat less": (lambda: changed(0, seats=HEAD["seats"][:1]), "entropies", "The first line says of seat 1"),
    "the rules": (lambda: changed(0, rules=HEAD["rules"] + " "), "rules", "not the one that its hash names"),
    "the hash of the rules": (lambda: changed(0, rules_hash="0" * 64), "rules", "not the one that its hash names"),
    "the winners": (lambda: changed(END, winners=[]), "result", 'differ in "winners"'),
    "the ranks": (lambda: changed(END, ranks=[2, 2]), "result", 'differ in "ranks"'),
    # what the service certifies
    "a pseudonym": (
        lambda: changed(0, seats=[HEAD["seats"][0], HEAD["seats"][1] | {"pseudonym": HEAD["game"]}]),
        "signature",
        "The signature is not that of the key over these lines.",
    ),
    "the signature": (
        lambda: changed(SIGNATURE, signature=flipped(event(SIGNATURE)["signature"])),
        "signature",
        "The signature is not that of the key",
    ),
    "the key": (lambda: changed(SIGNATURE, public_key="0" * 64), "signature", "The name of the key is not"),
    "the name of the key": (lambda: changed(SIGNATURE, key="0" * 16), "signature", "The name of the key is not"),
    "an anchored head": (lambda: changed(FIRST_ANCHOR, chain="0" * 64), "anchors", "does not lie on the chain"),
    "an anchored version": (lambda: changed(FIRST_ANCHOR, version=4), "anchors", "does not lie on the chain"),
    "a place in the tree": (lambda: changed(FIRST_ANCHOR, index=0), "anchors", "The anchor of 2026-11-01: the path"),
    "the size of the tree": (lambda: changed(FIRST_ANCHOR, size=9), "anchors", "a tree of another size"),
    "a path": (lambda: changed(FIRST_ANCHOR, path=["0" * 64] * 2), "anchors", "the path does not lead to the root"),
    "a longer path": (
        lambda: changed(FIRST_ANCHOR, path=[*event(FIRST_ANCHOR)["path"], "0" * 64]),
        "anchors",
        "its path is too long",
    ),
    "a shorter path": (lambda: changed(FIRST_ANCHOR, path=[]), "anchors", "its path is too short"),
    "a checkpoint of another day": (
        lambda: changed(FIRST_ANCHOR, checkpoint=event(FIRST_ANCHOR + 1)["checkpoint"]),
        "anchors",
        "a tree of another size",
    ),
    "no checkpoint": (lambda: changed(FIRST_ANCHOR, checkpoint="x"), "anchors", "not written as a signed note"),
}


def test_what_was_changed_is_named(tmp_path: Path) -> None:
    said = reports(tmp_path, [tamper() for tamper, _, _ in TAMPERED.values()])
    missed = {
        what: (found.broken, found.sentence)
        for (what, (_, check, words)), found in zip(TAMPERED.items(), said, strict=True)
        if found.broken != check or words not in found.sentence
    }
    assert missed == {}


def test_a_checkpoint_of_an_unknown_key_is_said_not_to_be_checked(tmp_path: Path) -> None:
    data = changed(FIRST_ANCHOR, checkpoint="o" + event(FIRST_ANCHOR)["checkpoint"])
    found = report(tmp_path, data)
    assert found.ok
    assert "A checkpoint is signed with a key that is not known here: name it with --key." in found.sentence


def test_a_file_without_anchors_says_so(tmp_path: Path) -> None:
    found = report(tmp_path, b"".join(LINES[:FIRST_ANCHOR]))
    assert (found.ok, found.sentence) == (True, "The file holds no anchor yet.")


def test_a_head_that_was_noted_is_found_on_the_chain_or_missed(tmp_path: Path) -> None:
    head, match_id = event(7)["chain"], UUID(HEAD["game"]).bytes
    assert report(tmp_path, DATA, "--head", f"7:{head}").checks["heads"]
    assert report(tmp_path, DATA, "--head", f"0:{engine.chain_genesis(match_id).hex()}").ok
    for noted, words in ((f"8:{head}", "you were shown another match"), (f"9999:{head}", "the match has")):
        found = report(tmp_path, DATA, "--head", noted)
        assert (found.broken, words in found.sentence) == ("heads", True), found.sentence


def test_keys_that_are_trusted_are_the_only_ones(tmp_path: Path) -> None:
    assert report(tmp_path, DATA, "--key", "00" * 32, "--key", PUBLIC_KEY.hex()).ok
    found = report(tmp_path, DATA, "--key", "00" * 32)
    assert (found.broken, found.sentence) == ("signature", "The file is signed with none of the keys that you trust.")


def test_people_read_what_was_checked_and_where_it_breaks(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(DATA)
    bad.write_bytes(changed(9, at=0))
    done = run(good)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == str(good)
    assert done.stdout.splitlines()[-1].strip() == "The match was dealt as promised, and this is its log."
    done = run(bad)
    assert done.returncode == 1
    assert "BROKEN chain      The chain breaks at event 9: " in done.stdout


@pytest.mark.parametrize("words", [(), ("--head", "5"), ("--head",), ("--key", "x"), ("--what",), ("no-such-file",)])
def test_what_cannot_be_understood_is_said_and_no_verdict(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr


def test_the_node_that_the_tests_bring_along_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(DATA)
    own, brought = (
        subprocess.run([found, PROGRAM, path], capture_output=True, text=True, check=True)
        for found in (node(), brought_along())
    )
    assert own.stdout == brought.stdout
