import django.db.models.deletion
from django.db import migrations, models

from games import sql_files


class Migration(migrations.Migration):
    dependencies = [("games", "0011_seats_in_lists")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                sql_files.run(
                    "0012_option_sets",
                    reverse=(
                        "ALTER TABLE game ADD COLUMN options jsonb",
                        "UPDATE game g SET options = (SELECT o.options FROM option_set o WHERE o.id = g.option_set_id)",
                        "ALTER TABLE game ALTER COLUMN options SET NOT NULL, DROP COLUMN option_set_id",
                        "DROP FUNCTION option_set_of",
                        "DROP TABLE option_set",
                    ),
                )
            ],
            state_operations=[
                migrations.CreateModel(
                    "OptionSet",
                    fields=[
                        ("id", models.UUIDField(primary_key=True, serialize=False, editable=False)),
                        ("options", models.JSONField()),
                    ],
                    options={"db_table": "option_set"},
                ),
                migrations.AddField(
                    "game",
                    "option_set",
                    models.ForeignKey(
                        "games.optionset",
                        django.db.models.deletion.PROTECT,
                        db_constraint=False,
                        db_index=False,
                    ),
                    preserve_default=False,
                ),
                migrations.RemoveField("game", "options"),
            ],
        ),
    ]
