"""Lending a seat in the web client: an offer with a link, a friend who accepts it, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.web.finished import call
from tests.browser.web.test_people import post
from tests.browser.web.test_rematches import seated
from tests.browser.web.test_tables import TEN_SECONDS, visit

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser


def sheet_of(page: Page) -> Locator:
    """Open the sheet in which the seat of the table in the window is lent."""
    page.get_by_role("button", name="More at this table").click()
    page.get_by_role("button", name="Lend my seat").click()
    return page.get_by_role("dialog", name="Lend my seat")


def test_a_seat_is_lent_by_a_link_and_taken_back(windows: Windows) -> None:
    def look(page: Page) -> None:
        service = windows.service
        _, game = seated(page, service)
        visit(page, service, f"/games/{game}")
        sheet = sheet_of(page)
        sheet.get_by_role("button", name="12 hours").click()
        sheet.get_by_role("button", name="Make a link").click()
        link = sheet.get_by_label("Link for your friend").input_value()
        code, of_game, seat = link.split("/")[-3:]
        assert of_game == game
        friend = post(page, f"{service}/v1/guests", {"name": f"Dan{uuid4().hex[:8]}"})
        loan = f"{service}/v1/games/{game}/seats/{seat}/loan"
        post(page, f"{loan}/accept", {"code": code}, friend["token"])
        sheet.get_by_role("button", name="Close").click()
        expect(page.get_by_text("Your seat is lent until")).to_be_visible(timeout=TEN_SECONDS)
        sheet = sheet_of(page)
        expect(sheet).to_contain_text(f"{friend['player']['name']} plays your seat until")
        sheet.get_by_role("button", name="Take my seat back").click()
        expect(page.get_by_text("Your seat is lent until")).to_have_count(0, timeout=TEN_SECONDS)
        assert call(page, service, "GET", f"/games/{game}")["seats"][int(seat)]["lent_until"] is None

    windows.run(look)


def test_a_friend_opens_the_link_plays_and_gives_the_seat_back(windows: Windows) -> None:
    def look(page: Page) -> None:
        service = windows.service
        bob, cid = (post(page, f"{service}/v1/guests", {})["token"] for _ in range(2))
        game = post(page, f"{service}/v1/games", {"seats": 2}, bob)["game"]["id"]
        post(page, f"{service}/v1/games/{game}/seats", {}, cid)
        post(page, f"{service}/v1/games/{game}/start", {}, bob)
        offered = page.request.put(
            f"{service}/v1/games/{game}/seats/0/loan", data={"hours": 24}, headers={"Authorization": f"Bearer {bob}"}
        ).json()
        visit(page, service, f"/join/{offered['code']}/{game}/0")
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"{offered['lender']} asks you")
        page.get_by_role("button", name="Play the seat as a guest").click()
        expect(page.get_by_text(f"You play for {offered['lender']} until")).to_be_visible(timeout=TEN_SECONDS)
        expect(page.locator(".panel.seated")).to_be_visible()
        page.get_by_role("button", name="More at this table").click()
        expect(page.get_by_role("button", name="Lend my seat")).to_have_count(0)
        expect(page.get_by_role("button", name="Resign")).to_have_count(0)
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Give the seat back").click()
        expect(page).to_have_url(f"{service}/", timeout=TEN_SECONDS)
        assert game not in [one["id"] for one in call(page, service, "GET", "/me/games")["games"]]

    windows.run(look)
