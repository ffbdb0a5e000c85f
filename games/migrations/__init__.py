"""The schema of the games app. The SQL in `sql/` belongs to the migration that reads it: never edit a released one."""
