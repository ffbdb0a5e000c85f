from django.db import migrations

from games import sql_files


class Migration(migrations.Migration):
    dependencies = [("games", "0008_archive")]

    operations = [sql_files.run("0009_guard")]
