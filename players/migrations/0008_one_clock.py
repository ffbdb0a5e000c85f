"""The columns that fill themselves with the time ask the one clock."""

from django.db import migrations, models

import players.clock


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),  # makes the clock
        ("players", "0007_names_looked_up"),
    ]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="created_at",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="device",
            name="created",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="created_at",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="next_at",
            field=models.DateTimeField(db_default=players.clock.ServiceNow(), db_index=True),
        ),
        migrations.AlterField(
            model_name="notification",
            name="created_at",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="player",
            name="joined",
            field=models.DateTimeField(db_default=players.clock.ServiceNow(), editable=False),
        ),
        migrations.AlterField(
            model_name="token",
            name="created",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="created",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="since",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="webhookdelivery",
            name="created",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
        migrations.AlterField(
            model_name="webhookdelivery",
            name="next_at",
            field=models.DateTimeField(db_default=players.clock.ServiceNow()),
        ),
    ]
