-- Roles of the database, for operators who want more than one. Run once after `manage.py migrate`, as a superuser or as an
-- owner of the tables who may make roles; and again, as the owner, after a migration that adds tables. Give each role a login
-- and a password of its own:
--     CREATE ROLE web LOGIN PASSWORD '...' IN ROLE flipside_app
-- and put that login into DATABASE_URL of web and worker; `manage.py migrate` keeps running as the owner. Behind a pooler
-- (DATABASE_POOLER) the login needs its time-outs too, for a session cannot bring them along:
--     ALTER ROLE web SET statement_timeout = '5s';
--     ALTER ROLE web SET lock_timeout = '2s';
--     ALTER ROLE web SET idle_in_transaction_session_timeout = '5s';
--
-- flipside_app     what web and worker need. It adds to the log and can neither change nor remove any of it.
-- flipside_reader  for statistics and audits by people: no private part, no seed, no cached state.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'flipside_app') THEN
        CREATE ROLE flipside_app NOLOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'flipside_reader') THEN
        CREATE ROLE flipside_reader NOLOGIN;
    END IF;
END
$$;

GRANT USAGE ON SCHEMA public TO flipside_app, flipside_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO flipside_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO flipside_app;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO flipside_app;

-- The log only grows. The partitions are tables of their own and need the same (a cluster has none); deleting a header would
-- orphan its log.
DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT 'event' UNION SELECT relid FROM pg_partition_tree('event') LOOP
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM flipside_app', part);
    END LOOP;
END
$$;
REVOKE UPDATE, DELETE, TRUNCATE ON command, option_set FROM flipside_app;

-- Into the archive there is one way, `archive_game`, which moves the whole log of a finished game. It must take the packed
-- log from who calls it: where even that is too much trust, set ARCHIVE_AFTER_DAYS=0, revoke EXECUTE on it from
-- flipside_app, and let the owner run `manage.py archive_games`.
DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT 'game_archive' UNION SELECT relid FROM pg_partition_tree('game_archive') LOOP
        EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON %s FROM flipside_app', part);
    END LOOP;
END
$$;
REVOKE UPDATE, DELETE, TRUNCATE ON players_erasure FROM flipside_app;
REVOKE DELETE, TRUNCATE ON game FROM flipside_app;

-- So does what proves it to others.
REVOKE UPDATE, DELETE, TRUNCATE ON anchor_leaf, anchor_node, transcript_signature FROM flipside_app;
REVOKE DELETE, TRUNCATE ON anchor, signing_key FROM flipside_app;

-- Column by column: what is added later stays hidden until somebody decides otherwise.
GRANT SELECT (game_id, seq, type, schema_version, actor, command_id, recorded_at, public, private_commitment, chain)
    ON event TO flipside_reader;
GRANT SELECT (game_id, command_id, actor, first_seq, last_seq) ON command TO flipside_reader;
GRANT SELECT (finished_month, game_id, version, chain, moved_at) ON game_archive TO flipside_reader;
GRANT SELECT (id, version, chain, status, private, game, edition, option_set_id, seat_count, open_seats, turn_seat,
    worker_due, deadline_at, quarantined_at, created_at, updated_at) ON game TO flipside_reader;
GRANT SELECT (game_id, seat_no, seat_uid, kind, bot) ON seat TO flipside_reader;
GRANT SELECT ON option_set, anchor, anchor_leaf, anchor_node, signing_key, transcript_signature TO flipside_reader;
