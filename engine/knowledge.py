"""Knowledge of cards that a seat could have gathered: a branch deals the others again (R-BRANCH-KNOWN).

A seat knows a card as long as it could say what the card shows and where it lies: its own hand, the discards, cards
that it was shown, gave away, or saw as backs before a flip. Of any other card it knows at most with which cards it was
mixed out of its sight: in a shuffle, or in a hand from which a card went to another one unseen. Two mixed cards with
the same back may change places without the seat seeing a difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.evolve import evolve
from engine.state import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Mixes = tuple[int, ...]


class Observer:
    """The memory of `seat`: `mixes` holds for every card the shuffles it was in since the seat last knew it.

    Each is a number that grows with time; no number means that the seat knows the card.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.table = Table()
        self.mixes: dict[int, Mixes] = {}
        self.mixed = 0
        self.sealed: tuple[int, ...] = ()

    def watch(self, event: e.Event) -> None:
        """Take in the next event of the log."""
        before, after = _BEFORE.get(type(event)), _AFTER.get(type(event))
        if before:
            before(self, event)
        evolve(self.table, event)
        if after:
            after(self, event)

    def hands_seen(self) -> tuple[int, ...]:
        """Return the seats whose active faces the seat sees: its own, and partners who show it their cards."""
        return (self.seat, *self.table.hands_shown_to(self.seat))

    def mix(self, cards: Iterable[int], *, anew: bool = False) -> None:
        """Note that these cards are mixed unseen. `anew`: their earlier places tell nothing about them any more."""
        self.mixed += 1
        for card in cards:
            self.mixes[card] = (self.mixed,) if anew else (*self.mixes[card], self.mixed)

    def know(self, cards: Iterable[int]) -> None:
        """Note that the seat could say what these cards show and where they are."""
        self.mixes.update(dict.fromkeys(cards, ()))

    def leaves_openly(self, seat: int, card: int) -> None:
        """Note that this card of a hand is shown as it leaves the hand.

        If the seat knew another card there that looks the same on both sides, it cannot say which of the two is left:
        that one may be any card that the shown one might have been.
        """
        table = self.table
        front, back = table.faces[table.side], table.faces[1 - table.side]
        for other in table.hands[seat]:
            if not self.mixes[other] and (front[other], back[other]) == (front[card], back[card]):
                self.mixes[other] = self.mixes[card]
                break
        self.know((card,))

    def shows(self, seat: int, faces: Iterable[int]) -> None:
        """Note that the seat holds at least these faces, without knowing which of its cards they are."""
        active = self.table.faces[self.table.side]
        for face, count in Counter(faces).items():
            cards = [card for card in self.table.hands[seat] if active[card] == face]
            unknown = [card for card in cards if self.mixes[card]]
            self.know(unknown[: max(0, count - len(cards) + len(unknown))])

    def hidden_places(self) -> tuple[tuple[int, ...], ...]:
        """Return lists of places whose cards may be shuffled, one list after the other, without the seat noticing.

        A place is numbered over the hands, seat by seat in the order held, and then the draw pile from its bottom. The
        backs of hands and of the top of the pile lie open, those of the rest of the pile do not.
        """
        table, backs = self.table, self.table.faces[1 - self.table.side]
        cards = [card for hand in (*table.hands, table.draw) for card in hand]
        covered = range(len(cards) - len(table.draw), len(cards) - 1)
        alike: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for place, card in enumerate(cards):
            for mix in self.mixes[card]:
                alike[mix, backs[card]].append(place)
                if place in covered:
                    alike[mix, _ANY_BACK].append(place)
        return tuple([tuple(places) for _, places in sorted(alike.items()) if len(places) > 1])


def _all_shuffled(w: Observer, event: e.RoundStarted | e.PileReshuffled) -> None:
    w.mix(event.pile, anew=True)


def _hands_seen(w: Observer, _event: e.Event) -> None:
    for seat in w.hands_seen():
        w.know(w.table.hands[seat])


