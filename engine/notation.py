"""Positions and commands as text (SPEC 0.1): parse and print.

A position holds what its text names and nothing else: a card whose other side is not named shows `x` there, and a card
that does not matter is `x` on both sides.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from engine.cards import (
    COLOR_CODES,
    COLOR_OF,
    DARK,
    FACE_CODES,
    FACES,
    LIGHT,
    NO_COLOR,
    SIDE_OF,
    SIDES,
    SYMBOL_OF,
    UNKNOWN,
    color_text,
)
from engine.commands import COMMANDS, SYSTEM_COMMANDS, WORDS, Discard, TurnStarter
from engine.errors import BadNotation
from engine.events import (
    ChallengeOpened,
    ColorAsked,
    DrawnCardOffered,
    EffectAssigned,
    EvidenceSealed,
    GiveAsked,
    HelpAsked,
    PenaltyStacked,
    RaceOpened,
    SpinAsked,
    WheelChoiceAsked,
)
from engine.policies.gifts import gift_size
from engine.policies.matching import convicting
from engine.policies.stacking import DEMANDS
from engine.policies.teams import allies
from engine.policies.wheel import CHOICES, DISCARD_COLOR
from engine.state import Phase, SeatKind, Table, Uno

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.ruleset import Ruleset

SEATS: Final = "ABCDEFGHIJ"
_DIRECTIONS: Final = {"cw": 1, "ccw": -1}
_KINDS: Final = COMMANDS | SYSTEM_COMMANDS
_UNKNOWN: Final = FACE_CODES[UNKNOWN]
_FILLER: Final = re.compile(r"x([0-9]*)")
_SCORE: Final = re.compile(r"([^+]+)\+([0-9]+)")


def parse_position(text: str, rules: Ruleset) -> Table:
    """The table that a position describes, under these rules. Raises BadNotation."""
    head, *parts = [part.strip() for part in text.split(";")]
    table = Table()
    table.spec = rules.spec
    table.own_backs = rules.own_backs
    table.transcript = "00" * 32
    faces: list[tuple[int, int]] = []
    words = dict(_word(word) for word in head.split()[2:])
    table.side = _index(SIDES, head.split()[:1])
    table.direction = _DIRECTIONS[_one_of(_DIRECTIONS, head.split()[1:2])]
    for part in parts:
        name, _, cards = part.partition(":")
        ids = _parse_cards(cards, table.side, faces)
        if name == "dr":
            table.draw = ids[::-1]
        elif name == "di":
            table.discard = ids[::-1]
        elif name == SEATS[len(table.hands) : len(table.hands) + 1]:
            table.hands.append({card: handle for handle, card in enumerate(ids, start=table.next_handle)})
            table.next_handle += len(ids)
        else:
            raise BadNotation(text=part)
    table.faces = (tuple(light for light, _ in faces), tuple(dark for _, dark in faces))
    table.seats = table.active_seats = len(table.hands)
    table.teams = rules.teams[: table.seats]
    table.seat_kinds = [SeatKind.HUMAN] * table.seats
    table.entropies = [""] * table.seats
    table.uno = [Uno.NONE] * table.seats
    _set_head(table, words, rules)
    return table


def _word(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals or name not in ("c", "ph", "dl", "sc", "t", "by", "sector"):
        raise BadNotation(text=word)
    return name, value


def _one_of(known: Any, words: list[str]) -> str:
    if not words or words[0] not in known:
        raise BadNotation(text=" ".join(words))
    return words[0]


def _index(known: Any, words: list[str]) -> int:
    return int(tuple(known).index(_one_of(known, words)))


def _parse_cards(text: str, side: int, faces: list[tuple[int, int]]) -> list[int]:
    """Adds the cards of a list to `faces` and gives their ids, in the order written."""
    first = len(faces)
    for word in text.split():
        if filler := _FILLER.fullmatch(word):
            faces += [(_UNKNOWN, _UNKNOWN)] * int(filler[1] or 1)
        else:
            faces.append(_parse_card(word, side))
    return list(range(first, len(faces)))


def _parse_card(word: str, side: int) -> tuple[int, int]:
    light, slash, dark = word.partition("/")
    if not slash:
        light, dark = (word, UNKNOWN) if side == LIGHT else (UNKNOWN, word)
    for face, its_side in ((light, LIGHT), (dark, DARK)):
        if face not in FACE_CODES or (face != UNKNOWN and SIDE_OF[FACE_CODES[face]] != its_side):
            raise BadNotation(text=word)
    return FACE_CODES[light], FACE_CODES[dark]


def _set_head(table: Table, words: dict[str, str], rules: Ruleset) -> None:
    table.round = 1
    seats = tuple(SEATS[: table.seats])
    table.dealer = _index(seats, [words["dl"]]) if "dl" in words else table.seats - 1
    table.scores = _parse_scores(words.get("sc", ""), table)
    phase = words.get("ph", "TURN")
    if phase == "SETUP":
        table.phase = Phase.SETUP
        return
    seat = table.turn = _index(seats, [words.get("t", "")])
    if "c" in words:
        table.color = COLOR_CODES[_one_of(COLOR_CODES, [words["c"]])]
    elif table.discard:
        table.color = table.color_of_top()
    before = table.seat_after(seat, 1, -table.direction)
    by = _index(seats, [words["by"]]) if "by" in words else before
    if phase in _WHEEL_PHASES:
        _open_wheel(table, phase, seat, words.get("sector") or next(iter(rules.wheel_script), DISCARD_COLOR))
    else:
        _open_decision(table, phase, seat, by, rules)
    table.phase = Phase(phase)


def _parse_scores(text: str, table: Table) -> list[int]:
    """Scores by seat or team; what a member has its whole team has."""
    scores = [0] * table.seats
    for word in text.split(",") if text else ():
        match = _SCORE.fullmatch(word)
        seat = _seat_named(match[1], table) if match else None
        if not match or seat is None:
            raise BadNotation(text=word)
        for member in (seat, *allies(table, seat)):
            scores[member] = max(scores[member], int(match[2]))
    return scores


def _seat_named(name: str, table: Table) -> int | None:
    """The first seat of this letter or team; None if there is none."""
    names = (*table.teams, *SEATS[: table.seats])
    return names.index(name) % table.seats if name in names else None


def _open_decision(table: Table, phase: str, seat: int, by: int, rules: Ruleset) -> None:
    """Rebuild what is pending: the drawn card is the last of the hand, `by` is who laid the top card."""
    symbol = SYMBOL_OF[table.top]
    if phase == "START_COLOR":
        table.pending, table.color = ColorAsked(seat, "flip", None), NO_COLOR
    elif phase == "COLOR" and symbol in rules.colored_by_others:
        table.pending, table.color = ColorAsked(seat, "effect", by), NO_COLOR
    elif phase == "COLOR":
        table.pending, table.color = ColorAsked(seat, "wild", None), NO_COLOR
        _seal_evidence(table, seat, rules)
    elif phase == "DRAWN" and table.hands[seat]:
        table.pending = DrawnCardOffered(seat, list(table.hands[seat])[-1])
    elif phase == "CHALLENGE" and len(table.discard) > 1:
        table.pending = ChallengeOpened(seat, by, table.top)
        _seal_evidence(table, by, rules)
    elif phase == "EFFECT" and symbol in rules.gifts:
        number = gift_size(rules, symbol, len(table.hands[seat]))
        table.pending = EffectAssigned(seat, number, rules.gifts[symbol].names_color, by)
    elif phase == "PENALTY" and symbol in DEMANDS:
        _stack_penalty(table, seat, rules)
    elif phase in _ASKED:
        _ASKED[phase](table, seat, by)
    elif phase != "TURN":
        raise BadNotation(text=f"ph={phase}")


def _ask_for_gift(table: Table, seat: int, _by: int) -> None:
    table.pending = GiveAsked(seat)


def _ask_for_help(table: Table, seat: int, by: int) -> None:
    """`by` asks, or else the teammate before; the seat and the teammates after it have not answered."""
    if not allies(table, seat):
        raise BadNotation(text="ph=TEAM_AID")
    asker = by if by in allies(table, seat) else _teammate_before(table, seat)
    in_order = allies(table, asker)
    left = [other for other in in_order[in_order.index(seat) :] if len(table.hands[other]) > 1]
    table.pending = HelpAsked(seat, asker, tuple(left))


def _teammate_before(table: Table, seat: int) -> int:
    return allies(table, seat)[-1]


_ASKED: Final = {"GIVE": _ask_for_gift, "TEAM_AID": _ask_for_help}
"""How to ask the question of a phase, by phase."""


def _stack_penalty(table: Table, seat: int, rules: Ruleset) -> None:
    """Nobody has taken the draw cards that lie on top and are alike; the seat before laid the last one."""
    symbol = SYMBOL_OF[table.top]
    active = table.faces[table.side]
    run = len(list(takewhile(lambda card: SYMBOL_OF[active[card]] == symbol, reversed(table.discard))))
    by = table.seat_after(seat, 1, -table.direction)
    table.owed = run * DEMANDS[symbol]
    table.pending = PenaltyStacked(seat, by, table.top, table.owed)
    if symbol in rules.penalties and rules.enforcement.challenged:
        _seal_evidence(table, by, rules)


_WHEEL_PHASES: Final = ("SPIN", "WHEEL_CHOICE", "RACE")


def _open_wheel(table: Table, phase: str, seat: int, sector: str) -> None:
    """The wheel is to be spun, or has been spun once: then the first spin of a script is over."""
    if phase == "SPIN":
        table.pending = SpinAsked(seat)
        return
    table.spins = 1
    if phase == "RACE":
        table.pending = RaceOpened(seat)
        return
    if sector not in CHOICES:
        raise BadNotation(text=f"sector={sector}")
    table.pending = WheelChoiceAsked(seat, sector)


def _seal_evidence(table: Table, seat: int, rules: Ruleset) -> None:
    if len(table.discard) > 1:
        below = COLOR_OF[table.faces[table.side][table.discard[-2]]]
        hand = tuple(sorted(table.hand_faces(seat)))
        table.evidence = EvidenceSealed(seat, convicting(rules, hand, below), hand)


def print_position(table: Table) -> str:
    """The position of a table; `parse_position` reads it back."""
    head = [SIDES[table.side], "cw" if table.direction == 1 else "ccw"]
    if table.color != NO_COLOR and (not table.discard or table.color != table.color_of_top()):
        head.append(f"c={color_text(table.color)}")
    if table.phase is not Phase.TURN:
        head.append(f"ph={table.phase.value}")
    if isinstance(table.pending, WheelChoiceAsked):
        head.append(f"sector={table.pending.sector}")
    head.append(f"dl={SEATS[table.dealer]}")
    if any(table.scores):
        head.append("sc=" + ",".join(f"{SEATS[seat]}+{score}" for seat, score in enumerate(table.scores)))
    if table.turn is not None:
        head.append(f"t={SEATS[table.turn]}")
        head += _print_by(table, table.turn)
    hands = [f"{SEATS[seat]}: {_print_cards(table, list(hand))}" for seat, hand in enumerate(table.hands)]
    piles = [f"{name}: {_print_cards(table, pile[::-1])}" for name, pile in (("dr", table.draw), ("di", table.discard))]
    return "; ".join(part.strip() for part in (" ".join(head), *hands, *piles))


def _print_by(table: Table, seat: int) -> list[str]:
    """Who laid the top card, or asks for help, unless it is the seat, or the teammate, before the one that decides."""
    if isinstance(table.pending, HelpAsked):
        asker = table.pending.asker
        return [] if asker == _teammate_before(table, seat) else [f"by={SEATS[asker]}"]
    after = table.pending.after if isinstance(table.pending, ColorAsked | EffectAssigned) else None
    return [] if after in (None, table.seat_after(seat, 1, -table.direction)) else [f"by={SEATS[after]}"]


def _print_cards(table: Table, cards: list[int]) -> str:
    return " ".join(_print_card(table, card) for card in cards)


def _print_card(table: Table, card: int) -> str:
    light, dark = table.faces[LIGHT][card], table.faces[DARK][card]
    active, inactive = (light, dark) if table.side == LIGHT else (dark, light)
    return FACES[active] if inactive == _UNKNOWN else f"{FACES[light]}/{FACES[dark]}"


def parse_command(text: str) -> tuple[int | None, Command]:
    """The seat and command of a line such as `A play W2 color=G uno`. Raises BadNotation."""
    words = text.split()
    if words == ["start"]:
        return None, TurnStarter()
    if len(words) < 2 or words[0] not in SEATS:  # noqa: PLR2004  a seat and a verb
        raise BadNotation(text=text)
    kind = _KINDS.get(words[1])
    if kind is None:
        raise BadNotation(text=text)
    try:
        arguments = _arguments(kind, words[2:])
        if len(dict(arguments)) < len(arguments):
            raise BadNotation(text=text)
        return SEATS.index(words[0]), kind(**dict(arguments))
    except (TypeError, ValueError) as error:
        raise BadNotation(text=text) from error


def _arguments(kind: type[Command], words: list[str]) -> list[tuple[str, Any]]:
    """Names and values; the cards of a discard stand first, as many as there are."""
    cards = list(takewhile(lambda word: word in FACE_CODES, words)) if kind is Discard else []
    arguments = [_argument(kind, word) for word in words[len(cards) :]]
    return [("cards", tuple(cards)), *arguments] if cards else arguments


def _argument(kind: type[Command], word: str) -> tuple[str, Any]:
    """Name and value of an argument; the first field of a command is written without its name."""
    name, equals, value = word.partition("=")
    if word == "uno":
        return word, True
    if not equals:
        name, value = kind._fields[0] if kind._fields else "", word
    if name in _SEAT_FIELDS:
        return name, SEATS.index(value)
    if name == "handles":
        return name, tuple(int(handle) for handle in value.split(","))
    return name, int(value) if name == "handle" else value


_SEAT_FIELDS: Final = ("seat", "target", "to")


def print_command(seat: int | None, command: Command) -> str:
    """The line of a command; `parse_command` reads it back."""
    words = [] if seat is None else [SEATS[seat]]
    words.append(WORDS[type(command)])
    for position, (name, value) in enumerate(command._asdict().items()):
        if name == "uno":
            words += ["uno"] if value else []
        elif value is not None and value != ():
            text = _print_argument(name, value)
            words.append(text if position == 0 else f"{name}={text}")
    return " ".join(words)


def _print_argument(name: str, value: Any) -> str:
    if name in _SEAT_FIELDS:
        return SEATS[value]
    if isinstance(value, tuple):
        return (" " if name == "cards" else ",").join(str(item) for item in value)
    return str(value)
