from django.db import migrations, models

from games import sql_files
from players.clock import ServiceNow


class Migration(migrations.Migration):
    dependencies = [("games", "0010_closer_snapshots")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                sql_files.run(
                    "0011_seats_in_lists",
                    reverse=(
                        *sql_files.statements("0010_closer_snapshots"),
                        "ALTER TABLE seat DROP COLUMN created_at, DROP COLUMN over_at",
                    ),
                )
            ],
            state_operations=[
                migrations.AddField("seat", "created_at", models.DateTimeField(db_default=ServiceNow())),
                migrations.AddField("seat", "over_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                models.F("player"),
                models.F("over_at").desc(nulls_first=True),
                models.F("game"),
                condition=models.Q(("player__isnull", False)),
                name="seat_by_end",
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                models.F("player"),
                models.F("created_at").desc(),
                models.F("game").desc(),
                condition=models.Q(("player__isnull", False)),
                name="seat_by_age",
            ),
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                models.F("status"),
                models.F("created_at").desc(),
                models.F("id").desc(),
                condition=models.Q(("private", False)),
                name="game_public_by_status",
            ),
        ),
    ]
