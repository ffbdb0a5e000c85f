"""Arranges the seekers of one ruleset and speed: who waits with whom, who is called, which matches begin.

One transaction under one lock does all of it: it reads the rows, decides by `groups`, founds the matches and writes
the rows. A process that is killed leaves everything as it was, and the next one does it. Locks are taken in this order:
the ruleset's, players, games, seeks, inboxes.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from datetime import timedelta
from secrets import SystemRandom
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, Max

import engine
from common import clock
from common.database import advisory_locks, queries
from games.advisory_locks import Lock
from games.matchmaking import groups, muster
from games.matchmaking.groups import Group, Settings, Table, Wish
from games.matchmaking.times import BY_SPEED, Times
from games.models import Gathering, Seat, Seek
from games.notifications import create as create_notifications
from games.services import lobby
from games.services.lobby import TableWish
from games.store import columns, controls
from games.types import SeatKind, Speed, Status
from players import blocks
from players.locks import keep_players
from players.models import Removal
from players.reliability import shares_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from games.types import Game
    from players.notifications.inbox import News

logger = logging.getLogger(__name__)

MOST_MATCHES: Final = 5
"""Matches that one transaction founds. Those who wait for its lock go on with the rest."""
AGAIN: Final = timedelta(seconds=30)
"""How long a match that could not be founded waits for the next attempt."""
BOT: Final = "sharp"
"""The bot on the seats that no player has."""
STATE: Final = ("state", "gathering_id", "confirmed_at", "game_id", "ended_at")
WAITS: Final = ("seats", "bots", "confirm_by", "due_at")

_TABLES: Final = f"""
SELECT {columns.COLUMNS} FROM game g WHERE g.id = ANY(%s::uuid[]) AND g.quarantined_at IS NULL AND NOT g.private
"""  # noqa: S608 - constants only
_dice = SystemRandom()


class Key(NamedTuple):
    """Seekers with the same key may play together. The edition belongs to the ruleset."""

    ruleset: str
    edition: str
    speed: int

    @property
    def lock(self) -> int:
        """Return the number of the advisory lock."""
        return advisory_locks.named(Lock.MATCHMAKING, f"{self.ruleset}/{self.edition}/{self.speed}")


@dataclass(slots=True)
class Party:
    """A gathering with its seekers. `founding_failed`: its match could not be founded just now."""

    row: Gathering
    seeks: list[Seek] = field(default_factory=list)
    table: Table | None = None
    founding_failed: bool = False

    @property
    def is_called(self) -> bool:
        """Return whether its seekers have to confirm."""
        return self.row.confirm_by is not None

    def is_complete(self) -> bool:
        """Return whether those who were called are still as many as the match needs."""
        needed = (self.row.seats or 0) - self.row.bots if self.table is None else self.table.free
        return len(self.seeks) == needed

    def is_confirmed(self) -> bool:
        """Return whether all were called and have confirmed."""
        return self.is_called and all(muster.has_confirmed(seek, self.row) for seek in self.seeks)


def arrange(key: Key) -> None:
    """Do everything that is due among the seekers of this key. Call it in a transaction. Safe to repeat."""
    lock(key)
    hall = Hall(key)
    hall.run()
    hall.save()


def lock(key: Key) -> None:
    """Wait until nobody else arranges the seekers of this key. They stay as they are until the transaction ends."""
    advisory_locks.hold_until_commit(key.lock)


def key_of(row: Seek | Gathering) -> Key:
    """Return the key of a seek or a gathering."""
    return Key(row.ruleset, row.edition, row.speed)


def game_of(game_id: UUID) -> Game | None:
    """Return a public game; None if there is none or it is quarantined."""
    return next(iter(_games([game_id])), None)


def settings_of(options: object, control: str | None) -> Settings:
    """Return settings in the form in which they are compared."""
    return Settings(json.dumps(options, sort_keys=True), control)


def wish_of(seek: Seek) -> Wish:
    """Return a seek as `groups` knows it."""
    return Wish(
        id=seek.id,
        player=seek.player_id,
        settings=settings_of(seek.options, seek.clock),
        is_open=seek.open_rules,
        least=seek.least_seats,
        most=seek.most_seats,
        bots=seek.bots,
        min_reliability=seek.min_reliability,
        reliability=seek.reliability,
        since=seek.created_at,
    )


class Hall:
    """The active seekers of one key and their gatherings, as they are changed."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.now = clock.now()
        self.times: Times = BY_SPEED[Speed(key.speed)]
        where = key._asdict()
        self.seeks = list(Seek.objects.filter(**where, state__in=Seek.ACTIVE).annotate(is_here=F("player__is_active")))
        self.by_id = {seek.id: seek for seek in self.seeks}
        self.wishes = {seek.id: wish_of(seek) for seek in self.seeks}
        rows = list(Gathering.objects.filter(**where))
        self.news: list[News] = []
        self.gone: list[UUID] = []
        self.before = {seek.id: _values(seek, STATE) for seek in self.seeks}
        self.rows_before = {row.id: _values(row, WAITS) for row in rows}
        self.asks_reliability = any(seek.min_reliability is not None for seek in self.seeks)
        tables = self.tables([row.game_id for row in rows if row.game_id is not None])
        self.parties = [Party(row, table=None if row.game_id is None else tables.get(row.game_id)) for row in rows]
        gathered = {party.row.id: party for party in self.parties}
        for seek in self.seeks:
            party = None if seek.gathering_id is None else gathered.get(seek.gathering_id)
            if party is not None:
                party.seeks.append(seek)
        people = {seek.player_id for seek in self.seeks}
        people.update(player for table in tables.values() for player in table.people)
        self.blocked = frozenset(blocks.among(people))

    def run(self) -> None:
        """Decide and found until nothing more is due, or enough matches are founded."""
        self.end_musters()
        self.part()
        self.end_late_seeks()
        self.end_overtaken_seeks()
        self.part()
        founded = 0
        while True:
            self.place()
            self.call()
            found = self.found_next() if founded < MOST_MATCHES else None
            if found is None:
                break
            founded += 1
        for party in self.parties:
            party.row.due_at = self.due_at(party)

    # -- What is over --------------------------------------------------------------------------------------------------

    def end_late_seeks(self) -> None:
        """End seeks whose time is over, unless they are called, and those of closed accounts."""
        for seek in list(self.active()):
            if not seek.is_here:  # type: ignore[attr-defined]  # annotated
                self.end(seek, Seek.State.CANCELLED)
            elif seek.expires_at <= self.now and seek.state == Seek.State.WAITING:
                self.end(seek, Seek.State.EXPIRED)
                self.news.append(muster.expired(seek, self.now))

    def end_overtaken_seeks(self) -> None:
        """End new seeks that were made before their player was seated, and became visible only after that."""
        new = {seek.player_id for seek in self.active() if seek.gathering_id is None}
        if not new:
            return
        seated = Seek.objects.filter(**self.key._asdict(), state=Seek.State.SEATED, player_id__in=new)
        latest = dict(seated.values_list("player_id").annotate(Max("ended_at")))
        for seek in list(self.active()):
            if seek.gathering_id is None and seek.player_id in latest and seek.created_at <= latest[seek.player_id]:
                self.end(seek, Seek.State.CANCELLED)

    def end_musters(self) -> None:
        """Let those go who have not confirmed in time. The others keep their places."""
        for party in self.parties:
            until = party.row.confirm_by
            if until is None or until > self.now or party.is_confirmed():
                continue
            for seek in [seek for seek in party.seeks if not muster.has_confirmed(seek, party.row)]:
                self.end(seek, Seek.State.MISSED)
                self.news.append(muster.missed(seek, self.now))

    def part(self) -> None:
        """Take those out of their gathering who no longer fit, and reopen gatherings that are no longer complete."""
        for party in list(self.parties):
            table_is_gone = party.row.game_id is not None and party.table is None
            found = None if table_is_gone else self.still_together(party)
            staying = set() if found is None else {wish.id for wish in found.wishes}
            for seek in [seek for seek in party.seeks if seek.id not in staying]:
                self.leave(seek, party)
            if party.is_called and not party.is_complete():
                self.reopen(party)
            if table_is_gone or not (party.seeks or party.table):
                self.close(party)

    # -- Who waits with whom -------------------------------------------------------------------------------------------

    def place(self) -> None:
        """Put every seeker into the fullest gathering that fits, or into one of their own."""
        placed = {seek.id for party in self.parties for seek in party.seeks}
        for wish in groups.by_age(self.wishes[seek.id] for seek in self.active() if seek.id not in placed):
            parties = self.open_groups()
            best = groups.fullest(parties, wish, self.blocked)
            self.join(self.by_id[wish.id], self.new_party() if best is None else parties[best])
        while True:
            parties = self.open_groups()
            move = groups.move(list(parties), self.blocked)
            if move is None:
                return
            wish, from_, to = move
            self.leave(self.by_id[wish.id], parties[from_])
            self.join(self.by_id[wish.id], parties[to])
            if not parties[from_].seeks and parties[from_].table is None:
                self.close(parties[from_])

    def call(self) -> None:
        """Call those whose match can begin. Who came a moment ago need not confirm."""
        for party in list(self.parties):
            start = None if party.is_called or not party.seeks else self.start_of(party, self.now)
            if start is None:
                continue
            called = {wish.id for wish in start.wishes}
            for seek in [seek for seek in party.seeks if seek.id not in called]:
                self.leave(seek, party)
                self.join(seek, self.new_party())
            party.row.seats, party.row.bots = start.seats, start.bots
            party.row.confirm_by = self.now + self.times.confirm
            for seek in party.seeks:
                seek.state = Seek.State.CALLED
                if seek.created_at > self.now - self.times.here:
                    seek.confirmed_at = max(seek.created_at, seek.confirmed_at or seek.created_at)
                if not muster.has_confirmed(seek, party.row):
                    self.news.append(muster.called(seek, party.row, len(party.seeks)))

    def start_of(self, party: Party, at: datetime) -> groups.Start | None:
        """Return the match that the seekers of a gathering could begin at that time."""
        return groups.start(self.group_of(party), at, self.times.patience)

    # -- Matches -------------------------------------------------------------------------------------------------------

    def found_next(self) -> Party | None:
        """Found the match of a gathering in which all have confirmed. Returns the gathering; None if there is none."""
        for party in list(self.parties):
            if party.founding_failed or not party.is_confirmed():
                continue
            game_id = self.found(party)
            if game_id is None:
                self.give_up(party)
                continue
            people = {seek.player_id for seek in party.seeks}
            for seek in list(party.seeks):
                seek.game_id = game_id
                self.end(seek, Seek.State.SEATED)
            for seek in [seek for seek in self.active() if seek.player_id in people]:
                self.end(seek, Seek.State.CANCELLED)
            self.close(party)
            self.part()
            return party
        return None

    def give_up(self, party: Party) -> None:
        """Leave a match that could not be founded to a later attempt.

        A table that refuses its seekers although its seats are free is filled no longer: they do not wait there.
        """
        party.founding_failed = True
        if party.table is not None and self.tables([party.table.game_id]).get(party.table.game_id) == party.table:
            self.close(party)

    def found(self, party: Party) -> UUID | None:
        """Found the match, all or nothing, and return its game; None if it cannot be founded now."""
        players = [seek.player_id for seek in party.seeks]
        if keep_players(players) != set(players):
            return None  # an account was closed or merged since the rows were read
        try:
            with transaction.atomic():
                return self._match_of(party, players)
        except Exception:
            logger.exception("gathering %s: its match cannot be founded", party.row.id)
            return None

    def _match_of(self, party: Party, players: list[UUID]) -> UUID:
        _dice.shuffle(players)
        if party.table is not None:
            game = game_of(party.table.game_id)
            free = [] if game is None else [seat.seat for seat in game.seats if seat.kind is SeatKind.OPEN]
            seated = dict(zip(free, players, strict=True))
            return lobby.start_by_itself(party.table.game_id, seated).game.id
        options, control = self.group_of(party).settings
        seats = list(range(party.row.seats or 0))
        _dice.shuffle(seats)
        wish = TableWish(
            options=json.loads(options),
            seats=len(seats),
            clock=None if control is None else controls.read(control),
        )
        bots = dict.fromkeys(seats[len(players) :], BOT)
        return lobby.found_match(lobby.setup_of(wish, bots), dict(zip(seats, players, strict=False))).game.id

    # -- Changes -------------------------------------------------------------------------------------------------------

    def active(self) -> Iterator[Seek]:
        """Yield the seeks that are not over."""
        return (seek for seek in self.seeks if seek.state in Seek.ACTIVE)

    def group_of(self, party: Party) -> Group:
        """Return a gathering as `groups` knows it."""
        return Group(groups.by_age(self.wishes[seek.id] for seek in party.seeks), party.table)

    def still_together(self, party: Party) -> Group | None:
        """Return those of a gathering who fit each other by now; None if nobody is left and it has no table."""
        return groups.together([self.wishes[seek.id] for seek in party.seeks], party.table, self.blocked)

    def tables(self, ids: list[UUID]) -> dict[UUID, Table]:
        """Return the tables among these whose match has not begun."""
        games = [one for one in _games(ids) if one.status is Status.LOBBY]
        people = {seat.player for one in games for seat in one.seats if seat.player is not None}
        shares = shares_of(people) if self.asks_reliability and people else {}
        return {game.id: _table(game, shares) for game in games}

    def open_groups(self) -> dict[Group, Party]:
        """Return the gatherings that seekers can join."""
        return {self.group_of(party): party for party in self.parties if not party.is_called}

    def new_party(self) -> Party:
        """Return a new gathering without anybody."""
        party = Party(Gathering(id=uuid4(), **self.key._asdict(), created_at=self.now))
        self.parties.append(party)
        return party

    def join(self, seek: Seek, party: Party) -> None:
        """Put a seeker into a gathering."""
        seek.gathering_id = party.row.id
        party.seeks.append(seek)

    def leave(self, seek: Seek, party: Party) -> None:
        """Take a seeker out of a gathering; they wait on."""
        party.seeks.remove(seek)
        seek.gathering_id, seek.state = None, Seek.State.WAITING

    def end(self, seek: Seek, state: Seek.State) -> None:
        """End a seek."""
        for party in self.parties:
            if seek in party.seeks:
                party.seeks.remove(seek)
        seek.state, seek.gathering_id, seek.ended_at = state, None, self.now

    def reopen(self, party: Party) -> None:
        """Let those who were called wait on in their gathering."""
        party.row.seats, party.row.bots, party.row.confirm_by = None, 0, None
        for seek in party.seeks:
            seek.state = Seek.State.WAITING

    def close(self, party: Party) -> None:
        """End a gathering. Those in it wait on."""
        for seek in list(party.seeks):
            self.leave(seek, party)
        self.parties.remove(party)
        self.gone.append(party.row.id)

    def due_at(self, party: Party) -> datetime | None:
        """Return when this gathering is to be looked at again without a request."""
        if party.is_confirmed():
            return self.now + AGAIN if party.founding_failed else self.now
        if party.is_called:
            return party.row.confirm_by
        if not party.seeks:
            return None
        later = self.group_of(party).since + self.times.patience
        return later if later > self.now and self.start_of(party, later) is not None else None

    def save(self) -> None:
        """Write what has changed, and tell people."""
        rows = [party.row for party in self.parties]
        Gathering.objects.bulk_create([row for row in rows if row.id not in self.rows_before])
        changed = [row for row in rows if self.rows_before.get(row.id, _values(row, WAITS)) != _values(row, WAITS)]
        Gathering.objects.bulk_update(changed, WAITS)
        Seek.objects.bulk_update([seek for seek in self.seeks if self.before[seek.id] != _values(seek, STATE)], STATE)
        queries.rows("DELETE FROM gathering WHERE id = ANY(%s::uuid[])", self.gone)
        if self.news:
            create_notifications.write(self.news, None)


