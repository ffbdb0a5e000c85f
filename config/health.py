"""Is the process alive, and can it do its work? For supervisors and load balancers; says nothing about games.

The broker is reported and never decides: it only shortens latency. A database that is only read decides for those who
send commands here, and not for those who send nothing but looks.
"""

from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from config.guard import is_read_only, moved_clock, not_durable

OK: Final = "ok"
READ_ONLY: Final = "read only"


@require_safe
def livez(_request: HttpRequest) -> HttpResponse:
    """200 as long as this process answers at all; touches nothing else."""
    return JsonResponse({"status": "alive"})


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """200 when commands can be accepted, else 503; one word per part says why."""
    return _answer(OK)


@require_safe
def readyz_reads(_request: HttpRequest) -> HttpResponse:
    """200 when looks can be answered, if nothing more: as `readyz`, but for a database that is only read."""
    return _answer(OK, READ_ONLY)


def _answer(*enough: str) -> HttpResponse:
    parts = {"database": _database(), "cache": _cache()}
    ready = parts["database"] in enough
    return JsonResponse({"status": "ready" if ready else "not ready", **parts}, status=200 if ready else 503)


def _database() -> str:
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "not migrated"
        if settings.DURABLE_DATABASE and not_durable(connection):
            return "not durable"
        if moved_clock() is not None:
            return "clock moved"
        if is_read_only(connection):
            return READ_ONLY
    except DatabaseError:
        return "unreachable"
    return OK


def _cache() -> str:
    try:
        cache.get("readyz")
    except Exception:  # noqa: BLE001  each cache backend has its own errors, and none of them decides
        return "unreachable"
    return OK
