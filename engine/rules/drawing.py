"""Drawing cards: in a turn, or as many as a card demands, and what happens when the pile runs out (SPEC 3.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import NO_FACE
from engine.commands import Draw, Pass
from engine.errors import MustPlay
from engine.events import CardsDrawn, DrawnCardOffered, PileExhausted, PileReshuffled, RoundBlocked
from engine.rules.matching import may_play, playable_cards
from engine.rules.rounds import end_without_play
from engine.rules.seat_events import CARD_KEPT, UNO_CLEARED
from engine.rules.turns import pass_turn
from engine.rules.uno import close_windows, lapse
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.state import Table


_new: Final = tuple.__new__
"""Makes the commonest events in half the time of a NamedTuple's own constructor, which is a Python function."""


def always(_rules: Ruleset, _table: Table, _seat: int) -> bool:
    """Allow drawing although a card could be played (C05)."""
    return True


def only_if_unable(rules: Ruleset, table: Table, seat: int) -> bool:
    """Allow drawing only without a playable card (`draw_policy=only_if_unable`)."""
    return not playable_cards(rules, table, seat)


def must_play_drawn(rules: Ruleset, table: Table, seat: int) -> bool:
    """Return whether the seat must play the card that it may play after drawing (`drawn_play=forced`).

    Cards drawn since then, for a wrong catch, may have made it illegal under strict rules.
    """
    offered = table.pending
    assert isinstance(offered, DrawnCardOffered)  # noqa: S101  asked while one is
    return rules.must_play_drawn and may_play(rules, table, seat, offered.card)


def take(resolution: Resolution, seat: int, count: int, reason: str, *, first: bool = True) -> list[int]:
    """Draw up to `count` cards, reshuffling on demand; fewer if nothing is left (R-EXHAUST). Returns the card ids.

    `first`: the seat has drawn nothing in this turn so far.
    """
    table = resolution.table
    if count == 1 and table.draw:
        return [_draw_one(resolution, seat, reason)]
    taken: list[int] = []
    while count:
        if not table.draw and not refill(resolution, owes_turn=reason == "turn" and first and not taken):
            break
        chunk = table.draw[: -count - 1 : -1]
        _draw(resolution, seat, chunk, reason)
        taken += chunk
        count -= len(chunk)
    return taken


def take_until(
    resolution: Resolution, seat: int, done: Callable[[int], bool], reason: str, *, most: int = 0
) -> list[int]:
    """Draw one card after the other until `done(face)`, `most` are drawn (0: no limit), or nothing is left.

    Returns the card ids (SPEC 3.6, R-EXHAUST).
    """
    table = resolution.table
    active = table.faces[table.side]
    taken: list[int] = []
    while table.draw or refill(resolution, owes_turn=False):
        chunk: list[int] = []
        for card in reversed(table.draw):
            chunk.append(card)
            if done(active[card]) or len(taken) + len(chunk) == most:
                break
        _draw(resolution, seat, chunk, reason)
        taken += chunk
        if done(active[chunk[-1]]) or len(taken) == most:
            break
    return taken


def _draw_one(resolution: Resolution, seat: int, reason: str) -> int:
    """Draw the top card at half the cost of `_draw`: nine draws of ten are of one card."""
    table = resolution.table
    pile = table.draw
    card = pile[-1]
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    below = inactive[pile[-2]] if len(pile) > 1 else NO_FACE
    resolution.emit(_new(CardsDrawn, (seat, reason, (inactive[card],), below, (card,), (active[card],))))
    if table.uno[seat] is not NO_CALL:
        resolution.emit(UNO_CLEARED[seat])
    return card


def _draw(resolution: Resolution, seat: int, cards: list[int], reason: str) -> None:
    table = resolution.table
    active, inactive = table.faces[table.side].__getitem__, table.faces[1 - table.side].__getitem__
    left = len(table.draw) - len(cards)
    resolution.emit(
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
        resolution.emit(UNO_CLEARED[seat])


def refill(resolution: Resolution, *, owes_turn: bool) -> bool:
    """Shuffle all discards but the top one into a new draw pile; False and PileExhausted if there are none."""
    table = resolution.table
    if len(table.discard) < 2:  # noqa: PLR2004  the top card stays
        resolution.emit(PileExhausted(table.idle + owes_turn))
        return False
    pile = resolution.tape.shuffle(table.epoch, table.discard[:-1])
    resolution.emit(PileReshuffled(len(pile), table.faces[1 - table.side][pile[-1]], tuple(pile)))
    return True


_DRAW: Final = Draw()
_PASS: Final = Pass()


class DrawHandler(Handler[Draw, None]):
    """A card is drawn in place of a play."""

    phases: tuple[Phase, ...] = (Phase.TURN,)

    def judge(self, rules: Ruleset, table: Table, seat: int, _command: Draw) -> None:
        if not rules.may_draw(rules, table, seat):
            raise MustPlay

    def perform(self, resolution: Resolution, _command: Draw, _judged: None) -> None:
        table, rules, seat = resolution.table, resolution.rules, resolution.seat
        if table.exposed:
            close_windows(resolution, "draw")
        lapse(resolution)
        taken = take(resolution, seat, 1, "turn")
        while rules.draws_until_playable and taken and not may_play(rules, table, seat, taken[0]):
            taken = take(resolution, seat, 1, "turn", first=False)
        if taken and may_play(rules, table, seat, taken[0]):
            resolution.emit(DrawnCardOffered(seat, taken[0]))
        elif table.idle >= table.active_seats:
            resolution.emit(RoundBlocked())
            end_without_play(resolution)
        else:
            pass_turn(resolution)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Draw]:
        return (_DRAW,)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Draw | None:
        return _DRAW if rules.may_draw(rules, table, seat) else None


class PassHandler(Handler[Pass, None]):
    """The drawn card is kept."""

    phases: tuple[Phase, ...] = (Phase.DRAWN,)

    def judge(self, rules: Ruleset, table: Table, seat: int, _command: Pass) -> None:
        if must_play_drawn(rules, table, seat):
            raise MustPlay

    def perform(self, resolution: Resolution, _command: Pass, _judged: None) -> None:
        lapse(resolution)
        resolution.emit(CARD_KEPT[resolution.seat])
        pass_turn(resolution)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Pass]:
        return (_PASS,)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Pass | None:
        return None if must_play_drawn(rules, table, seat) else _PASS
