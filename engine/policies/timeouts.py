"""R-TIMEOUT: the move that is made for a seat whose time has run out (SPEC 3.11).

It is the plainest one that the rules accept, found from the seat's own hand and from what lies open. It calls nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_OF, COLORS, COLORS_OF_SIDE, FACES, SYMBOL_OF
from engine.commands import (
    Accept,
    Decline,
    Discard,
    Draw,
    Give,
    NameColor,
    Pass,
    Play,
    Press,
    Shout,
    Spin,
    Take,
    Wheel,
)
from engine.events import DrawnCardOffered, EffectAssigned, WheelChoiceAsked
from engine.policies.drawing import must_play_drawn
from engine.policies.matching import playable_cards
from engine.policies.targets import is_aimed, opponent, permitted_targets
from engine.policies.wheel import choices
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.commands import Color as ColorText
    from engine.commands import Command
    from engine.ruleset import Ruleset
    from engine.state import Table


def move_for(rules: Ruleset, table: Table, seat: int) -> Command:
    """The move of the seat that must act; the judge of `decide` accepts it in every phase of a round."""
    return _MOVES[table.phase](rules, table, seat)


def _turn(rules: Ruleset, table: Table, seat: int) -> Command:
    """Draw or press; where the rules make the seat play, its dearest card."""
    if rules.may_draw(rules, table, seat):
        return Draw() if Draw in rules.handlers else Press()
    active = table.faces[table.side]
    return _play(
        rules, table, seat, _dearest(rules, [active[card] for card in playable_cards(rules, table, seat)], 1)[0]
    )


def _drawn(rules: Ruleset, table: Table, seat: int) -> Command:
    """Keep the card; where the rules make the seat play it, play it."""
    if not must_play_drawn(rules, table, seat):
        return Pass()
    offered = table.pending
    assert isinstance(offered, DrawnCardOffered)  # noqa: S101  the phase says so
    return _play(rules, table, seat, table.faces[table.side][offered.card])


def _play(rules: Ruleset, table: Table, seat: int, face: int) -> Play:
    """The play of this face: no color yet, aimed at the next seat that it may be aimed at if it must be."""
    target = None
    if is_aimed(rules, table, seat, face) and rules.targets[SYMBOL_OF[face]].needed:
        target = _next(table, seat, permitted_targets(rules, table, seat, face))
    return Play(FACES[face], target=target)


def _next(table: Table, seat: int, seats: Iterable[int]) -> int:
    """The first of these seats after this one, in the direction of play; the seat itself comes last."""
    return min(seats, key=lambda other: ((other - seat) * table.direction - 1) % table.seats)


def _dearest(rules: Ruleset, faces: Iterable[int], count: int) -> list[int]:
    """So many of the faces with the highest value, ties in code order."""
    return sorted(faces, key=lambda face: (-rules.points[face], face))[:count]


def _color(_rules: Ruleset, table: Table, seat: int) -> Command:
    return NameColor(_most_frequent(table, table.hand_faces(seat)))


def _most_frequent(table: Table, faces: Iterable[int]) -> ColorText:
    """The color of most of the faces, ties and none in the order R Y G B or p t o v."""
    counts = Counter(COLOR_OF[face] for face in faces)
    return COLORS[max(COLORS_OF_SIDE[table.side], key=lambda color: (counts[color], -color))]  # type: ignore[return-value]  # COLORS is the text of the literal


def _discard(rules: Ruleset, table: Table, seat: int) -> Command:
    """The dearest cards; a color that is to be named with them, by the cards that stay."""
    effect = table.pending
    assert isinstance(effect, EffectAssigned)  # noqa: S101  the phase says so
    faces = _dearest(rules, table.hand_faces(seat), len(table.hands[seat]))
    color = _most_frequent(table, faces[effect.number :]) if effect.names_color else None
    return Discard(tuple([FACES[face] for face in faces[: effect.number]]), color)


def _give(rules: Ruleset, table: Table, seat: int) -> Command:
    """The dearest card, to the next opponent."""
    face = _dearest(rules, table.hand_faces(seat), 1)[0]
    return Give(
        FACES[face], _next(table, seat, [other for other in range(table.seats) if opponent(rules, table, seat, other)])
    )


def _wheel(rules: Ruleset, table: Table, seat: int) -> Command:
    """What takes the highest value out of the hand, ties in code order of the first card."""
    asked = table.pending
    assert isinstance(asked, WheelChoiceAsked)  # noqa: S101  the phase says so
    active, points = table.faces[table.side], rules.points
    offered = choices(table, seat, asked.sector)
    return Wheel(
        min(
            offered,
            key=lambda name: (
                -sum(points[active[card]] for card in offered[name]),
                min(active[card] for card in offered[name]),
            ),
        )
    )


def _race(rules: Ruleset, table: Table, seat: int) -> Command:
    """The spinner wins and discards its dearest card."""
    return Shout(FACES[_dearest(rules, table.hand_faces(seat), 1)[0]])


_MOVES: Final[Mapping[Phase, Callable[[Ruleset, Table, int], Command]]] = {
    Phase.START_COLOR: _color,
    Phase.TURN: _turn,
    Phase.DRAWN: _drawn,
    Phase.COLOR: _color,
    Phase.CHALLENGE: lambda _rules, _table, _seat: Accept(),
    Phase.PENALTY: lambda _rules, _table, _seat: Take(),
    Phase.EFFECT: _discard,
    Phase.GIVE: _give,
    Phase.TEAM_AID: lambda _rules, _table, _seat: Decline(),
    Phase.SPIN: lambda _rules, _table, _seat: Spin(),
    Phase.WHEEL_CHOICE: _wheel,
    Phase.RACE: _race,
}
