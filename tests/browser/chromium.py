"""A real Chromium, by default without scripts, driven from a thread of its own.

Playwright runs an event loop in its thread, and Django refuses database access from such a thread.
"""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

Answer = TypeVar("Answer")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
PHONE, DESK = (390, 844), (1280, 900)
"""Width and height of a window in pixels."""


class NoBrowser(Exception):
    """Raised on a machine without Chromium."""


class Chromium:
    """A browser; `run` executes a function in it and waits for the result."""

    def __init__(self, browser: Browser, thread: ThreadPoolExecutor) -> None:
        self.browser = browser
        self.thread = thread

    def run(
        self,
        script: Callable[[Page], Answer],
        size: tuple[int, int] = PHONE,
        scheme: Any = "light",
        *,
        scripts: bool = False,
        language: str = "en",
        **options: Any,
    ) -> Answer:
        """Call the function with a fresh window that keeps nothing afterwards.

        `scripts`: whether scripts of pages run. `options`: further ones of the browser's context.
        """

        def work() -> Answer:
            context = self.browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme=scheme,
                java_script_enabled=scripts,
                locale=language,
                has_touch=size == PHONE,
                **options,
            )
            try:
                page = context.new_page()
                page.set_default_timeout(10_000)
                return script(page)
            finally:
                context.close()

        return self.thread.submit(work).result()


@contextmanager
def chromium() -> Iterator[Chromium]:
    """Start the browser, and stop it at the end. Raises `NoBrowser`."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise NoBrowser
    with ThreadPoolExecutor(1, "chromium") as thread:
        driver = thread.submit(lambda: sync_playwright().start()).result()
        try:
            browser = thread.submit(lambda: driver.chromium.launch(executable_path=path, args=ARGUMENTS)).result()
            try:
                yield Chromium(browser, thread)
            finally:
                thread.submit(browser.close).result()
        finally:
            thread.submit(driver.stop).result()
