"""The narrowest phones of today, and pages at twice their size: nothing is wider than the window.

Thirty cards are within reach on the narrowest phone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, deal, guest, make, play, position, sit
from tests.browser.layout import OUTSIDE, TARGET

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

SMALL = (360, 740)
ZOOMED = (195, 422)
"""What a page has on a phone of 390 x 844 at 200 % (WCAG 2.2, 1.4.4)."""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
MANY = "L cw t=A; A: R5 x29; B: x3; C: x3; D: x3; E: x3; F: x3; di: R9"
HEADING = "h1"
PART = "main :is(form, section, ul)"
SCREENS = {
    "/": HEADING,
    "/new": "details.options",
    "/tables": HEADING,
    "/join": HEADING,
    "/rules/flip": HEADING,
    "/replays": HEADING,
    "/audit": ".file-drop",
    "/you": HEADING,
    "/you/profile": PART,
    "/you/messages": PART,
    "/you/vacation": PART,
    "/you/devices": PART,
    "/you/blocked": HEADING,
    "/you/data": PART,
    "/inbox": HEADING,
}
"""Addresses, and what their screens show when they have what they need."""
# The corner of a card that shows its number: the next ones of a terrace may cover the rest.
CORNER = f"""card => {{
  card.scrollIntoView({{ block: 'nearest' }});
  const box = card.getBoundingClientRect();
  const top = across => document.elementFromPoint(box.x + across, box.y + 12);
  return [4, {TARGET} / 2, {TARGET} - 4].every(across => card.contains(top(across)));
}}"""


def wide(page: Page, service: str, screens: dict[str, str]) -> list[str]:
    """Return the screens that are wider than the window, with the texts that are cut off."""
    found: list[str] = []
    for path, whole in screens.items():
        page.goto(f"{service}{path}")
        page.locator(whole).first.wait_for(state="attached")
        if page.evaluate(TOO_WIDE) > 0:
            found.append(path)
        found += [f"{path}: {text}" for text in page.evaluate(OUTSIDE)]
    return found


@pytest.mark.parametrize("size", [SMALL, ZOOMED], ids=["small", "zoomed"])
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_nothing_is_wider_than_the_window(windows: Windows, size: tuple[int, int], language: str) -> None:
    def look(page: Page) -> list[str]:
        player = guest(Api(page.request, windows.service))
        game = player.ask("POST", "/games", {})["game"]["id"]
        sit(page, player, game)
        return wide(page, windows.service, {f"/games/{game}": HEADING, f"/games/{game}/rules": HEADING} | SCREENS)

    assert windows.run(look, size, language=language) == []


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_match_its_result_its_replay_and_its_check_are_not_wider_than_a_zoomed_window(
    windows: Windows, language: str
) -> None:
    def look(page: Page) -> list[str]:
        ann, bob = (guest(Api(page.request, windows.service)) for _ in range(2))
        game = deal([ann, bob])
        sit(page, ann, game)
        during = wide(page, windows.service, {f"/games/{game}": ".hand-card"})
        play(bob, game, {"type": "resign"})
        after = {
            "/": HEADING,
            f"/games/{game}": ".again",
            f"/replays/{game}": HEADING,
            f"/audit/{game}": ".verdict.good",
        }
        return during + wide(page, windows.service, after)

    assert windows.run(look, ZOOMED, language=language) == []


def test_thirty_cards_are_within_reach_at_a_full_table(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        ann = make(maker, 1)[0]
        game = position(maker, MANY, [ann["id"], *[None] * 5], ruleset="classic")
        sit(page, maker.as_(ann["token"]), game)
        cards = page.locator(".hand-card")
        expect(cards).to_have_count(30)
        assert page.evaluate(TOO_WIDE) <= 0
        names = cards.evaluate_all("all => all.map(card => card.querySelector('.card-name').textContent)")
        assert [name for name, card in zip(names, cards.all(), strict=True) if not card.evaluate(CORNER)] == []
        for name, card in zip(names, cards.all(), strict=True):
            card.click(position={"x": TARGET / 2, "y": 12})
            if re.search(", fits", name):
                expect(card).to_have_attribute("aria-pressed", "true")
            else:
                expect(page.locator(".why-not")).to_contain_text(name.split(",")[0])
        expect(page.locator(".actions .button").first).to_be_in_viewport()

    windows.run(look, SMALL)
