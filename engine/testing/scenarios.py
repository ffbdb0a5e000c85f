"""Running scenarios: rules as data, in the form of SPEC 9."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine import events as e
from engine.cards import FACES, NUMBER_OF, SIDES, SKIP, SKIP_EVERYONE, color_text
from engine.catalogue import OPTIONS, resolve
from engine.chance import Chance
from engine.decide import act
from engine.errors import EngineError, RuleViolation
from engine.notation import SEATS, parse_command, parse_position
from engine.option_types import Choice, Integer, Numbers, Subset, Switch
from engine.state import Phase, Uno

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.state import Table

Row = dict[str, Any]
_CHANCE: Final = Chance(bytes(16), bytes(32))


class Outcome(NamedTuple):
    """The end of a scenario: the table, the events in words, and the code of the refusal of its last command."""

    table: Table
    happened: list[str]
    error: str | None


class BadRows(Exception):
    """A text that is not a list of rows; the message gives the reason."""


def read_rows(text: bytes) -> list[tuple[str, Any]]:
    """Return the rows of a file that can be run, each with its name. Raises BadRows.

    A row can be run unless it says otherwise. A malformed row is kept: it fails when run.
    """
    try:
        rows = json.loads(text.decode())
    except UnicodeDecodeError:
        raise BadRows("not JSON: it is not in UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadRows(f"not JSON: {error}") from None
    except (ValueError, RecursionError):
        raise BadRows("not JSON that can be read: a number too long, or nested too deeply") from None
    if not isinstance(rows, list):
        raise BadRows("not a list of rows")
    return [(_name(row, place), row) for place, row in enumerate(rows, start=1) if _is_runnable(row)]


def _is_runnable(row: Any) -> bool:
    return not isinstance(row, dict) or bool(row.get("runnable", True))


def _name(row: Any, place: int) -> str:
    """Return id and title on one line; a row without either is named by its place in the file, counted from 1."""
    known = [row[key] for key in ("id", "title") if row.get(key)] if isinstance(row, dict) else []
    words = " ".join(map(str, known)).encode(errors="replace").decode().split()
    return " ".join(words) or f"row {place}"


def flaw(row: Any) -> str | None:
    """Return the reason in words why this is not a row; None if it is one."""
    if not isinstance(row, dict):
        return "a row is an object"
    for key in ("given", "expect"):
        if key not in row:
            return f"{key} is missing"
    if not isinstance(row["given"], str):
        return "given is no text"
    for key in ("expect", "options", "chance"):
        if not isinstance(row.get(key, {}), dict):
            return f"{key} is no object"
    commands = row.get("commands", [])
    if not isinstance(commands, list) or not all(isinstance(line, str) for line in commands):
        return "commands is no list of texts"
    return None


def run(row: Row) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the expectation of a row and the engine's result for the same keys; they are equal if the row passes.

    A row that cannot be played gives `err` and `text` instead: rows are untrusted, and one must not stop the others. It
    must have no `flaw`.
    """
    expected = row["expect"]
    try:
        outcome = _play(row)
        got = {key: _LOOK[key](outcome, value) if key in _LOOK else "unheard of" for key, value in expected.items()}
    except EngineError as error:
        return expected, {"err": error.code, "text": str(error)}
    except Exception as error:  # noqa: BLE001  whatever the row holds
        return expected, {"err": type(error).__name__, "text": str(error)}
    if "err" not in expected and outcome.error:
        got["err"] = outcome.error
    return expected, got


def _play(row: Row) -> Outcome:
    chosen = {**row.get("options", {}), **row.get("chance", {})}
    rules = resolve({name: _value(name, value) for name, value in chosen.items() if value is not None})
    table = parse_position(row["given"], rules)
    happened: list[str] = []
    *before, last = row.get("commands") or [None]
    for line in before:
        happened += _words(_send(table, line))
    if last is None:
        return Outcome(table, happened, None)
    try:
        happened += _words(_send(table, last))
    except RuleViolation as violation:
        return Outcome(table, happened, violation.code)
    return Outcome(table, happened, None)


def _value(name: str, value: Any) -> Any:
    """Return the value of an option in the notation of section 8: on and off, numbers, cards."""
    takes = OPTIONS[name].takes if name in OPTIONS else None
    if isinstance(takes, Switch) and value in ("on", "off"):
        return value == "on"
    if isinstance(takes, Choice) and isinstance(value, int):
        return "off" if value is False else str(value)
    if isinstance(takes, Numbers | Integer) and isinstance(value, str) and value.isdecimal():
        return int(value)
    if isinstance(takes, Subset):
        return [_CARDS.get(item, item) for item in ([value] if isinstance(value, str) else value)]
    return value


_CARDS: Final = {"Skip": SKIP, "Skip Everyone": SKIP_EVERYONE}
"""Cards that an option names, by the name that section 8 gives them."""


def _send(table: Table, line: str) -> list[e.Event]:
    seat, command = parse_command(line)
    return act(table, seat, command, _CHANCE)


def _words(events: list[e.Event]) -> list[str]:
    """Return the events of a command in the words of SPEC 9; drawn cards are counted over the whole command."""
    drawn: dict[int, int] = {}
    words: list[str] = []
    for event in events:
        if isinstance(event, e.CardsDrawn):
            drawn[event.seat] = drawn.get(event.seat, 0) + len(event.cards)
        elif type(event) in _WORDS:
            words.append(_WORDS[type(event)](event))
    return words + [f"{SEATS[seat]} draws {count}" for seat, count in drawn.items()]


