"""Checks of one command: it follows from the rules, each card is in one place, no time-out is early, the seed fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

import engine
from games import clock as clocks
from games.audit.faults import Broken
from games.store import seeds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from engine import Table
    from games.audit.stored_game import Header
    from games.clock import Clock


def rules_doubt(table: engine.Table, actor: int, events: Sequence[engine.Event], chance: engine.Chance) -> str | None:
    """Return why today's rules do not lead from `table` to `events`; None if they do.

    `events` are those of one command of `actor`. `table` is not changed. Only this check finds a move that was
    decided on a wrong cached state. A doubt is no fault of the log: operators are alerted, and the game continues.
    Raises `NewerCode` if only newer code knows the options of the match.
    """
    if not table.version:
        return None  # game and position are chosen freely, so no rule decides them
    try:
        steps = engine.redecide(table.copy(), actor, events, chance, trusted=True)
    except engine.NewerCode:
        raise
    except Exception as error:  # noqa: BLE001  whatever the events say
        return f"the rules do not allow what was done ({type(error).__name__})"
    if engine.events_of(steps) != list(events):
        return "the rules lead to something else than what was done"
    return None


def misplaced_cards(table: Table) -> str | None:
    """Return what is wrong with the places of the cards; None if each card is in one place."""
    if not table.round:
        return None  # nothing is dealt
    places = len(table.draw) + len(table.discard) + sum(map(len, table.hands))
    deck = len(table.faces[0])
    different = len(set(table.draw).union(table.discard, *table.hands))
    if places == different == deck:
        return None
    if places > different:
        return f"{places - different} of the cards lie in two places"
    return f"{abs(deck - places)} of the cards are {'gone' if places < deck else 'too many'}"


def chance_of(game_id: UUID, header: Header, ended: engine.Event | None, commitment: str) -> engine.Chance:
    """Return the chance of a match. Raises `Broken` if its seed is missing, misplaced or wrong.

    `ended` is the event that ended the match, None if it continues. `commitment` is that of the first event.
    """
    revealed = ended.seed if isinstance(ended, engine.MatchEnded) else None
    if (header.sealed is None) != (revealed is not None):
        raise Broken(None, "seed", "the seed must be sealed until the match is over, and revealed from then on")
    seed = _sealed(game_id, header) if revealed is None else bytes.fromhex(revealed)
    chance = engine.Chance(game_id.bytes, seed)
    if chance.commitment.hex() != commitment:
        raise Broken(1, "seed", "the seed is not the one committed to")
    return chance


def _sealed(game_id: UUID, header: Header) -> bytes:
    key = header.key_id or ""
    if key not in settings.GAME_SECRET_KEYS:
        raise Broken(None, "key", f"the seed is sealed with key {key!r}, which is not in GAME_SECRET_KEYS")
    try:
        return seeds.unseal(game_id, key, header.sealed or b"")
    except seeds.SeedUnreadable:
        raise Broken(None, "seed", "the sealed seed does not open with its key") from None


def early_timeout(clock: Clock | None, table: engine.Table, events: Sequence[engine.Event], now: int) -> str | None:
    """Return what is wrong with a time-out among `events`; None if nothing is, or there is no time-out.

    `clock` and `table` are those before the command that these events belong to, recorded at `now`.
    """
    for event in events:
        if isinstance(event, engine.TimedOut):
            return _wrong(_end(clock, table, event.seat), event.due_at, now)
        if isinstance(event, engine.TimeExpired):
            end = _end(clock, table, None)
            return _wrong(end, end, now)
    return None


def _end(clock: Clock | None, table: engine.Table, seat: int | None) -> int | None:
    return next((end.at for end in clocks.deadlines(clock, table) if end.seat == seat), None)


def _wrong(end: int | None, due: int | None, now: int) -> str | None:
    if end is None or due is None:
        return "time ran out that was not running"
    if due < end:
        return f"it names {clocks.as_time(due)}, and by the log there was time until {clocks.as_time(end)}"
    if now < due:
        return f"it was recorded before {clocks.as_time(due)}, when the time ran out"
    return None
