from django.db import migrations, models

KIND = models.SmallIntegerField(
    choices=[
        (1, "Wake Bots"),
        (2, "Deal Next Round"),
        (3, "Notify"),
        (4, "Seat Left"),
        (5, "Settle"),
        (6, "Vacation"),
        (7, "Automatic"),
        (9, "Orders"),
        (10, "Loan Offered"),
    ]
)


class Migration(migrations.Migration):
    """Names another kind of work. The database holds numbers, and knows no names."""

    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterField(model_name="outboxentry", name="kind", field=KIND)]
        )
    ]