_WORDS: Final[Mapping[type[e.Event], Callable[[Any], str]]] = {
    e.HandShown: lambda event: f"hand of {SEATS[event.seat]} shown to {SEATS[event.to]}",
    e.ChallengeDecided: lambda event: "guilty" if event.guilty else "innocent",
    e.UnoCaught: lambda event: f"{SEATS[event.by]} catches {SEATS[event.seat]}",
    e.PileReshuffled: lambda _: "Reshuffled",
    e.PileExhausted: lambda _: "PileExhausted",
    e.Flipped: lambda _: "Flipped",
    e.RoundBlocked: lambda _: "RoundBlocked",
    e.TimeExpired: lambda _: "TimeExpired",
    e.HandRevealed: lambda event: f"hand of {SEATS[event.seat]} public",
    e.DuelFought: lambda event: (
        f"duel {'-'.join(str(max(NUMBER_OF[face], 0)) for face in event.faces)} won by {SEATS[event.winner]}"
    ),
    e.LauncherPressed: lambda event: f"{SEATS[event.seat]} press {event.fired}",
    e.WarFought: lambda event: "war undecided" if event.winner is None else f"war won by {SEATS[event.winner]}",
}


def _seat(number: int | None) -> str | None:
    return None if number is None else SEATS[number]


def _phase(outcome: Outcome, wanted: str) -> str:
    """A match that is over has ended its round as well; PROOF is a turn in which a seat may be doubted (3.4)."""
    table = outcome.table
    said = {Phase.MATCH_OVER: "ROUND_OVER", Phase.TURN: "TURN" if table.doubtable is None else "PROOF"}
    return wanted if wanted == said.get(table.phase) else table.phase.value


def _of_seats(values: Any, wanted: Mapping[str, Any]) -> dict[str, Any]:
    return {seat: values[SEATS.index(seat)] for seat in wanted}


def _totals(table: Table, values: Any, wanted: Mapping[str, Any]) -> dict[str, Any]:
    teams = table.teams
    return {name: values[teams.index(name) if name in teams else SEATS.index(name)] for name in wanted}


def _names(table: Table, seats: tuple[int, ...], wanted: Any) -> list[str]:
    if wanted and set(wanted) <= set(table.teams):
        return list(dict.fromkeys(table.teams[seat] for seat in seats))
    return [SEATS[seat] for seat in seats]


def _winner(outcome: Outcome, wanted: str | None) -> str | None:
    ended = outcome.table.last_round
    if ended is None or ended.winner is None:
        return None
    return (outcome.table.teams if wanted in outcome.table.teams else SEATS)[ended.winner]


def _winners(outcome: Outcome, wanted: list[str] | None) -> list[str] | None:
    """Return the winners in the order wanted; null or [] while the match goes on."""
    result = outcome.table.result
    if result is None:
        return [] if wanted == [] else None
    names = _names(outcome.table, result.winners, wanted)
    return wanted if wanted and sorted(wanted) == sorted(names) else names


def _points(outcome: Outcome, wanted: Mapping[str, int]) -> dict[str, int] | None:
    ended = outcome.table.last_round
    return _totals(outcome.table, ended.points, wanted) if ended else None


def _pile_places(outcome: Outcome, wanted: Mapping[str, int]) -> dict[str, int]:
    table = outcome.table
    faces = [FACES[table.faces[table.side][card]] for card in reversed(table.draw)]
    return {face: faces.index(face) for face in wanted if face in faces}


def _uno(outcome: Outcome, wanted: Mapping[str, str]) -> dict[str, Any]:
    """A call made with two cards is heard, but a status belongs to a hand of one card (3.9)."""
    table = outcome.table
    held = zip(table.uno, table.hands, strict=True)
    return _of_seats([(status if len(hand) == 1 else Uno.NONE).value for status, hand in held], wanted)


def _held(outcome: Outcome, wanted: list[str]) -> list[str] | None:
    seat, face = wanted
    hand = [FACES[held] for held in outcome.table.hand_faces(SEATS.index(seat))]
    return wanted if face in hand else [seat, *hand]


_LOOK: Final[Mapping[str, Callable[[Outcome, Any], Any]]] = {
    "t": lambda outcome, _: _seat(outcome.table.turn),
    "ph": _phase,
    "c": lambda outcome, _: color_text(outcome.table.color),
    "side": lambda outcome, _: SIDES[outcome.table.side],
    "dir": lambda outcome, _: "cw" if outcome.table.direction == 1 else "ccw",
    "n": lambda outcome, wanted: _of_seats([len(hand) for hand in outcome.table.hands], wanted),
    "top": lambda outcome, _: FACES[outcome.table.top],
    "dr": lambda outcome, _: len(outcome.table.draw),
    "di": lambda outcome, _: len(outcome.table.discard),
    "drpos": _pile_places,
    "u": _uno,
    "ev": lambda outcome, wanted: wanted if set(wanted) <= set(outcome.happened) else outcome.happened,
    "err": lambda outcome, _: outcome.error,
    "rp": _points,
    "score": lambda outcome, wanted: _totals(outcome.table, outcome.table.scores, wanted),
    "winner": _winner,
    "match": _winners,
    "has": _held,
}
