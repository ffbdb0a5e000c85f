"""Looking for people in the web client: waiting, stopping, and the call to a match that is ready."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest
from tests.browser.web.test_lists import enter

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

STREAM = 15_000
"""Most milliseconds until a change comes by the stream."""
A_GAME = re.compile(r"/games/[0-9a-f-]{36}$")


def preset(api: Api, ruleset: str, name: str) -> dict[str, Any]:
    found = api.ask("GET", f"/presets?ruleset={ruleset}&edition=base")["presets"]
    (one,) = (each for each in found if each["name"] == name)
    return {"options": one["options"], "clock": one["clock"], "least_seats": 2, "most_seats": 4}


def look_for(page: Page, game: str, title: str, *, bots: bool = False) -> None:
    """Look for people on the screen that finds tables."""
    page.get_by_role("combobox", name="Game").select_option(label=game)
    page.get_by_role("radio", name=re.compile(f"^{title}")).check()
    if bots:
        page.get_by_role("checkbox", name=re.compile("^Bots")).check()
    page.get_by_role("button", name="Find people").click()


def test_who_looks_for_people_says_how_many_how_reliable_and_whether_other_house_rules_are_welcome(
    windows: Windows,
) -> None:
    def look(page: Page) -> None:
        me = guest(Api(page.request, windows.service))
        enter(page, me, "/tables")
        page.get_by_role("combobox", name="Game").select_option(label="UNO Spin")
        page.get_by_role("combobox", name="People").select_option(label="3")
        page.get_by_role("combobox", name="Reliability of the others").select_option(label="From 90% of turns in time")
        page.get_by_role("checkbox", name=re.compile("^Other house rules")).check()
        look_for(page, "UNO Spin", "Quick")
        expect(page.locator(".seek")).to_have_count(1)
        (seek,) = me.ask("GET", "/me/seeks")["seeks"]
        assert (seek["least_seats"], seek["most_seats"]) == (3, 3)
        assert (seek["min_reliability"], seek["house_rules"]) == (90, "open")

    windows.run(look)


def test_a_new_table_seats_who_looks_for_such_a_match(windows: Windows) -> None:
    def look(page: Page) -> None:
        host, guest_of_theirs = (guest(Api(page.request, windows.service)) for _ in range(2))
        enter(page, host, "/new")
        for _ in range(2):
            page.get_by_role("button", name="One seat fewer").click()
        page.get_by_role("checkbox", name=re.compile("^Seat people who look")).check()
        page.get_by_role("button", name="Open the table").click()
        expect(page).to_have_url(A_GAME)
        game = host.ask("GET", f"/games/{page.url.rpartition('/')[2]}")
        options = {"ruleset": game["ruleset"], "edition": game["edition"]}
        wish = {"options": options, "clock": game["clock"]["preset"], "least_seats": 2, "most_seats": 4}
        assert guest_of_theirs.ask("POST", "/me/seeks", wish)["game_id"] == game["id"]

    windows.run(look)


def test_who_looks_for_people_waits_may_stop_and_plays_once_enough_have_come(windows: Windows) -> None:
    def look(page: Page) -> None:
        me, *others = (guest(Api(page.request, windows.service)) for _ in range(4))
        enter(page, me, "/tables")
        look_for(page, "UNO H2O", "Quick")
        row = page.locator(".seek")
        expect(row).to_contain_text("Waiting for the first to join you")
        row.get_by_role("button", name="Stop looking").click()
        expect(row).to_have_count(0)
        look_for(page, "UNO H2O", "Quick")
        wish = preset(me, "h2o", "quick")
        others[0].ask("POST", "/me/seeks", wish)
        expect(row).to_contain_text("2 people wait", timeout=STREAM)
        for other in others[1:]:
            other.ask("POST", "/me/seeks", wish)
        expect(page).to_have_url(A_GAME, timeout=STREAM)
        (game,) = me.ask("GET", "/me/games")["games"]
        assert page.url.endswith(game["id"])
        assert game["status"] == "running"

    windows.run(look)


def test_the_list_of_games_calls_to_a_match_that_is_ready(windows: Windows) -> None:
    def look(page: Page) -> None:
        me = guest(Api(page.request, windows.service))
        enter(page, me, "/tables")
        look_for(page, "UNO Attack", "Quick", bots=True)
        expect(page.locator(".seek")).to_have_count(1)
        page.goto(windows.service)
        me.ask("POST", "/sandbox/clock/advance", {"seconds": 6 * 3_600 + 100})
        row = page.locator(".seek.called")
        expect(row).to_contain_text("Your match is ready", timeout=STREAM)
        expect(page.locator("main h1")).to_have_text("Your match is ready")
        expect(row).to_contain_text("Confirm within")
        row.get_by_role("button", name="I am there").click()
        expect(page).to_have_url(A_GAME, timeout=STREAM)
        (seek,) = me.ask("GET", "/me/seeks")["seeks"]
        assert seek["state"] == "seated"

    windows.run(look)
