"""Discarding as an effect demands (SPEC 6, 7.5)."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLORS, COLORS_OF_SIDE, FACES, SPINS, SYMBOL_OF
from engine.commands import Discard
from engine.errors import BadColor, CardNotInHand, WrongCount, WrongCountOfWheel
from engine.events import ColorNamed, EffectAssigned
from engine.policies import gifts
from engine.policies.rounds import end_round
from engine.policies.turns import pass_turn_after
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state import Table

MOST_LISTED: Final = 500
"""Of the many ways to discard from a large hand so many are listed, the dearest cards first."""


def assigned(table: Table) -> EffectAssigned:
    """What must be discarded."""
    pending = table.pending
    assert isinstance(pending, EffectAssigned)  # noqa: S101  the phase says so
    return pending


def candidates(rules: Ruleset, table: Table, seat: int) -> Iterator[Discard]:
    """The ways to discard, by face: with every color if one is named, and with the call where it counts."""
    effect = assigned(table)
    faces = sorted(table.hand_faces(seat), key=lambda face: (-rules.points[face], face))
    choices = dict.fromkeys(islice(combinations(faces, effect.number), MOST_LISTED))
    colors = [COLORS[color] for color in COLORS_OF_SIDE[table.side]] if effect.names_color else [None]
    calls = (
        (False, True) if effect.number and len(faces) - effect.number == 1 and table.uno[seat] is NO_CALL else (False,)
    )
    for chosen in choices:
        for color in colors:
            for uno in calls:
                yield Discard(tuple([FACES[face] for face in chosen]), color, uno)  # type: ignore[arg-type]  # COLORS is the text of the literal


def judge(_rules: Ruleset, table: Table, seat: int, command: Discard) -> list[int]:
    """The ids of the cards; raises CardNotInHand, WrongCount or BadColor."""
    effect = assigned(table)
    cards = find_cards(table, seat, command.cards, command.handles)
    if len(cards) != effect.number:
        kind = WrongCountOfWheel if SYMBOL_OF[table.top] in SPINS else WrongCount
        raise kind(count=effect.number)
    if effect.names_color != (command.color is not None) or (
        command.color is not None and COLOR_CODES.get(command.color) not in COLORS_OF_SIDE[table.side]
    ):
        raise BadColor
    return cards


def find_cards(table: Table, seat: int, faces: tuple[str, ...], handles: tuple[int, ...] | None) -> list[int]:
    """The ids of different cards of the hand with these faces and, if given, handles. Raises CardNotInHand."""
    if handles is not None and len(handles) != len(faces):
        raise CardNotInHand
    active = table.faces[table.side]
    left = dict(table.hands[seat])
    found: list[int] = []
    for place, face in enumerate(faces):
        card = next(
            (
                held
                for held, handle in left.items()
                if FACES[active[held]] == face and (handles is None or handles[place] == handle)
            ),
            None,
        )
        if card is None:
            raise CardNotInHand
        del left[card]
        found.append(card)
    return found


def perform(draft: Draft, command: Discard, cards: list[int]) -> None:
    """Lay the cards under the top, name the color; the round ends with the last card, else play goes on."""
    effect = assigned(draft.table)
    if cards:
        gifts.discard(draft, draft.seat, cards, called=command.uno)
    if command.color is not None:
        draft.emit(ColorNamed(draft.seat, COLOR_CODES[command.color]))
    if draft.table.hands[draft.seat]:
        pass_turn_after(draft, effect.after)
    else:
        end_round(draft, draft.seat)


HANDLER: Final[Handler] = Handler((Phase.EFFECT,), judge, perform, candidates)
