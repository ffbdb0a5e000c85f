"""A day without a line: the table can be read, and a move is kept, then sent or told to have been overtaken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, sit
from tests.browser.web.test_mishaps import CONTROLLED, NO_LINE, forget, play
from tests.clients import live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

START = "L cw t=A; A: R5 R7 B2 B4; B: R3 G4 B3 B5; dr: B1; di: R9"
DAY = 24 * 60 * 60
KEPT = "Your move is kept on this device"


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """Return the address of a service of these tests alone, since they move its clock."""
    with live.live("day-offline") as address:
        yield address


class Table:
    """A match of two throw-away players, of whom the first sits in the window."""

    def __init__(self, page: Page, service: str, clock: str | dict[str, int]) -> None:
        self.page = page
        self.maker = guest(Api(page.request, service))
        made = make(self.maker, 2)
        self.ann = self.maker.as_(made[0]["token"])
        match = {
            "position": START,
            "seats": [{"player": one["id"]} for one in made],
            "options": {"ruleset": "classic"},
            "clock": clock,
        }
        self.game = self.maker.ask("POST", "/sandbox/games", match)["game"]
        page.wait_for_function(CONTROLLED)
        page.clock.install()
        sit(page, self.ann, self.game)
        expect(page.locator(".hand-card.fits")).to_have_count(2)

    def kept(self) -> Locator:
        return self.page.locator(".actions").get_by_role("status").filter(has_text=KEPT)

    def play_without_a_line(self) -> None:
        """Lose the line, open the table again from what the device keeps, and make a move."""
        self.page.context.set_offline(True)
        self.page.reload()
        expect(self.page.locator(".notices")).to_contain_text(NO_LINE)
        expect(self.page.locator(".discard-pile")).to_contain_text("Red 9")
        expect(self.page.locator(".hand-card")).to_have_count(4)
        play(self.page, "Red 5")
        expect(self.kept()).to_be_visible()

    def sleep_a_day(self) -> None:
        """Let a day pass, at the service and on the device, which wakes up with the page as it was."""
        left = DAY
        while left:
            left = self.maker.ask("POST", "/sandbox/clock/advance", {"seconds": left})["left"]
        self.page.clock.fast_forward(DAY * 1000)
        expect(self.kept()).to_be_visible()
        expect(self.page.locator(".notices")).to_contain_text(NO_LINE)

    def events(self) -> list[dict[str, Any]]:
        return [one["event"] for one in self.ann.ask("GET", f"/games/{self.game}/events?limit=500")["events"]]

    def played(self) -> list[str]:
        return [one["face"] for one in self.events() if one["type"] == "card_played" and one["seat"] == 0]


def test_a_move_that_was_kept_for_a_day_is_sent_when_the_line_is_back(windows: Windows) -> None:
    def look(page: Page) -> None:
        table = Table(page, windows.service, "none")
        table.play_without_a_line()
        table.sleep_a_day()
        page.reload()  # the browser was closed meanwhile
        expect(table.kept()).to_be_visible()
        expect(page.locator(".discard-pile")).to_contain_text("Red 5, sending")
        assert table.played() == []
        page.context.set_offline(False)
        expect(table.kept()).to_have_count(0)
        expect(page.locator(".notices")).to_have_count(0)
        expect(page.locator(".discard-pile")).not_to_contain_text("sending")
        expect(page.locator(".discard-pile")).to_contain_text("Red 5")
        assert table.played() == ["R5"]

    windows.run(look)
    forget(windows, "net::ERR_")


def test_a_move_that_came_a_day_too_late_is_told_what_overtook_it(windows: Windows) -> None:
    def look(page: Page) -> None:
        table = Table(page, windows.service, {"turn": DAY // 2})
        table.play_without_a_line()
        table.sleep_a_day()
        assert "timed_out" in [one["type"] for one in table.events()]
        page.context.set_offline(False)
        missed = page.locator(".outcome")
        expect(missed).to_contain_text("The table moved on before “Play Red 5” arrived.")
        expect(missed.get_by_role("listitem").first).to_be_visible()
        expect(table.kept()).to_have_count(0)
        expect(page.locator(".hand-card").first).to_be_visible()
        assert table.played() == []
        missed.get_by_role("button").click()
        expect(missed).to_have_count(0)

    windows.run(look)
    forget(windows, "net::ERR_", "409")
