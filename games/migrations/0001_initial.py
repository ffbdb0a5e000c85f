import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from common.clock import ServiceNow
from common.database import sql_files


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("players", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    # No way back: the log would be lost.
    operations = [
        migrations.CreateModel(
            name="OptionSet",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("options", models.JSONField()),
            ],
            options={
                "db_table": "option_set",
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("version", models.IntegerField()),
                ("chain", models.BinaryField(max_length=32)),
                ("status", models.SmallIntegerField(choices=[(0, "Lobby"), (1, "Running"), (2, "Finished")])),
                ("private", models.BooleanField()),
                ("game", models.CharField(max_length=32)),
                ("edition", models.CharField(max_length=32)),
                ("clock", models.TextField(editable=False, null=True)),
                (
                    "speed",
                    models.SmallIntegerField(
                        choices=[(0, "None"), (1, "Live"), (2, "Day"), (3, "Days")], db_default=0, default=0
                    ),
                ),
                ("seat_count", models.SmallIntegerField()),
                ("open_seats", models.SmallIntegerField()),
                ("turn_seat", models.SmallIntegerField(null=True)),
                ("acting_seats", models.SmallIntegerField(db_default=0, default=0, editable=False)),
                ("asked_seats", models.SmallIntegerField(db_default=0, default=0, editable=False)),
                ("asked_at", models.DateTimeField(null=True)),
                ("vacant_seats", models.SmallIntegerField(db_default=0, default=0, editable=False)),
                ("table_summary", models.TextField(editable=False, null=True)),
                ("seats", models.TextField(editable=False)),
                ("worker_due", models.BooleanField(default=False)),
                ("state_cache", models.BinaryField(null=True)),
                ("state_format", models.SmallIntegerField()),
                ("engine_version", models.SmallIntegerField()),
                ("clock_cache", models.BinaryField(null=True)),
                ("deadline_at", models.DateTimeField(null=True)),
                ("followed", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("quarantined_at", models.DateTimeField(null=True)),
                ("quarantine", models.TextField(blank=True, db_default="", default="")),
                ("origin_id", models.UUIDField(null=True)),
                ("origin_version", models.IntegerField(null=True)),
                ("origin_future", models.CharField(blank=True, db_default="", default="", max_length=8)),
                ("rematch_of", models.UUIDField(editable=False, null=True)),
                ("series_id", models.UUIDField(editable=False, null=True)),
                ("archived_month", models.DateField(null=True)),
                (
                    "option_set",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="games.optionset",
                    ),
                ),
                (
                    "spectators",
                    models.SmallIntegerField(choices=[(0, "None"), (1, "Delayed"), (2, "Open")], db_default=1),
                ),
                ("spectator_version", models.IntegerField(db_default=0)),
                ("min_reliability", models.SmallIntegerField(null=True)),
            ],
            options={
                "db_table": "game",
                "indexes": [
                    models.Index(
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("private", False)),
                        name="game_public_by_age",
                    ),
                    models.Index(
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("open_seats__gt", 0), ("private", False), ("status", 0)),
                        name="game_open_by_age",
                    ),
                    models.Index(models.F("created_at"), condition=models.Q(("status", 0)), name="game_not_started"),
                    models.Index(
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("private", False), ("status", 1), ("vacant_seats__gt", 0)),
                        name="game_vacant_by_age",
                    ),
                    models.Index(
                        models.F("deadline_at"),
                        models.F("id"),
                        condition=models.Q(("deadline_at__isnull", False), ("status", 1)),
                        name="game_due",
                    ),
                    models.Index(models.F("id"), condition=models.Q(("worker_due", True)), name="game_worker_due"),
                    models.Index(
                        models.F("id"), condition=models.Q(("quarantined_at__isnull", False)), name="game_quarantined"
                    ),
                    models.Index(
                        models.F("id"),
                        condition=models.Q(("archived_month__isnull", True), ("status", 2)),
                        name="game_to_archive",
                    ),
                    models.Index(
                        models.F("status"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("id"), descending=True),
                        condition=models.Q(("private", False)),
                        name="game_public_by_status",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seat_no", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seat_no", models.SmallIntegerField()),
                ("seat_uid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("kind", models.SmallIntegerField(choices=[(0, "Open"), (1, "Human"), (2, "Bot")], default=0)),
                ("bot", models.CharField(blank=True, default="", max_length=32)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("since_version", models.IntegerField(db_default=0, default=0)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
                ("over_at", models.DateTimeField(null=True)),
                ("private", models.BooleanField(db_default=False, default=False)),
                ("asked", models.IntegerField(null=True)),
                ("answered", models.IntegerField(null=True)),
            ],
            options={
                "db_table": "seat",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False)), fields=("player", "game"), name="seat_of_player"
                    ),
                    models.CheckConstraint(condition=models.Q(("kind__in", [0, 1, 2])), name="seat_kind"),
                    models.CheckConstraint(
                        condition=models.Q(("kind", 1), ("player__isnull", True), _connector="OR"), name="seat_player"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind", 2), ("bot", ""), _connector="OR"), name="seat_bot"
                    ),
                ],
                "indexes": [
                    models.Index(
                        models.F("player"),
                        models.OrderBy(models.F("over_at"), descending=True, nulls_first=True),
                        models.F("game"),
                        condition=models.Q(("player__isnull", False)),
                        name="seat_by_end",
                    ),
                    models.Index(
                        models.F("player"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("game"), descending=True),
                        condition=models.Q(("player__isnull", False)),
                        name="seat_by_age",
                    ),
                    models.Index(
                        models.F("player"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("game"), descending=True),
                        condition=models.Q(("player__isnull", False), ("private", False)),
                        name="seat_public_by_age",
                    ),
                    models.Index(
                        models.F("player"),
                        models.OrderBy(models.F("created_at"), descending=True),
                        models.OrderBy(models.F("game"), descending=True),
                        condition=models.Q(("over_at__isnull", True), ("player__isnull", False), ("private", False)),
                        name="seat_public_not_over",
                    ),
                    models.Index(
                        models.F("over_at"),
                        condition=models.Q(
                            ("asked__isnull", True), ("over_at__isnull", False), ("player__isnull", False)
                        ),
                        name="seat_not_counted",
                    ),
                    models.Index(
                        models.F("player"),
                        models.OrderBy(models.F("over_at"), descending=True),
                        condition=models.Q(("asked__gt", 0)),
                        name="seat_asked",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game_id", models.UUIDField()),
                ("seq", models.IntegerField()),
                ("type", models.SmallIntegerField()),
                ("schema_version", models.SmallIntegerField()),
                ("actor", models.SmallIntegerField()),
                ("command_id", models.UUIDField()),
                ("recorded_at", models.DateTimeField()),
                ("public", models.BinaryField()),
                ("private", models.BinaryField(null=True)),
                ("private_commitment", models.BinaryField(max_length=32, null=True)),
                ("chain", models.BinaryField(max_length=32)),
            ],
            options={
                "db_table": "event",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Command",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "command_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game_id", models.UUIDField()),
                ("command_id", models.UUIDField()),
                ("actor", models.SmallIntegerField()),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("first_seq", models.IntegerField()),
                ("last_seq", models.IntegerField()),
            ],
            options={
                "db_table": "command",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="GameSecret",
            fields=[
                ("game_id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("key_id", models.CharField(max_length=16)),
                ("sealed", models.BinaryField()),
            ],
            options={
                "db_table": "game_secret",
            },
        ),
        migrations.CreateModel(
            name="OutboxEntry",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "seq",
                        "kind",
                        "recipient",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("game_id", models.UUIDField()),
                ("seq", models.IntegerField()),
                (
                    "kind",
                    models.SmallIntegerField(
                        choices=[
                            (1, "Wake Bots"),
                            (2, "Deal Next Round"),
                            (3, "Notify"),
                            (4, "Seat Left"),
                            (5, "Settle"),
                            (6, "Vacation"),
                            (7, "Automatic"),
                            (9, "Orders"),
                        ]
                    ),
                ),
                ("recipient", models.SmallIntegerField(default=-1)),
                ("available_at", models.DateTimeField()),
                ("attempts", models.SmallIntegerField(default=0)),
            ],
            options={
                "db_table": "outbox",
                "indexes": [models.Index(models.F("available_at"), name="outbox_due")],
            },
        ),
        migrations.CreateModel(
            name="Lease",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "name", "slice", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=32)),
                ("slice", models.SmallIntegerField()),
                ("holder", models.UUIDField(null=True)),
                ("until", models.DateTimeField()),
            ],
            options={
                "db_table": "lease",
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("beat_at", models.DateTimeField()),
            ],
            options={
                "db_table": "heartbeat",
            },
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("since", models.DateTimeField(primary_key=True, serialize=False)),
                ("until", models.DateTimeField(db_index=True)),
            ],
            options={
                "db_table": "outage",
            },
        ),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("public_key", models.BinaryField(max_length=32)),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "signing_key",
            },
        ),
        migrations.CreateModel(
            name="TranscriptSignature",
            fields=[
                ("game_id", models.UUIDField(primary_key=True, serialize=False)),
                ("public_key", models.BinaryField(max_length=32)),
                ("signature", models.BinaryField(max_length=64)),
                ("digest", models.BinaryField(max_length=32)),
            ],
            options={
                "db_table": "transcript_signature",
            },
        ),
        migrations.CreateModel(
            name="ImportedGame",
            fields=[
                ("game_id", models.UUIDField(primary_key=True, serialize=False)),
                ("imported_at", models.DateTimeField()),
                ("anchors", models.BinaryField()),
            ],
            options={
                "db_table": "imported_game",
            },
        ),
        migrations.CreateModel(
            name="Anchor",
            fields=[
                ("date", models.DateField(primary_key=True, serialize=False)),
                ("first", models.BigIntegerField()),
                ("size", models.BigIntegerField()),
                ("root", models.BinaryField(max_length=32)),
                ("checkpoint", models.TextField()),
                ("key_id", models.CharField(max_length=16)),
                ("made_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(null=True)),
                ("attempts", models.IntegerField(default=0)),
                ("next_at", models.DateTimeField()),
            ],
            options={
                "db_table": "anchor",
                "indexes": [
                    models.Index(
                        models.F("date"), condition=models.Q(("published_at__isnull", True)), name="anchor_unpublished"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AnchorLeaf",
            fields=[
                ("place", models.BigIntegerField(primary_key=True, serialize=False)),
                ("date", models.DateField()),
                ("game_id", models.UUIDField()),
                ("version", models.IntegerField()),
                ("chain", models.BinaryField(max_length=32)),
            ],
            options={
                "db_table": "anchor_leaf",
                "indexes": [models.Index(models.F("game_id"), models.F("version"), name="anchor_leaf_of_game")],
            },
        ),
        migrations.CreateModel(
            name="AnchorNode",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "level", "place", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("level", models.SmallIntegerField()),
                ("place", models.BigIntegerField()),
                ("hash", models.BinaryField(max_length=32)),
            ],
            options={
                "db_table": "anchor_node",
            },
        ),
        migrations.CreateModel(
            name="Mark",
            fields=[
                ("game_id", models.UUIDField(primary_key=True, serialize=False)),
                ("version", models.IntegerField(db_default=0)),
                ("chain", models.BinaryField(db_default=b"", max_length=32)),
                ("commands", models.BinaryField(db_default=b"", max_length=32)),
                ("is_open", models.BooleanField(db_default=True)),
                ("state", models.BinaryField(null=True)),
                ("clock", models.BinaryField(null=True)),
                ("state_format", models.SmallIntegerField(db_default=0)),
                ("engine_version", models.SmallIntegerField(db_default=0)),
                ("checked_at", models.DateTimeField(null=True)),
                ("walked_at", models.DateTimeField(null=True)),
                ("seal", models.BinaryField(db_default=b"", max_length=32)),
            ],
            options={
                "db_table": "audit_mark",
                "indexes": [
                    models.Index(models.F("game_id"), condition=models.Q(("is_open", True)), name="audit_mark_open")
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("name", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("cursor", models.UUIDField(db_default=uuid.UUID("00000000-0000-0000-0000-000000000000"))),
                ("begun_at", models.DateTimeField()),
                ("since", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("games", models.BigIntegerField(db_default=0)),
                ("events", models.BigIntegerField(db_default=0)),
            ],
            options={
                "db_table": "audit_round",
            },
        ),
        migrations.CreateModel(
            name="Found",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_id", models.UUIDField()),
                ("seq", models.IntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("message", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("mended", "Mended"), ("gone", "Gone"), ("accepted", "Accepted")],
                        max_length=16,
                    ),
                ),
                ("found_at", models.DateTimeField()),
                ("mailed_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "audit_found",
                "indexes": [
                    models.Index(
                        models.F("id"), condition=models.Q(("mailed_at__isnull", True)), name="audit_found_unmailed"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["open", "accepted"])),
                        fields=("game_id", "kind", "seq"),
                        name="audit_found_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AutomaticMove",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game_id", models.UUIDField()),
                ("seq", models.IntegerField()),
                ("seat", models.SmallIntegerField()),
                ("cause", models.CharField(max_length=16)),
            ],
            options={
                "db_table": "automatic_move",
            },
        ),
        migrations.CreateModel(
            name="FormerSeat",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "seat_no",
                        "until_version",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seat_no", models.SmallIntegerField()),
                ("until_version", models.IntegerField()),
                ("since_version", models.IntegerField()),
                ("seat_uid", models.UUIDField(editable=False)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("over_at", models.DateTimeField(null=True)),
                ("asked", models.IntegerField(null=True)),
                ("answered", models.IntegerField(null=True)),
            ],
            options={
                "db_table": "former_seat",
                "indexes": [
                    models.Index(
                        "player",
                        "over_at",
                        condition=models.Q(("player__isnull", False)),
                        name="former_seat_by_player",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Loan",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("seat_no", models.SmallIntegerField()),
                ("code", models.CharField(max_length=16)),
                ("wanted", models.CharField(blank=True, default="", max_length=64)),
                ("hours", models.SmallIntegerField()),
                ("offered_at", models.DateTimeField()),
                ("lapses_at", models.DateTimeField()),
                ("since_version", models.IntegerField(null=True)),
                ("until_at", models.DateTimeField(null=True)),
                (
                    "borrower",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "lender",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "loan",
                "indexes": [
                    models.Index(
                        models.F("borrower"),
                        models.F("game"),
                        condition=models.Q(("borrower__isnull", False)),
                        name="loan_by_borrower",
                    ),
                    models.Index(models.F("lender"), name="loan_by_lender"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("borrower__isnull", True)),
                        fields=("game", "seat_no"),
                        name="loan_offered",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("borrower__isnull", True),
                            models.Q(("since_version__isnull", False), ("until_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="loan_accepted",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Gathering",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("ruleset", models.CharField(max_length=32)),
                ("edition", models.CharField(max_length=32)),
                ("speed", models.SmallIntegerField(choices=[(0, "None"), (1, "Live"), (2, "Day"), (3, "Days")])),
                ("game_id", models.UUIDField(null=True, unique=True)),
                ("seats", models.SmallIntegerField(null=True)),
                ("bots", models.SmallIntegerField(db_default=0, default=0)),
                ("confirm_by", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
            ],
            options={
                "db_table": "gathering",
                "indexes": [models.Index(models.F("due_at"), name="gathering_due")],
            },
        ),
        migrations.CreateModel(
            name="Seek",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("command_id", models.UUIDField()),
                ("request_hash", models.BinaryField(max_length=32)),
                ("ruleset", models.CharField(max_length=32)),
                ("edition", models.CharField(max_length=32)),
                ("speed", models.SmallIntegerField(choices=[(0, "None"), (1, "Live"), (2, "Day"), (3, "Days")])),
                ("options", models.JSONField()),
                ("clock", models.TextField(null=True)),
                ("open_rules", models.BooleanField()),
                ("least_seats", models.SmallIntegerField()),
                ("most_seats", models.SmallIntegerField()),
                ("bots", models.BooleanField()),
                ("min_reliability", models.SmallIntegerField(null=True)),
                ("reliability", models.SmallIntegerField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("called", "Called"),
                            ("seated", "Seated"),
                            ("cancelled", "Cancelled"),
                            ("expired", "Expired"),
                            ("missed", "Missed"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("game_id", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "gathering",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.gathering"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "seek",
                "indexes": [
                    models.Index(
                        models.F("ruleset"),
                        models.F("edition"),
                        models.F("speed"),
                        condition=models.Q(("state__in", ["waiting", "called"])),
                        name="seek_active",
                    ),
                    models.Index(models.F("expires_at"), condition=models.Q(("state", "waiting")), name="seek_expiry"),
                    models.Index(
                        models.F("ended_at"), condition=models.Q(("ended_at__isnull", False)), name="seek_ended"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("player", "command_id"), name="seek_once")],
            },
        ),
        migrations.CreateModel(
            name="StandingOrders",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game_id", models.UUIDField()),
                ("seat", models.SmallIntegerField()),
                ("seat_uid", models.UUIDField()),
                ("orders", models.JSONField()),
                ("plan_version", models.IntegerField()),
                ("given_at", models.DateTimeField()),
                ("not_before", models.DateTimeField()),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "db_table": "standing_orders",
            },
        ),
        migrations.CreateModel(
            name="Rematch",
            fields=[
                ("game_id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("best_of", models.SmallIntegerField()),
                ("fill", models.CharField(max_length=8)),
                ("accepted", models.SmallIntegerField(default=0)),
                ("declined", models.SmallIntegerField(default=0)),
                ("offered_by", models.SmallIntegerField(null=True)),
                ("offered_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("next_id", models.UUIDField(null=True)),
            ],
            options={
                "db_table": "rematch",
                "indexes": [
                    models.Index(
                        models.F("expires_at"), condition=models.Q(("next_id__isnull", True)), name="rematch_by_end"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("best_of", models.SmallIntegerField()),
                ("fill", models.CharField(max_length=8)),
                ("game_id", models.UUIDField()),
                ("results", models.JSONField(default=list)),
                ("begun_at", models.DateTimeField()),
                ("next_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("cause", models.CharField(blank=True, default="", max_length=8)),
            ],
            options={
                "db_table": "series",
                "verbose_name_plural": "series",
                "indexes": [
                    models.Index(
                        models.F("game_id"), condition=models.Q(("ended_at__isnull", True)), name="series_running"
                    )
                ],
            },
        ),
        sql_files.run("games", "log"),
        sql_files.run("games", "game"),
        sql_files.run("games", "seats"),
        sql_files.run("games", "option_sets"),
        sql_files.run("games", "snapshots"),
        sql_files.run("games", "archive"),
        sql_files.run("games", "append_command"),
        sql_files.run("games", "proofs"),
        sql_files.run("games", "audit"),
        sql_files.run("games", "notifications"),
        sql_files.run("games", "reliability"),
    ]
