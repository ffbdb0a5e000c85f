"""Two people in two windows play matches of every ruleset to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit
from tests.browser.web.people import move

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

WITH_WILDS = "L cw t=A; A: R5 R7 W; B: R3 R4 W; di: R9"
WITHOUT = "L cw t=A; A: R5 R7; B: R3 R4; di: R9"
MOST_MOVES = 200


@pytest.mark.parametrize(
    ("ruleset", "edition", "start"),
    [
        ("flip", "base", WITH_WILDS),
        ("flip", "marvel", WITHOUT),
        ("flip", "stranger_things", WITHOUT),
        ("flip", "transformers", WITHOUT),
        ("classic", "base", WITH_WILDS),
        ("classic_from_flip", "base", WITH_WILDS),
        ("h2o", "base", WITH_WILDS),
        ("attack", "base", WITHOUT),
        ("spin", "base", WITH_WILDS),
    ],
)
def test_two_people_play_a_match_to_its_end(windows: Windows, ruleset: str, edition: str, start: str) -> None:
    def play(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        made = make(maker, 2)
        people = [maker.as_(one["token"]) for one in made]
        game = position(
            maker, start, [one["id"] for one in made], ruleset=ruleset, edition=edition, scoring="single_round"
        )
        pages = [page, page.context.browser.new_context(viewport=page.viewport_size, locale="en").new_page()]
        pages[1].set_default_timeout(10_000)
        pages[1].goto(windows.service)
        windows.watch(pages[1])
        for one, person in zip(pages, people, strict=True):
            sit(one, person, game)
        for _ in range(MOST_MOVES):
            seen = people[0].ask("GET", f"/games/{game}")
            if seen["status"] != "running":
                break
            move(pages[seen["turn"]], seen["version"])
        for one in pages:
            expect(one.locator(".result")).to_be_visible()
        pages[1].context.close()

    windows.run(play)
