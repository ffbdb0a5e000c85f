from django.db import migrations, models

from games import sql_files


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_snapshots"),
    ]

    operations = [
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
        sql_files.run("0004_proofs", reverse=["DROP INDEX event_by_time"]),
    ]
