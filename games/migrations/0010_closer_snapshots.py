from django.db import migrations

from games import sql_files


class Migration(migrations.Migration):
    dependencies = [("games", "0009_guard")]

    operations = [
        sql_files.run("0010_closer_snapshots", reverse=sql_files.statements("0003_snapshots")[-1:]),
    ]
