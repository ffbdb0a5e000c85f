"""Ruleset: the rules of one match as a value, and the resolution of the events that a command leads to.

A ruleset holds numbers and policies, one field per decision that can vary. Their values are set in `editions`,
`options` and `house_rules`; no rule asks a ruleset for its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from engine.cards import FACE_CODES, PLAIN_BACK, SKIP, SKIP_EVERYONE, SYMBOL_OF
from engine.errors import RuleViolation
from engine.evolve import EVOLVERS
from engine.spec import Spec

if TYPE_CHECKING:
    from engine.chance import Chance, Tape
    from engine.commands import Command, Play
    from engine.events import Event
    from engine.state import Phase, Table


Sent = TypeVar("Sent", bound="Command")
Judged = TypeVar("Judged")

LEAST_SEATS = 2
MOST_SEATS = 10


class Deck(NamedTuple):
    """Faces by card id, and the printed dark faces in the same order."""

    light: tuple[int, ...]
    dark: tuple[int, ...]

    @property
    def has_two_sides(self) -> bool:
        """True if the backs are faces to play with."""
        return any(face != PLAIN_BACK for face in self.dark)

    @property
    def symbols(self) -> set[str]:
        """Return the numbers and symbols on its faces."""
        return {SYMBOL_OF[face] for face in self.light + self.dark}

    def shows(self, *symbols: str) -> bool:
        """Return whether a face of the deck bears one of these numbers or symbols."""
        return not self.symbols.isdisjoint(symbols)


class Handler(ABC, Generic[Sent, Judged]):
    """One command: the phases in which it may be sent, its judge, its events."""

    phases: tuple[Phase, ...]
    by_actor: bool = True
    """True if only the seat that must act may send it."""
    by_out: bool = False
    """True if a seat that takes no turns now may send it."""

    def __eq__(self, other: object) -> bool:
        """Two of the same class do the same, so options that bring the same one do not exclude each other."""
        return type(self) is type(other)

    __hash__ = None  # type: ignore[assignment]  # never used as a key

    def judge(self, rules: Ruleset, table: Table, seat: int, command: Sent) -> Judged:  # noqa: ARG002
        """Return the data that `perform` needs; by default none, so the command is legal. Raises RuleViolation."""
        return cast("Judged", None)

    def refuses(self, rules: Ruleset, table: Table, seat: int, card: int) -> RuleViolation | None:  # noqa: ARG002
        """Return why the command may not name this card of the seat's hand now; by default it may name each."""
        return None

    @abstractmethod
    def perform(self, resolution: Resolution, command: Sent, judged: Judged) -> None:
        """Emit the events."""

    def candidates(self, rules: Ruleset, table: Table, seat: int) -> Iterable[Sent]:  # noqa: ARG002
        """Yield the commands that the seat might send in these phases; by default none: only the service sends it."""
        return ()

    def is_open_to(self, rules: Ruleset, table: Table, seat: int) -> bool:
        """Return whether the seat has such a command in these phases, in as many steps whatever cards it holds.

        Everybody may notice the time that it takes. By default the first candidate that is legal decides.
        """
        for command in self.candidates(rules, table, seat):
            with suppress(RuleViolation):
                self.judge(rules, table, seat, command)
                return True
        return False

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Sent | None:  # noqa: ARG002
        """Return the command for the seat that must act when its time has run out; None: another one (R-TIMEOUT)."""
        return None


class Target(NamedTuple):
    """The seat that a card is aimed at: `permits(rules, table, seat, target)` says which; `needed`: one must be named.

    With a single choice it need not be named.
    """

    permits: Callable[[Ruleset, Table, int, int], bool]
    needed: bool = True


class DiscardGrant(NamedTuple):
    """A card that lets a seat discard `number(held)` of the cards it holds; it names the color if `names_color`."""

    number: Callable[[int], int]
    names_color: bool = False


class Enforcement(NamedTuple):
    """Handling of wild draw cards against the color rule: refused or not, challenged or not (SPEC 3.6)."""

    refused: bool
    challenged: bool


class Standing(NamedTuple):
    """Result of a match: winners and rank by seat (1 = first; equal totals share a rank)."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]


class Scoring(NamedTuple):
    """A way to score (SPEC 5).

    `points(table, hand_points, winner)` by seat; `leaving(rules, table, totals)` gives (seat, final rank) of those who
    drop out; `standing(rules, table, hand_points, totals, winner)` is the result, None while the match goes on.
    `by_total`: totals end the match; `ties`: several may share the first place; `highest_first`: the highest total is
    the best.
    """

    points: Callable[[Table, list[int], int | None], list[int]]
    leaving: Callable[[Ruleset, Table, list[int]], list[tuple[int, int]]]
    standing: Callable[[Ruleset, Table, list[int], list[int], int | None], Standing | None]
    by_total: bool = True
    ties: bool = True
    highest_first: bool = False


Effect = Callable[["Resolution"], None]
Penalize = Callable[["Resolution", int, int, str], object]
"""Makes a seat take a number of cards, for a reason (`effect`, `challenge`, `uno`, `stack`, ...)."""
Starter = Callable[["Resolution", int], bool]
"""The effect of a starter, given by its card id; True: another card is turned."""
Count = Callable[["Table", int, int], list[int]]
"""Returns the seats that a card may fall upon, the first one first: `count(table, player, laid)`.

