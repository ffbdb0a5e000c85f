"""Apps of third parties, what lets them in, and their tokens.

A migration of its own, because allauth's tables lie between: they refer to players, and apps are rows of theirs.
"""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from common.clock import ServiceNow


class Migration(migrations.Migration):
    # Its name in databases made before the migrations were squashed (docs/decisions/0016).
    replaces = [("players", "0009_apps")]

    dependencies = [
        ("allauth_idp_oidc", "0003_client_allow_uri_wildcards"),
        ("players", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="App",
            fields=[],
            options={
                "proxy": True,
            },
            bases=("allauth_idp_oidc.client",),
        ),
        migrations.CreateModel(
            name="Authorization",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="authorizations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "app",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="authorizations", to="players.app"
                    ),
                ),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), size=None),
                ),
                ("created", models.DateTimeField(db_default=ServiceNow())),
                ("code_sha256", models.BinaryField(max_length=32, unique=True)),
                ("redirect_uri", models.CharField(max_length=512)),
                ("challenge", models.CharField(max_length=43)),
                ("exchanged", models.DateTimeField(null=True)),
                ("refresh_sha256", models.BinaryField(max_length=32, null=True)),
                ("last_used", models.DateField()),
                ("expires", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["player", "app"], name="players_authorization_of")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("exchanged__isnull", True), ("refresh_sha256__isnull", True)),
                            models.Q(("exchanged__isnull", False), ("refresh_sha256__isnull", False)),
                            _connector="OR",
                        ),
                        name="players_authorization_exchanged",
                    )
                ],
            },
        ),
        # By hand: Django would send two commands in one statement, which a prepared one cannot be.
        migrations.RunSQL(
            "ALTER TABLE players_token ADD COLUMN authorization_id uuid NULL"
            " REFERENCES players_authorization (id) DEFERRABLE INITIALLY DEFERRED",
            "ALTER TABLE players_token DROP COLUMN authorization_id",
            [
                migrations.AddField(
                    model_name="token",
                    name="authorization",
                    field=models.ForeignKey(
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to="players.authorization",
                    ),
                )
            ],
        ),
        migrations.AddIndex(
            model_name="token",
            index=models.Index(
                condition=models.Q(("authorization__isnull", False)),
                fields=["authorization"],
                name="players_token_of_app",
            ),
        ),
        migrations.AddConstraint(
            model_name="token",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("authorization__isnull", True), ("kind__in", ["device", "personal"])),
                    models.Q(("authorization__isnull", False), ("kind", "app")),
                    _connector="OR",
                ),
                name="players_token_kind",
            ),
        ),
    ]
