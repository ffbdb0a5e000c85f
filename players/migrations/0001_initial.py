import uuid

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from common.clock import ServiceNow
from common.database import sql_files


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        sql_files.run("players", "clock"),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=72)),
                ("name_key", models.CharField(editable=False, max_length=72)),
                ("email", models.EmailField(blank=True, default="", max_length=254)),
                ("is_active", models.BooleanField(default=True)),
                ("is_staff", models.BooleanField(default=False)),
                ("joined", models.DateTimeField(db_default=ServiceNow(), editable=False)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["email"], name="players_player_email")],
                "constraints": [
                    models.UniqueConstraint(fields=("name_key",), name="players_player_name_key"),
                    models.UniqueConstraint(fields=("name",), name="players_player_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GuestAllowance",
            fields=[
                ("network", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                ("hour", models.DateTimeField()),
                ("made", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("device", "Device"), ("personal", "Personal"), ("app", "App")], max_length=8
                    ),
                ),
                ("hint", models.CharField(max_length=8)),
                ("sha256", models.BinaryField(max_length=32, unique=True)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), size=None),
                ),
                ("name", models.CharField(blank=True, max_length=64)),
                ("created", models.DateTimeField(db_default=ServiceNow())),
                ("last_used", models.DateField()),
                ("expires", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-created"], name="players_token_by_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("guest", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                (
                    "tokens",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BinaryField(max_length=32), size=None),
                ),
                ("games", models.IntegerField()),
                ("merged_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [django.contrib.postgres.indexes.GinIndex(fields=["tokens"], name="players_merge_tokens")],
            },
        ),
        migrations.CreateModel(
            name="PlayerPreferences",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="preferences",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("language", models.CharField(blank=True, max_length=8)),
                ("time_zone", models.CharField(max_length=64)),
                ("quiet_from", models.TimeField(blank=True, null=True)),
                ("quiet_to", models.TimeField(blank=True, null=True)),
                ("digest_hour", models.SmallIntegerField(blank=True, null=True)),
                (
                    "reminders",
                    django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), blank=True, size=None),
                ),
                ("choices", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "verbose_name_plural": "player preferences",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("quiet_from__isnull", True), ("quiet_to__isnull", True)),
                            models.Q(
                                ("quiet_from__isnull", False),
                                ("quiet_to__isnull", False),
                                models.Q(("quiet_from", models.F("quiet_to")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="players_quiet_hours",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("digest_hour__isnull", True), ("digest_hour__range", (0, 23)), _connector="OR"
                        ),
                        name="players_digest_hour",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                (
                    "games",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), blank=True, null=True, size=None
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("revision", models.IntegerField(default=1)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-starts_at"], name="players_vacation_by_player"),
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="players_vacation_due"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("player",),
                        name="players_vacation_one_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("starts_at"))), name="players_vacation_order"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Inbox",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("head", models.IntegerField(default=0)),
                ("revision", models.IntegerField(default=0)),
            ],
            options={
                "verbose_name_plural": "inboxes",
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("number", models.IntegerField()),
                ("kind", models.CharField(max_length=32)),
                ("game_id", models.UUIDField(null=True)),
                ("seq", models.IntegerField(null=True)),
                ("data", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
                ("expires_at", models.DateTimeField(null=True)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("read_at__isnull", True)),
                        fields=["player", "number"],
                        name="players_notification_unread",
                    ),
                    models.Index(fields=["game_id", "player", "kind"], name="players_notification_game"),
                    models.Index(fields=["created_at"], name="players_notification_age"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "number"), name="players_notification_number")
                ],
            },
        ),
        # By hand, so that its constraint has the name that it has in older databases.
        migrations.RunSQL(
            [
                "ALTER TABLE players_notification ADD COLUMN about_id uuid",
                "ALTER TABLE players_notification ADD CONSTRAINT players_notification_about_id_fk FOREIGN KEY (about_id) REFERENCES players_player (id) DEFERRABLE INITIALLY DEFERRED",
            ],
            state_operations=[
                migrations.AddField(
                    model_name="notification",
                    name="about",
                    field=models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                )
            ],
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("about__isnull", False)), fields=["about"], name="players_notification_about"
            ),
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("number", models.IntegerField()),
                ("game_id", models.UUIDField(null=True)),
                ("channel", models.CharField(max_length=16)),
                ("device", models.UUIDField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("sent", "Sent"),
                            ("dropped", "Dropped"),
                            ("failed", "Failed"),
                            ("dead", "Dead"),
                        ],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("digest", models.BooleanField(default=False)),
                ("attempts", models.SmallIntegerField(default=0)),
                ("next_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, default="", max_length=200)),
                ("receipt", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
                ("sent_at", models.DateTimeField(null=True)),
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
                (
                    "notification",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="players.notification",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "pending")),
                        fields=["channel", "next_at"],
                        name="players_delivery_due",
                    ),
                    models.Index(
                        condition=models.Q(("state", "pending")),
                        fields=["player", "channel", "game_id", "number"],
                        name="players_delivery_waiting",
                    ),
                    models.Index(
                        condition=models.Q(("state__in", ["failed", "dead"])),
                        fields=["channel", "state"],
                        name="players_delivery_ended",
                    ),
                    models.Index(fields=["-created_at"], name="players_delivery_age"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("notification", "channel", "device"), name="players_delivery_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["pending", "sent", "dropped", "failed", "dead"])),
                        name="players_delivery_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reminder",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("game_id", models.UUIDField()),
                ("deadline_at", models.DateTimeField()),
                ("seconds", models.IntegerField()),
                ("due_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["due_at"], name="players_reminder_due"),
                    models.Index(fields=["game_id"], name="players_reminder_game"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seen",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "game_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game_id", models.UUIDField()),
                ("version", models.IntegerField()),
                ("looked", models.IntegerField(db_default=0)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "seen",
            },
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "game_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game_id", models.UUIDField()),
                ("removed_at", models.DateTimeField(db_default=ServiceNow())),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Allowance",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "what", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("what", models.CharField(max_length=16)),
                ("hour", models.DateTimeField()),
                ("made", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("game_id", models.UUIDField()),
                ("code", models.CharField(max_length=8, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[("link", "Link"), ("player", "Player"), ("email", "Email")], max_length=8
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("revoked", "Revoked"),
                            ("expired", "Expired"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("wanted", models.CharField(blank=True, default="", max_length=64)),
                ("email", models.CharField(blank=True, default="", max_length=254)),
                ("recipient", models.BinaryField(max_length=32)),
                ("language", models.CharField(blank=True, default="", max_length=8)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
                ("expires_at", models.DateTimeField()),
                ("next_at", models.DateTimeField(null=True)),
                ("attempts", models.SmallIntegerField(default=0)),
                ("mail_at", models.DateTimeField(null=True)),
                ("mailed_at", models.DateTimeField(null=True)),
                (
                    "invited",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game_id", "-created_at"], name="players_invitation_game"),
                    models.Index(
                        condition=models.Q(("next_at__isnull", False)),
                        fields=["next_at"],
                        name="players_invitation_due",
                    ),
                    models.Index(
                        condition=models.Q(("mail_at__isnull", False)),
                        fields=["mail_at"],
                        name="players_invitation_mail",
                    ),
                    models.Index(fields=["recipient", "mailed_at"], name="players_invitation_mailed"),
                    models.Index(fields=["player", "created_at"], name="players_invitation_by"),
                    models.Index(
                        condition=models.Q(("invited__isnull", False)),
                        fields=["invited"],
                        name="players_invitation_of",
                    ),
                    models.Index(
                        condition=models.Q(("email", ""), _negated=True),
                        fields=["email"],
                        name="players_invitation_email",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("game_id", "kind", "recipient"),
                        name="players_invitation_open",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="UninvitedAddress",
            fields=[
                ("recipient", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
            ],
            options={
                "verbose_name_plural": "uninvited addresses",
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("game_id", models.UUIDField(null=True)),
                ("url", models.CharField(max_length=2048)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), size=None),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("active", "Active"), ("disabled", "Disabled")], default="active", max_length=8
                    ),
                ),
                ("reason", models.CharField(blank=True, default="", max_length=8)),
                ("secret_key", models.CharField(max_length=16)),
                ("secret", models.BinaryField()),
                ("former_key", models.CharField(blank=True, default="", max_length=16)),
                ("former", models.BinaryField(null=True)),
                ("former_until", models.DateTimeField(null=True)),
                ("token_id", models.UUIDField(null=True)),
                ("since", models.DateTimeField(db_default=ServiceNow())),
                ("failing_since", models.DateTimeField(null=True)),
                ("asked_at", models.DateTimeField(null=True)),
                ("created", models.DateTimeField(db_default=ServiceNow())),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "created"], name="players_webhook_of")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["active", "disabled"])), name="players_webhook_state"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("type", models.CharField(max_length=32)),
                ("game_id", models.UUIDField(null=True)),
                ("after_version", models.IntegerField(null=True)),
                ("version", models.IntegerField(null=True)),
                ("data", models.JSONField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "Pending"), ("sent", "Sent"), ("dead", "Dead"), ("dropped", "Dropped")],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("attempts", models.SmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(db_default=ServiceNow())),
                ("leased", models.BooleanField(default=False)),
                ("gives_up_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("status_code", models.SmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, default="", max_length=16)),
                ("created", models.DateTimeField(db_default=ServiceNow())),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="players.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "webhook deliveries",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "pending")), fields=["next_at"], name="players_webhookdelivery_due"
                    ),
                    models.Index(
                        condition=models.Q(("leased", True)), fields=["webhook"], name="players_webhookdelivery_leased"
                    ),
                    models.Index(fields=["webhook", "-created", "-id"], name="players_webhookdelivery_of"),
                    models.Index(fields=["created"], name="players_webhookdelivery_age"),
                    models.Index(
                        condition=models.Q(("state", "dead")), fields=["state"], name="players_webhookdelivery_dead"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["pending", "sent", "dead", "dropped"])),
                        name="players_webhookdelivery_state",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WebhookCursor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game_id", models.UUIDField()),
                ("version", models.IntegerField()),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cursors",
                        to="players.webhook",
                    ),
                ),
                (
                    "delivery",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="players.webhookdelivery",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["game_id"], name="players_webhookcursor_game")],
                "constraints": [
                    models.UniqueConstraint(fields=("webhook", "game_id"), name="players_webhookcursor_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(choices=[("webpush", "Webpush"), ("fcm", "Fcm"), ("apns", "Apns")], max_length=8),
                ),
                ("name", models.CharField(blank=True, default="", max_length=64)),
                ("address", models.CharField(max_length=2048)),
                ("sha256", models.BinaryField(max_length=32)),
                ("p256dh", models.CharField(blank=True, default="", max_length=96)),
                ("auth", models.CharField(blank=True, default="", max_length=32)),
                ("created", models.DateTimeField(db_default=ServiceNow())),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "kind", "created"], name="players_device_of")],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "sha256"), name="players_device_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["webpush", "fcm", "apns"])), name="players_device_kind"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EmailCode",
            fields=[
                ("sha256", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("address", models.EmailField(max_length=254)),
                ("code", models.BinaryField(max_length=32)),
                ("wrong", models.SmallIntegerField(default=0)),
                ("sent", models.SmallIntegerField(default=1)),
                ("sent_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("token_id", models.UUIDField(null=True)),
                ("guest_id", models.UUIDField(null=True)),
                ("is_new", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Leaving",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("begun_at", models.DateTimeField(null=True)),
                ("next_at", models.DateTimeField()),
                ("mail_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "leaving",
                "indexes": [
                    models.Index(fields=["next_at"], name="players_leaving_due"),
                    models.Index(
                        condition=models.Q(("mail_at__isnull", False)),
                        fields=["mail_at"],
                        name="players_leaving_unmailed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("digest", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                ("key_id", models.CharField(max_length=16)),
                ("erased_at", models.DateTimeField()),
            ],
            options={
                "db_table": "players_erasure",
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="Preset",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=64)),
                ("table", models.JSONField()),
                ("code", models.CharField(blank=True, default="", max_length=22)),
                ("command_id", models.UUIDField()),
                ("request_hash", models.BinaryField(max_length=32)),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
                ("updated_at", models.DateTimeField(db_default=ServiceNow())),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "command_id"), name="players_preset_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("code", ""), _negated=True), fields=("code",), name="players_preset_code"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "blocker_id", "blocked_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(db_default=ServiceNow())),
                ("nudges", models.JSONField(default=dict)),
                (
                    "blocked",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "blocker",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["blocked"], name="players_block_blocked")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("blocker", models.F("blocked")), _negated=True),
                        name="players_block_of_another",
                    )
                ],
            },
        ),
        sql_files.run("players", "erasures"),
        sql_files.run("players", "notifications"),
    ]