`laid`: the number of cards of the player's hand that count as laid already.
"""
Penalty = Callable[["Resolution", int, str], None]
"""Makes a seat draw, for a reason (`effect`, `challenge`)."""
MisplayCost = Callable[["Resolution", Any], bool]
"""Carries out the cost of a wrong command; False: nothing has happened, the command is refused after all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardRule:
    """The meaning of a card in one game, by its number or symbol. Without arguments the card does nothing."""

    effects: tuple[Effect, ...] = ()
    """Its effects when it is laid (3.5)."""
    last_effects: tuple[Effect, ...] = ()
    """Its effects as the last card (3.10)."""
    may_finish: bool = True
    """True if it may be the last card (3.10)."""
    starter: Starter | None = None
    """Its effect as the starter (2); None: the first seat plays on it."""
    colored_starter: Effect | None = None
    """Its effect as a wild starter when its color is named (7.4); None: the seat that named it plays."""
    target: Target | None = None
    """The seat that it is aimed at (6, 7, 8)."""
    count: Count | None = None
    """The seat that it falls upon, by the number of cards (6)."""
    discard: DiscardGrant | None = None
    """The number of cards that it lets a seat discard (6)."""
    penalty: Penalty | None = None
    """The cards that a seat draws for it; only wild draw cards, which the color rule is about, have a penalty (3.6)."""
    changes_hand: bool = False
    """True if it changes the hand of its player, who calls UNO for what is left after the effect (3.9)."""
    drops_color: bool = False
    """True if its player may drop a color with it (8.2 zero_spell)."""
    color_when_last: bool = False
    """True if this wild needs a color even as the last card (3.4)."""
    color_in_effect: bool = False
    """True if the color of this wild is named in its effect, not with the play (6)."""

    @property
    def is_special(self) -> bool:
        """Return whether a play of it says more, or less, than a color and a call."""
        return bool(self.changes_hand or self.target or self.drops_color or self.color_in_effect)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruleset:
    """Values and policies of a match; each field says where it is decided in the SPEC."""

    game: str
    """Name of the game (8.1)."""
    spec: Spec = field(default_factory=lambda: Spec.of(()))
    """The options that made this ruleset."""
    deck: Deck
    """Printed deck (1)."""
    points: tuple[int, ...]
    """Points by face code (1.1)."""
    hand_size: int = 7
    least_seats: int = LEAST_SEATS
    most_seats: int = MOST_SEATS
    pair: Callable[[Deck, Tape], tuple[int, ...]]
    """Dark faces by card id (R-PAIRING, 1.4)."""
    choose_dealer: Callable[[Resolution], None]
    """Emits the choice of the first dealer (2.2)."""
    dealer_seat: int | None = None
    """The seat that is named to deal first, if one is (2.2)."""
    cards: Mapping[str, CardRule]
    """The meaning of the game's cards, by number or symbol."""
    playable: Callable[[Table], Sequence[bool]]
    """By face: True if it may be laid on the pile now (3.2)."""
    may_draw: Callable[[Ruleset, Table, int], bool]
    """Returns whether the seat may draw instead of playing (3.7)."""
    draws_until_playable: bool = False
    """Drawing in a turn goes on until a card can be played (8.2)."""
    must_play_drawn: bool = False
    """A playable drawn card may not be kept (3.7)."""
    penalize: Penalize
    """Makes a seat take cards: it draws them, or presses the launcher as often (3.7, 7.4)."""
    discard_leaves: int = 1
    """Cards that stay in a hand when a card lets its seat discard (R-EDITION-LAST)."""
    waffles: frozenset[int] = frozenset()
    """Faces that bear the waffle icon (R-WAFFLE)."""
    spell_number: int = 0
    """The number that zero_spell is about (8.2)."""
    has_spell: bool = False
    """True if zero_spell is on (8.2)."""
    stacked: frozenset[str] = frozenset()
    """Draw cards that are answered instead of being paid for, by symbol (8.2 stack)."""
    has_skip_effect: bool = False
    """True if skip_effect is on (8.2)."""
    skip_effect_cards: frozenset[str] = frozenset({SKIP, SKIP_EVERYONE})
    """The cards that `skip_effect` is about, by symbol (8.2)."""
    convicts: Callable[[int, int], bool]
    """Returns whether holding this face makes a wild draw card illegal under this color (3.6)."""
    ends_color_draw: Callable[[int, int], bool]
    """Returns whether drawing this face satisfies Wild Draw Color (3.6)."""
    color_draw_cap: int = 0
    """The most cards that Wild Draw Color makes a seat draw, 0: no limit (8.3)."""
    show_color_draw: Callable[[Resolution, int, list[int]], None] = lambda _draft, _seat, _cards: None
    """Shows the others what they learn of the cards that a seat has drawn for Wild Draw Color (8.2)."""
    enforcement: Enforcement
    uno_penalty: int = 2
    """Cards for a missed call (3.9)."""
    uno_closed_by: frozenset[str]
    """Words of the commands that close every UNO window (R-UNO-WINDOW)."""
    defaults: Mapping[str, object] = field(default_factory=dict)
    """Values of options that come with this edition unless others are chosen (6, 8.1)."""
    launcher_weights: tuple[int, ...] = ()
    """Percents of a press that fires 0, 1, 2, ... cards (7.4)."""
    launcher_script: tuple[int, ...] = ()
    """Cards fired by the first presses of the match; later presses are left to chance (7.4)."""
    sectors: Mapping[str, Effect] = field(default_factory=dict)
    """The effects of the sectors of the wheel, clockwise (7.5)."""
    wheel_script: tuple[str, ...] = ()
    """Sectors at which the first spins of the match stop; later spins are left to chance (7.5)."""
    ends_wheel_draw: Callable[[int, int], bool] = lambda _face, _color: True
    """Returns whether drawing this face satisfies a sector that asks for this color (7.5)."""
    scoring: Scoring
    """Points, elimination and end of the match (5)."""
    teams: tuple[str, ...] = ()
    """Name of the team by seat, perhaps for more seats than there are; empty: every seat plays for itself (8.2)."""
    target: int = 500
    scored_side: int | None = None
    """Side whose faces count; None: the side in play when the round ended (5)."""
    score_factor: int = 1
    """The points of a round are multiplied by it (R-DOUBLE)."""
    extra_round: bool = False
    """A shared first place is played on (R-TIE)."""
    time_limit: int = 0
    """Seconds of a round, 0: no limit (8.2). The service keeps the clock and sends `Expire`."""
    time_counts: Callable[[Table, list[int]], tuple[list[int], ...]]
    """Counts by seat in a round that is blocked or out of time: the least wins (8.2, R-BLOCKED).

    The list is the hand points by seat.
    """
    team_view: bool = False
    """True if partners see each other's cards (4). No move depends on it, only views do."""
    own_backs: str = "hidden"
    """The holder's view of the backs of their own cards: `hidden`, `table` or `visible` (4)."""
    handlers: Mapping[type[Command], Handler[Any, Any]]
    """The commands that exist in this match."""
    misplay_costs: Mapping[type[RuleViolation], MisplayCost] = field(default_factory=dict)
    """Wrong commands that are not refused but cost something (8.3 misplay_penalty, false_catch_penalty)."""
    after_command: Callable[[Resolution], None] | None = None
    """Runs after each command that was carried out (8.3 hand_limit)."""
    special: frozenset[str] = field(init=False)
    """Symbols whose plays say more, or less, than a color and a call; follows from `cards`."""

    @property
    def backs_open(self) -> bool:
        """True if holders see the backs of their own hands, like `Table.backs_open` of a match (4)."""
        return self.own_backs == "visible" or not self.deck.has_two_sides

    def __post_init__(self) -> None:
        """Compute `special` once: every play asks for it."""
        special = frozenset(symbol for symbol, card in self.cards.items() if card.is_special)
        object.__setattr__(self, "special", special)  # the way to set a field of a frozen dataclass

    def rule_of(self, card: str) -> CardRule:
        """Return the row of the card with this face; the face is its text, as in commands."""
        return self.cards[SYMBOL_OF[FACE_CODES[card]]]

    @property
    def wild_draws(self) -> list[str]:
        """Return the wild draw cards, which the color rule is about, by symbol (3.6)."""
        return [symbol for symbol, card in self.cards.items() if card.penalty]


