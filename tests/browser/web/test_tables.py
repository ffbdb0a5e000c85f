"""The web client before, between and after matches: lists, new tables, the waiting room, results, rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import DESK

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

TEN_SECONDS = 10_000
A_TABLE = re.compile(r"/games/[0-9a-f-]{36}$")
SESSION = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('keyval-store');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const asked = opening.result.transaction('keyval').objectStore('keyval').get('session');
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
  };
})"""


def visit(page: Page, service: str, path: str) -> None:
    page.goto(f"{service}{path}")


def play_against_bots(page: Page, service: str) -> str:
    """Sign in as a guest by playing at once. Return the id of the game."""
    visit(page, service, "/new")
    page.get_by_role("button", name="Play against bots now").click()
    expect(page).to_have_url(A_TABLE, timeout=TEN_SECONDS)
    return page.url.rsplit("/", 1)[1]


def call(page: Page, service: str, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the service as the person of the window."""
    headers = {"Authorization": f"Bearer {page.evaluate(SESSION)['token']}"}
    answer = page.request.fetch(f"{service}/v1{path}", method=method, headers=headers, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def test_a_newcomer_plays_against_bots_in_one_tap_and_finds_the_game_again(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = play_against_bots(page, windows.service)
        assert call(page, windows.service, "GET", f"/games/{game}")["status"] == "running"
        visit(page, windows.service, "/")
        expect(page.get_by_role("heading", level=1)).to_have_text("One game waits for you", timeout=TEN_SECONDS)
        row = page.locator(".my-row")
        expect(row).to_contain_text(re.compile(r"Match|fits|Accept|Answer|color"))
        tall = row.bounding_box()
        page.reload()
        expect(row.locator("use").first).to_be_attached()
        assert row.bounding_box() == tall
        row.click()
        expect(page).to_have_url(re.compile(f"{game}$"))

    windows.run(look)


def test_an_option_says_why_it_cannot_be_had_and_what_it_needs_makes_it_possible(windows: Windows) -> None:
    def look(page: Page) -> None:
        visit(page, windows.service, "/new")
        page.get_by_text("All options").click()
        sheet = page.get_by_role("dialog")
        page.get_by_role("button", name=re.compile("^Stacking across")).click()
        expect(sheet).to_contain_text("Not here: stacking is off")
        expect(sheet.get_by_role("radio", name=re.compile("^On"))).to_be_disabled()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        page.get_by_role("button", name=re.compile("^Stacking Whether")).click()
        sheet.get_by_role("radio", name=re.compile("^Draw cards and wilds")).check()
        sheet.get_by_role("button", name="Done").click()
        page.get_by_role("button", name=re.compile("^Stacking across")).click()
        expect(sheet.get_by_role("radio", name=re.compile("^On"))).to_be_enabled()
        sheet.get_by_role("radio", name=re.compile("^On")).check()
        sheet.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Open the table").click()
        expect(page).to_have_url(A_TABLE)
        expect(page.get_by_role("heading", level=1)).to_have_text("3 seats are free")
        options = call(page, windows.service, "GET", f"/games/{page.url.rsplit('/', 1)[1]}")["options"]
        assert options == {"stack": "same_wild", "stack_across": True}

    windows.run(look)


def test_a_stranger_sits_down_and_the_host_sees_it_and_starts(windows: Windows) -> None:
    def look(page: Page) -> None:
        visit(page, windows.service, "/new")
        page.get_by_role("radio", name="UNO Spin").check()
        page.get_by_role("button", name="One seat fewer").click()
        page.get_by_role("button", name="One bot more").click()
        page.get_by_role("button", name="Open the table").click()
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text("One seat is free")
        expect(page.locator(".code")).to_contain_text(re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}"))

        browser = page.context.browser
        assert browser is not None
        stranger = browser.new_page(locale="en")
        windows.watch(stranger)
        visit(stranger, windows.service, "/tables")
        stranger.get_by_role("combobox", name="Game").select_option(label="UNO Spin")
        stranger.get_by_role("button", name=re.compile("^Sit down: UNO Spin")).click()
        expect(stranger).to_have_url(page.url)
        expect(stranger.locator("h1")).to_have_text("Everybody is here")

        expect(heading).to_have_text("Everybody is here")
        page.get_by_role("button", name="Start the match").click()
        for window in (page, stranger):
            expect(window.get_by_role("heading", name="Everybody is here")).to_have_count(0)
        assert call(stranger, windows.service, "GET", f"/games/{page.url.rsplit('/', 1)[1]}")["status"] == "running"
        stranger.close()

    windows.run(look)


def test_the_end_of_a_match_shows_points_and_begins_another_one_against_the_same_bots(windows: Windows) -> None:
    def look(page: Page) -> None:
        play_against_bots(page, windows.service)
        me = call(page, windows.service, "GET", "/me")["id"]
        wanted = {
            "position": "L cw t=A; A: G5; B: B7; di: G3",
            "seats": [{"player": me}, {"bot": "sharp"}],
            "options": {"scoring": "single_round"},
        }
        game = call(page, windows.service, "POST", "/sandbox/games", wanted)["game"]
        play = {"command": {"type": "play", "card": "G5"}, "command_id": "6f7f0b8e-54a6-4c3f-9f7e-0d5e4a2f8a11"}
        call(page, windows.service, "POST", f"/games/{game}/commands", play)
        visit(page, windows.service, f"/games/{game}")
        result = page.locator(".result")
        expect(result.get_by_role("heading", level=2)).to_have_text("You won the match")
        expect(result.get_by_role("row", name=re.compile("^1 You"))).to_contain_text("winner")
        expect(result.locator(".left-cards")).to_contain_text("Blue 7")
        expect(result.get_by_role("link", name="Check the record")).to_have_attribute("href", f"/audit/{game}")
        result.get_by_role("button", name="Play again").click()
        page.wait_for_url(lambda address: not address.endswith(game))
        following = page.url.rsplit("/", 1)[1]
        assert call(page, windows.service, "GET", f"/games/{following}")["rematch_of"] == game

    windows.run(look)


def test_a_paragraph_of_the_rules_has_an_address_and_the_language_changes(windows: Windows) -> None:
    def look(page: Page) -> None:
        visit(page, windows.service, "/rules/flip#matching")
        paragraph = page.locator("#matching")
        expect(paragraph).to_be_in_viewport()
        expect(paragraph).to_be_focused()
        expect(paragraph).to_contain_text("A card fits if")
        page.get_by_label("Language").select_option("fr")
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("règles"))
        page.get_by_label("Règles d’un autre jeu").select_option("classic")
        expect(page).to_have_url(f"{windows.service}/rules/classic")
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^UNO\s?: les règles"))

    windows.run(look, DESK)
