from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_proofs")]

    operations = [
        migrations.AddField("game", "origin_id", models.UUIDField(null=True)),
        migrations.AddField("game", "origin_version", models.IntegerField(null=True)),
        migrations.AddField(
            "game", "origin_future", models.CharField(blank=True, db_default="", default="", max_length=8)
        ),
    ]
