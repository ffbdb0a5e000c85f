from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField("game", "quarantined_at", models.DateTimeField(null=True)),
        migrations.AddField("game", "quarantine", models.TextField(blank=True, db_default="", default="")),
        migrations.AddIndex(
            "game",
            models.Index(
                models.F("id"), condition=models.Q(("quarantined_at__isnull", False)), name="game_quarantined"
            ),
        ),
    ]
