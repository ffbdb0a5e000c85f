"""The pages behind links in a real browser: light and dark, phone and desktop, touch, keyboard and screen reader."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import engine
from players.models import Player
from players.names import MAX_LENGTH
from tests.browser.chromium import DESK
from tests.browser.layout import CONTRASTS, LOOKS, TARGET
from tests.games import tables
from tests.games.pages.clients import faced_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.chromium import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRESSED = "main a, main button, main label"


def red_wild(command: Any) -> bool:
    return bool(command.card == "W" and command.color == "R")


def table(kind: type[engine.Command], place: int = 0, **faced: Any) -> str:
    return faced_with(kind, **faced)[place].table()


def made() -> str:
    me = faced_with(engine.Draw)[0]
    path = me.move(engine.Draw)
    me.made(path)
    return path


def aimed() -> str:
    me, other, _ = faced_with(engine.Play, lambda play: play.target is not None, seats=3, seven_o=True)
    Player.objects.filter(id=other.player).update(name="M" * MAX_LENGTH)
    return me.move(engine.Play, lambda play: play.target is not None)


def ended() -> str:
    visitors = faced_with(engine.Draw, scoring="single_round")
    game = visitors[0].game
    Player.objects.filter(id=visitors[0].player).update(name="W" * MAX_LENGTH)
    seats = tables.state_of(game, visitors[0].player).game.seats
    tables.play_out(game, *(seat.player for seat in seats if seat.player))
    return visitors[0].table()


PLACES: dict[str, Callable[[], str]] = {
    "a turn": partial(table, engine.Play, seats=4),
    "the dark side": partial(table, engine.Play, where=lambda play: play.card[0] in "ptov", seats=3),
    "a wild": lambda: faced_with(engine.Play, red_wild)[0].move(engine.Play, red_wild),
    "a call": lambda: faced_with(engine.Play, lambda play: play.uno)[0].move(engine.Play, lambda play: play.uno),
    "cards to discard": partial(table, engine.Discard, edition="stranger_things"),
    "another's turn": partial(table, engine.Draw, place=1),
    "a move that is made": made,
    "somebody to aim at": aimed,
    "a result": ended,
    "no link": lambda: "/m/none",
}
"""The path of one page of each kind."""


def test_every_page_fits_every_window_and_can_be_read_and_pressed(browser: Chromium, site: str) -> None:
    everywhere = {name: site + path() for name, path in PLACES.items()}

    def look(page: Page) -> list[str]:
        wrong: list[str] = []
        page.on("console", lambda message: wrong.append(message.text) if "404" not in message.text else None)
        for name, url in everywhere.items():
            page.goto(url)
            width, shown = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
            wrong += [f"{name}: {width} pixels wide, of which {shown} are shown"] if width > shown else []
            wrong += [f"{name}: {text}" for text in page.evaluate(CONTRASTS)]
            for target in page.locator(PRESSED).all():
                box = target.bounding_box()
                assert box is not None
                if min(box["width"], box["height"]) < TARGET:
                    wrong.append(f"{name}: {target.inner_text()} is {box['width']} x {box['height']}")
        return wrong

    for size, scheme in LOOKS:
        assert browser.run(look, size, scheme) == [], (size, scheme)


def test_a_page_is_printed_by_day_whatever_the_screen_looks_like(browser: Chromium, site: str) -> None:
    url = site + "/m/none"

    def look(page: Page) -> list[str]:
        page.goto(url)
        inks = []
        for media in ("screen", "print"):
            page.emulate_media(media=media)
            inks.append(page.locator("h1").evaluate("element => getComputedStyle(element).color"))
        return inks

    by_night, printed = browser.run(look, DESK, "dark")
    assert browser.run(look, DESK, "light") == [printed, printed]
    assert by_night != printed


def test_what_is_hard_to_read_would_be_noticed(browser: Chromium) -> None:
    def look(page: Page) -> Any:
        page.set_content(
            '<p style="color:#777;background:#fff">fine</p><p style="color:#888;background:#fff">faint</p>'
        )
        return page.evaluate(CONTRASTS)

    assert browser.run(look) == ["fine: 4.48", "faint: 3.54"]


def test_a_page_makes_sense_to_who_hears_it(browser: Chromium, site: str) -> None:
    everywhere = {name: site + PLACES[name]() for name in ("a turn", "a wild", "cards to discard", "no link")}

    def listen(page: Page) -> None:
        for name, url in everywhere.items():
            page.goto(url)
            assert page.locator("h1").count() == 1, name
            assert page.locator("html").get_attribute("lang") == "en"
            assert page.locator("main").count() == 1
            for link in page.get_by_role("link").all() + page.get_by_role("button").all():
                assert link.aria_snapshot().partition('"')[2], name
            for group in page.locator("fieldset").all():
                assert group.locator("legend").inner_text()
        page.goto(everywhere["a wild"])
        expect(page.get_by_role("group", name="Which color?")).to_be_visible()
        expect(page.get_by_role("radio", name="red")).to_be_checked()
        page.goto(everywhere["a turn"])
        assert page.get_by_role("link", name="Play ").count() > 0

    browser.run(listen)


def test_who_has_nothing_to_do_reads_the_story_where_others_have_their_moves(browser: Chromium, site: str) -> None:
    url = site + PLACES["a result"]()

    def look(page: Page) -> bool:
        page.goto(url)
        boxes = [page.locator(part).bounding_box() for part in (".story", ".folk")]
        story, folk = (box for box in boxes if box is not None)
        return story["x"] + story["width"] <= folk["x"]

    assert browser.run(look, DESK)


def test_a_move_can_be_made_with_the_keyboard_alone(browser: Chromium, site: str) -> None:
    url = site + PLACES["a wild"]()

    def press(page: Page) -> None:
        page.goto(url)
        page.get_by_role("radio", name="red").focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name="yellow")).to_be_checked()
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        assert focused.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Your move is made")
        expect(page.locator(".story")).to_contain_text("yellow")

    browser.run(press, DESK)


def test_going_back_and_reloading_make_no_second_move(browser: Chromium, site: str) -> None:
    url = site + PLACES["a wild"]()

    def press(page: Page) -> list[str]:
        headings = []
        page.goto(url)
        page.locator("button.main").tap()
        expect(page.locator("h1")).to_have_text("Your move is made")
        for step in (page.reload, page.go_back, page.reload):
            step()
            headings.append(page.locator("h1").inner_text())
        return headings

    assert set(browser.run(press)) == {"Your move is made"}
