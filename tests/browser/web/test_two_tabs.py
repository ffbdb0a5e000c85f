"""Two tabs of one browser at the same seat: both follow the game, and what one has done the other does not do again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, play, position, sit
from tests.browser.web.people import move

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response, Route

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

TEN_SECONDS = 10_000
# Ann holds nothing that fits, and what she draws does not fit either: to draw is all she can do, and it ends her turn.
HANDS = "L cw t=A; A: R5 x3; B: G7 x3; di: B9"
DRAW = "() => document.querySelector('.actions .button.filled:enabled')?.click()"


class Tabs:
    """Two tabs in which Ann sits at her table with Bob; the answers to what both send are noted."""

    def __init__(self, page: Page, service: str) -> None:
        maker = guest(Api(page.request, service))
        people = make(maker, 2)
        self.ann, self.bob = (maker.as_(one["token"]) for one in people)
        self.game = position(maker, HANDS, [one["id"] for one in people], ruleset="classic")
        self.pages = [page, page.context.new_page()]
        self.answers: list[int] = []
        for one in self.pages:
            one.set_default_timeout(TEN_SECONDS)
            one.goto(service)
            sit(one, self.ann, self.game)
            one.on("response", self._note)
        self.follow()

    def _note(self, answer: Response) -> None:
        if answer.url.endswith("/commands"):
            self.answers.append(answer.status)

    def look(self) -> Any:
        """Return the game as Ann sees it."""
        return self.ann.ask("GET", f"/games/{self.game}")

    def follow(self) -> None:
        """Wait until both tabs show the game as it is."""
        for one in self.pages:
            one.wait_for_selector(f'.panel[data-version="{self.look()["version"]}"]')

    def bob_moves(self) -> None:
        """Let Bob draw, and keep what they drew."""
        while (seen := self.bob.ask("GET", f"/games/{self.game}"))["turn"] == 1:
            play(self.bob, self.game, next(one for one in seen["legal_commands"] if one["type"] in {"draw", "pass"}))


def test_both_tabs_follow_and_each_moves_in_its_turn(windows: Windows) -> None:
    def look(page: Page) -> None:
        tabs = Tabs(page, windows.service)
        for one in (*tabs.pages, *tabs.pages):
            while (seen := tabs.look())["turn"] == 0:
                move(one, seen["version"])
                tabs.follow()
            tabs.bob_moves()
            tabs.follow()
        assert set(tabs.answers) == {200}

    windows.run(look)


def test_a_move_on_its_way_in_one_tab_is_not_offered_in_the_other(windows: Windows) -> None:
    def look(page: Page) -> None:
        tabs = Tabs(page, windows.service)
        first, second = tabs.pages
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        first.route("**/commands", hold)
        with first.expect_request("**/commands"):
            first.evaluate(DRAW)
        for one in tabs.pages:
            expect(one.locator(".actions .button:enabled")).to_have_count(0)
        second.evaluate(DRAW)
        held[0].continue_()
        tabs.follow()
        expect(second.locator(".sent-sign")).to_have_count(0)
        assert tabs.look()["turn"] == 1
        assert tabs.answers == [200]

    windows.run(look)


def test_of_two_taps_at_the_same_moment_one_is_played(windows: Windows) -> None:
    def look(page: Page) -> None:
        tabs = Tabs(page, windows.service)
        at = page.evaluate("Date.now()") + 1_000
        for one in tabs.pages:
            one.evaluate(f"at => {{ setTimeout({DRAW}, at - Date.now()) }}", at)
        page.wait_for_selector(f'.panel:not([data-version="{tabs.look()["version"]}"])')
        tabs.follow()
        for one in tabs.pages:
            expect(one.locator(".sent-sign")).to_have_count(0)
        assert tabs.look()["turn"] == 1
        assert tabs.answers.count(200) == 1

    windows.run(look)
    # On a busy machine the second tap may come when the first is answered: the service refuses it, the player reads so.
    windows.complaints[:] = [said for said in windows.complaints if "409 (Conflict)" not in said]
