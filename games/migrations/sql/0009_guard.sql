-- Other tables that only grow are guarded by this function too; none of their rows may ever go.
CREATE OR REPLACE FUNCTION refuse_rewriting_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME ~ '^(command|event_[0-9]+)$' THEN
        -- An expression of its own: OLD has a game only here.
        IF EXISTS (
            SELECT FROM game g JOIN game_archive a ON a.finished_month = g.archived_month AND a.game_id = g.id
            WHERE g.id = OLD.game_id AND a.version = g.version AND a.chain = g.chain
                AND a.moved_by = pg_current_xact_id()
        ) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'the log is append-only: % on % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$
