"""No copies of names in notifications any more, and a ledger of erasures that only grows."""

from django.db import migrations, models

# The names were copied when they were told. Who bears one now is most probably who was meant; else it is forgotten.
LOOK_UP = """
UPDATE players_notification n SET about_id = p.id
FROM players_player p WHERE n.data ->> 'from' IS NOT NULL AND p.name = n.data ->> 'from'
"""
FORGET = "UPDATE players_notification SET data = jsonb_set(data, '{from}', 'null') WHERE data ->> 'from' IS NOT NULL"
FORGET_SENT = """
UPDATE players_webhookdelivery SET data = jsonb_set(data, '{data,from}', 'null')
WHERE data -> 'data' ->> 'from' IS NOT NULL
"""
TABLE = """
CREATE TABLE players_erasure (
    digest    bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    key_id    varchar(16) NOT NULL,
    erased_at timestamptz NOT NULL
)
"""
GUARD = """
CREATE FUNCTION refuse_rewriting_erasures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger of erasures is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$
"""
GUARD_ROWS = """
CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON players_erasure
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_erasures()
"""
GUARD_TABLE = """
CREATE TRIGGER guard_table BEFORE TRUNCATE ON players_erasure
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_erasures()
"""


class Migration(migrations.Migration):
    """Steps."""

    dependencies = [("players", "0006_leaving")]

    operations = [
        migrations.RunSQL([LOOK_UP, FORGET, FORGET_SENT], migrations.RunSQL.noop),
        migrations.RunSQL(
            [TABLE, GUARD, GUARD_ROWS, GUARD_TABLE],
            [
                "DROP TABLE players_erasure",
                "DROP FUNCTION refuse_rewriting_erasures()",
            ],
            [
                migrations.CreateModel(
                    name="Erasure",
                    fields=[
                        ("digest", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                        ("key_id", models.CharField(max_length=16)),
                        ("erased_at", models.DateTimeField()),
                    ],
                    options={"db_table": "players_erasure", "managed": False},
                ),
            ],
        ),
    ]
