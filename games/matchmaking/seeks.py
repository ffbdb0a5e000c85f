"""Seeks: made, listed, confirmed, cancelled; and open tables that are filled from them."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import OperationalError, transaction

import engine
from common import clock
from common.database import advisory_locks, queries
from games import clock as clocks
from games import errors
from games.advisory_locks import Lock
from games.matchmaking import arrangement, groups, muster
from games.matchmaking.arrangement import Key, arrange, key_of, settings_of
from games.matchmaking.times import BY_SPEED
from games.models import Gathering, Seek
from games.presets import PRESETS, options_of
from games.store import controls
from games.types import Speed, Status
from players.reliability import reliability_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime, timedelta
    from uuid import UUID

    from games.matchmaking.groups import Settings

MOST: Final = 5
"""Seeks that a player may have at a time."""
LISTED: Final = 50
"""Most seeks in the list of a player."""

_OF_PLAYER: Final = """
SELECT id FROM seek WHERE player_id = %s::uuid ORDER BY ended_at IS NOT NULL, created_at DESC, id LIMIT %s::int
"""
_WAITING: Final = """
SELECT ruleset, edition, speed, options::text, clock, count(DISTINCT player_id) FROM seek
WHERE state IN ('waiting', 'called') GROUP BY 1, 2, 3, 4, 5
"""
# Everything that `GET /v1/me/seeks` shows and that may change.
_MARKS: Final = """
SELECT s.player_id, md5(string_agg(concat_ws(',', s.id, s.state, s.game_id, s.gathering_id, g.confirm_by, here.people,
    here.confirmed, s.confirmed_at), ';' ORDER BY s.id))
FROM seek s LEFT JOIN gathering g ON g.id = s.gathering_id
CROSS JOIN LATERAL (
    SELECT count(*) AS people, count(m.confirmed_at) AS confirmed FROM seek m WHERE m.gathering_id = s.gathering_id
) here
WHERE s.player_id = ANY(%s::uuid[]) GROUP BY s.player_id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a player looks for. `options` are names and values of SPEC 8. `lasts` None: as long as the speed says."""

    options: Mapping[str, object]
    clock: engine.ClockSet | None
    open_rules: bool
    least_seats: int
    most_seats: int
    bots: bool
    min_reliability: int | None
    lasts: timedelta | None


@dataclass(frozen=True, slots=True)
class Seen:
    """A seek with its gathering: the number of people there, and of those who have confirmed."""

    seek: Seek
    people: int = 0
    confirmed: int = 0
    has_confirmed: bool = False
    confirm_by: datetime | None = None

    @property
    def is_seated(self) -> bool:
        """Return whether the match has begun."""
        return bool(self.seek.state == Seek.State.SEATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """How many people look for the same. `preset` None: settings of their own."""

    ruleset: str
    edition: str
    speed: Speed
    preset: str | None
    people: int


def create(*, player: UUID, wanted: Wanted, command_id: UUID, request_hash: bytes) -> Seen:
    """Begin to look for a match, and return the seek, which may have found one. A repeated command id gives the same.

    Raises `engine.RulesetError`, BadSeek, TooManySeeks, CommandIdReused.
    """
    seek = _checked(player, wanted, command_id, request_hash)
    with transaction.atomic():
        # Under this lock the player's seeks are counted, and of the same request at once the later finds the row.
        advisory_locks.hold_until_commit(advisory_locks.named(Lock.SEEKS, str(player)))
        mine = Seek.objects.filter(player_id=player)
        made = mine.filter(command_id=command_id).first()
        if made is None:
            if mine.filter(state__in=Seek.ACTIVE).count() >= MOST:
                raise errors.TooManySeeks(limit=MOST)
            seek.reliability = _percent(player)
            seek.created_at = clock.now()
            seek.expires_at = seek.created_at + (wanted.lasts or BY_SPEED[Speed(seek.speed)].lasts)
            seek.save(force_insert=True)
        elif bytes(made.request_hash) != request_hash:
            raise errors.CommandIdReused
        else:
            seek = made
    # In a transaction of its own: the holder of the lock places all who came meanwhile, and a seek that is left over is
    # found by the next run of the job.
    with suppress(OperationalError):
        _place(seek)
    return get(player=player, seek_id=seek.id)


def of_player(player: UUID) -> list[Seen]:
    """Return the player's seeks: active ones, then those that ended lately; newest first."""
    ids = [seek_id for (seek_id,) in queries.rows(_OF_PLAYER, player, LISTED)]
    found = Seek.objects.in_bulk(ids)
    return _seen([found[seek_id] for seek_id in ids if seek_id in found])


def marks(players: Collection[UUID]) -> dict[UUID, str]:
    """Return for each of these players who has seeks a mark that changes with them, in one statement."""
    return dict(queries.rows(_MARKS, list(players)))


def get(*, player: UUID, seek_id: UUID) -> Seen:
    """Return a seek of the player. Raises SeekNotFound."""
    return _seen([_own(player, seek_id)])[0]


def confirm(*, player: UUID, seek_id: UUID) -> Seen:
    """Confirm that the player is there for the match that is ready. Safe to repeat.

    Raises SeekNotFound, SeekNotCalled.
    """
    with transaction.atomic():
        seek = _locked(player, seek_id)
        if seek.state == Seek.State.CALLED and seek.gathering is not None:
            now = clock.now()
            if seek.gathering.confirm_by is not None and seek.gathering.confirm_by > now:
                Seek.objects.filter(id=seek.id).update(confirmed_at=now)
            arrange(key_of(seek))
    found = get(player=player, seek_id=seek_id)
    if found.is_seated or found.has_confirmed:
        return found
    raise errors.SeekNotCalled


