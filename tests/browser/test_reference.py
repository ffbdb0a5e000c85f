"""The reference at /docs in a real browser: search, languages of examples, and whether it can be read everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import DESK, PHONE
from tests.browser.layout import CONTRASTS, LOOKS, TARGET

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.chromium import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOP = "id => document.getElementById(id).getBoundingClientRect().top"


def opened(page: Page, site: str) -> list[str]:
    """Open the reference, and return a list that collects the browser's errors and further requests."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith(f"{site}/docs") else None)
    page.goto(f"{site}/docs")
    return said


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_search_opens_an_operation_by_keys_alone(browser: Chromium, site: str, size: tuple[int, int]) -> None:
    def look(page: Page) -> list[str]:
        said = opened(page, site)
        page.keyboard.press("/")
        expect(page.locator("#words")).to_be_focused()
        page.keyboard.type("send_command")
        expect(page.locator("#found [aria-selected=true]")).to_contain_text("Make a move")
        page.keyboard.press("Enter")
        page.wait_for_url("**/docs#operation-send_command")
        expect(page.locator("#found")).to_be_hidden()
        assert 0 < page.evaluate(TOP, "operation-send_command") < 300
        page.mouse.wheel(0, 200)
        expect(page.locator("nav [aria-current]")).to_have_text("Make a move")
        return said

    assert browser.run(look, size, scripts=True) == []


def test_search_finds_types_and_errors_and_arrows_choose(browser: Chromium, site: str) -> None:
    def look(page: Page) -> None:
        opened(page, site)
        page.locator("#words").fill("game")
        chosen = page.locator("#found [aria-selected=true]")
        expect(chosen).to_have_text("typeGame")
        page.keyboard.press("ArrowDown")
        expect(chosen).to_have_count(1)
        expect(chosen).not_to_have_text("typeGame")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#words")).to_have_attribute("aria-activedescendant", "found-0")
        page.keyboard.press("Escape")
        expect(page.locator("#found")).to_be_hidden()
        page.locator("#words").fill("card not play")
        page.keyboard.press("Enter")
        page.wait_for_url("**/docs/errors/card_not_playable")

    browser.run(look, DESK, scripts=True)


def test_examples_are_shown_in_one_language_which_is_kept(browser: Chromium, site: str) -> None:
    def shown(page: Page) -> list[Any]:
        calls = page.locator("#operation-send_command .call").all()
        return [call.get_attribute("class") for call in calls if call.is_visible()]

    def look(page: Page) -> None:
        opened(page, site)
        assert shown(page) == ["call curl"]
        page.goto(f"{site}/docs#operation-send_command")
        page.mouse.wheel(0, 30)
        expect(page.locator("nav [aria-current]")).to_have_text("Make a move")
        top = page.evaluate(TOP, "operation-send_command")
        box = page.locator(".languages label", has_text="Python").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 9, box["y"] + 9)  # `check` would scroll before it clicks
        assert shown(page) == ["call python"]
        assert abs(page.evaluate(TOP, "operation-send_command") - top) < 2
        page.reload()
        assert shown(page) == ["call python"]

    browser.run(look, DESK, scripts=True)


def test_without_scripts_it_is_complete_and_has_no_search(browser: Chromium, site: str) -> None:
    def look(page: Page) -> None:
        opened(page, site)
        assert not page.locator("#search").is_visible()
        page.get_by_role("radio", name="TypeScript").check()
        page.goto(f"{site}/docs#operation-create_game")
        assert page.locator("#operation-create_game .call.typescript").is_visible()
        page.locator("#operation-create_game details summary").first.click()
        assert '"command_id"' in page.locator("#operation-create_game details pre").first.inner_text()

    browser.run(look, DESK)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_it_fits_every_window_and_can_be_read_and_pressed(
    browser: Chromium, site: str, size: tuple[int, int], scheme: str
) -> None:
    def look(page: Page) -> list[str]:
        opened(page, site)
        width, window = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        wrong = [f"{width} pixels wide, of which {window} are shown"] if width > window else []
        page.locator("#words").fill("game")
        wrong += page.evaluate(CONTRASTS)
        targets = "#words, .languages label, #found a, .files a, #operation-send_command :is(button, summary)"
        for target in page.locator(targets).filter(visible=True).all():
            box = target.bounding_box()
            assert box is not None
            wrong += [target.inner_text()] if min(box["width"], box["height"]) < TARGET else []
        return wrong

    assert browser.run(look, size, scheme, scripts=True) == []


def test_on_paper_the_text_stands_alone(browser: Chromium, site: str) -> None:
    def look(page: Page) -> None:
        opened(page, site)
        page.emulate_media(media="print")
        assert not page.locator("nav").is_visible()
        assert not page.locator(".top").is_visible()
        assert page.locator("#operation-send_command .call.curl").is_visible()

    browser.run(look, DESK, "dark", scripts=True)
