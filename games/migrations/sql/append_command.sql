-- The only way into the log. One round trip, one row lock, called in autocommit under READ COMMITTED.
-- True: all of it is written, and the game is at version p_expected + the number of events. False: nothing is, because
-- there is no such game, it is finished or at another version, or the command is in its log already; `event_store` asks
-- which, by a statement of its own.
-- A bare answer, called in the target list: as a row in FROM it would cost a tenth more.
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
    p_acting_seats smallint,
    p_vacant_seats smallint,
    p_worker_due boolean,
    p_deadline timestamptz,
    p_clock bytea,
    p_outbox_kind smallint,      -- NULL: no work is promised
    p_notify boolean,            -- whether somebody is to be told
    p_seat smallint,             -- NULL: nobody sits down or stands up
    p_seat_uid uuid,
    p_seat_kind smallint,
    p_seat_player uuid,
    p_seat_bot text,
    p_asked_seats smallint,
    p_asked_at timestamptz,
    p_table_summary text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    c_running CONSTANT smallint := 1;
    c_finished CONSTANT smallint := 2;
    c_delayed CONSTANT smallint := 1;
    c_open CONSTANT smallint := 2;
    c_every CONSTANT integer := 128;  -- `EVERY` of games/types.py
    n CONSTANT integer := cardinality(p_types);
    head CONSTANT bytea := p_chains[n];  -- an array element inside an UPDATE crashes a Citus 13 backend
BEGIN
    IF n = 0 OR n <> cardinality(p_schema_versions) OR n <> cardinality(p_publics) OR n <> cardinality(p_privates)
        OR n <> cardinality(p_commitments) OR n <> cardinality(p_chains) THEN
        RAISE EXCEPTION 'a command has at least one event, and each event all its parts'
            USING ERRCODE = 'check_violation';
    END IF;

    -- Lock, check and write in one statement. Whoever waits here for another writer finds another version, since every
    -- command has events. A command that comes again may be legal again: its body was read after the game.
    UPDATE game g SET
        version = p_expected + n,
        chain = head,
        state_cache = p_state,
        state_format = p_state_format,
        engine_version = p_engine_version,
        status = p_status,
        open_seats = p_open_seats,
        turn_seat = p_turn_seat,
        acting_seats = p_acting_seats,
        vacant_seats = p_vacant_seats,
        worker_due = p_worker_due,
        deadline_at = p_deadline,
        clock_cache = p_clock,
        asked_seats = p_asked_seats,
        asked_at = p_asked_at,
        table_summary = p_table_summary,
        -- Of a match under way spectators see what was before this round, at a table without them what was before the
        -- match. No seat is on turn between two rounds.
        spectator_version = CASE
            WHEN p_status <> c_running OR g.spectators = c_open THEN p_expected + n
            WHEN g.spectators = c_delayed AND p_turn_seat IS NULL THEN p_expected + n
            ELSE g.spectator_version END,
        updated_at = p_recorded_at
    WHERE g.id = p_game AND g.version = p_expected AND g.status <> c_finished
        AND NOT EXISTS (SELECT FROM command c WHERE c.game_id = p_game AND c.command_id = p_command);

    IF NOT FOUND THEN
        RETURN false;
    END IF;

    -- Never ON CONFLICT DO NOTHING: a clash here is a bug that must be heard.
    INSERT INTO event (game_id, seq, type, schema_version, actor, command_id, recorded_at,
                       public, private, private_commitment, chain)
        -- By subscript: unnest() in FROM copies every array into a table first. Not generate_series(), whose number of
        -- rows the planner knows only for given values: it would plan anew at every call.
        SELECT p_game, p_expected + e.n, p_types[e.n], p_schema_versions[e.n], p_actor, p_command, p_recorded_at,
               p_publics[e.n], p_privates[e.n], p_commitments[e.n], p_chains[e.n]
        FROM (SELECT generate_subscripts(p_types, 1) AS n) AS e;
    INSERT INTO command (game_id, command_id, actor, fingerprint, first_seq, last_seq)
        VALUES (p_game, p_command, p_actor, p_fingerprint, p_expected + 1, p_expected + n);
    IF p_seat IS NOT NULL THEN
        -- In a running match a substitute takes the seat over. What was before is not theirs to see.
        IF p_status = c_running THEN
            INSERT INTO former_seat (game_id, seat_no, until_version, since_version, seat_uid, player_id)
                SELECT game_id, seat_no, p_expected, since_version, seat_uid, player_id
                FROM seat WHERE game_id = p_game AND seat_no = p_seat;
        END IF;
        UPDATE seat SET seat_uid = p_seat_uid, kind = p_seat_kind, player_id = p_seat_player, bot = p_seat_bot,
            since_version = CASE WHEN p_status = c_running THEN p_expected ELSE 0 END
            WHERE game_id = p_game AND seat_no = p_seat;
    END IF;
    IF p_outbox_kind IS NOT NULL THEN
        INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
            VALUES (p_game, p_expected + n, p_outbox_kind, -1, p_recorded_at, 0);
    END IF;
    IF p_notify THEN
        INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
            VALUES (p_game, p_expected + n, 3, -1, p_recorded_at, 0);
    END IF;
    IF p_expected / c_every <> (p_expected + n) / c_every THEN
        INSERT INTO snapshot (game_id, version, state, clock, state_format, engine_version)
            VALUES (p_game, p_expected + n, p_state, p_clock, p_state_format, p_engine_version)
            ON CONFLICT (game_id, version) DO UPDATE SET state = excluded.state, clock = excluded.clock,
                state_format = excluded.state_format, engine_version = excluded.engine_version;
    END IF;
    IF p_status = c_finished THEN
        -- The terminal event has just revealed the seed.
        DELETE FROM game_secret WHERE game_id = p_game;
        UPDATE seat SET over_at = p_recorded_at WHERE game_id = p_game;
        UPDATE former_seat SET over_at = p_recorded_at WHERE game_id = p_game;
        DELETE FROM loan WHERE game_id = p_game;
    END IF;
    RETURN true;
END
$$
