-- The only way into the log. One round trip, one row lock, called in autocommit; READ COMMITTED is assumed,
-- so that every statement sees what the one before it waited for.
-- outcome: ok | replayed | key_reused | conflict | finished | missing. Nothing is written unless it is ok.
-- version: of the game after the call. first_seq, last_seq: the events of this command (ok, replayed).
CREATE FUNCTION append_command(
    p_game uuid,
    p_expected integer,
    p_command uuid,
    p_fingerprint bytea,
    p_actor smallint,
    p_recorded_at timestamptz,
    p_types smallint[],
    p_schema_versions smallint[],
    p_publics bytea[],
    p_privates bytea[],
    p_commitments bytea[],
    p_chains bytea[],
    p_state bytea,
    p_state_format smallint,
    p_engine_version smallint,
    p_status smallint,
    p_open_seats smallint,
    p_turn_seat smallint,
    p_worker_due boolean,
    p_deadline timestamptz,
    p_outbox_kind smallint,      -- NULL: no work is promised
    p_seat smallint,             -- NULL: nobody sits down or stands up
    p_seat_uid uuid,
    p_seat_kind smallint,
    p_seat_player uuid,
    p_seat_bot text,
    OUT outcome text,
    OUT version integer,
    OUT first_seq integer,
    OUT last_seq integer
) LANGUAGE plpgsql AS $$
DECLARE
    c_finished CONSTANT smallint := 2;
    header record;
    earlier record;
    n CONSTANT integer := cardinality(p_types);
    head CONSTANT bytea := p_chains[n];  -- an array element inside an UPDATE crashes a Citus 13 backend
BEGIN
    IF n = 0 OR n <> cardinality(p_schema_versions) OR n <> cardinality(p_publics) OR n <> cardinality(p_privates)
        OR n <> cardinality(p_commitments) OR n <> cardinality(p_chains) THEN
        RAISE EXCEPTION 'a command has at least one event, and each event all its parts'
            USING ERRCODE = 'check_violation';
    END IF;

    -- Lock, check and write in one statement: nearly every call goes through. Whoever waits here for another writer
    -- finds another version, since every command has events; so the look at `command` cannot be out of date.
    UPDATE game g SET
        version = p_expected + n,
        chain = head,
        state_cache = p_state,
        state_format = p_state_format,
        engine_version = p_engine_version,
        status = p_status,
        open_seats = p_open_seats,
        turn_seat = p_turn_seat,
        worker_due = p_worker_due,
        deadline_at = p_deadline,
        updated_at = p_recorded_at
    WHERE g.id = p_game AND g.version = p_expected AND g.status <> c_finished
        AND NOT EXISTS (SELECT FROM command c WHERE c.game_id = p_game AND c.command_id = p_command);

    IF NOT FOUND THEN
        -- Why not? The lock first, so that the look at `command` after it sees what the lock waited for.
        SELECT g.version, g.status INTO header FROM game g WHERE g.id = p_game FOR UPDATE;
        IF NOT FOUND THEN
            outcome := 'missing';
            RETURN;
        END IF;
        version := header.version;
        SELECT c.fingerprint, c.first_seq, c.last_seq INTO earlier
            FROM command c WHERE c.game_id = p_game AND c.command_id = p_command;
        IF NOT FOUND THEN
            outcome := CASE WHEN header.status = c_finished THEN 'finished' ELSE 'conflict' END;
        ELSIF earlier.fingerprint = p_fingerprint THEN
            outcome := 'replayed';
            first_seq := earlier.first_seq;
            last_seq := earlier.last_seq;
        ELSE
            outcome := 'key_reused';
        END IF;
        RETURN;
    END IF;

    first_seq := p_expected + 1;
    last_seq := p_expected + n;
    version := last_seq;
    -- Never ON CONFLICT DO NOTHING: a clash here is a bug that must be heard.
    INSERT INTO event (game_id, seq, type, schema_version, actor, command_id, recorded_at,
                       public, private, private_commitment, chain)
        SELECT p_game, p_expected + e.n, e.type, e.schema_version, p_actor, p_command, p_recorded_at,
               e.public, e.private, e.commitment, e.chain
        FROM unnest(p_types, p_schema_versions, p_publics, p_privates, p_commitments, p_chains)
            WITH ORDINALITY AS e (type, schema_version, public, private, commitment, chain, n);
    INSERT INTO command (game_id, command_id, actor, fingerprint, first_seq, last_seq)
        VALUES (p_game, p_command, p_actor, p_fingerprint, p_expected + 1, p_expected + n);
    IF p_seat IS NOT NULL THEN
        UPDATE seat SET seat_uid = p_seat_uid, kind = p_seat_kind, player_id = p_seat_player, bot = p_seat_bot
            WHERE game_id = p_game AND seat_no = p_seat;
    END IF;
    IF p_outbox_kind IS NOT NULL THEN
        INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
            VALUES (p_game, p_expected + n, p_outbox_kind, -1, p_recorded_at, 0);
    END IF;
    IF p_status = c_finished THEN
        -- The terminal event has just revealed the seed.
        DELETE FROM game_secret WHERE game_id = p_game;
    END IF;
    outcome := 'ok';
END
$$
