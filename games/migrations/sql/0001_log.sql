-- The log: events (hash-partitioned by game) and commands, with guards against rewriting.
-- Statements are separated by a line "--;;".

-- The one clock. The offset is for tests and drills that cannot wait; nothing in the service sets it.
CREATE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN statement_timestamp() + coalesce(nullif(current_setting('flipside.clock_offset', true), ''), '0')::interval

--;;
-- What single columns may hold is said by domains: PostgreSQL reads and plans the CHECK constraints of a table anew in
-- every statement that writes to it, those of a domain once a session.
CREATE DOMAIN digest AS bytea CHECK (octet_length(VALUE) = 32)

--;;
CREATE DOMAIN log_position AS integer CHECK (VALUE > 0)

--;;
CREATE DOMAIN log_actor AS smallint CHECK (VALUE BETWEEN 0 AND 255)

--;;
CREATE DOMAIN game_version AS integer CHECK (VALUE >= 0)

--;;
CREATE DOMAIN game_status AS smallint CHECK (VALUE BETWEEN 0 AND 2)

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
CREATE FUNCTION refuse_rewriting_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
ALTER TABLE game ALTER version TYPE game_version, ALTER chain TYPE digest, ALTER status TYPE game_status

--;;
-- One header is rewritten by every command: room for HOT updates, and vacuum before the table doubles. A row with its
-- cached state is about 2.6 kB: just enough that PostgreSQL would compress it at every move, which costs more than all else.
ALTER TABLE game SET (fillfactor = 70, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02)

--;;
-- A queue: mostly dead rows, and short.
ALTER TABLE outbox SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500)
