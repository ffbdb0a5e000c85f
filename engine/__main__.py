"""python -m engine: check transcripts, print records, run scenarios, survey all rules, show a position, watch bots."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.bots import BOTS
from engine.catalogue import resolve
from engine.errors import BadNotation, EngineError
from engine.infer_commands import CannotInfer
from engine.notation import parse_position
from engine.notation.narration import narrate
from engine.notation.record_files import read_groups, read_match
from engine.notation.record_writing import print_record
from engine.option_info import describe
from engine.samples import editions
from engine.terminal import Playback, Player, viewer_named
from engine.terminal.board import draw_table
from engine.testing.fingerprints import cases, fingerprint
from engine.testing.random_match import random_match
from engine.testing.scenarios import BadRows, flaw, read_rows, run
from engine.testing.self_test import Survey, survey
from engine.transcript import MAX_BYTES, BadTranscript
from engine.verify.report import noted_head, public_key, report

if TYPE_CHECKING:
    from engine.verify import Head


def main(arguments: list[str] | None = None) -> int:
    """Run a subcommand and return the exit code: 0 if all is well."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True)
    scenarios = commands.add_parser("scenarios", help="run a file of scenarios")
    scenarios.add_argument("file")
    scenarios.set_defaults(run=lambda given: run_scenarios(given.file))
    show = commands.add_parser("show", help="draw a position as text")
    show.add_argument("position")
    show.set_defaults(run=lambda given: show_position(given.position))
    play = commands.add_parser("play", help="let bots play a match and print its log")
    play.add_argument("--seats", type=int, default=4)
    play.add_argument("--seed", default="")
    play.add_argument("--bots", default="sharp,random", help="strategies by seat, repeated as needed")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    play.set_defaults(run=lambda given: watch(given.seats, given.seed, given.bots.split(","), given.option))
    rules = commands.add_parser("rules", help="survey every game: scenarios, watched matches, house rules together")
    rules.add_argument("file", help="scenarios")
    rules.add_argument("--sets", type=int, default=100, help="random sets of options for each game")
    rules.add_argument("--game", help="survey this game alone")
    rules.add_argument("--matches", type=int, help="stop after so many matches of each edition")
    rules.set_defaults(run=lambda given: show_rules(given.file, given.sets, given.game, given.matches))
    prints = commands.add_parser("fingerprints", help="print the fingerprint of every edition under every option")
    prints.set_defaults(run=lambda _: show_fingerprints())
    check = commands.add_parser("verify", help="check transcripts: 0 all holds, 1 something is wrong, 2 cannot be told")
    add = check.add_argument
    add("files", nargs="+", metavar="FILE")
    add("--head", action="append", default=[], type=_head, metavar="VERSION:CHAIN", help="noted during play")
    add("--key", action="append", default=[], type=_key, metavar="HEX", help="public key of the service")
    add("--origin", action="append", default=[], metavar="FILE", help="transcript of the match it goes on from")
    add("--quiet", action="store_true", help="a line for each file")
    check.set_defaults(run=verify_files)
    record = commands.add_parser("record", help="print the record of a transcript: a line for every move")
    record.add_argument("file", help="a transcript or a record, perhaps compressed by gzip")
    record.set_defaults(run=lambda given: show_record(given.file))
    step = commands.add_parser("replay", help="step through a match: a transcript or a record")
    step.add_argument("file", help="a transcript or a record, perhaps compressed by gzip")
    step.add_argument("--as", dest="eyes", default="open", help="a seat such as B, open, or nobody (a spectator)")
    step.add_argument("--at", type=int, metavar="VERSION", help="begin after this event")
    step.add_argument("--print", action="store_true", dest="printed", help="print every move, or what --at says")
    step.set_defaults(run=lambda given: step_through(given.file, given.eyes, given.at, printed=given.printed))
    given = parser.parse_args(arguments)
    try:
        return int(given.run(given))
    except (EngineError, CannotInfer, BadTranscript, BadRows, OSError, json.JSONDecodeError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2


def _head(text: str) -> Head:
    try:
        return noted_head(text)
    except ValueError:
        reason = f"{text!r} is no noted head: give a version and the 64 hexadecimal digits of its chain, as 57:0a1b..."
        raise argparse.ArgumentTypeError(reason) from None


def _key(text: str) -> bytes:
    try:
        return public_key(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no public key: give its 64 hexadecimal digits") from None


def verify_files(given: argparse.Namespace) -> int:
    """Check each transcript, print the counts if there are several, and return the worst exit code."""
    codes = []
    origins = [_file(path) for path in given.origin]
    for path in given.files:
        told = report(_file(path), given.head, given.key, origins, quiet=given.quiet)
        for line in told.lines:
            print(f"{path}: {line}" if given.quiet else line)
        codes.append(told.code)
    if len(codes) > 1:
        good, wrong, open_ = (codes.count(code) for code in (0, 1, 2))
        print(f"{len(codes)} files: {good} hold, {wrong} are wrong, {open_} could not be checked whole")
    return 1 if 1 in codes else max(codes)


def _file(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123  the engine does without pathlib
        return file.read(MAX_BYTES + 1)


def _rows(path: str) -> list[tuple[str, Any]]:
    with open(path, "rb") as file:  # noqa: PTH123  the engine does without pathlib
        text = file.read()
    try:
        return read_rows(text)
    except BadRows as bad:
        raise BadRows(f"{path}: {bad}") from None


def run_scenarios(path: str) -> int:
    """Print a line per failing row and the counts. Return 0 only if rows were run and none failed."""
    rows = _rows(path)
    failed = 0
    for name, row in rows:
        if wrong := _wrong(row):
            failed += 1
            print(f"{name}: {wrong}")
    print(f"{len(rows) - failed} passed, {failed} failed")
    if not rows:  # no rows prove nothing
        raise BadRows(f"{path}: no row that can be run")
    return int(failed > 0)


def _wrong(row: Any) -> str | None:
    if found := flaw(row):
        return found
    expected, got = run(row)
    return None if expected == got else f"expected {json.dumps(expected)}, got {json.dumps(got)}"


_COLUMNS = "{:<26}{:>12}{:>12}{:>12}{:>14}  {}"


def show_rules(path: str, sets: int, game: str | None, matches: int | None) -> int:
    """Print a line per edition of every game, with progress. Return 0 only if all is green."""
    named = _rows(path)
    for name, row in named:
        if found := flaw(row):
            raise BadRows(f"{path}: {name}: {found}")
    rows = [row for _, row in named]
    house_rules = sum(option.kind == "house_rule" for option in describe())
    print(_COLUMNS.format("game", "scenarios", "matches", "laws held", "house rules", ""))
    green = True
    for edition in editions():
        if game not in (None, edition["game"]):
            continue
        seen = None
        for seen in islice(survey(edition, rows, sets), matches):
            if sys.stderr.isatty():
                print(_row(seen, house_rules, "..."), end="\r", file=sys.stderr, flush=True)
        assert seen is not None  # noqa: S101  an edition without options is watched too
        print(_row(seen, house_rules, _verdict(seen)))
        for options in seen.unfinished:
            print(f"  not finished: {json.dumps(options)}")
        green &= seen.is_green
    return int(not green)


def _verdict(seen: Survey) -> str:
    """Cases that were not run prove nothing, so they are counted apart."""
    absent = [name for name, count in (("scenarios", seen.scenarios[1]), ("house rules", len(seen.rules))) if not count]
    return ("green" if seen.is_green else "RED") + (f", without {' and '.join(absent)}" if absent else "")


def _row(seen: Survey, house_rules: int, verdict: str) -> str:
    name = " ".join(str(value) for value in seen.edition.values())
    done = ["/".join(map(str, pair)) for pair in (seen.scenarios, seen.matches)]
    return _COLUMNS.format(name, *done, f"{seen.laws:,}", f"{len(seen.rules)}/{house_rules}", verdict)


def show_fingerprints() -> int:
    """Print every edition, alone and with each option, with its fingerprint, as JSON: one line each."""
    lines = [
        json.dumps({"options": options, **case, "events": fingerprint(options, **case)}, sort_keys=True)
        for options, case in cases()
    ]
    print("[\n" + ",\n".join(lines) + "\n]")
    return 0


def show_position(text: str) -> int:
    """Draw the table that a position describes."""
    print(draw_table(parse_position(text, resolve({}))))
    return 0


def show_record(path: str) -> int:
    """Print the match in a file as a record."""
    print(print_record(read_match(path)), end="")
    return 0


def step_through(path: str, eyes: str, version: int | None, *, printed: bool) -> int:
    """Show a match move by move: each line of the input is a line of keys. Clears the screen of a terminal."""
    playback = Playback(read_groups(path))
    try:
        viewer = viewer_named(eyes, playback.table(playback.last).seats)
    except ValueError:
        raise BadNotation(text=f"as {eyes!r}; a seat's letter, open or nobody") from None
    player = Player(playback, viewer, playback.moves[0] if version is None else version)
    if printed:
        for shown_at in playback.moves if version is None else [player.version]:
            print(Player(playback, viewer, shown_at).screen())
        return 0
    clear = "\x1b[H\x1b[2J" if sys.stdin.isatty() and sys.stdout.isatty() else ""
    shown: str | None = player.screen() + "\n? tells the keys\n"
    while shown is not None:
        print(clear + shown, end="> " if clear else "\n", flush=True)
        line = sys.stdin.readline()
        shown = player.press(line) if line else None
    return 0


def watch(seats: int, seed: str, names: list[str], options: list[str]) -> int:
    """Print the log of a match between bots, and the table at the end."""
    if unknown := sorted(set(names) - set(BOTS)):
        raise BadNotation(text=f"bots {', '.join(unknown)}; there are {', '.join(BOTS)}")
    bots = [BOTS[names[seat % len(names)]] for seat in range(seats)]
    chosen = dict(option.split("=", 1) for option in options)
    for _, events in random_match(bots, {name: _value(text) for name, text in chosen.items()}, _seed(seed)):
        for event in events:
            if sentence := narrate(event):
                print(sentence)
    return 0


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _seed(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


if __name__ == "__main__":
    sys.exit(main())
