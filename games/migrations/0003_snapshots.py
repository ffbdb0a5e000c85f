from django.db import migrations

from games import sql_files


class Migration(migrations.Migration):
    dependencies = [("games", "0002_quarantine")]

    operations = [
        sql_files.run(
            "0003_snapshots",
            reverse=[
                "DROP FUNCTION append_command",
                *sql_files.statements("0001_append_command"),
                "DROP TABLE snapshot",
            ],
        ),
    ]
