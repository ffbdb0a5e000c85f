"""Ruleset: the rules of one match as a value, and the draft of the events that a command leads to.

A ruleset holds numbers and policies, one field per decision that can vary. What the fields are set to stands in
`editions`, `options` and `house_rules`; nobody asks a ruleset for its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.cards import PLAIN_BACK, SKIP, SKIP_EVERYONE, SYMBOL_OF
from engine.evolve import EVOLVERS
from engine.spec import Spec

if TYPE_CHECKING:
    from engine.chance import Chance, Tape
    from engine.commands import Command, Play
    from engine.errors import RuleViolation
    from engine.events import Event
    from engine.state import Phase, Table


LEAST_SEATS = 2
MOST_SEATS = 10


class Deck(NamedTuple):
    """Faces by card id, and the printed dark faces in the same order."""

    light: tuple[int, ...]
    dark: tuple[int, ...]

    @property
    def has_two_sides(self) -> bool:
        """Whether the backs are faces to play with."""
        return any(face != PLAIN_BACK for face in self.dark)

    def shows(self, *symbols: str) -> bool:
        """Whether a face of the deck bears one of these numbers or symbols."""
        return any(SYMBOL_OF[face] in symbols for face in self.light + self.dark)


class Handler(NamedTuple):
    """How one command is treated.

    `candidates(rules, table, seat)` lists what the seat might ask for in these phases; `judge(rules, table, seat,
    command)` raises RuleViolation or returns what `perform(draft, command, judged)` needs to emit the events.
    `by_actor`: only the seat that must act may send it; `by_out`: so may a seat that takes no turns now.
    """

    phases: tuple[Phase, ...]
    judge: Callable[[Ruleset, Table, int, Any], Any]
    perform: Callable[[Draft, Any, Any], None]
    candidates: Callable[[Ruleset, Table, int], Iterable[Command]]
    by_actor: bool = True
    by_out: bool = False


class Target(NamedTuple):
    """The seat that a card is aimed at: `permits(rules, table, seat, target)` says which; `needed`: one must be named.

    With a single choice it need not be named.
    """

    permits: Callable[[Ruleset, Table, int, int], bool]
    needed: bool = True


class Gift(NamedTuple):
    """A card that lets a seat discard: `number(held)` of so many cards held; it names the color if `names_color`."""

    number: Callable[[int], int]
    names_color: bool = False


class Enforcement(NamedTuple):
    """Wild draw cards against the color rule: are they refused, and can they be challenged (SPEC 3.6)."""

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


Effect = Callable[["Draft"], None]
Hit = Callable[["Draft", int, int, str], object]
"""Makes a seat take so many cards, for a reason (`effect`, `challenge`, `uno`, `stack`, ...)."""
Starter = Callable[["Draft", int], bool]
"""What a starter, given by its card id, does; True: another card is turned."""
Count = Callable[["Table", int, int], list[int]]
"""The seats among which a card finds whom it falls upon, the first one first: `count(table, player, laid)`.

