#!/bin/bash
# Stands in for the entrypoint of PostgreSQL's official image in the drill: the part of its documented behavior that
# compose.yaml relies on. As root it becomes the account `postgres`; a first start makes the database and runs
# /docker-entrypoint-initdb.d.
set -euo pipefail

if [ "$1" != postgres ]; then
    exec "$@"
fi

if [ "$(id -u)" = 0 ]; then
    install -d -o postgres -g postgres -m 0700 "$PGDATA"
    chown -R postgres: "$PGDATA" /var/run/postgresql
    exec gosu postgres "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    : "${POSTGRES_PASSWORD:?}"
    # Words of the arguments, as the image documents them.
    # shellcheck disable=SC2086
    initdb --username=postgres --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    pg_ctl --wait -o "-c listen_addresses=''" start
    for script in /docker-entrypoint-initdb.d/*; do
        if [ -x "$script" ]; then
            "$script"
        else
            # shellcheck source=/dev/null
            . "$script"
        fi
    done
    pg_ctl --wait --mode=fast stop
fi

exec "$@"
