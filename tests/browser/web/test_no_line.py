"""Screens that are opened without a line say so, and go on when it is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.web.test_mishaps import forget
from tests.browser.web.test_people import become_guest
from tests.browser.web.test_tables import call

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

NOBODY = "The service cannot be reached."
WAITS = f"{NOBODY} This page goes on as soon as it can."
NO_CODE = "This screen cannot be loaded: you are offline, or there is a newer version of Flipside."
ONLINE = "() => dispatchEvent(new Event('online'))"


@pytest.mark.parametrize(
    ("cut", "said"), [("**/assets/inbox-*", NO_CODE), ("**/v1/me/notifications*", WAITS)], ids=["code", "answer"]
)
def test_a_screen_goes_on_when_its_code_or_its_answer_comes(windows: Windows, cut: str, said: str) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        page.route(cut, lambda route: route.abort("internetdisconnected"))
        page.get_by_role("link", name="Inbox").click()
        expect(page.get_by_text(said)).to_be_visible()
        page.unroute(cut)
        page.evaluate(ONLINE)
        expect(page.get_by_text("Nothing has happened yet.")).to_be_visible()
        expect(page.get_by_text(said)).to_have_count(0)

    windows.run(look, service_workers="block")
    forget(windows, "ERR_INTERNET_DISCONNECTED")


def test_a_button_that_reaches_nobody_asks_to_be_pressed_again(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        page.get_by_role("link", name="Name and address").click()
        page.get_by_label("Public name").fill("otter-without-a-line")
        page.context.set_offline(True)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("alert")).to_have_text(f"{NOBODY} Try again when you are connected.")
        page.context.set_offline(False)
        with page.expect_response("**/v1/me") as answer:
            page.get_by_role("button", name="Save").click()
        assert answer.value.ok, answer.value.text()
        expect(page.get_by_role("alert")).to_have_count(0)
        assert call(page, windows.service, "GET", "/me")["name"] == "otter-without-a-line"

    windows.run(look)
    forget(windows, "ERR_INTERNET_DISCONNECTED")
