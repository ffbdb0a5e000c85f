#!/bin/sh
# Run once, by PostgreSQL's official image, when the database is made: roles, passwords, and the way in for backups.
set -eu
psql -q -v ON_ERROR_STOP=1 -U postgres -d postgres -f "${DEPLOY:-/deploy}/postgresql/database.sql"
echo "host replication backup all scram-sha-256" >>"$PGDATA/pg_hba.conf"
