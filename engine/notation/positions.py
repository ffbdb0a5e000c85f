"""Positions as text (SPEC 0.1).

A position holds what its text names and nothing else: a card whose other side is not named shows `x` there, and a card
that does not matter is `x` on both sides. In an elimination match a seat that has the target has left (SPEC 5).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from engine.cards import (
    COLOR_CODES,
    DARK,
    FACE_CODES,
    FACES,
    LIGHT,
    NO_COLOR,
    SIDE_OF,
    SIDES,
    UNKNOWN,
    color_text,
)
from engine.commands import Doubt
from engine.errors import BadNotation, Reason
from engine.events import (
    ColorAsked,
    EffectAssigned,
    HelpAsked,
    PenaltyStacked,
    SeatEliminated,
    WheelChoiceAsked,
)
from engine.evolve import EVOLVERS
from engine.rules.targets import only_target
from engine.rules.teams import allies
from engine.rules.wheel import DISCARD_COLOR
from engine.state import Phase, SeatKind, Table, Uno

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

from engine.notation.pending import (
    WHEEL_PHASES,
    open_decision,
    open_penalty,
    open_wheel,
    owed_by_top,
    owes_color_by_top,
    teammate_before,
)
from engine.notation.seats import SEATS

_WITHOUT_TURN: Final = (Phase.SETUP, Phase.ROUND_OVER, Phase.MATCH_OVER)
"""Phases in which no seat has anything to do."""
_PROOF: Final = "PROOF"
"""The TURN in which the seat that has drawn just before may be doubted (SPEC 3.4)."""
_DIRECTIONS: Final = {"cw": 1, "ccw": -1}
_UNKNOWN: Final = FACE_CODES[UNKNOWN]
_HEAD: Final = ("c", "ph", "dl", "sc", "t", "by", "sector", "target", "owed")
_COLOR_OWED: Final = "+color"
"""Follows the number of `owed=` where a drawing for Wild Draw Color is owed, too."""
_FILLER: Final = re.compile(r"x([0-9]*)")
_MOST_CARDS: Final = 1000
"""More than any deck has. The text may be untrusted: `x9999999999` would make as many cards."""
_SCORE: Final = re.compile(r"([^+]+)\+([0-9]{1,9})")


def parse_position(text: str, rules: Ruleset) -> Table:
    """Return the table that a position describes, under these rules. Raises BadNotation."""
    head, *parts = [part.strip() for part in text.strip(" ;").split(";")]
    table = Table()
    table.spec = rules.spec
    table.own_backs = rules.own_backs
    table.transcript = "00" * 32
    faces: list[tuple[int, int]] = []
    words = dict(_word(word) for word in head.split()[2:])
    table.side = _index(SIDES, head.split()[:1], "the side is one of {known}")
    table.direction = _DIRECTIONS[_one_of(_DIRECTIONS, head.split()[1:2], "the direction is one of {known}")]
    for place, part in enumerate(parts):
        name, _, cards = part.partition(":")
        if name in [other.partition(":")[0] for other in parts[:place]]:
            raise BadNotation(text=part, reason=Reason("{name} is there already", name=name))
        ids = _parse_cards(cards, table.side, faces)
        if name == "dr":
            table.draw = ids[::-1]
        elif name == "di":
            table.discard = ids[::-1]
        elif name == SEATS[len(table.hands) : len(table.hands) + 1]:
            table.hands.append({card: handle for handle, card in enumerate(ids, start=table.next_handle)})
            table.next_handle += len(ids)
        else:
            raise BadNotation(text=part, reason="after the head come the hands A:, B: and so on, dr: and di:")
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
    if not equals or name not in _HEAD:
        raise BadNotation(text=word, reason=Reason("the head may have {names}", names=f"{'=, '.join(_HEAD)}="))
    return name, value


def _one_of(known: Any, words: list[str], sentence: str) -> str:
    if not words or words[0] not in known:
        reason = Reason(sentence, known=", ".join(known)) if known else "there are no hands"
        raise BadNotation(text=words[0] if words and words[0] else "-", reason=reason)
    return words[0]


def _parse_owed(text: str) -> tuple[int, bool]:
    """Return the number of cards, and whether a drawing for Wild Draw Color follows."""
    number = text.removesuffix(_COLOR_OWED)
    if not number.isascii() or not number.isdecimal() or int(number[:9]) > _MOST_CARDS:
        raise BadNotation(
            text=f"owed={text}", reason=Reason("a number of cards is owed, perhaps with {more}", more=_COLOR_OWED)
        )
    return int(number[:9]), number != text


def _index(known: Any, words: list[str], sentence: str) -> int:
    return int(tuple(known).index(_one_of(known, words, sentence)))


def _parse_cards(text: str, side: int, faces: list[tuple[int, int]]) -> list[int]:
    """Add the cards of a list to `faces` and return their ids, in the order written."""
    first = len(faces)
    for word in text.split():
        if filler := _FILLER.fullmatch(word):
            count = int(filler[1][:9] or 1)
            if len(faces) + count > _MOST_CARDS:
                raise BadNotation(text=word, reason=Reason("no deck has more than {most} cards", most=_MOST_CARDS))
            faces += [(_UNKNOWN, _UNKNOWN)] * count
        else:
            faces.append(_parse_card(word, side))
    return list(range(first, len(faces)))


def _parse_card(word: str, side: int) -> tuple[int, int]:
    light, slash, dark = word.partition("/")
    if not slash:
        light, dark = (word, UNKNOWN) if side == LIGHT else (UNKNOWN, word)
    for face, its_side in ((light, LIGHT), (dark, DARK)):
        if face not in FACE_CODES or (face != UNKNOWN and SIDE_OF[FACE_CODES[face]] != its_side):
            reason = Reason(
                "{face} is no face of the light side" if its_side == LIGHT else "{face} is no face of the dark side",
                face=face or "-",
            )
            raise BadNotation(text=word, reason=reason)
    return FACE_CODES[light], FACE_CODES[dark]


def _set_head(table: Table, words: dict[str, str], rules: Ruleset) -> None:
    table.round = 1
    seats = tuple(SEATS[: table.seats])
    table.dealer = _index(seats, [words["dl"]], "the dealer is one of {known}") if "dl" in words else table.seats - 1
    table.scores = _parse_scores(words.get("sc", ""), table)
    for leaving in rules.scoring.leaving(rules, table, table.scores):
        EVOLVERS[SeatEliminated](table, SeatEliminated(*leaving))
    phase = words.get("ph", "TURN")
    if "c" in words:
        table.color = COLOR_CODES[_one_of(COLOR_CODES, [words["c"]], "the color is one of {known}")]
    elif table.discard:
        table.color = table.color_of_top()
    if phase in _WITHOUT_TURN:
        table.phase = Phase(phase)
        return
    seat = table.turn = _index(seats, [words.get("t", "")], "the seat that acts (t=) is one of {known}")
    if seat in table.out:
        raise BadNotation(text=f"t={words['t']}", reason="this seat has left the match")
    before = table.seat_after(seat, 1, -table.direction)
    by = _index(seats, [words["by"]], "the seat that laid the card is one of {known}") if "by" in words else before
    if phase == _PROOF and Doubt in rules.handlers:
        phase, table.doubtable = Phase.TURN, by
    if phase == "PENALTY":
        owed, owes_color = _parse_owed(words["owed"]) if "owed" in words else (owed_by_top(table), False)
        open_penalty(table, seat, owed, rules, owes_color=owes_color or owes_color_by_top(table))
    elif phase in WHEEL_PHASES:
        open_wheel(table, phase, seat, words.get("sector") or next(iter(rules.wheel_script), DISCARD_COLOR))
    else:
        open_decision(table, phase, seat, by, rules)
    if phase == "COLOR":
        table.target = (
            _index(seats, [words["target"]], "the target is one of {known}")
            if "target" in words
            else only_target(rules, table, seat)
        )
    table.phase = Phase(phase)


def _parse_scores(text: str, table: Table) -> list[int]:
    """Return scores by seat or team; all members of a team share its score."""
    scores = [0] * table.seats
    for word in text.split(",") if text else ():
        match = _SCORE.fullmatch(word)
        seat = _seat_named(match[1], table) if match else None
        if not match or seat is None:
            raise BadNotation(text=word, reason="a score is that of a seat or team at the table, as in A+120")
        for member in (seat, *allies(table, seat)):
            scores[member] = max(scores[member], int(match[2]))
    return scores


def _seat_named(name: str, table: Table) -> int | None:
    names = (*table.teams, *SEATS[: table.seats])
    return names.index(name) % table.seats if name in names else None


def print_position(table: Table) -> str:
    """Return the position of a table as text; `parse_position` reads it back."""
    head = [SIDES[table.side], "cw" if table.direction == 1 else "ccw"]
    if table.color != NO_COLOR and (not table.discard or table.color != table.color_of_top()):
        head.append(f"c={color_text(table.color)}")
    if table.phase is not Phase.TURN:
        head.append(f"ph={table.phase.value}")
    elif table.doubtable is not None:
        head.append(f"ph={_PROOF}")
    if isinstance(table.pending, WheelChoiceAsked):
        head.append(f"sector={table.pending.sector}")
    if isinstance(table.pending, PenaltyStacked):
        head += _print_owed(table)
    head.append(f"dl={SEATS[table.dealer]}")
    if any(table.scores):
        head.append("sc=" + ",".join(f"{SEATS[seat]}+{score}" for seat, score in enumerate(table.scores)))
    if table.turn is not None:
        head.append(f"t={SEATS[table.turn]}")
        head += _print_by(table, table.turn)
        head += _print_target(table)
    hands = [f"{SEATS[seat]}: {_print_cards(table, list(hand))}" for seat, hand in enumerate(table.hands)]
    piles = [f"{name}: {_print_cards(table, pile[::-1])}" for name, pile in (("dr", table.draw), ("di", table.discard))]
    return "; ".join(part.strip() for part in (" ".join(head), *hands, *piles))


def _print_owed(table: Table) -> list[str]:
    """Say what is owed unless the top cards do."""
    owes_color = table.owes_color and not owes_color_by_top(table)
    if table.owed == owed_by_top(table) and not owes_color:
        return []
    return [f"owed={table.owed}{_COLOR_OWED if owes_color else ''}"]


def _print_by(table: Table, seat: int) -> list[str]:
    """Name the seat that laid the top card, or asks for help, unless it is the one before the seat that decides."""
    if isinstance(table.pending, HelpAsked):
        asker = table.pending.asker
        return [] if asker == teammate_before(table, seat) else [f"by={SEATS[asker]}"]
    after = table.pending.after if isinstance(table.pending, ColorAsked | EffectAssigned) else None
    if table.phase is Phase.TURN:
        after = table.doubtable
    return [] if after in (None, table.seat_after(seat, 1, -table.direction)) else [f"by={SEATS[after]}"]


def _print_target(table: Table) -> list[str]:
    """Name the seat that the card is aimed at while its player has yet to name the color."""
    asked = isinstance(table.pending, ColorAsked) and table.pending.reason == "wild"
    return [f"target={SEATS[table.target]}"] if asked and table.target is not None else []


def _print_cards(table: Table, cards: list[int]) -> str:
    return " ".join(_print_card(table, card) for card in cards)


def _print_card(table: Table, card: int) -> str:
    light, dark = table.faces[LIGHT][card], table.faces[DARK][card]
    active, inactive = (light, dark) if table.side == LIGHT else (dark, light)
    return FACES[active] if inactive == _UNKNOWN else f"{FACES[light]}/{FACES[dark]}"
