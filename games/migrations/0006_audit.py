import uuid

from django.db import migrations, models

from games import sql_files


class Migration(migrations.Migration):
    dependencies = [("games", "0005_branches")]

    operations = [
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
                ("cursor", models.UUIDField(db_default=uuid.UUID(int=0))),
                ("begun_at", models.DateTimeField()),
                ("since", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("games", models.BigIntegerField(db_default=0)),
                ("events", models.BigIntegerField(db_default=0)),
            ],
            options={"db_table": "audit_round"},
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
        sql_files.run("0006_audit", reverse=["SELECT 1"]),
    ]
