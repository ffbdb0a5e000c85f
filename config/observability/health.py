"""Liveness and readiness, for supervisors and load balancers; nothing about games.

The broker is reported and never decides: it only shortens latency. A read-only database makes the check for commands
fail, but not the one for reads. The answer comes within a second although the database
or the cache server hangs: `config.database` and the timeouts of the cache see to that.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from config.checks import is_read_only, moved_clock, not_durable

OK: Final = "ok"
READ_ONLY: Final = "read only"
UNREACHABLE: Final = "unreachable"
CACHE_SECONDS: Final = 0.2
_cache_thread: Final = ThreadPoolExecutor(1, "health")  # started by the first probe


@require_safe
def livez(_request: HttpRequest) -> HttpResponse:
    """Return 200 as long as this process answers at all; touches nothing else."""
    return JsonResponse({"status": "alive"})


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Return 200 when commands can be accepted, else 503; one word per part says why."""
    return _answer(OK)


@require_safe
def readyz_reads(_request: HttpRequest) -> HttpResponse:
    """Return 200 when reads can be answered: as `readyz`, but also for a read-only database."""
    return _answer(OK, READ_ONLY)


def _answer(*enough: str) -> HttpResponse:
    # Both servers are queried at once, since both may hang.
    cache_answer, end = _cache_thread.submit(_cache), monotonic() + CACHE_SECONDS
    parts = {"database": _database(), "cache": _by(end, cache_answer)}
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
        return UNREACHABLE
    return OK


def _by(end: float, answer: Future[str]) -> str:
    try:
        return answer.result(max(0.0, end - monotonic()))
    except TimeoutError:
        return UNREACHABLE


def _cache() -> str:
    try:
        cache.get("readyz")
    except Exception:  # noqa: BLE001  each cache backend has its own errors, and none of them decides
        return UNREACHABLE
    return OK
