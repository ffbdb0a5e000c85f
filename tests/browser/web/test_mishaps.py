"""Mishaps at the table: the line is cut, the table moves on between look and tap, a move is made without a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

START = "L cw t=A; A: R5 R7 B2 B4; B: R3 G4 B3 B5; dr: B1; di: R9"
"""A drawn Blue 1 does not fit, so that the turn passes."""
COMMANDS = re.compile(r"/v1/games/[^/]+/commands")
STREAM = re.compile(r"/v1/games/[^/]+/stream")
TEN_SECONDS = 10_000
PLACES = "all => all.map(({ offsetLeft, offsetTop }) => [offsetLeft, offsetTop])"
NO_LINE = "No connection."
CONTROLLED = "() => navigator.serviceWorker && navigator.serviceWorker.controller !== null"

NOTE_REQUESTS = """
  window.asked = [];
  const ask = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    asked.push(request);
    return ask(request);
  };
"""
# Leaves as soon as the table is in the document, before the browser draws it.
LOOK_AND_LEAVE = """path => new Promise(done => {
  new MutationObserver((_, observer) => {
    if (location.pathname !== path) return;
    observer.disconnect();
    history.pushState(null, '', '/');
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  }).observe(document.body, { childList: true, subtree: true });
  history.pushState(null, '', path);
})"""
ALL_HAVE_ENDED = "path => asked.filter(({ url }) => url.includes(path)).every(({ signal }) => signal.aborted)"


class Table:
    """A match of two throw-away players, of whom the first sits in the window."""

    def __init__(self, page: Page, service: str) -> None:
        maker = guest(Api(page.request, service))
        made = make(maker, 2)
        self.ann, self.ben = (maker.as_(one["token"]) for one in made)
        self.game = position(maker, START, [one["id"] for one in made], ruleset="classic")
        sit(page, self.ann, self.game)
        expect(page.locator(".hand-card")).to_have_count(4)

    def look(self) -> Any:
        return self.ann.ask("GET", f"/games/{self.game}")

    def send(self, by: Api, **command: object) -> None:
        by.ask("POST", f"/games/{self.game}/commands", {"command_id": str(uuid4()), "command": command})

    def played(self, seat: int) -> list[str]:
        """Return the cards that a seat has played, by the log."""
        events = self.ann.ask("GET", f"/games/{self.game}/events?limit=500")["events"]
        return [
            one["event"]["face"]
            for one in events
            if one["event"]["type"] == "card_played" and one["event"]["seat"] == seat
        ]


def forget(windows: Windows, *expected: str) -> None:
    """Drop the complaints that a mishap brings with it."""
    windows.complaints[:] = [said for said in windows.complaints if not any(one in said for one in expected)]


def play(page: Page, card: str) -> None:
    """Tap a card, then the button that plays it."""
    page.get_by_role("button", name=re.compile(f"^{card},")).click()
    page.get_by_role("button", name=re.compile(f"^Play {card}")).click()


def test_a_cut_line_is_told_and_the_table_goes_on_when_it_is_back(windows: Windows) -> None:
    def look(page: Page) -> None:
        table = Table(page, windows.service)
        notice = page.locator(".notices")
        expect(notice).to_have_count(0)
        page.context.set_offline(True)
        expect(notice).to_contain_text(NO_LINE)
        table.send(table.ann, type="draw")
        table.send(table.ben, type="play", card="R3")
        version = table.look()["version"]
        page.context.set_offline(False)
        expect(page.locator(f'.panel[data-version="{version}"]')).to_be_visible()
        expect(notice).to_have_count(0)
        expect(page.locator(".discard-pile")).to_contain_text("Red 3")
        play(page, "Red 5")
        expect(page.locator(".discard-pile")).to_contain_text("Red 5")

    windows.run(look)
    forget(windows, "net::ERR_")


def test_a_line_that_comes_back_is_told_though_nobody_has_moved(windows: Windows) -> None:
    def look(page: Page) -> None:
        table = Table(page, windows.service)
        page.context.set_offline(True)
        expect(page.locator(".notices")).to_contain_text(NO_LINE)
        page.context.set_offline(False)
        expect(page.locator(".notices")).to_have_count(0)
        table.send(table.ann, type="play", card="R5")
        expect(page.locator(".discard-pile")).to_contain_text("Red 5")

    windows.run(look)
    forget(windows, "net::ERR_")


def test_a_stream_that_is_refused_is_told_and_opened_again(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.route(STREAM, lambda route: route.abort())
        table = Table(page, windows.service)
        expect(page.locator(".notices")).to_contain_text(NO_LINE)
        page.unroute(STREAM)
        expect(page.locator(".notices")).to_have_count(0, timeout=TEN_SECONDS)  # nobody has moved
        table.send(table.ann, type="play", card="R5")
        expect(page.locator(".discard-pile")).to_contain_text("Red 5")

    windows.run(look)
    forget(windows, "net::ERR_FAILED")


def test_a_move_for_a_table_that_has_moved_on_shows_what_was_missed_and_is_chosen_anew(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.route(STREAM, lambda route: route.abort())
        table = Table(page, windows.service)
        page.get_by_role("button", name=re.compile("^Red 5,")).click()
        table.send(table.ann, type="draw")  # at another device
        table.send(table.ben, type="play", card="R3")
        page.get_by_role("button", name=re.compile("^Play Red 5")).click()
        missed = page.locator(".outcome")
        expect(missed).to_contain_text("The table moved on before “Play Red 5” arrived. Choose anew.")
        expect(missed.get_by_role("listitem").filter(has_text="Red 3")).to_have_count(1)
        assert table.played(0) == []
        page.unroute(STREAM)
        expect(page.locator(".discard-pile")).to_contain_text("Red 3", timeout=TEN_SECONDS)
        expect(page.locator(".hand-card[aria-pressed=true]")).to_have_count(0)
        play(page, "Red 7")
        expect(page.locator(".discard-pile")).to_contain_text("Red 7")
        expect(page.locator(".discard-pile")).not_to_contain_text("sending")
        expect(missed).to_have_count(0)
        assert table.played(0) == ["R7"]

    windows.run(look)
    forget(windows, "net::ERR_FAILED", "409")


def test_a_move_without_a_line_outlives_a_reload_and_is_sent_once(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.wait_for_function(CONTROLLED)
        table = Table(page, windows.service)
        expect(page.locator(".hand-card.fits")).to_have_count(2)
        sent: list[str] = []
        page.on("response", lambda answer: sent.append(answer.url) if answer.url.endswith("/commands") else None)
        page.context.set_offline(True)
        expect(page.locator(".notices")).to_contain_text(NO_LINE)
        play(page, "Red 5")
        kept = page.locator(".actions").get_by_role("status")
        expect(kept).to_contain_text("Your move is kept on this device")
        page.reload()
        expect(page.locator(".discard-pile")).to_contain_text("Red 5, sending")
        expect(page.locator(".hand-card")).to_have_count(3)
        expect(kept).to_contain_text("Your move is kept on this device")
        assert table.played(0) == []
        page.context.set_offline(False)
        expect(page.locator(".discard-pile")).to_contain_text("Red 5")
        expect(kept).to_have_count(0)
        assert (table.played(0), len(sent)) == (["R5"], 1)

    windows.run(look)
    forget(windows, "net::ERR_")


def test_a_card_on_its_way_lies_on_the_pile_and_leaves_its_place_in_the_hand(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.route(COMMANDS, lambda route: held.append(route))  # noqa: PLW0108  Playwright marks the function
        table = Table(page, windows.service)
        places = page.locator(".hand-place").evaluate_all(PLACES)
        with page.expect_request(COMMANDS):  # the table shows the card before it asks
            play(page, "Red 5")
        pile = page.locator(".discard-pile")
        expect(pile).to_contain_text("Red 5, sending")
        expect(pile.locator(".sent-sign")).to_be_visible()
        expect(page.locator(".hand-card")).to_have_count(3)
        assert page.locator(".hand-place").evaluate_all(PLACES) == places
        page.wait_for_function("() => document.querySelector('.actions .button') === null")
        held[0].continue_()
        expect(pile.locator(".sent-sign")).to_have_count(0)
        expect(pile).to_contain_text("Red 5")
        expect(page.locator(".hand-place")).to_have_count(3)
        assert table.played(0) == ["R5"]

    held: list[Route] = []
    windows.run(look)


def test_a_second_tap_sends_no_second_move(windows: Windows) -> None:
    def look(page: Page) -> None:
        table = Table(page, windows.service)
        sent: list[str] = []
        page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/commands") else None)
        page.locator(".actions .button", has_text="Draw").evaluate("button => { button.click(); button.click(); }")
        expect(page.locator(".hand-card")).to_have_count(5)
        assert table.look()["version"] > 1
        assert len(sent) == 1

    windows.run(look)


def test_a_table_that_is_left_at_once_keeps_no_request_open(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.add_init_script(NOTE_REQUESTS)
        table = Table(page, windows.service)
        page.get_by_role("link", name="Back").click()
        page.wait_for_url(f"{windows.service}/")
        page.evaluate("() => { asked.length = 0; }")
        page.evaluate(LOOK_AND_LEAVE, f"/games/{table.game}")
        page.wait_for_function(ALL_HAVE_ENDED, arg=f"/v1/games/{table.game}")

    windows.run(look)