def _laid_out(w: Observer, event: e.PositionResumed) -> None:
    w.know(w.table.discard)
    w.mix([card for cards in (*event.cards, event.pile) for card in cards], anew=True)
    _hands_seen(w, event)


def _starter_turned(w: Observer, event: e.StarterTurned) -> None:
    w.know((event.card,))


def _card_played(w: Observer, event: e.CardPlayed) -> None:
    w.leaves_openly(event.seat, event.card)


def _cards_discarded(w: Observer, event: e.CardsDiscarded) -> None:
    for card in event.cards:
        w.leaves_openly(event.seat, card)


def _cards_drawn(w: Observer, event: e.CardsDrawn) -> None:
    if event.seat in w.hands_seen():
        w.know(event.cards)


def _card_given(w: Observer, event: e.CardGiven) -> None:
    """The others see which back moves from hand to hand, but not which card with that back."""
    if event.to == w.seat:
        w.leaves_openly(event.seat, event.card)
    elif event.seat != w.seat:
        back = w.table.faces[1 - w.table.side]
        w.mix([card for card in w.table.hands[event.seat] if back[card] == back[event.card]])


def _turned_over(w: Observer, _event: e.Flipped) -> None:
    """The open backs are fronts now."""
    w.know([card for hand in w.table.hands for card in hand])
    w.know(w.table.draw[:1])


def _hands_moved(w: Observer, event: e.HandsMoved) -> None:
    if not event.sources:
        w.mix([card for seat in w.table.playing_seats() for card in w.table.hands[seat]])
    _hands_seen(w, event)


def _hand_sealed(w: Observer, event: e.EvidenceSealed) -> None:
    w.sealed = tuple(w.table.hands[event.seat])


def _hand_shown(w: Observer, event: e.HandShown) -> None:
    if event.to == w.seat:
        hand = w.table.hands[event.seat]
        w.know([card for card in w.sealed if card in hand])


def _hand_revealed(w: Observer, event: e.HandRevealed) -> None:
    w.know(w.table.hands[event.seat])


def _cards_revealed(w: Observer, event: e.CardsRevealed) -> None:
    """They are the last cards that came into the hand."""
    w.know([*w.table.hands[event.seat]][-len(event.faces) :])


def _card_misplayed(w: Observer, event: e.CardMisplayed) -> None:
    w.shows(event.seat, (event.face,))


def _duel_fought(w: Observer, event: e.DuelFought) -> None:
    for seat, face in zip((event.seat, event.target), event.faces, strict=True):
        w.shows(seat, (face,))


def _war_fought(w: Observer, event: e.WarFought) -> None:
    for seat, faces in enumerate(event.faces):
        w.shows(seat, faces)


_BEFORE: Final[Mapping[type[e.Event], Callable[[Observer, Any], None]]] = {
    e.CardPlayed: _card_played,
    e.CardsDiscarded: _cards_discarded,
    e.CardGiven: _card_given,
}
"""The cards that an event reveals, read before it is folded."""
_AFTER: Final[Mapping[type[e.Event], Callable[[Observer, Any], None]]] = {
    e.RoundStarted: _all_shuffled,
    e.HandsDealt: _hands_seen,
    e.PositionResumed: _laid_out,
    e.StarterTurned: _starter_turned,
    e.CardsDrawn: _cards_drawn,
    e.Flipped: _turned_over,
    e.PileReshuffled: _all_shuffled,
    e.HandsMoved: _hands_moved,
    e.EvidenceSealed: _hand_sealed,
    e.HandShown: _hand_shown,
    e.HandRevealed: _hand_revealed,
    e.CardsRevealed: _cards_revealed,
    e.CardMisplayed: _card_misplayed,
    e.DuelFought: _duel_fought,
    e.WarFought: _war_fought,
}
"""The same, once it is folded."""
_ANY_BACK: Final = 1 << 16
"""Sorts after all face codes: a pile is shuffled after the cards that show one back have changed places."""
