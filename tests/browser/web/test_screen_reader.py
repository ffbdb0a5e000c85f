"""A whole turn without eyes: what a screen reader reads, and the keyboard alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit
from tests.browser.chromium import DESK

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

START = "L cw t=A; A: R5 G7 W; B: R3 R4 B3; dr: Y1; di: R9"
MOST_STOPS = 60
BEFORE = """
- heading /Table of .+, {other}/ [level=1]
- paragraph: clockwise
- list "Players":
  - listitem:
    - button "{other} 3 cards next"
- term: Draw pile
- definition: /\\d+ to draw/
- term: Discard pile
- definition: Red 9
- term: Color in force
- definition: red
- region "Your move":
  - heading "Your turn" [level=2]
  - paragraph: Match red or 9, or a wild
  - list "Your hand":
    - listitem:
      - button "Red 5, fits"
    - listitem:
      - button "Green 7, does not fit"
    - listitem:
      - button "Wild, fits"
  - button "Choose a card" [disabled]
  - button "Draw"
"""
CHOSEN = """
- region "Your move":
  - list "Your hand":
    - listitem:
      - button "Wild, fits" [pressed]
  - button "Play Wild"
  - button "Draw"
"""
ASKED = """
- dialog "Which color?":
  - heading "Which color?" [level=2]
  - paragraph: You play Wild. Everyone after you must match the color you name.
  - group "Which color?":
    - button "red you hold 1"
    - button "yellow you hold 0"
    - button "green you hold 1"
    - button "blue you hold 0"
  - button "Choose one" [disabled]
  - button "Choose another card"
"""
ANSWERED = """
- dialog "Which color?":
  - group "Which color?":
    - button "green you hold 1" [pressed]
  - 'button "Play Wild: green"'
"""
AFTER = """
- list "Players":
  - listitem:
    - button "{other} 3 cards plays"
- term: Discard pile
- definition: Wild
- term: Color in force
- definition: green
- term: Last move
- definition: /.+/
- region "Your move":
  - heading "{other} to move" [level=2]
  - list "Your hand":
    - listitem:
      - button "Red 5"
    - listitem:
      - button "Green 7"
"""


def table(page: Page, service: str) -> tuple[Api, Api, str]:
    """Seat the person of the window at a table where it is their turn; return both players and the game."""
    maker = guest(Api(page.request, service))
    made = make(maker, 2)
    ann, ben = (maker.as_(one["token"]) for one in made)
    game = position(maker, START, [one["id"] for one in made], ruleset="classic")
    sit(page, ann, game)
    expect(page.locator(".hand-card")).to_have_count(3)
    return ann, ben, game


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the focus is on it."""
    for _ in range(MOST_STOPS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(target).to_be_focused()


def test_a_turn_can_be_heard_from_its_beginning_to_its_end(windows: Windows) -> None:
    def look(page: Page) -> None:
        ann, ben, game = table(page, windows.service)
        main = page.locator("main")
        other = ben.ask("GET", "/me")["name"]
        live = main.locator("[aria-live=polite]")
        expect(main).to_match_aria_snapshot(BEFORE.format(other=other))
        expect(live).to_be_empty()
        page.get_by_role("button", name="Wild, fits").click()
        expect(main).to_match_aria_snapshot(CHOSEN)
        page.get_by_role("button", name="Play Wild", exact=True).click()
        expect(main).to_match_aria_snapshot(ASKED)
        page.get_by_role("dialog").get_by_role("button", name="green you hold 1").click()
        expect(main).to_match_aria_snapshot(ANSWERED)
        page.get_by_role("button", name="Play Wild: green").click()
        expect(main).to_match_aria_snapshot(AFTER.format(other=other))
        expect(live).to_contain_text("green")
        ben.ask("POST", f"/games/{game}/commands", {"command_id": str(uuid4()), "command": {"type": "draw"}})
        expect(live).to_contain_text(re.compile(rf"{other} .*It is your turn\."))
        assert ann.ask("GET", f"/games/{game}")["your_turn"]

    windows.run(look)


def test_a_turn_is_made_by_keys_alone(windows: Windows) -> None:
    def look(page: Page) -> None:
        ann, _, game = table(page, windows.service)
        cards = page.locator(".hand-card")
        tab_to(page, cards.first)
        expect(cards.first).to_have_accessible_name(re.compile("^Red 5, fits"))
        page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        wild = page.get_by_role("button", name=re.compile("^Wild,"))
        expect(wild).to_be_focused()
        page.keyboard.press("Enter")
        expect(wild).to_have_attribute("aria-pressed", "true")
        go = page.locator(".actions .button.filled")
        tab_to(page, go)
        page.keyboard.press("Enter")
        sheet = page.get_by_role("dialog")
        expect(sheet.get_by_role("heading")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        expect(go).to_be_focused()
        page.keyboard.press("Enter")
        green = sheet.get_by_role("button", name=re.compile("^green"))
        tab_to(page, green)
        page.keyboard.press("Space")
        expect(green).to_have_attribute("aria-pressed", "true")
        tab_to(page, sheet.locator(".button.filled"))
        page.keyboard.press("Enter")
        expect(cards).to_have_count(2)
        expect(page.locator(".hand-place[aria-hidden]")).to_have_count(0)  # laid, but on its way
        assert ann.ask("GET", f"/games/{game}")["view"]["color"] == "G"

    windows.run(look, DESK)
