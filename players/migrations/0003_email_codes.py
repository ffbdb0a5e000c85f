import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0002_apps")]

    operations = [
        migrations.CreateModel(
            name="EmailCode",
            fields=[
                ("sha256", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("address", models.EmailField(max_length=254)),
                ("code", models.BinaryField(max_length=32)),
                ("wrong", models.SmallIntegerField(default=0)),
                ("sent", models.SmallIntegerField(default=1)),
                ("sent_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("token_id", models.UUIDField(null=True)),
                ("guest_id", models.UUIDField(null=True)),
                ("is_new", models.BooleanField(default=False)),
            ],
        ),
    ]
