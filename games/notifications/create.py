"""Creates the notifications of a command and their deliveries, once, in one transaction.

Safe to repeat for the same command, in several workers and late. The events alone decide which notifications it
creates; those about a turn also need that the game still waits for that turn.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

from django.db import transaction

import engine
from common import clock
from common.database.prepared import Prepared
from games import clock as clocks
from games import hints, orders
from games.notifications import plan as notification_plan
from games.notifications import quiet_hours, reminders, snapshot
from games.notifications.kinds import ALWAYS_TOLD, BY_NAME, KINDS
from games.notifications.snapshot import Snapshot
from games.store import outbox, reader
from players.notifications import deliveries, inbox, readers
from players.notifications.deliveries import encode_json
from players.notifications.inbox import News

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from games.notifications.kinds import Kind
    from games.notifications.snapshot import CommandSnapshot
    from games.types import GameState, LoggedEvent
    from players.notifications.readers import Reader

NEWS: Final = UUID("0d2f7a56-3f0d-5a38-9f57-8d3f7f5a1c44")
"""Namespace of the ids of notifications."""

FOREVER: Final = datetime.max.replace(tzinfo=UTC)
MOMENTS: Final = frozenset({"due_at", "since", "until"})
"""Facts that are microseconds since 1970 in an event, and RFC 3339 in a notification."""


_TELL: Final = Prepared("SELECT tell_command(%s::uuid, %s::int, %s::int, %s::json, %s::json, %s::json, %s::text[])")


def create_for_command(game_id: UUID, seq: int, row: tuple[Any, ...] | None = None) -> list[News]:
    """Create the notifications of the command that ended with event `seq`, and schedule the reminders of the game.

    Its claimed entry in the outbox is deleted in the same transaction. `row` is the command as `snapshot.load_command`
    takes it. If the game has moved meanwhile, it is read again. Returns the new ones.
    """
    while True:
        told = snapshot.load_command(game_id, seq, row)
        if told is None:
            outbox.notified(game_id, seq)
            return []
        added = _write_command(told, seq)
        if added is not None:
            return added
        row = None


def _write_command(told: CommandSnapshot, seq: int) -> list[News] | None:
    scene = told.snapshot
    due = orders.scheduled(scene.game, scene.table, scene.clock) if _asks_now(told) else None
    found = inbox.in_order(news(told, None if due is None else due.seat))
    unknown = {one.player_id for one in found} | reminders.readers(scene)
    loaded = {**told.readers, **readers.load(unknown - told.readers.keys())}
    plans = _plans(found, loaded, scene.now, scene.game.deadline_at)
    with nullcontext() if due is None else transaction.atomic():
        if due is not None:
            orders.promise(scene.game, due)
        answer = _tell(scene, seq, loaded, found, plans)
    if answer is None or answer[0] is None:
        return None
    return _woken(found, plans, answer[0], scene.now)


def _tell(
    scene: Snapshot, seq: int, loaded: Mapping[UUID, Reader], found: list[News], plans: list[deliveries.Plan]
) -> tuple[Any, ...] | None:
    return _TELL.one(
        scene.game.id,
        scene.game.version,
        seq,
        reminders.encoded(reminders.planned(scene, loaded)),
        encode_json(found).decode(),
        encode_json(plans).decode(),
        deliveries.array(BY_NAME),
    )


def tell_turn(state: GameState, seat: int) -> None:
    """Tell those who play `seat` that they must act: the service has moved for them so far, and does not go on."""
    scene = Snapshot(state.game, state.table, state.now, state.clock)
    players = scene.players_of(seat) if seat in scene.asked else []
    if players:
        last = reader.logged(reader.read(state.game.id, state.game.version - 1, state.game.version)[-1])
        write([_turn(scene, seat, player, last) for player in players], state.game.deadline_at)


def write(told: Iterable[News], deadline: datetime | None) -> list[News]:
    """Write notifications and their deliveries, all or nothing, and return the new ones.

    `deadline` is the time until which their readers can act. A worker is woken after the commit.
    """
    now, told = clock.now(), list(told)
    plans = _plans(told, readers.load({one.player_id for one in told}), now, deadline)
    added = inbox.add(told, plans)
    return _woken(told, plans, [one.id for one in added], now)


def _plans(
    told: Iterable[News], loaded: Mapping[UUID, Reader], now: datetime, deadline: datetime | None
) -> list[deliveries.Plan]:
    by_player: dict[UUID, list[News]] = defaultdict(list)
    for one in told:
        by_player[one.player_id].append(one)
    return [
        plan
        for player, mine in by_player.items()
        for plan in notification_plan.plans(mine, loaded[player], now, deadline)
    ]


def _woken(
    told: Iterable[News], plans: Iterable[deliveries.Plan], added: Collection[UUID], now: datetime
) -> list[News]:
    """Return those that were added, and wake a worker for what is due of them after the commit."""
    for name in {plan.channel for plan in plans if plan.next_at <= now and plan.notification_id in added}:
        transaction.on_commit(partial(hints.send, name))
    return [one for one in told if one.id in added]


def news(told: CommandSnapshot, moved_for: int | None = None) -> Iterator[News]:
    """Yield the notifications of a command for each person at the table.

    `moved_for`: the seat whose next move the service makes; its player need not come.
    """
    apart = snapshot.told_apart([logged.event for logged in told.events])
    for logged in compress(told.events, apart):
        for kind in KINDS:
            if engine.TAGS[type(logged.event)] in kind.events and kind.name != "your_turn":
                yield from _of(told, logged, kind)
    yield from _turns(told, moved_for)


def _of(told: CommandSnapshot, logged: LoggedEvent, kind: Kind) -> Iterator[News]:
    public = engine.redact(logged.event, None)
    if not kind.when(public, logged.actor):
        return
    people = told.snapshot.people
    game = told.snapshot.game
    absent = {seat for seat in people if logged.seq <= game.since(seat)}  # it happened before they took the seat over
    if kind.group == "table":
        absent |= snapshot.newcomers(told.snapshot, logged.seq)
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


def _asks_now(told: CommandSnapshot) -> bool:
    return told.is_settled and any(map(snapshot.calls, told.events))


def _turns(told: CommandSnapshot, moved_for: int | None) -> Iterator[News]:
    """Yield news about the turn if it still holds. A player who caused their own turn has seen it."""
    if not _asks_now(told):
        return
    for seat in told.snapshot.asked:
        if seat not in {told.actor, moved_for}:
            for player in told.snapshot.players_of(seat):
                yield _turn(told.snapshot, seat, player, told.events[-1])


def _turn(scene: Snapshot, seat: int, player: UUID, last: LoggedEvent) -> News:
    kind, deadline = BY_NAME["your_turn"], scene.game.deadline_at
    data = {
        "you": seat,
        "version": last.seq,
        "chain": last.chain.hex(),
        "decision": decision(scene),
        "deadline_at": quiet_hours.written(deadline),
    }
    ends = last.recorded_at + kind.lasts
    return _news(scene, player, kind, last, data, ends if deadline is None else min(ends, deadline))


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
