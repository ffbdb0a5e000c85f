"""Tries orders on decisions that a player has made: in this match, and in their latest finished ones."""

from __future__ import annotations

from itertools import chain, groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from games.models import AutomaticMove, Seat
from games.orders.standing_orders import BESIDE
from games.services import standing_orders
from games.store import reader
from games.types import Status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID


MATCHES: Final = 5
"""Most finished matches that are looked at."""
DECISIONS: Final = 500
"""Most decisions that are tried, the latest ones."""
EVENTS: Final = 5_000
"""Most events of a match that are read. Of a longer match the later ones are left out."""
EXAMPLES: Final = 10
_NO_MOVES: Final = BESIDE | frozenset(
    number for number, kind in engine.EVENT_TYPES.items() if kind in {engine.AutopilotReleased, engine.SeatResigned}
)


class Decided(NamedTuple):
    """A decision of the player that the orders would have made. `seq`: its first event. `same`: they agree."""

    game_id: UUID
    seq: int
    cause: engine.Cause
    same: bool


class DryRun(NamedTuple):
    """What orders would have decided, the latest first. `decisions` counts all of the player's."""

    matches: int
    decisions: int
    made: list[Decided]

    @property
    def examples(self) -> list[Decided]:
        """Return some of the decisions: those in which the orders differ come first, the latest first."""
        return sorted(self.made, key=attrgetter("same"))[:EXAMPLES]


def dry_run(game_id: UUID, player: UUID, wanted: engine.Orders) -> DryRun:
    """Try orders on the player's own decisions. Raises what `standing_orders.check` raises."""
    state, seat = standing_orders.check(game_id, player, wanted)
    here = (game_id, seat, state.game.seats[seat].since, state.game.version)
    matches = [here, *_finished(player, state.game.ruleset, state.game.edition)]
    latest = chain.from_iterable(reversed(list(_decisions(*match, wanted._replace(plan=())))) for match in matches)
    decisions = list(islice(latest, DECISIONS))
    return DryRun(len(matches), len(decisions), [one for one in decisions if one is not None])


def _finished(player: UUID, ruleset: str, edition: str) -> list[tuple[UUID, int, int, int]]:
    """Return the player's latest finished matches of this ruleset, the latest first, as `_decisions` takes them."""
    mine = Seat.objects.filter(player_id=player, over_at__isnull=False, game__game=ruleset, game__edition=edition)
    found = mine.filter(game__quarantined_at__isnull=True, game__status=Status.FINISHED).order_by("-over_at")
    return list(found.values_list("game_id", "seat_no", "since_version", "game__version")[:MATCHES])


def _decisions(game_id: UUID, seat: int, since: int, version: int, wanted: engine.Orders) -> Iterator[Decided | None]:
    """Yield for each decision that the player made in a turn what the orders would have decided, None for nothing.

    Those of the seat up to `since` were another player's.
    """
    automatic = set(AutomaticMove.objects.filter(game_id=game_id, seat=seat).values_list("seq", flat=True))
    table = engine.Table()
    for _, group in groupby(reader.read(game_id, 0, min(version, EVENTS)), key=attrgetter("command_id")):
        rows = list(group)
        events = [reader.decoded(row) for row in rows]
        first = rows[0]
        is_theirs = first.seq > since and first.seq not in automatic
        if table.turn == seat == first.actor and is_theirs and first.type not in _NO_MOVES:
            yield _decided(game_id, table, seat, wanted, events)
        engine.replay(events, table)


def _decided(
    game_id: UUID, table: engine.Table, seat: int, wanted: engine.Orders, events: list[engine.Event]
) -> Decided | None:
    if table.pending is None:
        return None
    move = engine.automatic_move(engine.view(table, seat), engine.legal_commands(table, seat), wanted)
    if move is None:
        return None
    return Decided(game_id, table.version + 1, move.cause, type(move.command) is type(_sent(table, seat, events)))


def _sent(table: engine.Table, seat: int, events: list[engine.Event]) -> engine.Command | None:
    """Return the command of the seat that these events show."""
    try:
        return engine.infer_commands(table, seat, events, trusted=True)[0][1]
    except engine.CannotInfer:
        return None
