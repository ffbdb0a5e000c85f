"""`make pictures`: takes the pictures of docs/pictures of pages that a service of its own serves."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from playwright.sync_api import sync_playwright

from devtools import admin_pictures, web_pictures
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
SETTLED: Final = """async () => {
  const isDrawn = use => { const { width, height } = use.getBoundingClientRect(); return width > 0 && height > 0; };
  const isHidden = use => use.closest('svg').getClientRects().length === 0;
  const isEndless = effect => effect.getTiming().iterations === Infinity;
  await document.fonts.ready;
  await Promise.all([...document.images].map(image => image.decode()));
  await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll('svg use')].every(use => isDrawn(use) || isHidden(use))
    && document.getAnimations().every(({ playState, effect }) => playState !== 'running' || isEndless(effect))
    && document.querySelector('main[aria-busy], [aria-busy=true]') === null;
}"""
"""Whether the letters and drawings of a page are there, and its cards lie still."""
MOST_BYTES: Final = 300_000
DESK: Final = (1200, 800)
PHONE: Final = (780, 1688)
ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


class Picture(NamedTuple):
    """A picture: its file, the address of the page or a scene that opens it, and width and height in pixels.

    `click`: the text to click first. `scale`: pixels of the picture for one of the window.
    """

    file: str
    address: str
    size: tuple[int, int]
    theme: Literal["light", "dark"]
    click: str = ""
    scale: int = 1
    scene: web_pictures.Scene | None = None


def _web(
    name: str,
    scene: web_pictures.Scene,
    size: tuple[int, int] = PHONE,
    theme: Literal["light", "dark"] = "light",
    scale: int = 2,
) -> Picture:
    return Picture(f"web-{name}.png", "", size, theme, scale=scale, scene=scene)


PICTURES: Final = (
    Picture("reference.png", "/docs#operation-send_command", DESK, "light", click="Python"),
    Picture("reference-dark.png", "/docs#operation-create_game", DESK, "dark", click="TypeScript"),
    Picture("web-welcome.png", "/", PHONE, "light", scale=2),
    _web("games", web_pictures.games),
    _web("light", web_pictures.table(web_pictures.LIGHT)),
    _web("dark-side", web_pictures.table(web_pictures.DARK)),
    _web("dark-theme", web_pictures.table(web_pictures.LIGHT), theme="dark"),
    _web("ten-seats", web_pictures.table(web_pictures.MANY, 10), (720, 1480)),
    _web("desktop", web_pictures.table(web_pictures.LIGHT), (1440, 900), scale=1),
    _web("color", web_pictures.color),
    _web("challenge", web_pictures.CHALLENGE),
    _web("drawn", web_pictures.DRAWN_CARD),
    _web("discard", web_pictures.DISCARD),
    _web("wheel", web_pictures.WHEEL),
    _web("backs", web_pictures.backs),
    _web("new-table", web_pictures.new_table),
    _web("waiting-room", web_pictures.waiting_room),
    _web("seek", web_pictures.seek),
    _web("muster", web_pictures.muster),
    _web("orders", web_pictures.orders),
    _web("vacant-seat", web_pictures.vacant_seat),
    _web("result", web_pictures.result),
    _web("rematch", web_pictures.rematch),
    _web("series", web_pictures.series),
    _web("blocked", web_pictures.blocked),
    _web("share", web_pictures.share),
    _web("replay", web_pictures.replay, theme="dark"),
    _web("audit", web_pictures.audit),
    _web("classic", web_pictures.table(web_pictures.CLASSIC, ruleset="classic")),
    _web("classic-from-flip", web_pictures.table(web_pictures.PLAIN, ruleset="classic_from_flip")),
    _web("h2o", web_pictures.table(web_pictures.PLAIN, ruleset="h2o")),
    _web("attack", web_pictures.table(web_pictures.PLAIN.replace(" W;", ";"), ruleset="attack")),
    _web("spin", web_pictures.table(web_pictures.PLAIN, ruleset="spin")),
    Picture("admin-installation.png", "", (1200, 1500), "light", scene=admin_pictures.installation),
    Picture("admin-timeline.png", "", (1200, 1100), "light", scene=admin_pictures.timeline),
)


def take(browser: Browser, service: str, picture: Picture) -> None:
    """Write one picture. Raises Trouble if it is too large."""
    width, height = (pixels // picture.scale for pixels in picture.size)
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=picture.scale,
        color_scheme=picture.theme,
        locale="en",
    )
    try:
        page = context.new_page()
        page.set_default_timeout(10_000)
        if picture.scene:
            picture.scene(page, service)
        else:
            page.goto(service + picture.address)
        if picture.click:
            page.get_by_text(picture.click, exact=True).first.click()
            page.goto(service + picture.address)  # to the fragment again: what was clicked changed heights
        page.wait_for_function(SETTLED)  # a stream stays open, so the network is never idle
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
def service(*, sandbox: bool) -> Iterator[str]:
    """Start a whole service with a database of its own; yield its address."""
    os.environ["SANDBOX"] = str(int(sandbox))
    home = new_test_home()
    home = home.with_name(f"{home.name}-pictures")
    try:
        with stack(home, "127.0.0.1", free_port()) as running:
            if sandbox:
                admin_pictures.make_operator(running.environment)
            yield running.address
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main(names: list[str]) -> int:
    """Take all pictures, or those whose files are named."""
    supervisor.end_by_signals()
    wanted = [picture for picture in PICTURES if not names or picture.file in names]
    try:
        with chromium() as browser:
            for sandbox in (False, True):  # scenes need a sandbox, whose banner other pages would show
                pictures = [picture for picture in wanted if (picture.scene is not None) is sandbox]
                if not pictures:
                    continue
                with service(sandbox=sandbox) as address:
                    for picture in pictures:
                        take(browser, address, picture)
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)  # noqa: T201  a command line talks
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
