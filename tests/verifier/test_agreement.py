"""Two verifiers that share no code give the same verdict on randomly changed files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import engine
from engine.verify.report import report
from tests.engine.matches import Match, Style
from tests.engine.transcripts import recorded, short_match
from tests.verifier.forgeries import Forger
from tests.verifier.node import reports

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MATCH = short_match()
DATA = recorded(MATCH, [3, 40])
LINES = DATA.splitlines(keepends=True)
FILES, FORGERIES = 300, 60
ODD = [-1, 0, 1, 2**31, 2**53, "", "x", "R5", None, True, [], [0], {}, "0" * 64]


def canonical(members: Any) -> bytes:
    return json.dumps(members, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def a_byte(lines: list[bytes], dice: engine.Dice) -> list[bytes]:
    data = bytearray(b"".join(lines))
    data[dice.below(min(len(data), 65536))] = dice.below(256)
    return [bytes(data)]


def a_line_less(lines: list[bytes], dice: engine.Dice) -> list[bytes]:
    del lines[dice.below(len(lines))]
    return lines


def a_line_twice(lines: list[bytes], dice: engine.Dice) -> list[bytes]:
    lines.insert(dice.below(len(lines)), lines[dice.below(len(lines))])
    return lines


def lines_swapped(lines: list[bytes], dice: engine.Dice) -> list[bytes]:
    one, other = dice.below(len(lines)), dice.below(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def a_member(lines: list[bytes], dice: engine.Dice) -> list[bytes]:
    number = dice.below(len(lines))
    members = json.loads(lines[number])
    name = sorted(members)[dice.below(len(members))]
    if dice.below(4):
        members[name] = ODD[dice.below(len(ODD))]
    else:
        del members[name]
    lines[number] = canonical(members)
    return lines


def a_digit(lines: list[bytes], dice: engine.Dice) -> list[bytes]:
    number = dice.below(len(lines))
    digits = [place for place, byte in enumerate(lines[number]) if chr(byte).isdigit()]
    place = digits[dice.below(len(digits))]
    lines[number] = lines[number][:place] + b"%d" % dice.below(10) + lines[number][place + 1 :]
    return lines


def a_cut(lines: list[bytes], dice: engine.Dice) -> list[bytes]:
    data = b"".join(lines)
    return [data[: dice.below(min(len(data), 65536))]]


CHANGES: list[Callable[[list[bytes], engine.Dice], list[bytes]]] = [
    a_byte, a_line_less, a_line_twice, lines_swapped, a_member, a_digit, a_cut,
]  # fmt: skip


def test_both_say_the_same_of_files_that_were_changed_on_the_way(tmp_path: Path) -> None:
    dice = engine.Dice(b"files for two verifiers")
    files = [b"".join(CHANGES[number % len(CHANGES)](LINES[:], dice)) for number in range(FILES)]
    said = reports(tmp_path, files)
    differ = [
        (number, ours.code, theirs.sentence)
        for number, (data, theirs) in enumerate(zip(files, said, strict=True))
        if ((ours := report(data, quiet=True)).code == 1) == theirs.ok
    ]
    assert differ == []
    # Nearly all of them are wrong. The rest: a line moved to its own place, an anchor less, a byte replaced by itself.
    assert FILES * 9 // 10 < sum(not one.ok for one in said) < FILES


def forged(match: Match, dice: engine.Dice) -> bytes:
    """Return a file of a server that changes one thing in one event, and chains and signs everything again."""
    forger = Forger(match)
    index = dice.below(len(forger.rows))

    def change(fields: dict[str, Any]) -> None:
        if not fields:
            return
        name = sorted(fields)[dice.below(len(fields))]
        value = fields[name]
        if isinstance(value, list) and len(value) > 1 and dice.below(3):
            one, other = dice.below(len(value)), dice.below(len(value))
            value[one], value[other] = value[other], value[one]
        elif isinstance(value, int) and not isinstance(value, bool) and dice.below(3):
            fields[name] = value + 1
        else:
            fields[name] = ODD[dice.below(len(ODD))]

    return forger.change(index, change).file()


def test_what_the_second_refuses_of_a_cheating_server_the_first_refuses_too(tmp_path: Path) -> None:
    # The reverse does not hold: the first verifier knows the rules, and so finds more.
    dice = engine.Dice(b"forgeries for two verifiers")
    matches = [MATCH, Match({"scoring": "single_round"}, 3, 10, Style.SHED).play(1_000)]
    files = []
    while len(files) < FORGERIES:
        try:
            files.append(forged(matches[len(files) % 2], dice))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # even the writer of transcripts cannot write this file
    said = reports(tmp_path, files)
    codes = [report(data, quiet=True).code for data in files]
    assert [one.sentence for one, code in zip(said, codes, strict=True) if code == 0 and not one.ok] == []
    assert sum(not one.ok for one in said) > FORGERIES // 2
