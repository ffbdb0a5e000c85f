"""A table in words: the source of its drawings as HTML and as plain text.

It is made from an `engine.View` and the players' names, so it shows only what that viewer may know.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from games.notifications.rendering.faces import COLORS, PAINTS, deck_of
from games.notifications.rendering.names import shown
from games.notifications.rendering.results import Standing, standings
from games.notifications.rendering.theme import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.drawings.faces import Paint
    from games.notifications.rendering.faces import Deck, Face
    from games.notifications.rendering.texts import Texts
    from games.notifications.rendering.theme import Tone

_OLDER: Final = 5
"""Discards under the top one that are shown."""
IDLE: Final = {"lobby": "lobby", "setup": "lobby", "round_over": "round_over", "match_over": "match_over"}
"""Texts for phases in which no player must act."""


class Pile(NamedTuple):
    """The draw pile: its name, its number of cards, and the back of its top card."""

    label: str
    cards: str
    top_back: Face | None


class Player(NamedTuple):
    """A player as the viewer sees them.

    `backs`: the visible backs with their numbers. `fronts`: the same for cards shown to a partner. `alarms`: what all
    players should notice now. `marks`: other remarks.
    """

    name: str
    you: bool
    turn: bool
    cards: str
    fronts: tuple[tuple[Face, int], ...]
    backs: tuple[tuple[Face, int], ...]
    alarms: tuple[str, ...]
    marks: tuple[str, ...]
    points: str


class Held(NamedTuple):
    """A card of the viewer's hand, with a remark."""

    face: Face
    note: str


class Board(NamedTuple):
    """A table. `color` is the color in force in notation, `color_name` its name or that it must be named.

    `hand` is None for a spectator, `round` empty before the first one. `notices` hold for the whole table.
    `standings` are set when a round or the match has just ended; `result` is their heading.
    """

    texts: Texts
    dark: bool
    side: str
    direction: str
    clockwise: bool
    round: str
    decision: str
    notices: tuple[str, ...]
    top: Face | None
    older: tuple[Face, ...]
    color: str | None
    color_letter: str
    color_name: str
    pile: Pile
    players: tuple[Player, ...]
    hand: tuple[Held, ...] | None
    result: str
    standings: tuple[Standing, ...]

    @property
    def felt(self) -> str:
        """Return the class of the ground in the style sheet of mails."""
        return "fd" if self.dark else "fl"

    @property
    def tone(self) -> Tone:
        """Return the colors of the ground."""
        return DAY[self.felt]

    @property
    def color_paint(self) -> Paint | None:
        """Return the paint of the color in force."""
        return PAINTS[self.color] if self.color else None

    @property
    def hand_size(self) -> str:
        """Return the number of cards in the viewer's hand, in words."""
        return self.texts.fill(self.texts.table["cards"], count=len(self.hand or ()))

    @property
    def is_ranked(self) -> bool:
        """Return whether the match is over and the players have ranks."""
        return any(row.rank for row in self.standings)


def names_of(view: engine.View, people: Sequence[str | None], texts: Texts) -> list[str]:
    """Return the names by seat, cleaned; `people` has None for bots, open seats and deleted accounts."""
    return [_name(seat, person, texts) for seat, person in zip(view.seats, people, strict=True)]


def _name(seat: engine.SeatView, person: str | None, texts: Texts) -> str:
    if person is not None:
        return shown(person)
    if seat.kind == "open":
        return texts.words["open_seat"]
    if seat.kind == "human":
        return texts.words["deleted"]
    return texts.fill(texts.words["bot"], number=seat.seat + 1)


def board_of(view: engine.View, people: Sequence[str | None], texts: Texts) -> Board:
    """Return the table as its viewer sees it. `people` is as in `names_of`."""
    deck, names, words = deck_of(view, texts), names_of(view, people, texts), texts.table
    discards = [deck.face(card) for card in view.discard[: _OLDER + 1]]
    ended = view.phase in {"round_over", "match_over"}
    return Board(
        texts=texts,
        dark=view.side == "D",
        side=words["dark" if view.side == "D" else "light"],
        direction=words["clockwise" if view.direction == 1 else "counterclockwise"],
        clockwise=view.direction == 1,
        round=texts.fill(words["round"], round=view.round) if view.round else "",
        decision=_decision(view, names, deck),
        notices=_notices(view, names, texts),
        top=discards[0] if discards else None,
        older=tuple(discards[1:]),
        color=view.color,
        color_letter=deck.letter(view.color) if view.color else "",
        color_name=deck.color(view.color) if view.color else words["no_color"],
        pile=_pile(view, deck),
        players=tuple(_player(view, seat, names, deck) for seat in _around(view)),
        hand=None if view.hand is None else _hand(view, deck),
        result=texts.results["match"] if view.result else texts.fill(texts.results["round"], round=view.round),
        standings=standings(view, names, deck) if ended else (),
    )