def cancel(*, player: UUID, seek_id: UUID) -> None:
    """Cancel a seek. Those who wait with it wait on. Safe to repeat. Raises SeekNotFound."""
    with transaction.atomic():
        seek = _locked(player, seek_id)
        if seek.state in Seek.ACTIVE:
            Seek.objects.filter(id=seek.id).update(state=Seek.State.CANCELLED, gathering=None, ended_at=clock.now())
            arrange(key_of(seek))


def crowds() -> list[Crowd]:
    """Return how many people look for what, the most first."""
    found: Counter[tuple[str, str, Speed, str | None]] = Counter()
    for ruleset, edition, speed, options, control, people in queries.rows(_WAITING):
        preset = _preset_of(ruleset, edition, settings_of(json.loads(options), control))
        found[ruleset, edition, Speed(speed), preset] += people
    return [
        Crowd(ruleset=ruleset, edition=edition, speed=speed, preset=preset, people=people)
        for (ruleset, edition, speed, preset), people in found.most_common()
    ]


def preset_of(seek: Seek) -> str | None:
    """Return the preset of the service whose settings a seek has; None if it has others."""
    return _preset_of(seek.ruleset, seek.edition, settings_of(seek.options, seek.clock))


def open_to_seeks(game_id: UUID) -> None:
    """Let the free seats of a public open table be filled from seeks. Its match then starts by itself. Safe to repeat.

    Does nothing for a private table or one whose match has begun.
    """
    game = arrangement.game_of(game_id)
    if game is None or game.status is not Status.LOBBY:
        return
    key = Key(game.ruleset, game.edition, controls.speed(game.control))
    with transaction.atomic():
        arrangement.lock(key)
        Gathering.objects.get_or_create(game_id=game_id, defaults={**key._asdict(), "created_at": clock.now()})
        arrange(key)


def _checked(player: UUID, wanted: Wanted, command_id: UUID, request_hash: bytes) -> Seek:
    rules = engine.resolve_uncached(wanted.options)
    options = json.loads(json.dumps(dict(rules.spec.options)))
    control = controls.write(wanted.clock)
    if wanted.least_seats > wanted.most_seats:
        raise errors.BadSeek(member="least_seats", reason="must not be more than `most_seats`")
    if not any(
        wanted.least_seats <= seats <= wanted.most_seats
        for seats in groups.allowed_seats(settings_of(options, control))
    ):
        # The rules say why the widest table cannot be.
        engine.check_table(rules, wanted.most_seats)
        raise errors.BadSeek(member="least_seats", reason="no number of seats from here to `most_seats` fits the rules")
    return Seek(
        player_id=player,
        command_id=command_id,
        request_hash=request_hash,
        ruleset=options["game"],
        edition=options["edition"],
        speed=int(controls.speed(wanted.clock)),
        options=options,
        clock=control,
        open_rules=wanted.open_rules,
        least_seats=wanted.least_seats,
        most_seats=wanted.most_seats,
        bots=wanted.bots,
        min_reliability=wanted.min_reliability,
    )


def _place(seek: Seek) -> None:
    """Find a gathering for a new seek, unless somebody has done it while this waited for the lock."""
    with transaction.atomic():
        arrangement.lock(key_of(seek))
        if Seek.objects.filter(id=seek.id, state=Seek.State.WAITING, gathering=None).exists():
            arrange(key_of(seek))


def _percent(player: UUID) -> int | None:
    found = reliability_of(player)
    return None if found is None else found.share


def _own(player: UUID, seek_id: UUID) -> Seek:
    found = Seek.objects.select_related("gathering").filter(id=seek_id, player_id=player).first()
    if found is None:
        raise errors.SeekNotFound
    return found


def _locked(player: UUID, seek_id: UUID) -> Seek:
    """Return a seek that nobody else arranges until the transaction ends. Raises SeekNotFound."""
    arrangement.lock(key_of(_own(player, seek_id)))
    return _own(player, seek_id)


def _seen(seeks: Sequence[Seek]) -> list[Seen]:
    ids = {seek.gathering_id for seek in seeks if seek.gathering_id is not None}
    rows = Gathering.objects.in_bulk(ids) if ids else {}
    members: dict[UUID, list[Seek]] = {gathering: [] for gathering in ids}
    for one in Seek.objects.filter(gathering_id__in=ids, state__in=Seek.ACTIVE) if ids else ():
        members[one.gathering_id].append(one)  # type: ignore[index]  # by the filter
    at_tables = {
        row.id: sum(record.player is not None for record in game.seats)
        for row in rows.values()
        if row.game_id is not None and (game := arrangement.game_of(row.game_id)) is not None
    }
    return [_seen_with(seek, rows, members, at_tables) for seek in seeks]


def _seen_with(
    seek: Seek, rows: Mapping[UUID, Gathering], members: Mapping[UUID, list[Seek]], at_tables: Mapping[UUID, int]
) -> Seen:
    row = None if seek.gathering_id is None else rows.get(seek.gathering_id)
    if row is None:
        return Seen(seek)
    confirmed = sum(muster.has_confirmed(one, row) for one in members[row.id])
    there = at_tables.get(row.id, 0)
    return Seen(
        seek,
        people=len(members[row.id]) + there,
        confirmed=confirmed + there if row.confirm_by is not None else 0,
        has_confirmed=muster.has_confirmed(seek, row),
        confirm_by=row.confirm_by,
    )


def _preset_of(ruleset: str, edition: str, settings: Settings) -> str | None:
    names = [name for name, pair in engine.rulesets().items() if pair == (ruleset, edition)]
    for preset, shape in PRESETS.items():
        control = controls.write(clocks.PRESETS[shape.clock].control)
        if names and settings == settings_of(dict(options_of(preset, names[0])), control):
            return preset
    return None
