"""Fixtures for all tests: a real PostgreSQL and a real broker, embedded unless the environment names others."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import django
import hypothesis
import pytest
from django.apps import apps

from devtools.stack.home import new_test_home
from devtools.stack.services import services
from devtools.stack.trouble import Trouble

ALONE = tuple(Path(__file__).parent / folder for folder in ("engine", "verifier", "clients", "packages"))
"""Tests that need only files and processes of their own."""

# Quick and reproducible; HYPOTHESIS_PROFILE=thorough searches further. A slow machine must not fail a test.
SLOW = [hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large]
hypothesis.settings.register_profile(
    "quick", max_examples=25, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW
)
# Coverage must not depend on the drawn examples, which vary with the loaded modules.
hypothesis.settings.register_profile(
    "once", max_examples=1, derandomize=True, database=None, deadline=None, suppress_health_check=SLOW
)
hypothesis.settings.register_profile("thorough", max_examples=1_000, deadline=None, suppress_health_check=SLOW)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

_running = contextlib.ExitStack()


def pytest_configure(config: pytest.Config) -> None:
    """Start the services and Django, unless only tests that need neither were asked for."""
    asked = [Path(argument.split("::")[0]).resolve() for argument in config.args]
    if all(any(path.is_relative_to(folder) for folder in ALONE) for path in asked):
        return
    if not hasattr(config, "workerinput"):  # the processes of a parallel run inherit the addresses from the first
        _start_services()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()


def _start_services() -> None:
    home = new_test_home()
    _running.callback(shutil.rmtree, home, ignore_errors=True)
    try:
        os.environ.update(_running.enter_context(services(home, durable=False)).environment)
    except Trouble as trouble:
        pytest.exit(str(trouble), returncode=1)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs the commits of releases in a clone that has not got them; `.ci/run` says so."""
    from devtools.release import Checkout  # noqa: PLC0415  it loads the engine

    asking = [item for item in items if item.get_closest_marker("history")]
    if asking and not Checkout().has_history():
        config.hook.pytest_deselected(items=asking)
        items[:] = [item for item in items if item not in asking]


def pytest_unconfigure() -> None:
    _running.close()


@pytest.fixture(autouse=True)
def _deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test the same deals in every run and on every machine.

    DEALS=new: different ones each time, to find bugs.
    """
    if not apps.ready or os.environ.get("DEALS") == "new":
        return
    from games.services import lobby  # noqa: PLC0415  as above
    from games.store import seeds  # noqa: PLC0415  Django is set up by now
    from tests.deals import Deals  # noqa: PLC0415  as above

    deals = Deals(request.node.nodeid)
    monkeypatch.setattr(seeds, "new_seed", deals.seed)
    monkeypatch.setattr(lobby, "_game_id", deals.game_id)


@pytest.fixture
def empty_log(db: None) -> None:  # noqa: ARG001  asks for the database
    """Start without the logs that committing tests have left: a log table refuses TRUNCATE."""
    from tests.games import tables  # noqa: PLC0415  it needs the settings

    tables.forget_logs()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Count requests however slowly the cache server answers; the service gives up after 0.1 s and allows them."""
    from common.rate_limits import counter  # noqa: PLC0415  it needs the settings

    monkeypatch.setattr(counter, "TIMEOUT", 30.0)
    monkeypatch.setattr(counter, "_state", counter._State())
    counter._drop()
    yield
    counter._drop()


@pytest.fixture
def patient_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose no hint to the worker, however slowly the broker answers; the service gives up after 0.3 s."""
    from games import hints  # noqa: PLC0415  it needs the settings

    for limit in ("socket_connect_timeout", "socket_timeout", "read_timeout", "write_timeout"):
        monkeypatch.setitem(hints.TRANSPORT, limit, 30.0)
    monkeypatch.setattr(hints, "CONNECT_SECONDS", 30.0)
    monkeypatch.setattr(hints, "_broker", hints.BrokerPool())


@pytest.fixture
def worker(transactional_db: None, patient_broker: None) -> Iterator[None]:  # noqa: ARG001  it must see what is committed
    """Run a Celery worker on the test's database and on this process's own queue, for the length of a test."""
    from celery.contrib.testing.worker import start_worker  # noqa: PLC0415  Celery needs the settings
    from celery.signals import task_postrun  # noqa: PLC0415  as above
    from django.db import connections  # noqa: PLC0415  as above

    from config.celery import app  # noqa: PLC0415  as above

    def close_connections(**_: object) -> None:
        connections.close_all()

    app.control.purge()
    # The worker's threads end with the test; what they left open would keep the database from being dropped.
    task_postrun.connect(close_connections)
    with start_worker(app, pool="threads", concurrency=2, perform_ping_check=False, shutdown_timeout=30) as running:
        pool = running.pool
        yield
    pool.executor.shutdown()
    task_postrun.disconnect(close_connections)
    connections.close_all()
