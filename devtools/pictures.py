"""`make pictures`: takes the pictures of docs/pictures of pages that a service of its own serves."""

from __future__ import annotations

import shutil
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from playwright.sync_api import sync_playwright

from devtools.stack import supervisor
from devtools.stack.home import new_test_home
from devtools.stack.installation import stack
from devtools.stack.port import free_port
from devtools.stack.terminal import say
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
MOST_BYTES: Final = 300_000
DESK: Final = (1200, 800)
ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


class Picture(NamedTuple):
    """A picture: its file, the address of the page, width and height of the window, and the text to click first."""

    file: str
    address: str
    size: tuple[int, int]
    theme: Literal["light", "dark"]
    click: str = ""


PICTURES: Final = (
    Picture("reference.png", "/docs#operation-send_command", DESK, "light", click="Python"),
    Picture("reference-dark.png", "/docs#operation-create_game", DESK, "dark", click="TypeScript"),
)


def take(browser: Browser, service: str, picture: Picture) -> None:
    """Write one picture. Raises Trouble if it is too large."""
    width, height = picture.size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=picture.theme, locale="en")
    try:
        page = context.new_page()
        page.goto(service + picture.address)
        if picture.click:
            page.get_by_text(picture.click, exact=True).first.click()
            page.goto(service + picture.address)  # to the fragment again: what was clicked changed heights
        taken = page.screenshot(animations="disabled", caret="hide")
    finally:
        context.close()
    if len(taken) > MOST_BYTES:
        raise Trouble(f"{picture.file} has {len(taken)} bytes; at most {MOST_BYTES} are allowed.")
    (FOLDER / picture.file).write_bytes(taken)
    say(f"docs/pictures/{picture.file}: {len(taken)} bytes")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser of this machine. Raises Trouble if there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise Trouble("There is no Chromium here: install it with your package manager.")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def service() -> Iterator[str]:
    """Start a whole service with a database of its own; yield its address."""
    home = new_test_home()
    home = home.with_name(f"{home.name}-pictures")
    try:
        with stack(home, "127.0.0.1", free_port()) as running:
            yield running.address
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main(names: list[str]) -> int:
    """Take all pictures, or those whose files are named."""
    supervisor.end_by_signals()
    wanted = [picture for picture in PICTURES if not names or picture.file in names]
    try:
        with chromium() as browser, service() as address:
            for picture in wanted:
                take(browser, address, picture)
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)  # noqa: T201  a command line talks
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
