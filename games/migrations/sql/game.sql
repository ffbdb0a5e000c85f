-- What Django does not say of the row of a game, and of the outbox.
-- Statements are separated by a line "--;;".

CREATE DOMAIN game_version AS integer CHECK (VALUE >= 0)

--;;
CREATE DOMAIN game_status AS smallint CHECK (VALUE BETWEEN 0 AND 2)

--;;
CREATE DOMAIN game_spectators AS smallint CHECK (VALUE BETWEEN 0 AND 2)

--;;
CREATE DOMAIN game_min_reliability AS smallint CHECK (VALUE BETWEEN 50 AND 99)

--;;
ALTER TABLE game
    ALTER version TYPE game_version,
    ALTER chain TYPE digest,
    ALTER status TYPE game_status,
    ALTER spectators TYPE game_spectators,
    ALTER spectator_version TYPE game_version,
    ALTER min_reliability TYPE game_min_reliability

--;;
-- One row of a game is rewritten by every command: room for HOT updates, and vacuum before the table doubles. A row with its
-- cached state is about 2.6 kB: just enough that PostgreSQL would compress it at every move, which costs more than all else.
ALTER TABLE game SET (fillfactor = 70, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02)

--;;
CREATE FUNCTION refuse_other_spectators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'who may watch a game is settled when it is set up' USING ERRCODE = 'restrict_violation';
END
$$

--;;
-- No move names this column, so no move asks the trigger.
CREATE TRIGGER guard_spectators BEFORE UPDATE OF spectators ON game
    FOR EACH ROW WHEN (NEW.spectators <> OLD.spectators) EXECUTE FUNCTION refuse_other_spectators()

--;;
-- The public games of one kind, newest first (`games/reads/lists.py`). The age is written otherwise than in the other
-- indexes: of a kind that few games have, PostgreSQL would else read all games by age, since it does not know that.
CREATE INDEX game_public_by_kind ON game (game, edition, speed, status, (created_at AT TIME ZONE 'UTC') DESC, id DESC)
    WHERE NOT private

--;;
-- A queue: mostly dead rows, and short.
ALTER TABLE outbox SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500)

--;;
-- When the lease of an entry that was tried so often ends. IMMUTABLE, for a cluster lets no other function see a column in
-- an UPDATE; it is true of seconds, which no time zone changes.
CREATE FUNCTION lease_end(p_now timestamptz, p_seconds double precision, p_attempts integer, p_doublings integer)
RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN p_now + make_interval(secs => p_seconds * 2 ^ least(p_attempts, p_doublings));
END
$$
