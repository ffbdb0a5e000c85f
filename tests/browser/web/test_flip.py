"""Everything turns over at the table: in time, ended by a tap, and quietly for those who asked for less motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

TEN_SEATS: Final = (
    "L cw t=B; A: R5/p3 G5/t3; B: GF/x x/t1 x/t4; C: x/p1; D: x/o2; E: x/v3; F: x/t5; G: x/p6; H: x/o7; I: x/v8;"
    " J: x/t9; dr: x/t2 x20; di: G9/x G1/x"
)
LANDING: Final = 200
LONGEST: Final = 900
"""Milliseconds."""
SLOWLY: Final = 100
RECORD: Final = """slowly => {
  window.calls = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const { duration = options, delay = 0, pseudoElement = null } = options;
    window.calls.push({ end: duration + delay, pseudoElement, last: frames.at(-1), on: this.className });
    const rest = typeof options === 'number' ? {} : options;
    return animate.call(this, frames, { ...rest, duration: duration * slowly });
  };
}"""


def open_table(page: Page, service: str) -> tuple[Api, str]:
    """Sit down at a table of ten; return the next player, who holds a Flip, and the game."""
    maker = guest(Api(page.request, service))
    made = make(maker, 10)
    game = position(maker, TEN_SEATS, [one["id"] for one in made])
    sit(page, maker.as_(made[0]["token"]), game)
    expect(page.locator(".hand-card")).to_have_count(2)
    expect(page.locator("main")).to_have_attribute("data-side", "L")
    return maker.as_(made[1]["token"]), game


def turn_over(by: Api, game: str) -> None:
    command = {"type": "play", "card": "GF"}
    by.ask("POST", f"/games/{game}/commands", {"command_id": str(uuid4()), "command": command})


def test_ten_seats_turn_over_within_the_time(windows: Windows) -> None:
    def look(page: Page) -> Any:
        other, game = open_table(page, windows.service)
        page.evaluate(RECORD, 1)
        turn_over(other, game)
        expect(page.locator("main")).to_have_attribute("data-side", "D")
        page.wait_for_function("() => document.getAnimations().length === 0")
        expect(page.locator(".flip-ground")).to_have_count(0)
        expect(page.locator("[aria-live]")).to_contain_text("Everything turned over.")
        return page.evaluate("window.calls")

    calls = windows.run(look)
    turned = [one for one in calls if "90deg" in one["last"].get("transform", "")]
    flat = [one for one in calls if one not in turned]
    assert LANDING + max(one["end"] for one in turned) + max(one["end"] for one in flat) <= LONGEST
    assert len({one["end"] for one in turned if "chip" in one["on"]}) == 9, "seats turn one after the other"
    # Chromium's renderer crashes now and then when these are animated by a script.
    assert {one["pseudoElement"] for one in calls} == {None}


def test_a_tap_ends_it_and_presses_nothing(windows: Windows) -> None:
    def look(page: Page) -> None:
        other, game = open_table(page, windows.service)
        page.evaluate(RECORD, SLOWLY)
        turn_over(other, game)
        page.wait_for_function("() => window.calls.length > 0")
        card = page.locator(".hand-card").first
        card.dispatch_event("click")
        expect(page.locator("main")).to_have_attribute("data-side", "D")
        page.wait_for_function("() => document.getAnimations().every(one => one.playState === 'finished')")
        expect(page.locator(".hand-card[aria-pressed=true], .why-not, dialog[open]")).to_have_count(0)
        expect(page.locator(".flip-ground")).to_have_count(0)

    windows.run(look)


def test_less_motion_is_a_short_crossfade(windows: Windows) -> None:
    def look(page: Page) -> Any:
        other, game = open_table(page, windows.service)
        page.emulate_media(reduced_motion="reduce")
        page.evaluate(RECORD, 1)
        turn_over(other, game)
        expect(page.locator("main")).to_have_attribute("data-side", "D")
        page.wait_for_function("() => window.calls.length > 0")
        return page.evaluate("window.calls")

    assert [(one["end"], one["last"]) for one in windows.run(look)] == [(120, {"opacity": 1})]
