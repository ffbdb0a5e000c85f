"""The web client and who may sit together: blocks, reliable players, and tables that were closed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.web.test_people import become_guest, open_table, post
from tests.browser.web.test_tables import SESSION, call, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser


def test_a_player_is_blocked_on_their_page_and_unblocked_in_the_list(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        other = post(page, f"{windows.service}/v1/guests", {})["player"]
        visit(page, windows.service, f"/players/{other['id']}")
        expect(page.get_by_text("New here")).to_be_visible()
        page.get_by_role("button", name="Block this player").click()
        expect(page.get_by_role("button", name="Unblock this player")).to_be_visible()
        assert [one["id"] for one in call(page, windows.service, "GET", "/me/blocks")["blocks"]] == [other["id"]]
        visit(page, windows.service, "/you/blocked")
        page.get_by_role("button", name=f"Unblock: {other['name']}").click()
        expect(page.get_by_text("None yet.")).to_be_visible()
        assert call(page, windows.service, "GET", "/me/blocks")["blocks"] == []

    windows.run(look)


def test_a_table_for_reliable_players_says_so_where_it_is_made_found_and_filled(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        visit(page, windows.service, "/new")
        page.get_by_role("radio", name="From 90% of turns in time").check()
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_text("From 90% of turns in time")).to_be_visible()
        expect(page.get_by_text("New here")).to_be_visible()
        expect(page.get_by_text("Closes on")).to_be_visible()
        game = page.url.rsplit("/", 1)[1]
        assert call(page, windows.service, "GET", f"/games/{game}")["min_reliability"] == 90
        token = post(page, f"{windows.service}/v1/guests", {})["token"]
        asks = post(page, f"{windows.service}/v1/games", {"seats": 7, "min_reliability": 75}, token)["game"]
        visit(page, windows.service, "/tables")
        row = page.get_by_role("listitem").filter(has=page.locator(f"a[href='/games/{asks['id']}']"))
        expect(row).to_contain_text("From 75% of turns in time")
        expect(row).to_contain_text("New here")

    windows.run(look)


def test_a_blocked_players_table_is_not_offered(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        token, game, _ = open_table(page, windows.service)
        host = page.request.get(f"{windows.service}/v1/me", headers={"Authorization": f"Bearer {token}"}).json()["id"]
        visit(page, windows.service, "/tables")
        offered = page.locator(f"a[href='/games/{game}']")
        expect(offered).to_have_count(1)
        own = {"Authorization": f"Bearer {page.evaluate(SESSION)['token']}"}
        assert page.request.put(f"{windows.service}/v1/me/blocks/{host}", headers=own).ok
        page.get_by_role("button", name="Look again").click()
        expect(offered).to_have_count(0)
        visit(page, windows.service, f"/games/{game}")
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("alert")).to_contain_text(re.compile("whom you have blocked"))
        windows.complaints.clear()  # the browser notes every refusal

    windows.run(look)
