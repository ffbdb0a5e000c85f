"""Taking cards from the draw pile: how many, until when, and what happens when it runs out (SPEC 3.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import NO_FACE
from engine.events import CardsDrawn, DrawnCardOffered, PileExhausted, PileReshuffled
from engine.policies.matching import may_play, playable_cards
from engine.policies.seat_events import UNO_CLEARED
from engine.state import NO_CALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import Draft, Ruleset
    from engine.state import Table


_new: Final = tuple.__new__
"""Makes the commonest events in half the time of a NamedTuple's own constructor, which is a Python function."""


def always(_rules: Ruleset, _table: Table, _seat: int) -> bool:
    """Drawing is allowed although a card could be played (C05)."""
    return True


def only_if_unable(rules: Ruleset, table: Table, seat: int) -> bool:
    """Drawing is allowed only without a playable card (`draw_policy=only_if_unable`)."""
    return not playable_cards(rules, table, seat)


def must_play_drawn(rules: Ruleset, table: Table, seat: int) -> bool:
    """Has the seat to play the card that it may play after drawing (`drawn_play=forced`).

    Cards drawn since then, for a wrong catch, may have made it illegal under strict rules.
    """
    offered = table.pending
    assert isinstance(offered, DrawnCardOffered)  # noqa: S101  asked while one is
    return rules.must_play_drawn and may_play(rules, table, seat, offered.card)


def take(draft: Draft, seat: int, count: int, reason: str, *, first: bool = True) -> list[int]:
    """Draw up to `count` cards, reshuffling on demand; fewer if nothing is left (R-EXHAUST). Returns the card ids.

    `first`: the seat has drawn nothing in this turn so far.
    """
    table = draft.table
    if count == 1 and table.draw:
        return [_draw_one(draft, seat, reason)]
    taken: list[int] = []
    while count:
        if not table.draw and not refill(draft, owes_turn=reason == "turn" and first and not taken):
            break
        chunk = table.draw[: -count - 1 : -1]
        _draw(draft, seat, chunk, reason)
        taken += chunk
        count -= len(chunk)
    return taken


def take_until(draft: Draft, seat: int, done: Callable[[int], bool], reason: str, *, most: int = 0) -> list[int]:
    """Draw one card after the other until `done(face)`, `most` are drawn (0: no limit), or nothing is left.

    Returns the card ids (SPEC 3.6, R-EXHAUST).
    """
    table = draft.table
    active = table.faces[table.side]
    taken: list[int] = []
    while table.draw or refill(draft, owes_turn=False):
        chunk: list[int] = []
        for card in reversed(table.draw):
            chunk.append(card)
            if done(active[card]) or len(taken) + len(chunk) == most:
                break
        _draw(draft, seat, chunk, reason)
        taken += chunk
        if done(active[chunk[-1]]) or len(taken) == most:
            break
    return taken


def _draw_one(draft: Draft, seat: int, reason: str) -> int:
    """As `_draw` of the top card, at half the cost: nine draws of ten are of one card."""
    table = draft.table
    pile = table.draw
    card = pile[-1]
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    below = inactive[pile[-2]] if len(pile) > 1 else NO_FACE
    draft.emit(_new(CardsDrawn, (seat, reason, (inactive[card],), below, (card,), (active[card],))))
    if table.uno[seat] is not NO_CALL:
        draft.emit(UNO_CLEARED[seat])
    return card


def _draw(draft: Draft, seat: int, cards: list[int], reason: str) -> None:
    table = draft.table
    active, inactive = table.faces[table.side].__getitem__, table.faces[1 - table.side].__getitem__
    left = len(table.draw) - len(cards)
    draft.emit(
        CardsDrawn(
            seat,
            reason,
            tuple(map(inactive, cards)),
            inactive(table.draw[left - 1]) if left else NO_FACE,
            tuple(cards),
            tuple(map(active, cards)),
        )
    )
    if table.uno[seat] is not NO_CALL:
        draft.emit(UNO_CLEARED[seat])


def refill(draft: Draft, *, owes_turn: bool) -> bool:
    """Shuffle all discards but the top one into a new draw pile; False and PileExhausted if there are none."""
    table = draft.table
    if len(table.discard) < 2:  # noqa: PLR2004  the top card stays
        draft.emit(PileExhausted(table.idle + owes_turn))
        return False
    pile = draft.tape.shuffle(table.epoch, table.discard[:-1])
    draft.emit(PileReshuffled(len(pile), table.faces[1 - table.side][pile[-1]], tuple(pile)))
    return True
