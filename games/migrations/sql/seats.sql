-- The seats of a game in its own row, with the names of their players: every look and every move reads them, and from
-- `seat` and `players_player` they would be a third of what a look costs PostgreSQL. `seat` stays the truth for joins.
-- Text, for it is only read as a whole. A game is inserted with its seats; from then on triggers keep them in step.
-- Locks are taken in this order: player, game (several by their id), seat.
-- Statements are separated by a line "--;;".

CREATE FUNCTION seats_of(p_game uuid) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT json_agg(json_build_array(s.kind, s.player_id, p.name, nullif(s.bot, ''), s.since_version, (
        -- The last loan, whether it is over or not: readers compare the time.
        SELECT json_build_array(l.borrower_id, l.since_version, (extract(epoch FROM l.until_at) * 1000000)::bigint)
        FROM loan l WHERE l.game_id = s.game_id AND l.seat_no = s.seat_no AND l.borrower_id IS NOT NULL
        ORDER BY l.since_version DESC LIMIT 1
    )) ORDER BY s.seat_no)::text
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

--;;
CREATE FUNCTION loan_has_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM write_seats(coalesce(NEW.game_id, OLD.game_id));
    RETURN NULL;
END
$$

--;;
CREATE TRIGGER write_seats AFTER UPDATE OF borrower_id, until_at ON loan
    FOR EACH ROW EXECUTE FUNCTION loan_has_changed()

--;;
CREATE TRIGGER write_seats_again AFTER DELETE ON loan
    FOR EACH ROW WHEN (OLD.borrower_id IS NOT NULL) EXECUTE FUNCTION loan_has_changed()

--;;
CREATE FUNCTION seat_has_another_player() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Whoever has borrowed it keeps their row, because they know what the seat saw.
    DELETE FROM loan WHERE game_id = NEW.game_id AND seat_no = NEW.seat_no AND borrower_id IS NULL;
    UPDATE loan SET until_at = service_now()
        WHERE game_id = NEW.game_id AND seat_no = NEW.seat_no AND until_at > service_now();
    RETURN NULL;
END
$$

--;;
-- A seat is lent by its player: nobody holds it on loan from somebody who is gone.
CREATE TRIGGER end_loans AFTER UPDATE OF player_id ON seat
    FOR EACH ROW WHEN (OLD.player_id IS DISTINCT FROM NEW.player_id) EXECUTE FUNCTION seat_has_another_player()
