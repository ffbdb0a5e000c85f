-- What proves something is never rewritten. Statements are separated by a line "--;;".

-- "Which games have moved since then", asked once a day. Events lie in the table in the order of time, so that summaries
-- of its pages are enough; an index on game.updated_at would make every move write to it.
CREATE INDEX event_by_time ON event USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on)

--;;
DO $$
BEGIN
    CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON anchor_leaf
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log();
    CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON anchor_node
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log();
    CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON transcript_signature
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log();
    CREATE TRIGGER guard_rows BEFORE DELETE OR UPDATE OF date, first, size, root, checkpoint, key_id, made_at ON anchor
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log();
    CREATE TRIGGER guard_rows BEFORE DELETE OR UPDATE OF id, public_key ON signing_key
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log();
END
$$
