"""The web client in Firefox and in WebKit, the engine of Safari: a short match from the first page to its check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import httpx
import pytest

from devtools.web_people import KEEP, Api, guest, make, position
from tests.browser.web.cable import cable
from tests.browser.web.people import PRESS
from tests.browser.web.webdriver import BROWSERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.web.cable import Cable
    from tests.browser.web.webdriver import Window

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("other_browser", BROWSERS)]

START = "L cw t=A; A: R5 R7 W; B: R3 R4 W; di: R9"
MOST_MOVES = 60
CONTROLLED = "return navigator.serviceWorker?.controller != null"
VERSION = "Number(document.querySelector('.panel[data-version]')?.dataset.version)"
ASKED = f"return {VERSION} > given0 || document.querySelector('dialog[open]') !== null"
MY_MOVE = "document.querySelector('.hand-card.fits, .actions .button:enabled') !== null"
"""Whether the page offers a move: where no card fits, it is to draw."""
TO_THE_END = """
  const track = document.querySelector('.controls input[type=range]');
  if (track === null) return false;
  track.value = track.max;
  return track.dispatchEvent(new Event('input', { bubbles: true }));
"""
VERSION_SHOWN = "Number(document.querySelector('.controls .replay-count strong').textContent)"


class Answer:
    """An answer as `Api` reads it."""

    def __init__(self, answer: httpx.Response) -> None:
        self.ok = answer.is_success
        self.text = lambda: answer.text
        self.json = answer.json


class Http:
    """Requests of tests whose browser is not Playwright's."""

    def fetch(self, url: str, *, method: str, headers: dict[str, str], data: Any) -> Answer:
        return Answer(httpx.request(method, url, headers=headers, json=data, trust_env=False))


@pytest.fixture
def line(service: str) -> Iterator[Cable]:
    with cable(service) as laid:
        yield laid


@pytest.fixture
def window(other_browser: str) -> Iterator[Window]:
    with BROWSERS[other_browser]() as opened:
        yield opened


class Match:
    """A match of two, of whom the first sits in the window and the second at the API."""

    def __init__(self, window: Window, service: str) -> None:
        self.window = window
        maker = guest(Api(Http(), service))  # type: ignore[arg-type]  it has what is asked of it
        made = make(maker, 2)
        self.people = [maker.as_(one["token"]) for one in made]
        self.game = position(maker, START, [one["id"] for one in made], ruleset="classic", scoring="single_round")

    def sit(self, address: str) -> None:
        """Sign the first person in on the device of the window, and open their table."""
        me = self.people[0].ask("GET", "/me")
        session = {"token": self.people[0].token, "player": me["id"], "name": me["name"], "guest": me["guest"]}
        self.window.run(f"return ({KEEP})(arguments[0])", session)
        self.window.open(f"{address}/games/{self.game}")

    def look(self) -> Any:
        return self.people[0].ask("GET", f"/games/{self.game}")

    def answer(self) -> None:
        """Have the second person play the first card that fits, or do what they may."""
        legal = self.people[1].ask("GET", f"/games/{self.game}")["legal_commands"]
        command = next((one for one in legal if one["type"] == "play"), legal[0])
        self.people[1].ask("POST", f"/games/{self.game}/commands", {"command_id": str(uuid4()), "command": command})

    def go_on(self) -> bool:
        """Make the next move, of either person; return False if the match is over."""
        seen = self.look()
        if seen["status"] == "running" and seen["turn"] == 0:
            self.window.wait(f"return {VERSION} === given0", seen["version"])
            move(self.window, seen["version"])
        elif seen["status"] == "running":
            self.answer()
        return bool(seen["status"] == "running")


def move(window: Window, version: int) -> None:
    """Press what the page offers at a version until the table has gone on."""
    while not window.run(f"return {VERSION} > arguments[0]", version):
        if window.wait(f"return ({PRESS})()")["mayEnd"]:
            window.wait(ASKED, version)


def test_a_guest_plays_at_once_and_finds_the_table_again(window: Window, service: str) -> None:
    window.open(service)
    window.click("main .button.filled")
    window.wait("return location.pathname.startsWith('/games/')")
    for _ in range(3):
        move(window, window.wait(f"return {MY_MOVE} && {VERSION}"))
    table = window.run("return location.href")
    window.open(service)
    window.open(table)
    window.sees(".hand-card")


def test_a_match_is_played_to_its_end_replayed_and_checked(window: Window, service: str) -> None:
    window.open(service)
    match = Match(window, service)
    match.sit(service)
    assert any(not match.go_on() for _ in range(MOST_MOVES))
    window.sees(".result")
    window.open(f"{service}/replays/{match.game}")
    window.wait(TO_THE_END)
    window.wait(f"return {VERSION_SHOWN} === given0", match.look()["version"])
    window.open(f"{service}/audit/{match.game}")
    window.sees(".verdict.unsure", "it is a match of a sandbox")  # all else holds
    assert window.run("return document.querySelector('.checks .bad')") is None


def test_a_move_without_a_line_is_kept_and_sent_when_the_line_is_back(
    window: Window, service: str, line: Cable
) -> None:
    window.open(line.address)
    window.wait(CONTROLLED)
    match = Match(window, service)
    match.sit(line.address)
    window.sees(".hand-card.fits")
    line.cut()
    window.sees(".notices", "No connection.")
    window.click(".hand-card.fits")
    window.click(".actions .button.filled")
    window.sees(".actions [role=status]", "Your move is kept on this device")
    window.open(f"{line.address}/games/{match.game}")
    window.sees(".discard-pile", "sending")
    version = match.look()["version"]
    line.mend()
    window.wait(f"return {VERSION} > given0", version)
    assert match.look()["version"] > version
