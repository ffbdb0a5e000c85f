"""`make web-figures`: measures how fast the web client is on a phone of the middle class with a slow line."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

from devtools.pictures import chromium, service
from devtools.stack import supervisor
from devtools.stack.terminal import say
from devtools.stack.trouble import Trouble
from devtools.web_people import KEEP, Api, guest, make, position
from devtools.web_pictures import LIGHT, MANY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SLOWER: Final = 4
"""How many times slower the processor is made."""
LINE: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""Milliseconds of a round trip; bytes per second, which are 1.6 Mbit/s down and 750 kbit/s up."""
TIMES: Final = 5
SETTLED: Final = 2_500
"""Milliseconds after the first usable button in which late shifts and tasks still count."""
FINISHED: Final = "L cw t=A; A: R5; B: Y1 B2 G3; C: W R1; dr: x20; di: R9"
CONTROLLED: Final = "() => navigator.serviceWorker.controller !== null"

# Runs before the page's own scripts. `usable`: when the first button that is of use was there and the page had time.
WATCH: Final = """(() => {
  const seen = (window.figures = { fcp: 0, lcp: 0, cls: 0, usable: 0, tasks: [], taps: [] });
  const watch = (type, note, more) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.fcp = startTime; });
  watch('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime; });
  watch('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) seen.cls += value; });
  watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  watch('event', ({ interactionId, duration }) => { if (interactionId) seen.taps.push(duration); }, { durationThreshold: 16 });
  const look = () => {
    if (document.querySelector(USABLE) === null) requestAnimationFrame(look);
    else setTimeout(() => { seen.usable = performance.now(); });
  };
  look();
})()"""  # noqa: E501  statements of a script


class Screen(NamedTuple):
    """A screen: its address, and the selector of the button or link that a person came for."""

    name: str
    path: str
    usable: str
    token: str | None


class Figures(NamedTuple):
    """What one visit cost: bytes on the line, and milliseconds but for `shift`."""

    bytes: float
    first_paint: float
    largest_paint: float
    usable: float
    blocked: float
    shift: float


class Line:
    """The slow line of a page and of its service worker; counts the bytes that come over it."""

    def __init__(self, page: Page, browser: Browser) -> None:
        self.bytes = 0
        self.page = page
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.on("Network.loadingFinished", self._count)
        for method, params in self._slow():
            self.devtools.send(method, params)
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.browser = browser.new_browser_cdp_session()
        self.browser.on("Target.receivedMessageFromTarget", self._hear)
        for target in self.browser.send("Target.getTargets")["targetInfos"]:
            if target["type"] == "service_worker":
                self._slow_worker(self.browser, target["targetId"])

    @staticmethod
    def _slow() -> Iterator[tuple[str, dict[str, Any]]]:
        yield "Network.enable", {}
        yield "Network.emulateNetworkConditions", LINE

    def _slow_worker(self, browser: CDPSession, target: str) -> None:
        session = browser.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
        for number, (method, params) in enumerate(self._slow()):
            message = json.dumps({"id": number, "method": method, "params": params})
            browser.send("Target.sendMessageToTarget", {"sessionId": session, "message": message})

    def _hear(self, event: dict[str, Any]) -> None:
        said = json.loads(event["message"])
        if said.get("method") == "Network.loadingFinished":
            self._count(said["params"])

    def _count(self, finished: dict[str, Any]) -> None:
        self.bytes += finished["encodedDataLength"]

    def close(self) -> None:
        """Take the line away."""
        self.devtools.detach()
        self.browser.detach()


