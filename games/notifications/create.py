"""Creates the notifications of a command and their deliveries, once, in one transaction.

Safe to repeat for the same command, in several workers and late. The events alone decide which notifications it
creates; those about a turn also need that the game still waits for that turn.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

from django.db import transaction

import engine
from common import clock
from games import clock as clocks
from games import hints
from games.notifications import plan as notification_plan
from games.notifications import quiet_hours, reminders, snapshot
from games.notifications.kinds import ALWAYS_TOLD, BY_NAME, BY_SEAT, KINDS
from players.notifications import channels, deliveries, inbox, readers
from players.notifications.inbox import News

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from games.notifications.kinds import Kind
    from games.notifications.snapshot import CommandSnapshot, Snapshot
    from games.types import LoggedEvent
    from players.models import Notification
    from players.notifications.readers import Reader

NEWS: Final = UUID("0d2f7a56-3f0d-5a38-9f57-8d3f7f5a1c44")
"""Namespace of the ids of notifications."""

FOREVER: Final = datetime.max.replace(tzinfo=UTC)
MOMENTS: Final = frozenset({"due_at", "since", "until"})
"""Facts that are microseconds since 1970 in an event, and RFC 3339 in a notification."""


def create_for_command(game_id: UUID, seq: int, finish: Callable[[], object] = lambda: None) -> list[Notification]:
    """Create the notifications of the command that ended with event `seq`, and schedule the reminders of the game.

    `finish` is called in the same transaction. Returns the new ones.
    """
    told = snapshot.load_command(game_id, seq)
    if told is None:
        finish()
        return []
    scene, found = told.snapshot, list(news(told))
    loaded = readers.load({one.player_id for one in found} | reminders.readers(scene))
    with transaction.atomic():
        # Reminders first: they lock the game, and what is due locks its reminder, then the inbox.
        reminders.schedule_for(scene, loaded)
        added = _write(found, loaded, scene.now, scene.game.deadline_at)
        finish()
    return added


def write(told: Iterable[News], deadline: datetime | None) -> list[Notification]:
    """Write notifications and their deliveries, all or nothing, and return the new ones.

    `deadline` is the time until which their readers can act. A worker is woken after the commit.
    """
    now = clock.now()
    told = list(told)
    loaded = readers.load({one.player_id for one in told})
    with transaction.atomic():
        return _write(told, loaded, now, deadline)


def _write(
    told: Iterable[News], loaded: Mapping[UUID, Reader], now: datetime, deadline: datetime | None
) -> list[Notification]:
    added = inbox.add(told)
    by_player: dict[UUID, list[Notification]] = defaultdict(list)
    for one in added:
        by_player[one.player_id].append(one)
    plans = [
        plan
        for player, mine in by_player.items()
        for plan in notification_plan.plans(mine, loaded[player], now, deadline)
    ]
    replaced = deliveries.add(plans, list(_replacements(plans)))
    # A replaced delivery may have stood for several news of its command: the others are delivered now.
    instead = (notification_plan.instead(one, loaded[one.player_id].preferences) for one in replaced)
    deliveries.add(list(filter(None, instead)))
    for name in {plan.channel for plan in plans if plan.next_at <= now}:
        transaction.on_commit(partial(hints.send, name))
    return added


def _replacements(plans: Iterable[deliveries.Plan]) -> Iterator[deliveries.Replacement]:
    """Yield what these deliveries replace."""
    for plan in plans:
        channel, newer = channels.channel(plan.channel), plan.notification
        if channel is not None and channel.for_people and newer.game_id is not None:
            group = BY_NAME[newer.kind].group
            facts = {"seat": newer.data["seat"]} if group in BY_SEAT and "seat" in newer.data else {}
            yield deliveries.Replacement(plan, [kind.name for kind in KINDS if kind.group == group], facts)


def news(told: CommandSnapshot) -> Iterator[News]:
    """Yield the notifications of a command for each person at the table."""
    apart = snapshot.told_apart([logged.event for logged in told.events])
    for logged in compress(told.events, apart):
        for kind in KINDS:
            if engine.TAGS[type(logged.event)] in kind.events and kind.name != "your_turn":
                yield from _of(told, logged, kind)
    yield from _turns(told)


def _of(told: CommandSnapshot, logged: LoggedEvent, kind: Kind) -> Iterator[News]:
    public = engine.redact(logged.event, None)
    if not kind.when(public, logged.actor):
        return
    people = told.snapshot.people
    absent = snapshot.newcomers(told.snapshot, logged.seq) if kind.group == "table" else set()
    if kind.audience not in ALWAYS_TOLD and not kind.actor_too:
        absent.add(logged.actor)
    ends = _moment(public.get("until")) or FOREVER
    for seat in _audience(kind, public, people):
        if seat in absent:
            continue
        seen = engine.redact(logged.event, seat)
        data = {"you": seat} | {name: _fact(name, seen.get(name)) for name in kind.facts}
        yield _news(told.snapshot, people[seat], kind, logged, data, min(ends, logged.recorded_at + kind.lasts))


def _audience(kind: Kind, event: Mapping[str, Any], people: Mapping[int, UUID]) -> list[int]:
    match kind.audience:
        case "owner":
            wanted = [event["seat"]]
        case "accused":
            wanted = [event["by"]]
        case "others":
            wanted = [seat for seat in people if seat != event.get("seat")]
        case _:
            wanted = list(people)
    return [seat for seat in wanted if seat in people]


def _turns(told: CommandSnapshot) -> Iterator[News]:
    """Yield news about the turn if it still holds. A player who caused their own turn has seen it."""
    kind = BY_NAME["your_turn"]
    if not told.is_settled or not any(map(snapshot.calls, told.events)):
        return
    scene, last = told.snapshot, told.events[-1]
    deadline = scene.game.deadline_at
    ends = last.recorded_at + kind.lasts
    for seat in scene.asked:
        if seat != told.actor and seat in scene.people:
            data = {
                "you": seat,
                "version": last.seq,
                "chain": last.chain.hex(),
                "decision": decision(scene),
                "deadline_at": quiet_hours.written(deadline),
            }
            expires = ends if deadline is None else min(ends, deadline)
            yield _news(scene, scene.people[seat], kind, last, data, expires)


def _news(
    scene: Snapshot, player: UUID, kind: Kind, logged: LoggedEvent, data: dict[str, Any], expires_at: datetime
) -> News:
    game = scene.game.id
    return News(
        # The id includes the chain: after a restore another event may have the number of a lost one, and receivers
        # that know ids (mail servers, webhooks) must tell the two apart.
        id=uuid5(NEWS, f"{game}/{logged.seq}/{logged.chain.hex()}/{kind.name}/{player}"),
        player_id=player,
        kind=kind.name,
        game_id=game,
        seq=logged.seq,
        data=data,
        expires_at=expires_at,
    )


def decision(scene: Snapshot) -> str | None:
    """Return the kind of the open decision as in the view, None for a turn."""
    found = engine.view(scene.table, None).decision
    return None if found is None else found.kind


def _fact(name: str, value: Any) -> Any:
    return quiet_hours.written(_moment(value)) if name in MOMENTS else value


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else clocks.as_time(micros)
