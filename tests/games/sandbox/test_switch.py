"""Where sandbox mode can be switched on, and where it is refused."""

from __future__ import annotations

import runpy
import subprocess
import sys
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from config import checks
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port
from games.api import urls
from games.sandbox import mode
from tests.faults.stack import service_environment
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def test_nothing_works_before_the_database_is_a_sandbox(ada: Person) -> None:
    for answer in (
        ada.client.get("/v1/sandbox/clock"),
        ada.client.get("/v1/sandbox/mails"),
        ada.client.send("/v1/sandbox/clock/advance", {"days": 1}),
        ada.client.send("/v1/sandbox/players", {"players": [{}]}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "not_a_sandbox")


@pytest.mark.usefixtures("sandbox_mode")
def test_a_database_becomes_one_once_and_stays_one() -> None:
    call_command("sandbox", "on")
    assert tables.raw("SELECT count(*) FROM sandbox_clock")[0][0] == 1
    assert mode.is_on()


def test_a_database_with_games_becomes_none() -> None:
    tables.lobby_of(tables.person())
    with pytest.raises(CommandError, match="one of its own"):
        call_command("sandbox", "on")


def test_an_installation_without_sandbox_makes_none(settings: SettingsWrapper) -> None:
    settings.SANDBOX = False
    with pytest.raises(CommandError, match="SANDBOX is not set"):
        call_command("sandbox", "on")


@pytest.mark.usefixtures("sandbox_mode")
def test_a_service_that_is_no_sandbox_refuses_the_database_of_one(
    settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Client().get("/readyz").status_code == 200
    settings.SANDBOX = False
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "clock moved")
    monkeypatch.setattr("signal.signal", lambda *_: None)  # the tests keep theirs
    monkeypatch.setattr("config.topology.demand", lambda: None)  # it closes the connection, and with it this sandbox
    with pytest.raises(CommandError, match="sandbox"):
        call_command("sweeper", stdout=StringIO())
    assert [error.id for error in checks.the_clock_is_real(databases=["default"])] == ["flipside.E002"]


def test_without_sandbox_there_are_no_such_routes(settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.urls.register_converter", lambda *_: None)  # the converters are registered already
    assert any("sandbox" in route for route in _routes())
    settings.SANDBOX = False
    assert not any("sandbox" in route for route in _routes())


def _routes() -> list[str]:
    """Return the routes of the API in a new process."""
    made = runpy.run_path(urls.__file__)
    return [str(one.pattern) for one in made["urlpatterns"]]


def test_a_clock_moved_by_other_means_is_refused_as_well(settings: SettingsWrapper) -> None:
    settings.SANDBOX = False
    assert checks.moved_clock() is None
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL flipside.clock_offset = '1 hour'")
    assert "moved" in (checks.moved_clock() or "")
    assert Client().get("/readyz").json()["database"] == "clock moved"


@pytest.fixture
def moved_for_all() -> Iterator[None]:
    """Move the clock of every new session of this database."""
    database = connection.ops.quote_name(connection.settings_dict["NAME"])
    tables.raw(f"ALTER DATABASE {database} SET flipside.clock_offset = '1 hour'")
    yield
    tables.raw(f"ALTER DATABASE {database} RESET flipside.clock_offset")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("moved_for_all")
@pytest.mark.parametrize("server", ["config.servers.web", "config.servers.streams"])
@pytest.mark.slow
def test_no_server_starts_on_a_clock_that_is_moved(server: str) -> None:
    command = [sys.executable, "-m", server, "--bind", f"127.0.0.1:{free_port()}"]
    environment = service_environment() | {"SANDBOX": "0"}
    ended = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 1
    assert "Refusing to start" in ended.stderr


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("moved_for_all")
@pytest.mark.slow
def test_nothing_is_migrated_on_a_clock_that_is_moved() -> None:
    """This holds for all settings: manage.py uses those for development by default."""
    environment = service_environment() | {"SANDBOX": "0", "DJANGO_SETTINGS_MODULE": "config.settings.development"}
    ended = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert "flipside.E002" in ended.stderr
