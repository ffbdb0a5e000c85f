-- As for the row of a game: a state of some 3 kB is neither compressed nor stored apart, and is rewritten often.
ALTER TABLE audit_mark SET (fillfactor = 70, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02)
