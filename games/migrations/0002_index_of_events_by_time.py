"""The index of events by time becomes exact: streams ask every second which games have changed.

Summaries of pages made that question read all pages that were not summarized yet.
"""

from django.db import migrations

SUMMARIES = (
    "CREATE INDEX event_by_time ON event USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on)"
)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunSQL(
            ["DROP INDEX IF EXISTS event_by_time", "CREATE INDEX event_by_time ON event (recorded_at)"],
            ["DROP INDEX event_by_time", SUMMARIES],
        ),
    ]
