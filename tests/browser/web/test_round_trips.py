"""How often a first visit must wait for an answer before it can ask for more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

START = "L cw t=A; A: R5 R7 B2 B4; B: R3 G4 B3 B5; di: R9"


def test_a_table_needs_three_round_trips_its_page_the_files_that_it_names_and_the_game(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        made = make(maker, 2)
        game = position(maker, START, [one["id"] for one in made], ruleset="classic")
        address = f"/games/{game}"
        named = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.request.get(f"{windows.service}{address}").text())
        needed = {address, *named, f"/v1/games/{game}?include=since_you_looked"}

        def answer(route: Route) -> None:
            if route.request.url.removeprefix(windows.service) in needed:
                route.continue_()
            else:
                route.abort()

        context = page.context.browser.new_context(service_workers="block")
        try:
            first = context.new_page()
            first.goto(f"{windows.service}/icon.svg")
            context.route("**/v1/**", answer)
            context.route("**/assets/**", answer)
            sit(first, maker.as_(made[0]["token"]), game)
            expect(first.locator(".hand-card.fits")).to_have_count(2, timeout=10_000)
        finally:
            context.close()

    windows.run(look)
