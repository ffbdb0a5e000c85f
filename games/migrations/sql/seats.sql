-- The seats of a game in its own row, with the names of their players: every look and every move reads them, and from
-- `seat` and `players_player` they would be a third of what a look costs PostgreSQL. `seat` stays the truth for joins.
-- Text, for it is only read as a whole. A game is inserted with its seats; from then on triggers keep them in step.
-- Locks are taken in this order: player, game (several by their id), seat.
-- Statements are separated by a line "--;;".

CREATE FUNCTION seats_of(p_game uuid) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT json_agg(json_build_array(s.kind, s.player_id, p.name, nullif(s.bot, ''), s.since_version) ORDER BY s.seat_no)::text
    FROM seat s LEFT JOIN players_player p ON p.id = s.player_id WHERE s.game_id = p_game
$$

--;;
CREATE FUNCTION write_seats(p_game uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- The lock by a statement of its own: the next one then sees what the last holder of the lock has committed.
    PERFORM FROM game WHERE id = p_game FOR NO KEY UPDATE;
    UPDATE game SET seats = seats_of(p_game) WHERE id = p_game;
END
$$

--;;
CREATE FUNCTION seat_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM write_seats(NEW.game_id);
    RETURN NULL;
END
$$

--;;
-- The end of a match names none of these columns.
CREATE TRIGGER write_seats AFTER UPDATE OF kind, player_id, bot ON seat
    FOR EACH ROW EXECUTE FUNCTION seat_has_changed()

--;;
CREATE FUNCTION player_has_a_new_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A player may have thousands of games: all locks first, in order, then all rows in one statement.
    PERFORM FROM game WHERE id IN (SELECT game_id FROM seat WHERE player_id = NEW.id) ORDER BY id FOR NO KEY UPDATE;
    UPDATE game SET seats = seats_of(id) WHERE id IN (SELECT game_id FROM seat WHERE player_id = NEW.id);
    RETURN NULL;
END
$$

--;;
-- Who seats a player holds the player's row (`players.locks.keep_player`), so that no seat is taken meanwhile.
CREATE TRIGGER write_seats AFTER UPDATE OF name ON players_player
    FOR EACH ROW WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION player_has_a_new_name()
