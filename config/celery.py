"""The Celery app. It shortens latency; correctness does not depend on it.

Tasks live in `games.tasks`, their settings in `config.settings`.
"""

import os
from typing import Any

import structlog
from celery import Celery
from celery.signals import setup_logging, task_postrun, task_prerun, worker_init
from django.conf import settings
from django.db import close_old_connections

from config.observability import traces
from config.observability.logging import configure
from config.startup import forget_again
from games.hints import CAUSES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")  # the same as in the web process
app = Celery("flipside")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_finalize.connect(weak=False)
def plan_periodic_work(sender: Celery, **_: object) -> None:
    """Have beat send the tasks of the schedule."""
    from games.schedule import beat_schedule  # noqa: PLC0415  it needs the apps

    sender.conf.beat_schedule = beat_schedule()


@setup_logging.connect(weak=False)
def log_like_the_web(**_: object) -> None:
    """Keep Celery from installing handlers of its own beside ours."""
    configure(settings.LOGGING)


@task_prerun.connect(weak=False)
def on_a_sound_connection(**_: object) -> None:
    """Close the connection if an earlier task found it broken; the task opens another."""
    close_old_connections()


@task_prerun.connect(weak=False)
def name_the_task(task_id: str, task: Any, **_: object) -> None:
    """Have every log line of a task name it, and begin its span."""
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)
    traces.task_begins(task_id, task.name, (task.request.headers or {}).get(CAUSES) or {})


@task_postrun.connect(weak=False)
def forget_the_task(task_id: str, state: str, **_: object) -> None:
    """End what `name_the_task` began."""
    traces.task_ends(task_id, state)
    structlog.contextvars.unbind_contextvars("task", "task_id")


@worker_init.connect(weak=False)
def with_servers_that_fit(**_: object) -> None:
    """Refuse servers that are not what the settings say."""
    from config import topology  # noqa: PLC0415  it needs the settings

    topology.demand()


@worker_init.connect(weak=False)
def by_the_real_clock(**_: object) -> None:
    """Refuse a database whose clock can be moved, unless this is a sandbox."""
    from config.checks import demand_real_clock  # noqa: PLC0415  it needs the settings

    demand_real_clock()


@worker_init.connect(weak=False)
def nobody_who_was_erased(**_: object) -> None:
    """Read the erasure ledger before the first task."""
    forget_again()
