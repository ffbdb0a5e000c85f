"""`manage.py distribute`: every step is done once, in a transaction of its own, and may be repeated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from common.database import queries, sql_files
from games.distribution.tables import BY_GAME, COPIED, ON_NODES, UNPARTITIONED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FUNCTIONS: Final = Path(__file__).with_name("functions.sql")
SHARDS: Final = 32
"""Parts into which the games are divided, unless the operator asks for another number."""
MOST_ROWS: Final = 1_000_000
"""Most rows of a partitioned table that are copied into one without partitions, in one transaction."""

PLAIN: Final = """
SELECT name FROM unnest(%s::text[]) WITH ORDINALITY AS wanted (name, n)
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(name)) ORDER BY n
"""
NODES_WITHOUT: Final = """
SELECT count(*) FROM run_command_on_all_nodes($$SHOW {setting}$$) WHERE NOT success OR result IN ('off', '0')
"""


class Refused(Exception):
    """The database cannot be distributed, or not by this command."""


def distribute(say: Callable[[str], object], shards: int = SHARDS) -> None:
    """Do what is left to do, and tell `say` of each step. Raises `Refused`."""
    _demand_cluster()
    with transaction.atomic():
        for name in UNPARTITIONED:
            _merge_partitions(name, say)
    with transaction.atomic():
        for statement in FUNCTIONS.read_text(encoding="utf-8").split(sql_files.SEPARATOR):
            _execute(statement)
    say("functions and triggers are those of a cluster")
    for name in COPIED:
        if _is_plain(name):
            _alone("SELECT create_reference_table(%s::text::regclass)", name)
            say(f"{name}: a copy on every node")
    for name, column in BY_GAME.items():
        if not _is_plain(name):
            continue
        beside = "none" if name == "game" else "game"
        count = shards if name == "game" else None
        _alone(
            "SELECT create_distributed_table(%s::text::regclass, %s::text, colocate_with => %s::text,"
            " shard_count => %s::int)",
            name, column, beside, count,
        )  # fmt: skip
        say(f"{name}: divided by {column}")
    for function in ON_NODES:
        _alone("SELECT create_distributed_function(%s::text::regprocedure)", function)
    say("all other tables lie on the coordinator")


def undistributed() -> list[str]:
    """Return the tables that `distribute` has not placed yet. Raises `Refused` without the extension."""
    _demand_extension()
    return [name for (name,) in queries.rows(PLAIN, [*COPIED, *BY_GAME])]


def _demand_cluster() -> None:
    if not settings.DATABASE_SHARDED:
        raise Refused("DATABASE_SHARDED is not set: set it for all processes first")
    _demand_extension()
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise Refused("the tables are not those of this version: run `manage.py migrate` first")
    if not queries.rows("SELECT true FROM citus_get_active_worker_nodes()"):
        raise Refused("the cluster has no nodes: add each by SELECT citus_add_node('host', 5432)")
    for fault in node_faults():
        raise Refused(fault)


def node_faults() -> Iterator[str]:
    """Yield what is wrong with settings of the nodes."""
    for setting, value in (("citus.enable_unsafe_triggers", "on"), ("max_prepared_transactions", "100")):
        [(wrong,)] = queries.rows(NODES_WITHOUT.format(setting=setting))
        if wrong:
            yield f"{wrong} nodes have not set {setting}: set {setting} = {value} in postgresql.conf of all nodes"


def _demand_extension() -> None:
    if not queries.rows("SELECT true FROM pg_extension WHERE extname = 'citus'"):
        raise Refused("the database has no Citus: run CREATE EXTENSION citus on all nodes")


def _is_plain(table: str) -> bool:
    return bool(queries.rows(PLAIN, [table]))


def _alone(statement: str, *parameters: object) -> None:
    """Run a statement in a transaction of its own, one shard at a time: it writes to the catalogues of all nodes."""
    with transaction.atomic():
        queries.rows("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
        queries.rows(statement, *parameters)


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _merge_partitions(table: str, say: Callable[[str], object]) -> None:
    [(kind,)] = queries.rows("SELECT relkind::text FROM pg_class WHERE oid = %s::text::regclass", table)
    if kind != "p":
        return
    [(rows,)] = queries.rows(f"SELECT count(*) FROM (SELECT true FROM {table} LIMIT {MOST_ROWS + 1}) counted")  # noqa: S608 - ours
    if rows > MOST_ROWS:
        raise Refused(
            f"{table} has more than {MOST_ROWS:,} rows: dump the games by `manage.py export_games` and import them into"
            " a new cluster"
        )
    triggers = queries.rows(
        "SELECT tgname::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = %s::text::regclass"
        " AND NOT tgisinternal",
        table,
    )
    queries.rows(f"ALTER TABLE {table} RENAME TO {table}_partitioned")
    queries.rows(f"CREATE TABLE {table} (LIKE {table}_partitioned INCLUDING ALL)")
    queries.rows(f"INSERT INTO {table} SELECT * FROM {table}_partitioned")  # noqa: S608 - ours
    queries.rows(f"DROP TABLE {table}_partitioned")
    for _, definition in triggers:
        _execute(definition)
    say(f"{table}: {rows} rows in one table instead of partitions")
