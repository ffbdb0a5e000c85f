"""Pairs of worlds that are the same for a viewer and differ in hidden facts (RELIABILITY: non-interference).

A world maps cards to places at the deal of the first round. A run is one world played by random legal commands; `twin`
makes another world that the viewer cannot distinguish from it by `knowledge`, and `Pair` plays the same commands in
both, step by step, until the facts that they may know differ. Card ids and the seed always differ between the two.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import engine
from engine import events as e
from engine.cards import DARK, FACES, LIGHT
from tests.engine.knowledge import Viewer, open_to, partners_seen, sees_own_backs, told
from tests.engine.matches import CLOCK, Match, Style, branch_of, turns
from tests.engine.scripted import ScriptedChance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

COMMITMENT = "c0" * 32
"""Published before the deal; SHA-256, not these tests, ensures that it reveals nothing about the seed."""
Half = tuple[int, int]
"""A card id and a side."""


class World(NamedTuple):
    """Card ids by place, the top of the full draw pile first, and the two faces of every id."""

    pile: tuple[int, ...]
    light: tuple[int, ...]
    dark: tuple[int, ...]

    def faces(self) -> list[tuple[int, int]]:
        """Return the light and dark face by place."""
        return [(self.light[card], self.dark[card]) for card in self.pile]


class Moment(NamedTuple):
    """A world after its `step`-th command: the input of an observer. Much of it is secret."""

    step: int
    table: engine.Table
    events: Sequence[engine.Event]
    viewer: Viewer
    chance: engine.Chance
    log: Sequence[engine.Event]


class Playing:
    """A world played from its deal, or from the position of a branch, which is shown with the first events."""

    def __init__(self, lobby: engine.Table, dealer: Sequence[int], world: World, seed: bytes) -> None:
        self.world = world
        self.table = lobby.copy()
        self.opening: list[engine.Event] = []
        if lobby.position is None:
            self.chance = ScriptedChance(piles={0: world.pile[::-1]}, dark=world.dark, dealer=dealer, seed=seed)
        else:
            self.chance = ScriptedChance(seed=seed)
            self.table.position = _in_world(lobby.position, world)
            self.opening = [self.table.position]
        self.log: list[engine.Event] = []

    def send(self, seat: int | None, command: engine.Command) -> list[engine.Event]:
        events = [*self.opening, *engine.act(self.table, seat, command, self.chance)]
        self.opening = []
        self.log += events
        return events


def _in_world(position: engine.PositionSet, world: World) -> engine.PositionSet:
    """Return the position with the cards of the world, in the order of hands, draw pile and discards."""
    left = iter(world.pile)
    return position._replace(
        dark=world.dark,
        hands=tuple([tuple(islice(left, size)) for size in position.sizes]),
        pile=tuple(islice(left, position.size)),
        discards=tuple(left),
        hidden=(tuple(sorted(range(len(world.pile) - len(position.discard)), key=world.pile.__getitem__)),),
    )


@dataclass
class Run:
    """A world and its commands. `tables[k]` is the table after `steps[k]`, `events[k]` the events of it."""

    seed: int
    lobby: engine.Table
    dealer: list[int]
    world: World
    physical: bool
    steps: list[tuple[int | None, engine.Command]] = field(default_factory=list)
    tables: list[engine.Table] = field(default_factory=list)
    events: list[list[engine.Event]] = field(default_factory=list)
    seen: dict[tuple[Viewer, bool], list[set[Half]]] = field(default_factory=dict)

    @cached_property
    def first(self) -> Playing:
        """Return the first world, for its chance and log."""
        return Playing(self.lobby, self.dealer, self.world, b"\x01" * 32)

    def exposed(self, viewer: Viewer, step: int, *, wide: bool) -> set[Half]:
        """Return the halves of cards that were visible to the viewer up to this step, in whatever way.

        `wide`: include those that revealed something, such as whether a drawn card could be played.
        """
        known = self.seen.setdefault((viewer, wide), [])
        while len(known) <= step:
            table, events = self.tables[len(known)], self.events[len(known)]
            before = known[-1] if known else set[Half]()
            hints = _hinted(table, events) if wide else ()
            known.append(
                before.union(
                    _lying_open(table, viewer), _shown(table, events, viewer), _shown_to_all(table, events), hints
                )
            )
        return known[step]


def _lying_open(table: engine.Table, viewer: Viewer) -> Iterator[Half]:
    for seat, hand in enumerate(table.hands):
        if viewer is None and not sees_own_backs(table):
            break
        yield from ((card, table.side if seat == viewer else 1 - table.side) for card in hand)
        if seat == viewer and table.own_backs != "hidden":
            yield from ((card, 1 - table.side) for card in hand)
    for seat in partners_seen(table, viewer):
        yield from ((card, table.side) for card in table.hands[seat])
    yield from ((card, table.side) for card in table.discard)
    yield from ((card, 1 - table.side) for card in table.draw[-1:])


def _dealt(table: engine.Table, event: e.HandsDealt, viewer: Viewer) -> Iterator[Half]:
    partners = partners_seen(table, viewer)
    if viewer is None and not event.backs_shown:
        return
    for seat, dealt in enumerate(event.cards):
        yield from ((card, LIGHT if seat == viewer else DARK) for card in dealt)
        if seat in partners:
            yield from ((card, LIGHT) for card in dealt)


def _shown(table: engine.Table, events: Sequence[engine.Event], viewer: Viewer) -> Iterator[Half]:
    for event in events:
        match event:
            case e.HandsDealt():
                yield from _dealt(table, event, viewer)
            case e.PositionResumed() if event.backs_shown:
                seen = event.cards if viewer is None else event.cards[viewer : viewer + 1]
                yield from ((card, 1 - table.side) for hand in seen for card in hand)
            case e.CardsDrawn():
                yield from ((card, 1 - table.side) for card in event.cards)
            case e.StarterReturned() | e.StarterTurned():
                yield (event.card, LIGHT)
                yield (event.card, DARK)
            case e.Flipped():
                yield (table.draw[0], table.side)  # it was the top of the pile
            case e.HandShown() if event.to == viewer:
                yield from ((card, table.side) for card in table.hands[event.seat])
            case e.RoundEnded():
                yield from ((card, side) for hand in table.hands for card in hand for side in (LIGHT, DARK))


def _shown_to_all(table: engine.Table, events: Sequence[engine.Event]) -> Iterator[Half]:
    """Yield the facts that special cards and house rules reveal."""
    for event in events:
        match event:
            case e.HandRevealed():
                yield from ((card, table.side) for card in table.hands[event.seat])
            case e.CardMisplayed():
                yield from _with_faces(table, event.seat, (event.face,))
            case e.CardsRevealed():
                yield from _with_faces(table, event.seat, event.faces)
            case e.DuelFought():
                for seat in (event.seat, event.target):
                    yield from _with_faces(table, seat, event.faces)
            case e.WarFought():
                for seat, faces in enumerate(event.faces):
                    yield from _with_faces(table, seat, faces)


def _with_faces(table: engine.Table, seat: int, faces: Sequence[int]) -> Iterator[Half]:
    """Yield the cards of a hand that may be the ones shown."""
    active = table.faces[table.side]
    yield from ((card, table.side) for card in table.hands[seat] if active[card] in faces)


def _hinted(table: engine.Table, events: Sequence[engine.Event]) -> Iterator[Half]:
    for event in events:
        match event:
            case e.CardsDrawn():
                yield from ((card, table.side) for card in event.cards)
            case e.ChallengeDecided():
                yield from ((card, table.side) for card in table.hands[event.by])


def branched_run(options: Mapping[str, object], seats: int, seed: int, style: Style, length: int) -> Run:
    """Return a world that begins in the middle of a round, played for a bounded number of commands."""
    match = Match(options, seats, seed, style).play(seats + 1 + seed % 40)
    while not turns(match):
        match.step()
    player = branch_of(match, turns(match)[-1], seed % seats)
    for seat in range(seats):
        player.send(seat, engine.TakeSeat("human", f"{seat:064x}"))
    lobby = player.table.copy()
    lobby.commitment = COMMITMENT
    position = lobby.position
    assert position is not None
    pile = tuple(card for cards in (*position.hands, position.pile, position.discards) for card in cards)
    deck = engine.resolve(options).deck
    world = World(pile, deck.light, position.dark)
    physical = options.get("pairing", "random") != "random"
    return _played(Run(seed, lobby, [], world, physical), player, length)


def new_run(
    options: Mapping[str, object], seats: int, seed: int, style: Style, length: int, *, kept: bool = False
) -> Run:
    """Return a world played for a bounded number of commands; it ends with its first round."""
    player = Match(options, seats, seed, style, kept=kept)
    player.chance = engine.Chance(bytes(16), bytes(32))
    player.log[:] = engine.new_match(options, seats=seats, commitment=COMMITMENT, clock=CLOCK if kept else None)
    player.table = engine.replay(player.log)
    for seat in range(seats):
        player.send(seat, engine.TakeSeat("human", f"{seat:064x}"))
    dice = engine.Dice(b"world %d" % seed)
    physical = options.get("pairing", "random") != "random"
    deck = engine.resolve(options).deck
    dark = deck.dark if physical else dice.shuffle(deck.dark)
    ids = range(len(deck.light))
    world = World(tuple(dice.shuffle(ids)), deck.light, tuple(dark))
    return _played(Run(seed, player.table.copy(), dice.shuffle(ids), world, physical), player, length)


def _played(run: Run, player: Match, length: int) -> Run:
    player.table, player.chance = run.first.table, run.first.chance
    player.log = run.first.log
    step: tuple[int | None, engine.Command] = (None, engine.Start())
    while True:
        opening, run.first.opening = run.first.opening, []
        player.log += opening
        events = [*opening, *player.send(*step)]
        run.steps.append(step)
        run.events.append(events)
        run.tables.append(player.table.copy())
        if player.table.turn is None or len(run.steps) > length:
            return run
        step = player.choose()


def twin(run: Run, viewer: Viewer, step: int, dice: engine.Dice) -> Playing:
    """Return another world that shows the viewer the same up to this step, as far as that is known beforehand."""
    faces = run.world.faces()
    exposed = run.exposed(viewer, step, wide=dice.below(2) == 0)
    if run.physical:
        _swap_cards(run, exposed, faces, dice)
    else:
        for side in (LIGHT, DARK):
            _deal_anew(run, exposed, faces, side, dice)
    _reorder_hands(run, viewer, faces, dice)
    ids: dict[Any, list[int]] = defaultdict(list)
    for card, light in enumerate(run.world.light):
        ids[(light, run.world.dark[card]) if run.physical else light].append(card)
    ids = {key: dice.shuffle(cards) for key, cards in ids.items()}
    spare = {key: cards[:] for key, cards in ids.items()}
    pile = tuple(spare[place if run.physical else place[LIGHT]].pop() for place in faces)
    dark = [0] * len(pile)
    for card, place in zip(pile, faces, strict=True):
        dark[card] = place[DARK]
    renamed = {card: other for cards in ids.values() for card, other in zip(sorted(cards), cards, strict=True)}
    dealer = [renamed[card] for card in run.dealer]
    return Playing(
        run.lobby, dealer, World(pile, run.world.light, tuple(dark)), hashlib.sha256(b"%d" % dice.below(65536)).digest()
    )


def _deal_anew(run: Run, exposed: set[Half], faces: list[tuple[int, int]], side: int, dice: engine.Dice) -> None:
    """Shuffle the faces of one side among the places whose cards the viewer has not seen."""
    places = [place for place, card in enumerate(run.world.pile) if (card, side) not in exposed]
    for place, other in zip(places, dice.shuffle([faces[place][side] for place in places]), strict=True):
        light, dark = faces[place]
        faces[place] = (other, dark) if side == LIGHT else (light, other)


def _swap_cards(run: Run, exposed: set[Half], faces: list[tuple[int, int]], dice: engine.Dice) -> None:
    """Swap whole cards that show the viewer the same: with the printed pairs the two faces belong together."""
    pile = run.world.pile

    def look(place: int) -> tuple[int | None, ...]:
        return tuple(faces[place][side] if (pile[place], side) in exposed else None for side in (LIGHT, DARK))

    alike: dict[tuple[int | None, ...], list[int]] = defaultdict(list)
    for place in range(len(pile)):
        alike[look(place)].append(place)
    for places in alike.values():
        for place, card in zip(places, dice.shuffle([faces[place] for place in places]), strict=True):
            faces[place] = card


def _reorder_hands(run: Run, viewer: Viewer, faces: list[tuple[int, int]], dice: engine.Dice) -> None:
    """Deal the others their cards in another order: no viewer sees which card came when.

    Partners who show their cards get other backs behind the same fronts: they do not show which back belongs to which
    front.
    """
    dealt = next(event for event in run.events[0] if isinstance(event, e.HandsDealt | e.PositionResumed))
    place_of = {card: place for place, card in enumerate(run.world.pile)}
    partners = partners_seen(run.lobby, viewer)
    side = LIGHT if run.lobby.position is None else run.lobby.position.side
    for seat, hand in enumerate(dealt.cards):
        if seat == viewer or (seat in partners and run.physical):
            continue
        places = [place_of[card] for card in hand]
        for place, card in zip(places, dice.shuffle([faces[place] for place in places]), strict=True):
            faces[place] = _with_back_of(faces[place], card, side) if seat in partners else card


def _with_back_of(card: tuple[int, int], other: tuple[int, int], side: int) -> tuple[int, int]:
    """Return the card with the face that the other one hides while `side` is up."""
    return (card[LIGHT], other[DARK]) if side == LIGHT else (other[LIGHT], card[DARK])


def together(run: Run, viewer: Viewer, other: Playing, last: int) -> Iterator[tuple[Moment, Moment]]:
    """Yield the two worlds after each step up to `last`, as long as the viewer may not distinguish them."""
    first, partners = run.first, partners_seen(run.lobby, viewer)
    for step in range(last + 1):
        table, events = run.tables[step], run.events[step]
        try:
            others = other.send(*_in_other_world(run, step, other.table))
        except engine.RuleViolation:
            return
        if _told(table, events, viewer, partners) != _told(other.table, others, viewer, partners):
            return
        if open_to(table, viewer) != open_to(other.table, viewer):
            return
        yield (
            Moment(step, table, events, viewer, first.chance, first.log),
            Moment(step, other.table, others, viewer, other.chance, other.log),
        )


def _told(
    table: engine.Table, events: Sequence[engine.Event], viewer: Viewer, partners: frozenset[int]
) -> list[tuple[Any, ...]]:
    return [told(event, viewer, partners, backs_open=sees_own_backs(table)) for event in events]


def _in_other_world(run: Run, step: int, table: engine.Table) -> tuple[int | None, engine.Command]:
    """Return the seat's command at this step. A card given away is secret: it is the one in the same place."""
    seat, command = run.steps[step]
    given = next((event for event in run.events[step] if isinstance(event, e.CardGiven)), None)
    if given is None or not isinstance(command, engine.Give):
        return seat, command
    card = next((card for card, handle in table.hands[given.seat].items() if handle == given.handle), None)
    if card is None:
        return seat, command
    return seat, command._replace(card=FACES[table.faces[table.side][card]], handle=given.handle)
