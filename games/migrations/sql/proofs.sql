-- What proves something is never rewritten.
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