`laid`: how many cards of the player's hand are counted as laid already.
"""
Penalty = Callable[["Draft", int, str], None]
"""Makes a seat draw, for a reason (`effect`, `challenge`)."""
Punish = Callable[["Draft", Any], bool]
"""Carries out what a wrong command costs; False: nothing has happened, it is refused after all."""


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
    choose_dealer: Callable[[Draft], None]
    """Emits the choice of the first dealer (2.2)."""
    dealer_seat: int | None = None
    """The seat that is named to deal first, if one is (2.2)."""
    starters: Mapping[str, Starter]
    """Effect of a starter by symbol; True: turn another card (2)."""
    colored_starters: Mapping[str, Effect] = field(default_factory=dict)
    """What a wild starter does when its color is named, by symbol; others: the seat that named it plays (7.4)."""
    playable: Callable[[Table], Sequence[bool]]
    """By face: may it be laid on the pile now (3.2)."""
    may_draw: Callable[[Ruleset, Table, int], bool]
    """May the seat draw instead of playing (3.7)."""
    draws_until_playable: bool = False
    """Drawing in a turn goes on until a card can be played (8.2)."""
    must_play_drawn: bool = False
    """A playable drawn card may not be kept (3.7)."""
    hit: Hit
    """What it means to be given a number of cards: drawing them, or pressing so often (3.7, 7.4)."""
    may_finish: Callable[[int], bool] = lambda _face: True
    """By face: may it be the last card (3.10)."""
    targets: Mapping[str, Target] = field(default_factory=dict)
    """The cards that are aimed at a seat, by symbol (6, 7, 8)."""
    counted: Mapping[str, Count] = field(default_factory=dict)
    """The cards that fall upon a seat by the number of its cards, by symbol (6)."""
    gifts: Mapping[str, Gift] = field(default_factory=dict)
    """The cards that let a seat discard, by symbol (6)."""
    gift_leaves: int = 1
    """Cards that a gift leaves in a hand (R-EDITION-LAST)."""
    waffles: frozenset[int] = frozenset()
    """Faces that bear the waffle icon (R-WAFFLE)."""
    late_calls: frozenset[str] = frozenset()
    """Symbols that change the hand of their player, who calls UNO for what is left after the effect (3.9)."""
    dumps: frozenset[str] = frozenset()
    """Symbols with which a color may be dropped (8.2 zero_spell)."""
    spell_number: int = 0
    """The number that zero_spell is about (8.2)."""
    has_spell: bool = False
    """Is zero_spell on (8.2)."""
    effects: Mapping[str, tuple[Effect, ...]]
    """What a card does, by symbol (3.5)."""
    skip_effect: Effect | None = None
    """What Skip cards do in place of skipping (8.2)."""
    skip_effect_cards: frozenset[str] = frozenset({SKIP, SKIP_EVERYONE})
    """The cards that `skip_effect` is about, by symbol (8.2)."""
    last_effects: Mapping[str, tuple[Effect, ...]]
    """What a last card still does, by symbol (3.10)."""
    convicts: Callable[[int, int], bool]
    """Does holding this face make a wild draw card illegal under this color (3.6)."""
    ends_color_draw: Callable[[int, int], bool]
    """Does drawing this face satisfy Wild Draw Color (3.6)."""
    penalties: Mapping[str, Penalty]
    """What a wild draw card makes a seat draw, by symbol (3.6)."""
    color_draw_cap: int = 0
    """The most cards that Wild Draw Color makes a seat draw, 0: no limit (8.3)."""
    show_color_draw: Callable[[Draft, int, list[int]], None] = lambda _draft, _seat, _cards: None
    """What the others learn of the card ids that a seat has drawn for Wild Draw Color (8.2)."""
    steered_by_color: frozenset[str] = frozenset()
    """Wilds that need a color even as the last card (3.4)."""
    colored_by_others: frozenset[str] = frozenset()
    """Wilds whose color is named in their effect, not with the play (6)."""
    enforcement: Enforcement
    uno_penalty: int = 2
    """Cards for a missed call (3.9)."""
    uno_closed_by: frozenset[str]
    """Words of the commands that close every UNO window (R-UNO-WINDOW)."""
    defaults: Mapping[str, object] = field(default_factory=dict)
    """Values of options that come with this edition unless others are chosen (6)."""
    launcher_weights: tuple[int, ...] = ()
    """Percents of a press that fires 0, 1, 2, ... cards (7.4)."""
    launcher_script: tuple[int, ...] = ()
    """What the first presses of the match fire, as far as it goes (7.4)."""
    sectors: Mapping[str, Effect] = field(default_factory=dict)
    """What the sectors of the wheel do, clockwise (7.5)."""
    wheel_script: tuple[str, ...] = ()
    """Where the first spins of the match stop, as far as it goes (7.5)."""
    ends_wheel_draw: Callable[[int, int], bool] = lambda _face, _color: True
    """Does drawing this face satisfy a sector that asks for this color (7.5)."""
    scoring: Scoring
    """Points, elimination and end of the match (5)."""
    teams: tuple[str, ...] = ()
    """Name of the team by seat, perhaps for more seats than there are; empty: every seat plays for itself (8.2)."""
    target: int = 500
    scored_side: int | None = None
    """Side whose faces count; None: the side in play when the round ended (5)."""
    score_factor: int = 1
    """How often the points of a round count (R-DOUBLE)."""
    extra_round: bool = False
    """A shared first place is played on (R-TIE)."""
    time_limit: int = 0
    """Seconds of a round, 0: no limit (8.2). The service keeps the clock and sends `Expire`."""
    time_counts: Callable[[Table, list[int]], tuple[list[int], ...]]
    """What is counted, by seat, where a round is blocked or out of time: the least wins (8.2, R-BLOCKED).

    The list is the hand points by seat.
    """
    team_view: bool = False
    """Whether partners see each other's cards (4). No move asks for it: it is the viewer who does."""
    own_backs: str = "hidden"
    """What a holder is told about the backs of his cards (4)."""
    handlers: Mapping[type[Command], Handler]
    """The commands that exist in this match."""
    punished: Mapping[type[RuleViolation], Punish] = field(default_factory=dict)
    """Wrong commands that are not refused but cost something (8.3 misplay_penalty, false_catch_penalty)."""
    afterwards: Callable[[Draft], None] | None = None
    """What is looked at when a command has been carried out (8.3 hand_limit)."""
    special: frozenset[str] = field(init=False)
    """Symbols whose plays say more, or less, than a color and a call; follows from the fields above."""

    def __post_init__(self) -> None:
        """Put together what every play asks for, once."""
        special = self.late_calls.union(self.targets, self.dumps, self.colored_by_others)
        object.__setattr__(self, "special", special)  # the way to set a field of a frozen dataclass


class Draft:
    """A command being carried out: events are folded into the table as they are emitted, so the next step sees them.

    The table's version is raised once, when the draft is done.
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

    @property
    def tape(self) -> Tape:
        """The committed randomness of this match.

        Raises RuntimeError where a caller forgot to bring chance; no player can cause it.
        """
        if self.chance is None:
            message = "this command needs chance"
            raise RuntimeError(message)
        return self.chance.tape(bytes.fromhex(self.table.transcript))
