"""Firefox and WebKit, driven by what they bring themselves: Marionette, and WebDriver.

Playwright drives builds of its own only. What is here is as much as the tests need: open an address, run a script.
"""

from __future__ import annotations

import json
import shutil
import socket
import tempfile
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import httpx

from devtools.stack.child import Child
from devtools.stack.port import free_port
from devtools.stack.wait import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FIREFOX: Final = ("firefox-esr", "firefox")
WEBKIT: Final = ("WebKitWebDriver",)
MINI_BROWSERS: Final = "*/webkit2gtk-4.*/MiniBrowser"
START: Final = 60
"""Seconds that a browser may take to start."""
PATIENCE: Final = 20
"""Seconds until a page must show what is waited for."""
PREFERENCES: Final = """
user_pref("marionette.port", 0);
user_pref("intl.accept_languages", "en");
"""
# Ends when the script returns something, which is then the answer; null when it never did.
WAIT: Final = """
const [[given0, given1], patience, answer] = arguments;
const ask = () => { SCRIPT };
const end = performance.now() + 1000 * patience;
(function look() {
  const found = ask();
  if (found !== null && found !== undefined && found !== false) answer(found);
  else if (performance.now() > end) answer(null);
  else setTimeout(look, 50);
})();
"""


class Driver(Protocol):
    """What carries a command of the WebDriver protocol to a browser."""

    def open(self, address: str) -> None:
        """Go to an address, and return when it is loaded."""

    def execute(self, script: str, given: list[Any], *, waits: bool) -> Any:
        """Run the body of a function; one that waits calls its last argument with the answer."""


class Window:
    """A window of a browser."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        """Go to an address."""
        self.driver.open(address)

    def run(self, script: str, *given: object) -> Any:
        """Return what the body of an asynchronous function returns."""
        body = f"""const [given, answer] = arguments;
            (async (...arguments) => {{ {script} }})(...given).then((it) => answer([it ?? null]), (error) => answer(String(error)));
        """  # noqa: E501  a statement of a script
        found = self.driver.execute(body, [list(given)], waits=True)
        assert not isinstance(found, str), found
        return found[0]

    def wait(self, script: str, *given: object) -> Any:
        """Return what a script returns as soon as it returns something; fail if it never does."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                found = self.driver.execute(WAIT.replace("SCRIPT", script), [list(given), PATIENCE], waits=True)
            except Gone:
                continue  # the page went on to another while we waited
            assert found is not None, f"{script}\n{self.run('return document.body.innerText')}"
            return found
        raise AssertionError(script)

    def sees(self, selector: str, text: str = "") -> Any:
        """Wait for an element with a text in it; return its whole text."""
        script = """return [...document.querySelectorAll(given0)].map((one) => one.textContent).find((one) => one.includes(given1))
            ?.concat(' ')"""  # noqa: E501  a statement of a script
        return self.wait(script, selector, text)

    def click(self, selector: str) -> None:
        """Wait for an element, and click it."""
        self.wait("const found = document.querySelector(given0); found?.click(); return found !== null", selector)


class Gone(Exception):
    """Raised when the page that ran a script is no more."""


def _failure(message: str) -> Exception:
    return Gone() if "unload" in message or "navigat" in message else RuntimeError(message)


class Marionette:
    """Firefox's own protocol: length, colon, JSON."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")
        self.number = 0
        self._read()  # its greeting
        self.call("NewSession", capabilities={})

    def call(self, command: str, **given: Any) -> Any:
        """Return the answer to a command. Raises Gone and RuntimeError."""
        self.number += 1
        message = json.dumps([0, self.number, f"WebDriver:{command}", given]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._read()
        if error is not None:
            raise _failure(error["message"])
        return answer

    def open(self, address: str) -> None:
        self.call("Navigate", url=address)

    def execute(self, script: str, given: list[Any], *, waits: bool) -> Any:
        return self.call("ExecuteAsyncScript" if waits else "ExecuteScript", script=script, args=given)["value"]

    def close(self) -> None:
        """End the connection."""
        self.file.close()
        self.socket.close()

    def _read(self) -> Any:
        length = b"".join(iter(partial(self.file.read, 1), b":"))
        return json.loads(self.file.read(int(length)))


class WebDriver:
    """The protocol of the W3C, as WebKit speaks it."""

    def __init__(self, address: str, capabilities: dict[str, Any]) -> None:
        self.client = httpx.Client(base_url=address, timeout=60, trust_env=False)
        session = self.call("/session", capabilities={"alwaysMatch": capabilities})["sessionId"]
        self.session = f"/session/{session}"

    def call(self, path: str, **given: Any) -> Any:
        """Return the answer to a command. Raises Gone and RuntimeError."""
        answer = self.client.post(path, json=given).json()["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise _failure(answer["message"])
        return answer

    def open(self, address: str) -> None:
        self.call(f"{self.session}/url", url=address)

    def execute(self, script: str, given: list[Any], *, waits: bool) -> Any:
        return self.call(f"{self.session}/execute/{'async' if waits else 'sync'}", script=script, args=given)

    def close(self) -> None:
        """End the session, and with it the browser."""
        self.client.delete(self.session)
        self.client.close()


@contextmanager
def firefox() -> Iterator[Window]:
    """Start Firefox with a profile of its own."""
    program = _found(FIREFOX)
    with tempfile.TemporaryDirectory() as profile:
        Path(profile, "user.js").write_text(PREFERENCES)
        command = [program, "--headless", "--marionette", "--no-remote", "--profile", profile]
        port = Path(profile, "MarionetteActivePort")
        with _running(command, lambda: port.exists() and bool(port.read_text())):
            driver = Marionette(int(port.read_text()))
            try:
                yield Window(driver)
            finally:
                driver.close()


@contextmanager
def webkit() -> Iterator[Window]:
    """Start the small browser of WebKitGTK on a screen that nobody sees."""
    port = free_port()
    command = ["xvfb-run", "-a", _found(WEBKIT), f"--port={port}"]
    with _running(command, partial(_listens, port)):
        options = {"binary": str(_mini_browser()), "args": ["--automation"]}
        driver = WebDriver(f"http://127.0.0.1:{port}", {"webkitgtk:browserOptions": options})
        try:
            yield Window(driver)
        finally:
            driver.close()


BROWSERS: Final = {"firefox": firefox, "webkit": webkit}


def is_here(name: str) -> bool:
    """Return whether a browser is installed, with what drives it."""
    if name == "firefox":
        return any(map(shutil.which, FIREFOX))
    return all(map(shutil.which, (*WEBKIT, "xvfb-run"))) and _mini_browser() is not None


def _found(names: tuple[str, ...]) -> str:
    return next(path for path in map(shutil.which, names) if path is not None)


def _mini_browser() -> Path | None:
    return next(Path("/usr/lib").glob(MINI_BROWSERS), None)


@contextmanager
def _running(command: list[str], answers: Callable[[], bool]) -> Iterator[None]:
    """Run a browser that answers. Raises Trouble if it does not."""
    with tempfile.TemporaryDirectory() as folder:
        child = Child(Path(command[0]).name, command, log=Path(folder, "log"))
        try:
            until(answers, child, START)
            yield
        finally:
            child.stop()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