def _around(view: engine.View) -> Iterable[engine.SeatView]:
    """Yield the seats clockwise, the viewer last; for a spectator in the order of their numbers."""
    first = 0 if view.you is None else view.you + 1
    return view.seats[first:] + view.seats[:first]


def _pile(view: engine.View, deck: Deck) -> Pile:
    texts, pile = deck.texts, view.draw_pile
    # In Attack the launcher replaces the pile: players press it instead of drawing.
    label = texts.table["launcher" if view.options.get("game") == "attack" else "draw_pile"]
    top = deck.face(pile.top_back) if pile.top_back else None
    return Pile(label, texts.fill(texts.table["cards"], count=pile.count), top)


def _player(view: engine.View, seat: engine.SeatView, names: Sequence[str], deck: Deck) -> Player:
    texts = deck.texts
    return Player(
        name=texts.words["you"] if seat.seat == view.you else names[seat.seat],
        you=seat.seat == view.you,
        turn=seat.seat == view.turn,
        cards=texts.fill(texts.table["cards"], count=seat.cards),
        fronts=_counted(seat.fronts if isinstance(seat, engine.PartnerView) else (), deck),
        backs=_counted(seat.backs or (), deck),
        alarms=() if seat.uno == "none" else (texts.table["uno" if seat.uno == "safe" else "exposed"],),
        marks=tuple(_marks(view, seat, texts)),
        points=texts.fill(texts.table["points"], count=seat.score),
    )


def _counted(faces: Iterable[str], deck: Deck) -> tuple[tuple[Face, int], ...]:
    return tuple((deck.face(face), count) for face, count in Counter(faces).items())


def _marks(view: engine.View, seat: engine.SeatView, texts: Texts) -> Iterable[str]:
    words = texts.table
    if seat.seat == view.turn:
        yield words["to_move"]
    if seat.team is not None:
        yield texts.fill(words["team"], team=seat.team)
    if seat.resigned:
        yield words["resigned"]
    elif seat.autopilot:
        yield words["autopilot"]
    if seat.out:
        yield words["out"]
    if seat.seat == view.dealer and view.round:
        yield words["dealer"]


def _hand(view: engine.View, deck: Deck) -> tuple[Held, ...]:
    drawn = view.decision.handle if isinstance(view.decision, engine.DrawnCardDecision) else None
    held = sorted(view.hand or (), key=lambda card: _place(card.card))
    return tuple(Held(deck.face(card.card), _note(card, deck, new=card.handle == drawn)) for card in held)


def _note(card: engine.CardView, deck: Deck, *, new: bool) -> str:
    words = deck.texts.table
    notes = [words["new_card"]] if new else []
    if card.back is not None:
        notes.append(deck.texts.fill(words["back"], card=deck.face(card.back).name))
    return ", ".join(notes)


def _place(card: str) -> tuple[int, int, str]:
    colored = card[0] in COLORS and len(card) > 1
    symbol = card[1:] if colored else card
    return (COLORS.index(card[0]) if colored else len(COLORS), not symbol[0].isdigit(), symbol)


def _decision(view: engine.View, names: Sequence[str], deck: Deck) -> str:
    texts, asked = deck.texts, view.decision
    if view.phase in IDLE:
        return texts.decisions[IDLE[view.phase]]
    seat = view.turn if asked is None else asked.seat
    several = asked.seats if isinstance(asked, engine.HelpDecision | engine.RaceDecision) else []
    own = seat == view.you or view.you in several
    kind = "turn" if asked is None else asked.kind
    if isinstance(asked, engine.PenaltyDecision) and asked.draws_color:
        kind = "penalty.color" if asked.total else "penalty.drawing"
    text = texts.decisions[f"{kind}.own" if own else kind]
    return texts.fill(text, **_values(seat, asked, names, deck))


def _values(
    seat: int | None, asked: engine.DecisionView | None, names: Sequence[str], deck: Deck
) -> Mapping[str, object]:
    """Return the words for the fields of a decision."""
    values: dict[str, object] = {"seat": "" if seat is None else names[seat]}
    match asked:
        case engine.ChallengeDecision() | engine.PenaltyDecision():
            values |= {"by": names[asked.by], "card": deck.face(asked.card).name}
            values |= {"total": asked.total} if isinstance(asked, engine.PenaltyDecision) else {}
        case engine.DiscardDecision():
            values["count"] = asked.count
        case engine.HelpDecision():
            values["by"] = names[asked.by]
        case engine.WheelDecision():
            values["sector"] = deck.texts.sectors[asked.sector]
    return values


def _notices(view: engine.View, names: Sequence[str], texts: Texts) -> tuple[str, ...]:
    found = [texts.table["paused"]] if view.paused else []
    for motion, seats in view.votes.items():
        voters = texts.listed([names[seat] for seat in seats])
        found.append(texts.fill(texts.table[f"votes_{motion}"], names=voters))
    return tuple(found)
