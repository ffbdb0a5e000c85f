-- Finished games at rest: all rows of a log in one row, by the month in which the match ended.
CREATE TABLE game_archive (
    finished_month date         NOT NULL,
    game_id        uuid         NOT NULL,
    version        log_position NOT NULL,
    chain          digest       NOT NULL,
    format         smallint     NOT NULL,
    ends           integer[]    NOT NULL,  -- number of the last event in each frame
    frames         bytea[]      NOT NULL,
    moved_by       xid8         NOT NULL,  -- the transaction that let the log go
    moved_at       timestamptz  NOT NULL,
    PRIMARY KEY (finished_month, game_id),
    CHECK (cardinality(ends) = cardinality(frames) AND ends[cardinality(ends)] = version)
) PARTITION BY RANGE (finished_month)

--;;
-- From one game to the next, whenever they ended: for audits.
CREATE INDEX game_archive_by_game ON game_archive (game_id)

--;;
-- The frames are compressed already.
ALTER TABLE game_archive ALTER frames SET STORAGE EXTERNAL

--;;
CREATE FUNCTION refuse_changing_the_archive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the archive is for ever: % on % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$

--;;
CREATE TRIGGER guard_rows BEFORE UPDATE OR DELETE ON game_archive
    FOR EACH ROW EXECUTE FUNCTION refuse_changing_the_archive()

--;;
CREATE TRIGGER guard_table BEFORE TRUNCATE ON game_archive
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_the_archive()

--;;
-- The partition of a month, made when its first game comes. Attached, not created in place: that would lock out readers.
CREATE FUNCTION make_archive_partition(p_month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    part CONSTANT text := 'game_archive_' || to_char(p_month, 'YYYY_MM');
    following CONSTANT date := p_month + interval '1 month';
BEGIN
    IF p_month <> date_trunc('month', p_month)::date THEN
        RAISE EXCEPTION 'a month begins with its first day' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('game_archive'));
    IF to_regclass(part) IS NOT NULL THEN
        RETURN;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE game_archive INCLUDING ALL)', part);
    EXECUTE format('CREATE TRIGGER guard_table BEFORE TRUNCATE ON %I '
        'FOR EACH STATEMENT EXECUTE FUNCTION refuse_changing_the_archive()', part);
    EXECUTE format('ALTER TABLE game_archive ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, p_month, following);
END
$$

--;;
-- Move the log of a finished game into the archive. False: the game is not as the caller read it, or somebody holds its
-- row, and nothing is done. It does not wait, since the caller holds the rows of other games.
CREATE FUNCTION archive_game(
    p_game uuid,
    p_version integer,
    p_chain bytea,
    p_commands integer,
    p_format smallint,
    p_ends integer[],
    p_frames bytea[]
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    month date;
    events integer;
    commands integer;
BEGIN
    SELECT date_trunc('month', g.updated_at AT TIME ZONE 'UTC')::date INTO month FROM game g
    WHERE g.id = p_game AND g.version = p_version AND g.chain = p_chain AND g.status = 2
        AND g.archived_month IS NULL AND g.quarantined_at IS NULL
    FOR UPDATE SKIP LOCKED;
    IF NOT FOUND OR NOT EXISTS (
        SELECT FROM event e WHERE e.game_id = p_game AND e.seq = p_version AND e.chain = p_chain
    ) THEN
        RETURN false;
    END IF;
    INSERT INTO game_archive (finished_month, game_id, version, chain, format, ends, frames, moved_by, moved_at)
        VALUES (month, p_game, p_version, p_chain, p_format, p_ends, p_frames, pg_current_xact_id(), service_now());
    UPDATE game SET archived_month = month, state_cache = NULL, clock_cache = NULL WHERE id = p_game;
    DELETE FROM event WHERE game_id = p_game;
    GET DIAGNOSTICS events = ROW_COUNT;
    DELETE FROM command WHERE game_id = p_game;
    GET DIAGNOSTICS commands = ROW_COUNT;
    IF events <> p_version OR commands <> p_commands THEN
        RAISE EXCEPTION 'the log has % events of % commands', events, commands USING ERRCODE = 'check_violation';
    END IF;
    RETURN true;
END
$$

--;;
REVOKE EXECUTE ON FUNCTION make_archive_partition, archive_game FROM PUBLIC
