"""axe-core on the main screens: it finds nothing serious or critical, in either scheme."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = """async () => {
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}"""
START = "L cw t=A; A: R5 G7 W; B: R3 R4 B3; di: R9"
STRANGERS = ("/", "/join", "/sign-in", "/rules/flip", "/audit")
PLAYERS = (
    "/",
    "/new",
    "/tables",
    "/replays",
    "/inbox",
    "/you",
    "/you/profile",
    "/you/messages",
    "/you/vacation",
    "/you/devices",
    "/you/data",
)
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the source of axe-core, which `make browser` installs."""
    return AXE.read_text()


class Checker:
    """Runs axe-core on the page as it is now."""

    def __init__(self, page: Page, axe: str) -> None:
        self.page = page
        self.axe = axe
        self.found: dict[str, Any] = {}

    def visit(self, url: str) -> None:
        self.page.goto(url)
        expect(self.page.get_by_role("heading", level=1).first).to_be_attached()
        self.check(url)

    def check(self, name: str) -> None:
        self.page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(self.axe)
        if said := self.page.evaluate(SERIOUS):
            self.found[name] = said


def test_a_button_without_a_name_is_found(windows: Windows, axe: str) -> None:
    def look(page: Page) -> dict[str, Any]:
        checker = Checker(page, axe)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
        checker.check("a button")
        return checker.found

    assert windows.run(look) == {"a button": ["button-name: #content > button"]}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_screens_of_strangers(windows: Windows, axe: str, scheme: str) -> None:
    def look(page: Page) -> dict[str, Any]:
        checker = Checker(page, axe)
        for path in STRANGERS:
            checker.visit(f"{windows.service}{path}")
        return checker.found

    assert windows.run(look, scheme=scheme) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_screens_of_players(windows: Windows, axe: str, scheme: str) -> None:
    def look(page: Page) -> dict[str, Any]:
        player = guest(Api(page.request, windows.service))
        game = player.ask("POST", "/games", {})["game"]["id"]
        sit(page, player, game)
        checker = Checker(page, axe)
        for path in (f"/games/{game}", *PLAYERS):
            checker.visit(f"{windows.service}{path}")
        return checker.found

    assert windows.run(look, scheme=scheme) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_turn_at_the_table(windows: Windows, axe: str, scheme: str) -> None:
    def look(page: Page) -> dict[str, Any]:
        maker = guest(Api(page.request, windows.service))
        made = make(maker, 2)
        ann = maker.as_(made[0]["token"])
        rules = {"ruleset": "classic", "scoring": "single_round", "standing_orders": True}
        game = position(maker, START, [one["id"] for one in made], **rules)
        sit(page, ann, game)
        checker = Checker(page, axe)
        expect(page.locator(".hand-card")).to_have_count(3)
        checker.check("before")
        page.get_by_role("button", name=re.compile("^Green 7,")).click()
        expect(page.locator(".why-not")).to_be_visible()
        checker.check("a card that does not fit")
        page.get_by_role("button", name=re.compile("^Wild,")).click()
        page.locator(".actions .button.filled").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        checker.check("the sheet")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="What happened").click()
        checker.check("the log")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="More at this table").click()
        checker.check("the menu")
        page.get_by_role("button", name="Standing orders").click()
        orders = page.get_by_role("dialog", name="Standing orders")
        orders.get_by_role("group", name="Your next plays").get_by_role("button", name="Wild").click()
        expect(orders.get_by_role("group", name="Which color for Wild?")).to_be_visible()
        checker.check("orders")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        ann.ask("POST", f"/games/{game}/commands", {"command_id": made[0]["id"], "command": {"type": "resign"}})
        expect(page.locator(".result")).to_be_visible()
        checker.check("the result")
        for path in (f"/games/{game}/rules", f"/replays/{game}", f"/audit/{game}"):
            checker.visit(f"{windows.service}{path}")
        return checker.found

    assert windows.run(look, scheme=scheme) == {}
