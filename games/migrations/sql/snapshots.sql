-- Snapshots: the fold after the command that crossed a multiple of 128 events, so that the table at any version is one
-- snapshot and a few events away. A cache of the log that may be emptied at any time.
-- Unpacking and folding 256 events took more than the 5 ms that a look into the past of an archived game may take.
CREATE TABLE snapshot (
    game_id        uuid         NOT NULL,
    version        log_position NOT NULL,
    state          bytea        NOT NULL,
    clock          bytea,
    state_format   smallint     NOT NULL,
    engine_version smallint     NOT NULL,
    PRIMARY KEY (game_id, version)
)

--;;
-- As for the row of a game: a state of some 3 kB is neither compressed nor stored apart.
ALTER TABLE snapshot SET (toast_tuple_target = 8160)
