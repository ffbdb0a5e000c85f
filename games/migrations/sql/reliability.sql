-- The turns that a player made in time and was asked for, in their latest 20 matches of a year. Matches of the day (UTC)
-- are left out: nobody sees by the numbers that a private match has just ended.
CREATE FUNCTION latest_turns(p_player uuid) RETURNS integer[] LANGUAGE sql STABLE AS $$
    SELECT ARRAY[coalesce(sum(answered), 0), coalesce(sum(asked), 0)]::integer[] FROM (
        SELECT answered, asked FROM (
            (SELECT answered, asked, over_at FROM seat
            WHERE player_id = p_player AND asked > 0
                AND over_at >= service_now() - interval '1 year' AND over_at < date_trunc('day', service_now(), 'UTC')
            ORDER BY over_at DESC LIMIT 20)
            UNION ALL
            -- Seats that they have given up, and that a substitute has taken over.
            SELECT answered, asked, over_at FROM former_seat
            WHERE player_id = p_player AND asked > 0
                AND over_at >= service_now() - interval '1 year' AND over_at < date_trunc('day', service_now(), 'UTC')
        ) played
        ORDER BY over_at DESC LIMIT 20
    ) latest
$$
