"""A game, its options, its seats, and its secret."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from common.clock import ServiceNow
from games.models.log import HASH_BYTES, ReadOnly
from games.types import SeatKind, Spectators, Speed, Status


class OptionSet(ReadOnly):
    """Options of games, each combination once. `id` is derived from them (`option_set_of`)."""

    id = models.UUIDField(primary_key=True, editable=False)
    options = models.JSONField()

    class Meta:
        db_table = "option_set"

    def __str__(self) -> str:
        return str(self.id)


class Game(models.Model):
    """A game without its log: the lock for writers, the cached fold, and columns derived for lists.

    Everything but `id`, `private`, `spectators`, `min_reliability`, `rematch_of`, `series_id` and `created_at` follows
    from the log.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    version = models.IntegerField()
    chain = models.BinaryField(max_length=HASH_BYTES)
    status = models.SmallIntegerField(choices=Status)
    private = models.BooleanField()
    # What spectators see of a running match; a trigger refuses any change.
    spectators = models.SmallIntegerField(choices=Spectators, db_default=Spectators.DELAYED)
    # How far they see it: set by `append_command`, and only meaningful while the match runs.
    spectator_version = models.IntegerField(db_default=0)
    # In percent, from 50 to 99: who was more often late than that is not seated. NULL: nobody is asked.
    min_reliability = models.SmallIntegerField(null=True)
    game = models.CharField(max_length=32)
    edition = models.CharField(max_length=32)
    # No foreign key in the database: it would run a trigger at every move, and option sets are never deleted.
    option_set = models.ForeignKey(OptionSet, models.PROTECT, db_constraint=False, db_index=False)
    # The time control as JSON, NULL if there is none, and its speed (`games/store/controls.py`).
    clock = models.TextField(null=True, editable=False)  # noqa: DJ001
    speed = models.SmallIntegerField(choices=Speed, default=Speed.NONE, db_default=Speed.NONE)
    seat_count = models.SmallIntegerField()
    open_seats = models.SmallIntegerField()
    # The seat that must act; NULL when no single seat must.
    turn_seat = models.SmallIntegerField(null=True)
    # The seats whose players have a legal command, as a bit mask: seat n is bit n (`games/store/acting_seats.py`).
    acting_seats = models.SmallIntegerField(default=0, db_default=0, editable=False)
    # The seats that the match waits for, seat n as bit n (`games/store/asked_seats.py`), and since when. 0, NULL: none.
    asked_seats = models.SmallIntegerField(default=0, db_default=0, editable=False)
    asked_at = models.DateTimeField(null=True)
    # The seats that a substitute may take over, seat n as bit n (`games/store/vacant_seats.py`).
    vacant_seats = models.SmallIntegerField(default=0, db_default=0, editable=False)
    # What everybody at the table sees of it in short (`games/store/table_summary.py`); NULL before the match.
    table_summary = models.TextField(null=True, editable=False)  # noqa: DJ001
    # The seats with the names of their players, a copy of `Seat` for reads (`games/store/seats.py`).
    seats = models.TextField(editable=False)
    # True while the next command is the worker's: a bot must move, or a round must be dealt.
    worker_due = models.BooleanField(default=False)
    # A cache of the fold at `version`, with the versions of the code that wrote it; may be set to NULL at any time.
    state_cache = models.BinaryField(null=True, editable=False)
    state_format = models.SmallIntegerField()
    engine_version = models.SmallIntegerField()
    # A cache of the clock's fold at `version`, valid whenever `state_cache` is; NULL: nothing is timed.
    clock_cache = models.BinaryField(null=True, editable=False)
    # The next deadline, of the seat on turn or of the round; NULL: no time is running.
    deadline_at = models.DateTimeField(null=True)
    # A webhook is called after every command.
    followed = models.BooleanField(default=False)
    # Time and reason of the quarantine (operations.md); NULL: the game is not quarantined.
    quarantined_at = models.DateTimeField(null=True)
    quarantine = models.TextField(blank=True, default="", db_default="")
    # The origin of a branch. No foreign key: the position it began with is in its own log.
    origin_id = models.UUIDField(null=True)
    origin_version = models.IntegerField(null=True)
    origin_future = models.CharField(max_length=8, blank=True, default="", db_default="")
    # The match that this one is the rematch of, and the series in which it counts (docs/players/rematch.md).
    rematch_of = models.UUIDField(null=True, editable=False)
    series_id = models.UUIDField(null=True, editable=False)
    # The month in which the match ended, once its log lies in `game_archive` (docs/operators/archive.md).
    archived_month = models.DateField(null=True)
    created_at = models.DateTimeField()
    # When the last event was recorded.
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "game"
        indexes: ClassVar[list[models.Index]] = [
            # The public list, newest first.
            models.Index(
                F("created_at").desc(),
                F("id").desc(),
                condition=Q(private=False),
                name="game_public_by_age",
            ),
            # The same list for one status, which few of many games may have.
            models.Index(
                F("status"),
                F("created_at").desc(),
                F("id").desc(),
                condition=Q(private=False),
                name="game_public_by_status",
            ),
            # The list of tables with an open seat; small, however many games were played.
            models.Index(
                F("created_at").desc(),
                F("id").desc(),
                condition=Q(private=False, status=0, open_seats__gt=0),
                name="game_open_by_age",
            ),
            # The list of matches that look for a substitute.
            models.Index(
                F("created_at").desc(),
                F("id").desc(),
                condition=Q(private=False, status=1, vacant_seats__gt=0),
                name="game_vacant_by_age",
            ),
            # The sweep's query for tables that wait too long; by their age, because events change `updated_at`.
            models.Index("created_at", condition=Q(status=0), name="game_not_started"),
            # The sweep's query for overdue games. Games without a running clock are left out. The id, so that those of
            # one slice are found among thousands without reading the others.
            models.Index(
                "deadline_at",
                "id",
                condition=Q(status=1, deadline_at__isnull=False),
                name="game_due",
            ),
            # The archiver's query for games not archived yet; by id, because moves change `updated_at`.
            models.Index("id", condition=Q(status=2, archived_month__isnull=True), name="game_to_archive"),
            # The sweep's query for games that wait for the worker; by id, so that moves of people stay HOT updates.
            models.Index("id", condition=Q(worker_due=True), name="game_worker_due"),
            models.Index("id", condition=Q(quarantined_at__isnull=False), name="game_quarantined"),
        ]
        # Constraints on single columns are in `migrations/sql/game.sql`: there they cost less at every move.

    def __str__(self) -> str:
        return str(self.id)


