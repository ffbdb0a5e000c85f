"""The narrowest phones of today: nothing is wider than the window, and thirty cards are within reach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit
from tests.browser.layout import TARGET

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

SMALL = (360, 740)
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
MANY = "L cw t=A; A: R5 x29; B: x3; C: x3; D: x3; E: x3; F: x3; di: R9"
SCREENS = (
    "/",
    "/new",
    "/tables",
    "/join",
    "/rules/flip",
    "/replays",
    "/you",
    "/you/profile",
    "/you/messages",
    "/inbox",
)
# The corner of a card that shows its number: the next ones of a terrace may cover the rest.
CORNER = f"""card => {{
  card.scrollIntoView({{ block: 'nearest' }});
  const box = card.getBoundingClientRect();
  const top = across => document.elementFromPoint(box.x + across, box.y + 12);
  return [4, {TARGET} / 2, {TARGET} - 4].every(across => card.contains(top(across)));
}}"""


def test_nothing_is_wider_than_the_window(windows: Windows) -> None:
    def look(page: Page) -> list[str]:
        player = guest(Api(page.request, windows.service))
        game = player.ask("POST", "/games", {})["game"]["id"]
        sit(page, player, game)
        wide = []
        for path in (f"/games/{game}", f"/games/{game}/rules", *SCREENS):
            page.goto(f"{windows.service}{path}")
            expect(page.get_by_role("heading", level=1).first).to_be_attached()
            if page.evaluate(TOO_WIDE) > 0:
                wide.append(path)
        return wide

    assert windows.run(look, SMALL) == []


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