class Phone:
    """A phone that has never been here, with the person of a token signed in."""

    def __init__(self, browser: Browser, address: str, screen: Screen) -> None:
        self.browser = browser
        self.address = address
        self.screen = screen
        self.page = browser.new_context(viewport=PHONE, locale="en", has_touch=True, is_mobile=True).new_page()
        self.page.goto(f"{address}/icon.svg")  # of the service, but nothing of the client
        if screen.token is not None:
            api = Api(self.page.request, address, screen.token)
            me = api.ask("GET", "/me")
            self.page.evaluate(KEEP, {"token": api.token, "player": me["id"], "name": me["name"], "guest": me["guest"]})
        self.page.add_init_script(WATCH.replace("USABLE", json.dumps(screen.usable)))

    def visit(self) -> Figures:
        """Open the screen over the slow line."""
        line = Line(self.page, self.browser)
        self.open()
        self.page.wait_for_timeout(SETTLED)
        seen = self.page.evaluate("figures")
        line.close()
        blocked = sum(max(0, duration - 50) for start, duration in seen["tasks"] if start >= seen["fcp"])
        return Figures(line.bytes, seen["fcp"], seen["lcp"], seen["usable"], blocked, seen["cls"])

    def open(self) -> None:
        """Open the screen and wait until it is of use."""
        self.page.goto(f"{self.address}{self.screen.path}", wait_until="commit")
        self.page.wait_for_function("() => figures.usable > 0")

    def tap(self) -> tuple[float, float]:
        """Return the milliseconds from the tap on a card, and on the button that plays it, to what they show."""
        self.open()
        self.page.wait_for_timeout(SETTLED)
        line = Line(self.page, self.browser)
        took = []
        for selector, shown in (
            (".hand-card.fits", "[aria-pressed=true]"),
            (".actions .button.filled", ".sent-sign"),
        ):
            self.page.evaluate("() => { figures.taps = []; }")
            self.page.locator(selector).first.tap()
            self.page.locator(shown).first.wait_for()
            self.page.wait_for_function("() => figures.taps.length > 0")
            took.append(max(self.page.evaluate("figures.taps")))
        line.close()
        return took[0], took[1]

    def close(self) -> None:
        """Forget the phone."""
        self.page.context.close()


@contextmanager
def phone(browser: Browser, address: str, screen: Screen) -> Iterator[Phone]:
    """Take a new phone, and throw it away."""
    taken = Phone(browser, address, screen)
    try:
        yield taken
    finally:
        taken.close()


def screens_of(browser: Browser, address: str) -> list[Screen]:
    """Prepare the games that the screens show."""
    context = browser.new_context()
    maker = guest(Api(context.request, address))
    made = make(maker, 10)
    me = maker.as_(made[0]["token"])
    seven, ten = (
        position(maker, text, [one["id"] for one in made[:seats]]) for text, seats in ((LIGHT, 4), (MANY, 10))
    )
    ended = position(maker, FINISHED, [one["id"] for one in made[:3]], scoring="single_round")
    play = next(one for one in me.ask("GET", f"/games/{ended}")["legal_commands"] if one["type"] == "play")
    me.ask("POST", f"/games/{ended}/commands", {"command_id": str(uuid4()), "command": play})
    context.close()
    return [
        Screen("Welcome", "/", "main .button:enabled", None),
        Screen("List of games", "/", "main a[href^='/games/']", me.token),
        Screen("Table, hand of 7", f"/games/{seven}", ".hand-card.fits", me.token),
        Screen("Table, ten seats, hand of 24", f"/games/{ten}", ".hand-card.fits", me.token),
        Screen("Replay", f"/replays/{ended}", ".replay button:enabled", me.token),
    ]


def middle(figures: Sequence[Figures]) -> Figures:
    """Return the median of each figure."""
    return Figures(*(median(values) for values in zip(*figures, strict=True)))


def row(name: str, one: Figures) -> str:
    """Return a row of the table in docs/contributors/web.md."""
    times = " | ".join(f"{value / 1000:.2f}" for value in (one.first_paint, one.largest_paint, one.usable))
    return f"| {name} | {one.bytes / 1000:.0f} | {times} | {one.blocked:.0f} | {one.shift:.3f} |"


def measure(browser: Browser, address: str) -> None:
    """Print the rows of all screens, first and later visits, and what a tap takes."""
    screens = screens_of(browser, address)
    say("| | kB | first paint, s | largest paint, s | usable, s | blocked, ms | shift |")
    say("|---|---:|---:|---:|---:|---:|---:|")
    for screen in screens:
        first, later = [], []
        for _ in range(TIMES):
            with phone(browser, address, screen) as taken:
                first.append(taken.visit())
                taken.page.wait_for_function(CONTROLLED)
                taken.open()  # all that it asks for is kept now
                later.append(taken.visit())
        say(row(screen.name, middle(first)))
        say(row(f"{screen.name}, again", middle(later)))
    taps = []
    for _ in range(TIMES):
        seven = screens_of(browser, address)[2]
        with phone(browser, address, seven) as taken:
            taps.append(taken.tap())
    chosen, sent = (median(values) for values in zip(*taps, strict=True))
    say(f"A tap shows its card as chosen after {chosen:.0f} ms, and as on its way after {sent:.0f} ms.")


def main(addresses: list[str]) -> int:
    """Measure a service of its own, or those that run at the given addresses."""
    supervisor.end_by_signals()
    try:
        with chromium() as browser:
            for address in addresses:
                measure(browser, address)
            if not addresses:
                with service(sandbox=True) as address:
                    measure(browser, address)
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)  # noqa: T201  a command line talks
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
