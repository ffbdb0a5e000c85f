"""Fixtures of the web client's tests: one whole service, and windows that record what their pages complain of."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from tests.browser.chromium import PHONE
from tests.browser.web.webdriver import BROWSERS, is_here
from tests.clients import live

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import ConsoleMessage, Page

    from tests.browser.chromium import Chromium

Answer = TypeVar("Answer")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests whose programs are not on this machine, and say so."""
    if shutil.which("npm") is None:
        axe = [item for item in items if "axe" in getattr(item, "fixturenames", ())]
        _leave_out(config, items, axe, "There is no npm here: the tests with axe-core are left out.")
    for name in BROWSERS:
        if not is_here(name):
            its = [item for item in items if _other_browser(item) == name]
            _leave_out(config, items, its, f"There is no {name} here that tests can drive: its tests are left out.")


def _other_browser(item: pytest.Item) -> str | None:
    return item.callspec.params.get("other_browser") if hasattr(item, "callspec") else None


def _leave_out(config: pytest.Config, items: list[pytest.Item], without: list[pytest.Item], why: str) -> None:
    if without:
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]
        config.pluginmanager.get_plugin("terminalreporter").write_line(why)


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """Return the address of a whole service: database, broker, web, streams, worker, sweeper and beat.

    It has no limits by network: the people of all tests come from one.
    """
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("RATE_LIMITS", "off")
        with live.live() as address:
            yield address


class Windows:
    """Opens windows of people who have never been here."""

    def __init__(self, browser: Chromium, service: str) -> None:
        self.browser = browser
        self.service = service
        self.complaints: list[str] = []
        """What the browser wrote to its console as an error, a broken policy included."""

    def run(self, script: Callable[[Page], Answer], size: tuple[int, int] = PHONE, **options: Any) -> Answer:
        """Call the function with a fresh window at the first page, in the browser's thread."""

        def watched(page: Page) -> Answer:
            self.watch(page)
            page.goto(self.service)
            return script(page)

        return self.browser.run(watched, size, scripts=True, **options)

    def watch(self, page: Page) -> None:
        """Note what the page complains of; a test that asks for it calls this for further windows."""
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(f"{said.text} {said.location.get('url', '')}".strip())


@pytest.fixture
def windows(browser: Chromium, service: str) -> Iterator[Windows]:
    """Return the way to open windows; fail afterwards if a page complained."""
    opened = Windows(browser, service)
    yield opened
    assert opened.complaints == []