class Seat(models.Model):
    """A seat and its player. Written only together with the event that changes it."""

    pk = models.CompositePrimaryKey("game_id", "seat_no")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat_no = models.SmallIntegerField()
    # A random name for this occupancy of the seat, so that statistics need not name the player.
    seat_uid = models.UUIDField(default=uuid.uuid4, editable=False)
    kind = models.SmallIntegerField(choices=SeatKind, default=SeatKind.OPEN)
    # What happened until this version was not for this player: they took the seat over from another one after it.
    since_version = models.IntegerField(default=0, db_default=0)
    # No constraint in the database: players and games may live on different nodes.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    bot = models.CharField(max_length=32, blank=True, default="")
    # Copied from the game, so that a player's lists need not read every game they ever played.
    created_at = models.DateTimeField(db_default=ServiceNow())
    private = models.BooleanField(default=False, db_default=False)
    # When the match ended; NULL: it has not.
    over_at = models.DateTimeField(null=True)
    # Of the finished match: the turns that the player was asked for, and those that they made in time, by the log
    # (`games.reliability`); NULL: not counted yet.
    asked = models.IntegerField(null=True)
    answered = models.IntegerField(null=True)

    class Meta:
        db_table = "seat"
        indexes: ClassVar[list[models.Index]] = [
            # A player's running games and open tables, and separately the finished ones, the latest first.
            models.Index(
                F("player"),
                F("over_at").desc(nulls_first=True),
                F("game"),
                condition=Q(player__isnull=False),
                name="seat_by_end",
            ),
            # All games of a player, newest first.
            models.Index(
                F("player"),
                F("created_at").desc(),
                F("game").desc(),
                condition=Q(player__isnull=False),
                name="seat_by_age",
            ),
            # The public games of a player, newest first, and separately those that are not over. Private ones are not
            # read at all, so that no answer takes longer because of them.
            models.Index(
                F("player"),
                F("created_at").desc(),
                F("game").desc(),
                condition=Q(player__isnull=False, private=False),
                name="seat_public_by_age",
            ),
            models.Index(
                F("player"),
                F("created_at").desc(),
                F("game").desc(),
                condition=Q(player__isnull=False, private=False, over_at__isnull=True),
                name="seat_public_not_over",
            ),
            # The finished matches whose turns are not counted yet.
            models.Index(
                "over_at",
                condition=Q(player__isnull=False, over_at__isnull=False, asked__isnull=True),
                name="seat_not_counted",
            ),
            # The latest matches in which a player was asked for turns.
            models.Index(F("player"), F("over_at").desc(), condition=Q(asked__gt=0), name="seat_asked"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # A player has one seat in a game.
            models.UniqueConstraint(
                fields=["player", "game"], condition=Q(player__isnull=False), name="seat_of_player"
            ),
            models.CheckConstraint(condition=Q(kind__in=[0, 1, 2]), name="seat_kind"),
            models.CheckConstraint(condition=Q(kind=1) | Q(player__isnull=True), name="seat_player"),
            models.CheckConstraint(condition=Q(kind=2) | Q(bot=""), name="seat_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat_no}"


class FormerSeat(models.Model):
    """A player who has given up a seat that another one has taken over: they played it up to `until_version`.

    Written only together with the event that changes the seat; the other columns are those of the seat.
    """

    pk = models.CompositePrimaryKey("game_id", "seat_no", "until_version")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat_no = models.SmallIntegerField()
    until_version = models.IntegerField()
    since_version = models.IntegerField()
    seat_uid = models.UUIDField(editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    over_at = models.DateTimeField(null=True)
    asked = models.IntegerField(null=True)
    answered = models.IntegerField(null=True)

    class Meta:
        db_table = "former_seat"
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", "over_at", condition=Q(player__isnull=False), name="former_seat_by_player"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat_no} until {self.until_version}"


class GameSecret(models.Model):
    """The encrypted seed of a match, in its own table so that roles can be denied access. Deleted after the reveal."""

    game_id = models.UUIDField(primary_key=True, editable=False)
    key_id = models.CharField(max_length=16)
    sealed = models.BinaryField()

    class Meta:
        db_table = "game_secret"

    def __str__(self) -> str:
        return f"secret of {self.game_id}"
