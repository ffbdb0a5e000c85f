"""A drill of backups: base backup and WAL, a restore to a moment, and what clients and operators find then."""
