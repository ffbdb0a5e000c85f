-- The log: events (hash-partitioned by game) and commands, with guards against rewriting.
-- Statements are separated by a line "--;;".

-- What single columns may hold is said by domains: PostgreSQL reads and plans the CHECK constraints of a table anew in
-- every statement that writes to it, those of a domain once a session.
CREATE DOMAIN digest AS bytea CHECK (octet_length(VALUE) = 32)

--;;
CREATE DOMAIN log_position AS integer CHECK (VALUE > 0)

--;;
CREATE DOMAIN log_actor AS smallint CHECK (VALUE BETWEEN 0 AND 255)

--;;
CREATE TABLE event (
    game_id            uuid        NOT NULL,
    seq                log_position NOT NULL,
    type               smallint    NOT NULL,
    schema_version     smallint    NOT NULL,
    actor              log_actor   NOT NULL,
    command_id         uuid        NOT NULL,
    recorded_at        timestamptz NOT NULL,
    public             bytea       NOT NULL,
    private            bytea,
    private_commitment digest,
    chain              digest      NOT NULL,
    -- The order of events and the last line of defence: no two writers can both record seq v+1.
    PRIMARY KEY (game_id, seq),
    CHECK ((private IS NULL) = (private_commitment IS NULL))
) PARTITION BY HASH (game_id)

--;;
CREATE TABLE command (
    game_id     uuid     NOT NULL,
    command_id  uuid     NOT NULL,
    actor       log_actor NOT NULL,
    fingerprint digest   NOT NULL,
    first_seq   log_position NOT NULL,
    last_seq    log_position NOT NULL,
    PRIMARY KEY (game_id, command_id),
    -- A command without events would be an answer nobody could repeat.
    CHECK (last_seq >= first_seq)
)

--;;
-- A row of the log may go only in the transaction that archives its game, whole and with the head that the game's row has.
-- Other tables that only grow are guarded by this function too; none of their rows may ever go.
CREATE FUNCTION refuse_rewriting_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
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

--;;
-- Row triggers of the parent reach the partitions by themselves, TRUNCATE triggers do not.
DO $$
BEGIN
    CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON event
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log();
    CREATE TRIGGER guard_table BEFORE TRUNCATE ON event
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_the_log();
    FOR n IN 0..15 LOOP
        EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES WITH (MODULUS 16, REMAINDER %s) '
            'WITH (autovacuum_vacuum_insert_scale_factor = 0.05)', lpad(n::text, 2, '0'), n);
        EXECUTE format('CREATE TRIGGER guard_table BEFORE TRUNCATE ON event_%s '
            'FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_the_log()', lpad(n::text, 2, '0'));
    END LOOP;
    CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON command
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_the_log();
    CREATE TRIGGER guard_table BEFORE TRUNCATE ON command
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_the_log();
END
$$

--;;
-- "Which games have new events", asked by each streams process every second: exact, because summaries of pages (BRIN) have
-- all pages read that were not summarized yet. An index on game.updated_at would make every move write to all of the game's.
CREATE INDEX event_by_time ON event (recorded_at)
