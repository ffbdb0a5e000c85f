import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games import sql_files


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            name="Game",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("version", models.IntegerField()),
                ("chain", models.BinaryField(max_length=32)),
                ("status", models.SmallIntegerField(choices=[(0, "Lobby"), (1, "Running"), (2, "Finished")])),
                ("private", models.BooleanField()),
                ("invite_code", models.CharField(editable=False, max_length=32, null=True)),
                ("game", models.CharField(max_length=32)),
                ("edition", models.CharField(max_length=32)),
                ("options", models.JSONField()),
                ("seat_count", models.SmallIntegerField()),
                ("open_seats", models.SmallIntegerField()),
                ("turn_seat", models.SmallIntegerField(null=True)),
                ("worker_due", models.BooleanField(default=False)),
                ("state_cache", models.BinaryField(null=True)),
                ("state_format", models.SmallIntegerField()),
                ("engine_version", models.SmallIntegerField()),
                ("clock_cache", models.BinaryField(null=True)),
                ("deadline_at", models.DateTimeField(null=True)),
                ("followed", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
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
                    models.Index(
                        models.F("deadline_at"),
                        condition=models.Q(("deadline_at__isnull", False), ("status", 1)),
                        name="game_due",
                    ),
                    models.Index(models.F("id"), condition=models.Q(("worker_due", True)), name="game_worker_due"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("private", True), ("invite_code__isnull", True), _connector="OR"),
                        name="game_invite_code",
                    ),
                ],
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
                ("kind", models.SmallIntegerField(choices=[(1, "Wake Bots"), (2, "Deal Next Round"), (3, "Notify")])),
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
                        related_name="seats",
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
            },
        ),
        sql_files.run(
            "0001_log",
            reverse=[
                "ALTER TABLE game ALTER version TYPE integer, ALTER chain TYPE bytea, ALTER status TYPE smallint",
                "DROP TABLE command",
                "DROP TABLE event",
                "DROP FUNCTION refuse_rewriting_the_log",
                "DROP FUNCTION service_now",
                "DROP DOMAIN digest, log_position, log_actor, game_version, game_status",
            ],
        ),
        sql_files.run("0001_append_command", reverse=["DROP FUNCTION append_command"]),
    ]
