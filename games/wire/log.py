"""The log on the wire: events with their place in it.

Events pass through `engine.redact` here, and reach answers, streams, webhooks and exports by no other way.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Annotated

import msgspec
from msgspec import Meta

import engine
from common.http.types import Moment
from games.types import SYSTEM, LoggedEvent, Status
from games.wire.events import AnyEvent
from games.wire.scalars import Hex32, Id, SeatNumber, Version


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a game, as the caller may see it."""

    seq: Annotated[Version, Meta(description="The number of the event, from 1 without gaps.")]
    recorded_at: Moment
    actor: Annotated[SeatNumber | None, Meta(description="The seat that caused it, or null for the service.")]
    command_id: Annotated[Id, Meta(description="The command that caused it.")]
    event: AnyEvent
    chain: Annotated[Hex32, Meta(description="Hash over this event and all before it (docs/protocol/protocol.md).")]
    private_commitment: Annotated[
        Hex32 | None,
        Meta(description="Commitment to the hidden part, or null if there is none (docs/protocol/protocol.md)."),
    ]


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """Events of a log, oldest first, with the head of the game at the same moment."""

    events: list[LogEntry]
    version: Annotated[
        Version,
        Meta(
            description="If it is lower than your `after`, a backup was restored: discard what you have "
            "and start again."
        ),
    ]
    chain: Hex32
    more: Annotated[
        bool, Meta(description="Whether there are more: ask again with `after` set to the last `seq` you have.")
    ]


FirstHandle = Callable[[], int | None]
"""Returns the handle that the next card got before some events; None if it cannot be found."""


def entries(
    events: Sequence[LoggedEvent],
    status: Status,
    seat: int | None,
    shown: Sequence[int],
    *,
    since: int,
    backs_open: bool,
    first_handle: FirstHandle,
) -> list[LogEntry]:
    """Return `events` as the player of `seat` may see them; after the match they are open to everybody."""
    if status is Status.FINISHED:
        return entries_seen_by(events, engine.OPEN, shown, since=0, backs_open=backs_open, first_handle=first_handle)
    return entries_seen_by(events, seat, shown, since=since, backs_open=backs_open, first_handle=first_handle)


def entries_seen_by(
    events: Sequence[LoggedEvent],
    viewer: int | None,
    shown: Sequence[int],
    *,
    since: int,
    backs_open: bool,
    first_handle: FirstHandle,
) -> list[LogEntry]:
    """Return `events` as a seat, a spectator (None) or `engine.OPEN` sees them.

    `shown`: the partners who show the seat their cards. `since`: events up to this number happened before the player
    took the seat over, and are shown as to a spectator. `backs_open`: as `Table.backs_open`. `first_handle` is asked if
    the viewer has drawn cards.
    """
    earlier = [logged for logged in events if logged.seq <= since]
    if earlier:
        events = events[len(earlier) :]
        before = entries_seen_by(earlier, None, (), since=0, backs_open=backs_open, first_handle=first_handle)
        if not events:
            return before
        return before + entries_seen_by(
            events, viewer, shown, since=0, backs_open=backs_open, first_handle=lambda: _after(earlier, first_handle())
        )
    handles = _handles(events, viewer, first_handle)
    return [
        LogEntry(
            seq=logged.seq,
            recorded_at=logged.recorded_at,
            actor=None if logged.actor == SYSTEM else logged.actor,
            command_id=str(logged.command_id),
            event=engine.redact(logged.event, viewer, shown, backs_open=backs_open, handle=handles.get(logged.seq)),
            chain=logged.chain.hex(),
            private_commitment=None if logged.private_commitment is None else logged.private_commitment.hex(),
        )
        for logged in events
    ]


def _after(events: Sequence[LoggedEvent], handle: int | None) -> int | None:
    """Return the handle that the next card gets after these events; None if that before them is not known."""
    return None if handle is None else reduce(engine.next_handle, (logged.event for logged in events), handle)


def _handles(events: Sequence[LoggedEvent], viewer: int | None, first_handle: FirstHandle) -> Mapping[int, int]:
    """Return by number of event the handle of the next card before it; empty if the viewer has drawn none."""
    handle = first_handle() if any(_are_drawn_by(viewer, logged.event) for logged in events) else None
    if handle is None:
        return {}
    found: dict[int, int] = {}
    for logged in events:
        found[logged.seq] = handle
        handle = engine.next_handle(handle, logged.event)
    return found


def _are_drawn_by(viewer: int | None, event: engine.Event) -> bool:
    return isinstance(event, engine.CardsDrawn) and viewer in (event.seat, engine.OPEN)
