-- Notifications and their deliveries, written in one round trip.
-- Loops over single rows: each statement then finds its rows by an index, whatever the planner thinks of the tables.
-- Statements are separated by a line "--;;".

-- Adds the delivery of what a dropped one hides: of the notifications of the same command the most important one that is
-- less important than its own and of a wanted kind. `p_kinds` are all kinds, the most important first.
-- False: there is none.
CREATE FUNCTION add_stand_in(p_delivery uuid, p_kinds text[], p_wanted text[], p_next_at timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    hidden players_delivery;
    own players_notification;
    other players_notification;
BEGIN
    SELECT * INTO hidden FROM players_delivery WHERE id = p_delivery;
    SELECT * INTO own FROM players_notification WHERE id = hidden.notification_id;
    SELECT * INTO other FROM players_notification n
        WHERE n.game_id = own.game_id AND n.player_id = own.player_id AND n.created_at = own.created_at
            AND n.kind = ANY(p_wanted)
            AND array_position(p_kinds, n.kind::text) > coalesce(array_position(p_kinds, own.kind::text), 0)
        ORDER BY array_position(p_kinds, n.kind::text) LIMIT 1;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO players_delivery (id, notification_id, player_id, number, game_id, channel, device, state, digest,
                                  attempts, next_at, expires_at, error, receipt, created_at)
        VALUES (gen_random_uuid(), other.id, other.player_id, other.number, other.game_id, hidden.channel,
                hidden.device, 'pending', hidden.digest, 0, coalesce(p_next_at, hidden.next_at), other.expires_at,
                '', '', service_now())
        ON CONFLICT DO NOTHING;
    RETURN true;
END
$$

--;;
-- Adds notifications, their deliveries, and drops the deliveries that these replace. Returns the ids of those that are
-- new and whose players are active; the deliveries of others are left out.
-- `p_news` is in the order of players: two transactions then lock the same inboxes in the same order, and until they end
-- an inbox has no other writer, so that its numbers have no gaps and are seen in order.
CREATE FUNCTION add_notifications(p_news json, p_deliveries json, p_kinds text[])
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
    news record;
    dropped record;
    place integer;
    added uuid[] := '{}';
BEGIN
    FOR news IN
        SELECT * FROM json_to_recordset(p_news) AS t (
            id uuid, player_id uuid, kind text, game_id uuid, seq integer, data jsonb, about uuid, expires_at timestamptz)
    LOOP
        INSERT INTO players_inbox AS i (player_id, head, revision)
            SELECT p.id, 1, 1 FROM players_player p WHERE p.id = news.player_id AND p.is_active
                AND NOT EXISTS (SELECT FROM players_notification n WHERE n.id = news.id)
            ON CONFLICT (player_id) DO UPDATE SET head = i.head + 1, revision = i.revision + 1
            RETURNING head INTO place;
        CONTINUE WHEN NOT FOUND;
        INSERT INTO players_notification (id, player_id, number, kind, game_id, seq, data, about_id, created_at, expires_at)
            VALUES (news.id, news.player_id, place, news.kind, news.game_id, news.seq, news.data, news.about,
                    service_now(), news.expires_at);
        added := added || news.id;

        INSERT INTO players_delivery (id, notification_id, player_id, number, game_id, channel, device, state, digest,
                                      attempts, next_at, expires_at, error, receipt, created_at)
            SELECT gen_random_uuid(), news.id, news.player_id, place, news.game_id, t.channel, t.device, 'pending',
                t.digest, 0, t.next_at, news.expires_at, '', '', service_now()
            FROM json_to_recordset(p_deliveries) AS t (
                notification_id uuid, channel text, device uuid, next_at timestamptz, digest boolean)
            WHERE t.notification_id = news.id;
        -- What is about earlier events: before it in the log, because a worker may report a command after later ones.
        FOR dropped IN
            UPDATE players_delivery d SET state = 'dropped', error = 'superseded'
                FROM players_notification n, json_to_recordset(p_deliveries) AS t (
                    notification_id uuid, channel text, replaces text[], facts jsonb, wanted text[])
                WHERE d.player_id = news.player_id AND d.channel = t.channel AND d.game_id = news.game_id
                    AND d.state = 'pending' AND n.id = d.notification_id AND t.notification_id = news.id
                    AND n.kind = ANY(t.replaces) AND n.data @> t.facts
                    AND (n.seq < news.seq OR (n.seq = news.seq AND d.number < place))
                RETURNING d.id, n.id AS own, n.created_at, t.wanted
        LOOP
            -- It may have stood for several news of its command: the others are delivered now.
            PERFORM FROM players_notification n WHERE n.game_id = news.game_id AND n.player_id = news.player_id
                AND n.created_at = dropped.created_at AND n.id <> dropped.own;
            IF FOUND THEN
                PERFORM add_stand_in(dropped.id, p_kinds, dropped.wanted, NULL);
            END IF;
        END LOOP;
    END LOOP;
    RETURN added;
END
$$
