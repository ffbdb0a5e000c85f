"""A drill of power cuts: a disk that forgets what was not flushed, PostgreSQL on it, and players."""
