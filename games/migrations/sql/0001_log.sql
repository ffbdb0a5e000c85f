-- The log: events (hash-partitioned by game) and commands, with guards against rewriting.
-- Statements are separated by a line "--;;".

CREATE TABLE event (
    game_id            uuid        NOT NULL,
    seq                integer     NOT NULL CHECK (seq > 0),
    type               smallint    NOT NULL,
    schema_version     smallint    NOT NULL,
    actor              smallint    NOT NULL CHECK (actor BETWEEN 0 AND 255),
    command_id         uuid        NOT NULL,
    recorded_at        timestamptz NOT NULL,
    public             bytea       NOT NULL,
    private            bytea,
    private_commitment bytea       CHECK (octet_length(private_commitment) = 32),
    chain              bytea       NOT NULL CHECK (octet_length(chain) = 32),
    -- The order of events and the last line of defence: no two writers can both record seq v+1.
    PRIMARY KEY (game_id, seq),
    CHECK ((private IS NULL) = (private_commitment IS NULL))
) PARTITION BY HASH (game_id)

--;;
CREATE TABLE command (
    game_id     uuid     NOT NULL,
    command_id  uuid     NOT NULL,
    actor       smallint NOT NULL CHECK (actor BETWEEN 0 AND 255),
    fingerprint bytea    NOT NULL CHECK (octet_length(fingerprint) = 32),
    first_seq   integer  NOT NULL CHECK (first_seq > 0),
    last_seq    integer  NOT NULL,
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
-- One header is rewritten by every command: room for HOT updates, and vacuum before the table doubles. A row with its
-- cached state is about 2.6 kB: just enough that PostgreSQL would compress it at every move, which costs more than all else.
ALTER TABLE game SET (fillfactor = 70, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02)

--;;
-- A queue: mostly dead rows, and short.
ALTER TABLE outbox SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500)
