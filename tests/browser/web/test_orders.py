"""Standing orders in the web client: tried, left, shown again and cancelled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit
from tests.browser.web.finished import call, started_match
from tests.browser.web.test_lists import forget
from tests.browser.web.test_people import post

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

NOTHING_WILL_FIT = "L cw t=B; A: R5 G7 R8; B: B1 R4 B3; dr: Y4 Y6; di: B9"


def sheet_of(page: Page) -> Locator:
    """Open the sheet of orders of the table in the window."""
    page.get_by_role("button", name="More at this table").click()
    page.get_by_role("button", name="Standing orders").click()
    sheet = page.get_by_role("dialog", name="Standing orders")
    expect(sheet).to_contain_text("Against a wild draw card")
    return sheet


def test_orders_are_left_shown_and_cancelled(windows: Windows) -> None:
    def look(page: Page) -> None:
        started_match(page, windows.service)
        options = {"ruleset": "flip", "standing_orders": True}
        table = {"seats": 2, "options": options, "clock": "day", "private": True}
        game = call(page, windows.service, "POST", "/games", table)["game"]["id"]
        call(page, windows.service, "POST", f"/games/{game}/bots", {"bot": "plain"})
        call(page, windows.service, "POST", f"/games/{game}/start", {})
        page.goto(f"{windows.service}/games/{game}")

        sheet = sheet_of(page)
        leave = sheet.get_by_role("button", name="Leave these orders")
        expect(leave).to_be_disabled()
        sheet.get_by_role("group", name="Against a wild draw card").get_by_role("button", name="Challenge").click()
        sheet.get_by_role("button", name="Fewer").first.click()
        expect(sheet).to_contain_text("from 4 cards on")
        cards = sheet.get_by_role("group", name="Your next plays").get_by_role("button")
        plain = cards.filter(has_not_text=re.compile("Wild")).first
        plain.click()
        expect(plain).to_have_attribute("aria-pressed", "true")
        sheet.get_by_role("switch", name="Call UNO with these moves").check()
        sheet.get_by_role("switch", name="when somebody has one card").check()
        sheet.get_by_role("button", name="Try on my past games").click()
        expect(sheet).to_contain_text(re.compile("nothing in your past games|in the same way"))
        leave.click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.get_by_role("button", name="More at this table")).to_be_focused()

        left = call(page, windows.service, "GET", f"/games/{game}/orders")["orders"]
        assert (left["challenge"], left["call_uno"], left["wake_me"]["one_card"]) == (4, True, True)
        assert len(left["plan"]) == 1
        page.reload()
        sheet = sheet_of(page)
        expect(sheet).to_contain_text("They stand until")
        expect(sheet.get_by_role("switch", name="Call UNO with these moves")).to_be_checked()
        sheet.get_by_role("button", name="Cancel the orders").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert call(page, windows.service, "GET", f"/games/{game}/orders")["orders"] is None

    windows.run(look)


def test_a_plan_asks_at_whom_a_card_is_aimed(windows: Windows) -> None:
    def look(page: Page) -> None:
        started_match(page, windows.service)
        options = {"ruleset": "classic", "standing_orders": True, "seven_swap": True}
        others = [post(page, f"{windows.service}/v1/guests", {"name": uuid4().hex[:12]})["token"] for _ in range(2)]
        game, seven = "", None
        while seven is None:  # until the hand has one, and no card that lies open asks for a decision
            table = {"seats": 3, "options": options, "clock": "day"}
            game = call(page, windows.service, "POST", "/games", table)["game"]["id"]
            for token in others:
                post(page, f"{windows.service}/v1/games/{game}/seats", {}, token)
            call(page, windows.service, "POST", f"/games/{game}/start", {})
            view = call(page, windows.service, "GET", f"/games/{game}")["view"]
            held = [card["card"] for card in view["hand"] if view["decision"] is None]
            seven = next((card for card in held if card[1:] == "7"), None)
        page.goto(f"{windows.service}/games/{game}")

        sheet = sheet_of(page)
        sheet.get_by_role("group", name="Your next plays").get_by_role(
            "button", name=re.compile(r"\b7\b")
        ).first.click()
        leave = sheet.get_by_role("button", name="Leave these orders")
        leave.click()
        expect(leave).to_be_disabled()
        sheet.get_by_role("group", name=re.compile("At whom")).get_by_role("button").nth(1).click()
        leave.click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        (play,) = call(page, windows.service, "GET", f"/games/{game}/orders")["orders"]["plan"]
        assert (play["card"][1:], play["target"]) == ("7", 2)

    windows.run(look)
    forget(windows, "409")  # the service names the seats at which the card can be aimed


def test_moves_that_were_made_for_the_player_are_shown_with_their_cause(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        people = make(maker, 2)
        me, other = (maker.as_(one["token"]) for one in people)
        game = position(maker, NOTHING_WILL_FIT, [one["id"] for one in people], ruleset="classic", forced_moves=True)
        play = {"type": "play", "card": "B1"}
        other.ask("POST", f"/games/{game}/commands", {"command_id": str(uuid4()), "command": play})
        page.goto(windows.service)
        sit(page, me, game)
        page.get_by_role("button", name="More at this table").click()
        page.get_by_role("button", name="Automatic moves").click()
        sheet = page.get_by_role("dialog", name="Automatic moves")
        expect(sheet).to_contain_text("Nothing lately")
        sheet.get_by_role("button", name="Close").click()
        left = 48 * 3_600
        while left and not me.ask("GET", f"/games/{game}/automatic-moves")["moves"]:
            left = maker.ask("POST", "/sandbox/clock/advance", {"seconds": left})["left"]
        page.get_by_role("button", name="More at this table").click()
        page.get_by_role("button", name="Automatic moves").click()
        expect(sheet.get_by_role("listitem").filter(has_text="No choice")).not_to_have_count(0)

    windows.run(look)