def change_cards(rules: Ruleset, symbols: Iterable[str], **changes: Any) -> Ruleset:
    """Return the rules with these fields of `CardRule` changed for those of these cards that the game has."""
    changed = {symbol: replace(rules.cards[symbol], **changes) for symbol in symbols if symbol in rules.cards}
    return replace(rules, cards={**rules.cards, **changed})


class Resolution:
    """A command being carried out: events are folded into the table as they are emitted, so the next step sees them.

    The table's version is raised once, when the resolution is done.
    `steps`: how far the turn moves when the play is done; `halted`: a decision is open, so it does not move; `play`:
    the card being laid, as its player asked for it.
    """

    __slots__ = ("chance", "events", "halted", "play", "rules", "seat", "steps", "table")

    def __init__(self, table: Table, rules: Ruleset, seat: int, chance: Chance | None) -> None:
        self.table = table
        self.rules = rules
        self.seat = seat
        self.chance = chance
        self.events: list[Event] = []
        self.steps = 1
        self.halted = False
        self.play: Play | None = None

    def emit(self, event: Event) -> None:
        """Record a fact and fold it."""
        self.events.append(event)
        EVOLVERS[type(event)](self.table, event)

    def ask(self, question: Event) -> None:
        """Open a decision in the middle of a play; the turn does not move before it is made."""
        self.emit(question)
        self.halted = True

    @property
    def tape(self) -> Tape:
        """Return the committed randomness of this match.

        Raises RuntimeError if the caller passed no chance; no player can cause it.
        """
        if self.chance is None:
            message = "this command needs chance"
            raise RuntimeError(message)
        return self.chance.tape(bytes.fromhex(self.table.transcript))
