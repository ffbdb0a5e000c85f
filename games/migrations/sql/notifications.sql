-- What a worker writes after a command, in one round trip.
-- Statements are separated by a line "--;;".

-- Replaces the reminders of a game. False: the game has moved past that version, and nothing is written.
-- The version is checked again in the very statement that deletes, so that a worker with an older snapshot cannot remove
-- the reminders of a later one. One that it adds too late is removed when it is due: the deadline is another then.
CREATE FUNCTION replace_reminders(p_game uuid, p_version integer, p_reminders json)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    is_current boolean;
BEGIN
    WITH current AS (
        SELECT g.id FROM game g WHERE g.id = p_game AND g.version = p_version
    ), wanted AS (
        SELECT w.* FROM json_to_recordset(p_reminders)
            AS w (id uuid, player_id uuid, deadline_at timestamptz, seconds integer, due_at timestamptz)
    ), removed AS (
        DELETE FROM players_reminder r USING current
            WHERE r.game_id = p_game AND NOT EXISTS (SELECT FROM wanted w WHERE w.id = r.id)
    ), added AS (
        INSERT INTO players_reminder AS r (id, player_id, game_id, deadline_at, seconds, due_at)
            SELECT w.id, w.player_id, p_game, w.deadline_at, w.seconds, w.due_at FROM wanted w, current
            ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at
    )
    SELECT EXISTS (SELECT FROM current) INTO is_current;
    RETURN is_current;
END
$$

--;;
-- Writes the reminders and notifications of the command that ended with event `p_seq`, and deletes its claimed entry in
-- the outbox. Returns the ids of the new notifications; NULL: the game has moved past `p_version`, and nothing is written.
-- Reminders come first: what is due locks its reminder, then the inbox.
CREATE FUNCTION tell_command(
    p_game uuid, p_version integer, p_seq integer, p_reminders json, p_news json, p_deliveries json, p_kinds text[]
) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
    added uuid[];
BEGIN
    IF NOT replace_reminders(p_game, p_version, p_reminders) THEN
        RETURN NULL;
    END IF;
    added := add_notifications(p_news, p_deliveries, p_kinds);
    DELETE FROM outbox WHERE game_id = p_game AND seq = p_seq AND kind = 3 AND recipient = -1 AND attempts > 0;
    RETURN added;
END
$$
