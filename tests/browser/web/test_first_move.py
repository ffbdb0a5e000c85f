"""After their first move a guest is asked for an address, and others to install the client."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit
from tests.browser.web.test_mishaps import START, Table, play
from tests.browser.web.test_tables import visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"
OFFER = """() => {
  const offer = new Event('beforeinstallprompt');
  offer.prompt = async () => { document.documentElement.dataset.asked = 'yes'; return { outcome: 'accepted' }; };
  dispatchEvent(offer);
}"""
"""What a browser does that can install the client."""


def sit_as_guest(page: Page, service: str) -> None:
    """Sit down in the window as a guest whose first move is due."""
    ann = guest(Api(page.request, service))
    [ben] = make(ann, 1)
    game = position(ann, START, [ann.ask("GET", "/me")["id"], ben["id"]], ruleset="classic")
    sit(page, ann, game)
    expect(page.locator(".hand-card")).to_have_count(4)


def test_a_guest_is_asked_for_an_address_after_their_first_move_and_not_before(windows: Windows) -> None:
    def look(page: Page) -> None:
        sit_as_guest(page, windows.service)
        notice = page.get_by_text("Only this device knows you.")
        expect(notice).to_have_count(0)
        before = page.locator(".panel").bounding_box()
        play(page, "Red 7")
        expect(notice).to_be_visible()
        after = page.locator(".panel").bounding_box()
        assert before is not None
        assert after is not None
        assert before["y"] + before["height"] == after["y"] + after["height"]
        visit(page, windows.service, "/")
        expect(notice).to_be_visible()
        page.get_by_role("button", name="Later").click()
        expect(notice).to_have_count(0)
        page.reload()
        expect(page.get_by_role("heading", name="Others to move")).to_be_visible()
        expect(notice).to_have_count(0)

    windows.run(look)


def test_a_guest_can_install_instead(windows: Windows) -> None:
    def look(page: Page) -> None:
        sit_as_guest(page, windows.service)
        play(page, "Red 7")
        expect(page.get_by_role("link", name="Add an address")).to_be_visible()
        expect(page.get_by_role("button", name="Install")).to_have_count(0)
        page.evaluate(OFFER)
        page.get_by_role("button", name="Install").click()
        expect(page.locator("html")).to_have_attribute("data-asked", "yes")
        page.get_by_role("link", name="Add an address").click()
        expect(page).to_have_url(re.compile("/you/profile$"))

    windows.run(look)


def test_an_account_is_offered_the_app_once(windows: Windows) -> None:
    def look(page: Page) -> None:
        table = Table(page, windows.service)
        page.evaluate(OFFER)
        expect(page.get_by_text("Install Flipside")).to_have_count(0)
        play(page, "Red 7")
        expect(page.get_by_role("button", name="Install")).to_be_visible()
        page.get_by_role("button", name="Not now").click()
        expect(page.get_by_text("Install Flipside")).to_have_count(0)
        visit(page, windows.service, f"/games/{table.game}")
        expect(page.locator(".hand-card")).to_have_count(3)
        page.evaluate(OFFER)
        expect(page.get_by_text("Install Flipside")).to_have_count(0)

    windows.run(look)


def test_an_iphone_is_told_how_to_install(windows: Windows) -> None:
    def look(page: Page) -> None:
        Table(page, windows.service)
        play(page, "Red 7")
        expect(page.get_by_text("Tap Share, then “Add to Home Screen”.")).to_be_visible()
        expect(page.get_by_role("button", name="Install")).to_have_count(0)

    windows.run(look, user_agent=IPHONE)
