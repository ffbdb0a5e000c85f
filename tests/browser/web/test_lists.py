"""Lists of games and tables, new tables and the waiting room: where they lead, and what happens after a failure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from devtools.web_people import KEEP, Api, guest, make, position, sit

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

SMALL = (360, 740)
TEN_SECONDS = 10_000
A_TABLE = re.compile(r"/games/[0-9a-f-]{36}$")
MINE = "L cw t=A; A: R5 G7; B: R3 R4 B3; dr: Y1; di: R9"
BROKEN_WORDS = """() => [...document.querySelectorAll('.choice strong')].flatMap(({ firstChild: text }) => {
  const words = [...text.data.matchAll(/[^\\s]+/g)];
  return words.filter(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(word => word[0]);
})"""
CUT_TEXTS = """what => {
  const walker = document.createTreeWalker(what, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const cut = [];
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    let around = walker.currentNode.parentElement;
    while (getComputedStyle(around).overflow !== 'hidden') around = around.parentElement;
    const [text, box] = [range.getBoundingClientRect(), around.getBoundingClientRect()];
    if (text.right > box.right + 1) cut.push(walker.currentNode.data);
  }
  return cut;
}"""


def enter(page: Page, api: Api, path: str) -> None:
    """Sign the person of a token in on this device, and open a screen."""
    me = api.ask("GET", "/me")
    page.evaluate(KEEP, {"token": api.token, "player": me["id"], "name": me["name"], "guest": me["guest"]})
    page.goto(f"{api.service}{path}")


def forget(windows: Windows, *expected: str) -> None:
    """Drop the complaints that a mishap brings with it."""
    windows.complaints[:] = [said for said in windows.complaints if not any(one in said for one in expected)]


def lose_the_answer(route: Route) -> None:
    """Let the service do what is asked, but lose its answer."""
    route.fetch()
    route.abort()


def tables_of(api: Api) -> list[dict[str, Any]]:
    """Return the open tables at which a player sits."""
    return [one for one in api.ask("GET", "/me/games")["games"] if one["status"] == "lobby"]


def test_a_screen_begins_at_its_top_with_the_focus_on_its_heading(windows: Windows) -> None:
    def look(page: Page) -> None:
        enter(page, guest(Api(page.request, windows.service)), "/new")
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text("New table")
        expect(heading).not_to_be_focused()
        page.get_by_role("radio", name=re.compile("^Invited players")).check()
        assert page.evaluate("scrollY") > 0
        page.get_by_role("link", name="Replays").click()
        expect(heading).to_be_focused()
        assert page.evaluate("scrollY") == 0
        page.get_by_role("link", name="Games", exact=True).press("Enter")
        expect(heading).to_have_text("No game waits for you")
        expect(heading).to_be_focused()

    windows.run(look, SMALL)


def test_the_way_back_is_at_the_same_place_on_every_screen(windows: Windows) -> None:
    def look(page: Page) -> list[float]:
        maker = guest(Api(page.request, windows.service))
        player = make(maker, 1)[0]
        ann = maker.as_(player["token"])
        room = ann.ask("POST", "/games", {})["game"]["id"]
        game = position(maker, MINE, [player["id"], None], ruleset="classic")
        places = []
        for path in (f"/games/{room}", f"/games/{room}/rules", f"/games/{game}", "/join", "/inbox"):
            enter(page, ann, path)
            expect(page.get_by_role("heading", level=1).first).to_be_attached()
            back = page.get_by_role("link", name="Back")
            expect(back).to_be_visible()
            box = back.bounding_box()
            assert box is not None
            places.append(box["x"])
        return places

    places = windows.run(look)
    assert set(places) == {places[0]}


def test_the_next_game_that_waits_is_one_tap_away_after_a_move(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        ann, ben = make(maker, 2)
        people = [ann["id"], ben["id"]]
        first, second = (position(maker, MINE, people, ruleset="classic") for _ in range(2))
        sit(page, maker.as_(ann["token"]), first)
        expect(page.get_by_role("button", name=re.compile("^Red 5,"))).to_be_visible()
        expect(page.get_by_role("link", name="Next game")).to_have_count(0)
        page.get_by_role("button", name=re.compile("^Red 5,")).click()
        page.get_by_role("button", name=re.compile("^Play Red 5")).click()
        page.get_by_role("link", name="Next game").click()
        expect(page).to_have_url(re.compile(second))
        expect(page.get_by_role("button", name=re.compile("^Red 5,"))).to_be_visible()

    windows.run(look)


def test_no_word_of_a_new_table_is_broken_on_a_small_phone(windows: Windows) -> None:
    def look(page: Page) -> list[str]:
        page.goto(f"{windows.service}/new")
        expect(page.get_by_role("radio", name="UNO Flip! Transformers")).to_be_attached()
        broken: list[str] = page.evaluate(BROKEN_WORDS)
        return broken

    assert windows.run(look, SMALL) == []


def test_a_table_whose_opening_got_no_answer_is_not_opened_twice(windows: Windows) -> None:
    def look(page: Page) -> None:
        player = guest(Api(page.request, windows.service))
        enter(page, player, "/new")
        page.route("**/v1/games", lose_the_answer, times=1)
        open_it = page.get_by_role("button", name="Open the table")
        open_it.click()
        expect(page.get_by_text("The service cannot be reached.").first).to_be_in_viewport()
        open_it.click()
        expect(page).to_have_url(A_TABLE)
        assert len(tables_of(player)) == 1

    windows.run(look)
    forget(windows, "net::ERR_FAILED")


@pytest.mark.parametrize("button", ["Play against bots now", "Open the table"])
def test_a_table_is_shown_though_its_bots_did_not_come(windows: Windows, button: str) -> None:
    def look(page: Page) -> None:
        player = guest(Api(page.request, windows.service))
        enter(page, player, "/new")
        page.get_by_role("button", name="One bot more").click()
        page.route("**/v1/games/*/bots", lambda route: route.abort())
        page.get_by_role("button", name=button).click()
        expect(page).to_have_url(A_TABLE)
        expect(page.get_by_role("heading", level=1)).to_have_text("3 seats are free")
        page.unroute("**/v1/games/*/bots")
        page.get_by_role("button", name="Fill with bots and start").click()
        expect(page.locator(".hand-card").first).to_be_visible(timeout=TEN_SECONDS)

    windows.run(look)
    forget(windows, "net::ERR_FAILED")


def test_who_comes_too_late_to_a_table_reads_so_where_they_are_and_the_list_is_renewed(windows: Windows) -> None:
    def look(page: Page) -> None:
        host, late, quick = (guest(Api(page.request, windows.service)) for _ in range(3))
        games = [
            host.ask("POST", "/games", {"seats": 2, "options": {"ruleset": "h2o"}})["game"]["id"] for _ in range(6)
        ]
        enter(page, late, "/tables")
        page.get_by_role("combobox", name="Game").select_option(label="UNO H2O")
        rows = page.locator(".open-table")
        expect(rows).to_have_count(6)
        quick.ask("POST", f"/games/{games[0]}/seats", {})
        row = rows.filter(has=page.locator(f"a[href='/games/{games[0]}']"))
        row.get_by_role("button").click()
        expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
        expect(rows).to_have_count(5)
        for game in games:
            host.ask("DELETE", f"/games/{game}/seats/0")

    windows.run(look)
    forget(windows, "409")


def test_a_table_that_was_closed_or_filled_meanwhile_is_gone_when_the_person_looks_again(windows: Windows) -> None:
    def look(page: Page) -> None:
        host, reader = (guest(Api(page.request, windows.service)) for _ in range(2))
        game = host.ask("POST", "/games", {"seats": 2, "options": {"ruleset": "attack"}})["game"]["id"]
        enter(page, reader, "/tables")
        page.get_by_role("combobox", name="Game").select_option(label="UNO Attack")
        rows = page.locator(".open-table")
        expect(rows).to_have_count(1)
        host.ask("POST", f"/games/{game}/bots", {"bot": "sharp"})
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(rows).to_have_count(0)

    windows.run(look)


def test_bots_are_added_at_one_place_of_the_waiting_room(windows: Windows) -> None:
    def look(page: Page) -> None:
        player = guest(Api(page.request, windows.service))
        game = player.ask("POST", "/games", {"seats": 10})["game"]["id"]
        sit(page, player, game)
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text("9 seats are free")
        sharp = page.get_by_role("button", name=re.compile("Sharp"))
        expect(sharp).to_have_count(1)
        sharp.click()
        expect(heading).to_have_text("8 seats are free")
        page.get_by_role("button", name=re.compile("Random")).click()
        expect(heading).to_have_text("7 seats are free")
        page.get_by_role("button", name="Remove Bot 2").click()
        expect(heading).to_have_text("8 seats are free")

    windows.run(look, SMALL)


def test_a_long_name_is_cut_rather_than_what_is_said_of_it(windows: Windows) -> None:
    def look(page: Page) -> list[str]:
        maker = guest(Api(page.request, windows.service))
        wanted = [{}, {"name": "Donaudampfschifffahrtsge"}]
        ann, ben = maker.ask("POST", "/sandbox/players", {"players": wanted})["players"]
        position(maker, MINE, [ann["id"], ben["id"]], ruleset="classic")
        enter(page, maker.as_(ann["token"]), "/")
        row = page.locator(".my-row")
        expect(row).to_contain_text(
            re.compile("Match .* or 9.*2 cards · Donaudampfschifffahrtsge has 3"), timeout=TEN_SECONDS
        )
        cut: list[str] = row.locator(".what").evaluate(CUT_TEXTS)
        return cut

    assert set(windows.run(look, SMALL)) == {"Donaudampfschifffahrtsge"}


def test_a_wide_window_shows_the_selected_game_beside_the_list_and_opens_it_second(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        ann, ben = make(maker, 2)
        people = [ann["id"], ben["id"]]
        position(maker, MINE, people, ruleset="classic")
        waits = position(maker, MINE.replace("t=A", "t=B"), people, ruleset="classic")
        enter(page, maker.as_(ann["token"]), "/")
        beside = page.locator(".preview")
        expect(beside.get_by_role("list", name="Your hand")).to_contain_text("Red 5", timeout=TEN_SECONDS)
        expect(page.locator(".my-row[aria-current=true]")).to_have_count(1)
        row = page.locator(".row")
        row.click()
        expect(row).to_have_attribute("aria-current", "true")
        expect(beside).to_contain_text(re.compile("to move"))
        row.click()
        expect(page).to_have_url(re.compile(f"/games/{waits}$"))

    windows.run(look, (1440, 900))


def test_a_row_says_that_no_card_fits_where_the_device_has_seen_the_table(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        ann, ben = make(maker, 2)
        text = "L cw t=A; A: G5 G7; B: R3 R4 B3; dr: Y1 x9; di: R9"
        game = position(maker, text, [ann["id"], ben["id"]], ruleset="classic")
        enter(page, maker.as_(ann["token"]), "/")
        row = page.locator(".my-row")
        expect(row).to_contain_text("Match", timeout=TEN_SECONDS)
        row.click()
        expect(page).to_have_url(re.compile(f"/games/{game}$"))
        expect(page.locator(".hand-card")).to_have_count(2)
        page.get_by_role("link", name="Back").click()
        expect(row).to_contain_text("No card of yours fits.")

    windows.run(look)
