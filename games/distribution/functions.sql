-- What a cluster of databases needs otherwise than one server (docs/operators/citus.md). `manage.py distribute` runs it.
-- Statements are separated by a line "--;;". All of them may be repeated.

-- In PL/pgSQL, for a function in SQL is written out in statements, and a cluster takes none that may change within a CASE.
CREATE OR REPLACE FUNCTION service_now() RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    RETURN statement_timestamp()
        + coalesce(nullif(current_setting('flipside.clock_offset', true), ''), '0')::interval;
END
$$

--;;
-- Guards are triggers of the shards, which are called event_102345. A row of the log may go if the archive has the whole log
-- of its game: the transactions of two nodes have no number in common that could say more.
CREATE OR REPLACE FUNCTION refuse_rewriting_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME ~ '^(command|event)_[0-9]+$' THEN
        IF EXISTS (
            SELECT FROM game g JOIN game_archive a ON a.game_id = g.id AND a.finished_month = g.archived_month
            WHERE g.id = OLD.game_id AND a.game_id = OLD.game_id AND a.version = g.version AND a.chain = g.chain
        ) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'the log is append-only: % on % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$

--;;
-- The archive has no partitions here.
CREATE OR REPLACE FUNCTION make_archive_partition(p_month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF p_month <> date_trunc('month', p_month)::date THEN
        RAISE EXCEPTION 'a month begins with its first day' USING ERRCODE = 'check_violation';
    END IF;
END
$$

--;;
-- The names of players lie on the coordinator, seats and loans on a node: two statements, called on the coordinator only.
CREATE OR REPLACE FUNCTION seats_of(p_game uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    found json;
BEGIN
    SELECT json_agg(json_build_object('kind', s.kind, 'player', s.player_id, 'bot', nullif(s.bot, ''),
        'since', s.since_version, 'loan', (
            SELECT json_build_array(l.borrower_id, l.since_version, (extract(epoch FROM l.until_at) * 1000000)::bigint)
            FROM loan l WHERE l.game_id = p_game AND l.seat_no = s.seat_no AND l.borrower_id IS NOT NULL
            ORDER BY l.since_version DESC LIMIT 1
        )) ORDER BY s.seat_no) INTO found
    FROM seat s WHERE s.game_id = p_game;
    RETURN (
        SELECT json_agg(json_build_array(
            t.seat->'kind', t.seat->'player', p.name, t.seat->'bot', t.seat->'since', t.seat->'loan') ORDER BY t.n)::text
        FROM json_array_elements(found) WITH ORDINALITY AS t (seat, n)
        LEFT JOIN players_player p ON p.id = (t.seat->>'player')::uuid
    );
END
$$

--;;
-- Called by the service after each change of a seat or a loan, because triggers run on the node.
CREATE OR REPLACE FUNCTION write_seats(p_game uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    written text;
BEGIN
    PERFORM FROM game WHERE id = p_game FOR NO KEY UPDATE;
    written := seats_of(p_game);
    UPDATE game SET seats = written WHERE id = p_game;
END
$$

--;;
CREATE OR REPLACE FUNCTION player_has_a_new_name() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    theirs uuid[];
    one uuid;
BEGIN
    SELECT array_agg(game_id ORDER BY game_id) INTO theirs FROM seat WHERE player_id = NEW.id;
    FOREACH one IN ARRAY coalesce(theirs, '{}') LOOP
        PERFORM write_seats(one);
    END LOOP;
    RETURN NULL;
END
$$

--;;
-- Reminders lie on the coordinator. The lock lets nobody move the game on until they are written.
CREATE OR REPLACE FUNCTION replace_reminders(p_game uuid, p_version integer, p_reminders json)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM game WHERE id = p_game AND version = p_version FOR SHARE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM players_reminder r WHERE r.game_id = p_game
        AND NOT EXISTS (SELECT FROM json_to_recordset(p_reminders) AS w (id uuid) WHERE w.id = r.id);
    INSERT INTO players_reminder AS r (id, player_id, game_id, deadline_at, seconds, due_at)
        SELECT w.id, w.player_id, p_game, w.deadline_at, w.seconds, w.due_at FROM json_to_recordset(p_reminders)
            AS w (id uuid, player_id uuid, deadline_at timestamptz, seconds integer, due_at timestamptz)
        ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at;
    RETURN true;
END
$$

--;;
-- As on one server, but not in SQL: a cluster takes no parameters of such functions.
CREATE OR REPLACE FUNCTION latest_turns(p_player uuid) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
DECLARE
    found integer[];
BEGIN
    SELECT ARRAY[coalesce(sum(answered), 0), coalesce(sum(asked), 0)]::integer[] INTO found FROM (
        SELECT answered, asked FROM (
            SELECT answered, asked, over_at FROM seat WHERE player_id = p_player AND asked > 0
            UNION ALL
            SELECT answered, asked, over_at FROM former_seat WHERE player_id = p_player AND asked > 0
        ) played
        WHERE over_at >= service_now() - interval '1 year' AND over_at < date_trunc('day', service_now(), 'UTC')
        ORDER BY over_at DESC LIMIT 20
    ) latest;
    RETURN found;
END
$$

--;;
DROP TRIGGER IF EXISTS write_seats ON seat

--;;
DROP TRIGGER IF EXISTS write_seats ON loan

--;;
DROP TRIGGER IF EXISTS write_seats_again ON loan