def _values(row: Seek | Gathering, names: Iterable[str]) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in names)


def _games(ids: list[UUID]) -> list[Game]:
    return [columns.read_game(row) for row in queries.rows(_TABLES, ids)] if ids else []


def _table(game: Game, shares: Mapping[UUID, int]) -> Table:
    people = [record.player for record in game.seats if record.player is not None]
    barred = set(Removal.objects.filter(game_id=game.id).values_list("player_id", flat=True))
    if game.rematch_of is not None:
        # A player who declined to play again may sit down, but their seek does not bring them back.
        barred |= set(
            Seat.objects.filter(game_id=game.rematch_of, player_id__isnull=False).values_list("player_id", flat=True)
        )
    return Table(
        game_id=game.id,
        settings=settings_of(_sought_options(game), controls.write(game.control)),
        seats=len(game.seats),
        free=game.open_seats,
        people=tuple(people),
        barred=frozenset(barred),
        bots=any(record.kind is SeatKind.BOT for record in game.seats),
        min_reliability=game.min_reliability,
        reliability=min((shares[player] for player in people if player in shares), default=None),
        since=game.created_at,
    )


def _sought_options(game: Game) -> Mapping[str, object]:
    """Return the options of a table as seekers name them: nobody looks for the dealer whom a rematch has fixed."""
    if game.rematch_of is None:
        return game.options
    named = {name: value for name, value in game.option_set.changed.items() if name != "dealer_selection"}
    try:
        return dict(engine.resolve(named).spec.options)
    except engine.RulesetError:  # the rules refuse such a table by now
        return game.options
