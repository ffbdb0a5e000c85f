"""The picture of a match that a player shares: its size, what it may show, and to whom."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, deal, guest, play, play_to_the_end, sit
from tests.browser.web.finished import TEN_SECONDS, finished_match

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

MATCH = {"scoring": "single_round"}


def people(page: Page, service: str, count: int) -> list[Api]:
    return [guest(Api(page.request, service)) for _ in range(count)]


def open_share(page: Page) -> None:
    page.get_by_role("button", name="Share", exact=True).click(timeout=TEN_SECONDS)
    expect(page.get_by_role("heading", name="Share this match")).to_be_visible(timeout=TEN_SECONDS)


def saved(page: Page) -> bytes:
    """Press the button that saves the picture, and return the file."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click(timeout=TEN_SECONDS)
    assert download.value.suggested_filename == "flipside.png"
    return Path(download.value.path()).read_bytes()


def test_the_result_of_a_match_is_shared_as_a_picture_and_a_link(windows: Windows) -> None:
    def look(page: Page) -> None:
        all_people = people(page, windows.service, 3)
        game = deal(all_people, **MATCH)
        play_to_the_end(all_people, game)
        sit(page, all_people[0], game)
        open_share(page)
        picture = page.locator("img.share-picture")
        expect(picture).to_be_visible(timeout=TEN_SECONDS)
        winner = all_people[0].ask("GET", f"/games/{game}")["view"]["result"]["winners"][0]
        name = all_people[winner].ask("GET", "/me")["name"]
        assert f"{name} won the match" in str(picture.get_attribute("alt"))
        file = saved(page)
        assert file.startswith(b"\x89PNG")
        assert struct.unpack(">II", file[16:24]) == (1200, 630)
        assert 20_000 < len(file) < 300_000  # it is not empty
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_text("The link is copied.")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{windows.service}/replays/{game}"

    windows.run(look)


def test_a_moment_of_a_finished_match_has_a_picture(windows: Windows) -> None:
    def look(page: Page) -> None:
        all_people = people(page, windows.service, 2)
        game = deal(all_people, **MATCH)
        play_to_the_end(all_people, game)
        page.goto(f"{windows.service}/replays/{game}?version=30")  # as anybody: nobody is signed in here
        page.get_by_role("button", name="View and share").click(timeout=TEN_SECONDS)
        open_share(page)
        alt = re.compile(r"Round 1\. \S+: \d+ cards?, \S+: \d+ cards?\.$")
        expect(page.locator("img.share-picture")).to_have_attribute("alt", alt, timeout=TEN_SECONDS)

    windows.run(look)


def test_what_not_everybody_may_see_yet_has_no_picture(windows: Windows) -> None:
    def look(page: Page) -> None:
        all_people = people(page, windows.service, 2)
        game = deal(all_people, **MATCH)
        sit(page, all_people[0], game)
        page.goto(f"{windows.service}/replays/{game}")
        page.get_by_role("button", name="View and share").click(timeout=TEN_SECONDS)
        open_share(page)
        expect(page.get_by_text("Not everybody may see this yet")).to_be_visible(timeout=TEN_SECONDS)
        expect(page.locator("img.share-picture")).to_have_count(0)
        expect(page.get_by_role("button", name="Copy link")).to_be_visible()
        play(all_people[1], game, {"type": "resign"})
        page.goto(f"{windows.service}/games/{game}")
        open_share(page)
        expect(page.locator("img.share-picture")).to_be_visible(timeout=TEN_SECONDS)

    windows.run(look)


def test_a_private_match_against_bots_has_a_picture_and_no_link(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service, moves=1)
        page.goto(f"{windows.service}/games/{game}")
        open_share(page)
        expect(page.locator("img.share-picture")).to_be_visible(timeout=TEN_SECONDS)
        expect(page.get_by_role("button", name="Copy link")).to_have_count(0)

    windows.run(look)
