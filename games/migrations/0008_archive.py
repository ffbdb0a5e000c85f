from django.db import migrations, models

from games import sql_files


class Migration(migrations.Migration):
    dependencies = [("games", "0007_work_for_empty_seats")]

    operations = [
        migrations.AddField("game", "archived_month", models.DateField(null=True)),
        migrations.AddIndex(
            "game",
            models.Index(
                models.F("id"),
                condition=models.Q(("archived_month__isnull", True), ("status", 2)),
                name="game_to_archive",
            ),
        ),
        # No way back: the log of archived games would be lost with the table.
        sql_files.run("0008_archive"),
    ]
