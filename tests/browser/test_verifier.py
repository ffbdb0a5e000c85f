"""The page on which players verify a match, in a real browser: served by the service and opened from a disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from playwright.sync_api import expect

import engine
from tests.browser.chromium import DESK, PHONE
from tests.browser.layout import CONTRASTS, LOOKS, TARGET
from tests.engine.matches import MATCH_ID, Match, Style
from tests.engine.transcripts import PUBLIC_KEY, recorded, short_match

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.chromium import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DISK = (Path(__file__).parents[2] / "verifier" / "index.html").as_uri()
DATA = recorded(short_match(), [3, 50])
LINES = DATA.splitlines(keepends=True)
TITLES = {"en": "Check a match", "ru": "Проверить партию", "fr": "Vérifier une partie"}
HOLDS = {"en": "This match holds", "ru": "С этой партией всё в порядке", "fr": "Cette partie est en règle"}


def tampered() -> bytes:
    """Return the file with a word of one event changed."""
    line = json.loads(LINES[40])
    line["at"] += 1
    text = json.dumps(line, sort_keys=True, separators=(",", ":"))
    return b"".join([*LINES[:40], text.encode() + b"\n", *LINES[41:]])


def choose(page: Page, data: bytes) -> None:
    page.locator("#file").set_input_files({"name": "match.jsonl", "mimeType": "text/plain", "buffer": data})
    expect(page.locator("#verdict.good, #verdict.unsure, #verdict.bad")).to_be_visible()


def watched(page: Page) -> list[str]:
    """Return a list that collects the browser's errors and the requests of the page."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if "verif" not in request.url else None)
    return said


@pytest.mark.parametrize("language", sorted(TITLES))
def test_a_good_match_passes_every_check_in_the_readers_language(browser: Chromium, site: str, language: str) -> None:
    def look(page: Page) -> tuple[list[str], Any]:
        said = watched(page)
        page.goto(f"{site}/verify")
        assert page.locator("h1").inner_text() == TITLES[language]
        assert page.locator("html").get_attribute("lang") == language
        choose(page, DATA)
        assert page.locator("#verdict h2").inner_text() == HOLDS[language]
        assert page.locator("#result tbody tr").count() == 2
        marks = page.locator("#checks li:not([hidden]) .mark").all_inner_texts()
        assert "{" not in page.locator("body").inner_text()
        return said, marks

    said, marks = browser.run(look, scripts=True, language=language)
    assert said == []
    assert marks == ["✓"] * 16


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_it_works_from_a_disk(browser: Chromium, size: tuple[int, int]) -> None:
    def look(page: Page) -> list[str]:
        said = watched(page)
        page.goto(DISK)
        choose(page, DATA)
        assert page.locator("#verdict h2").inner_text() == HOLDS["en"]
        return said

    assert browser.run(look, size, scripts=True) == []


def test_it_says_where_a_tampered_match_breaks(browser: Chromium, site: str) -> None:
    def look(page: Page) -> None:
        page.goto(f"{site}/verify")
        choose(page, tampered())
        assert page.locator("#verdict h2").inner_text() == "This file does not hold"
        assert page.locator("#checks .good").count() == 1
        broken = page.locator("#check-chain.bad")
        assert "The chain breaks at event 40" in broken.inner_text()
        assert broken.locator(".sr").inner_text() == ": broken"
        assert page.locator("#check-seed .sr").inner_text() == ": not checked"
        assert not page.locator("#result").is_visible()
        choose(page, DATA)  # choosing the next file starts again
        expect(page.locator("#checks .good")).to_have_count(16)

    browser.run(look, scripts=True)


def test_heads_and_keys_that_were_noted_are_compared(browser: Chromium, site: str) -> None:
    head = json.loads(LINES[30])["chain"]

    def look(page: Page) -> None:
        page.goto(f"{site}/verify")
        page.locator("summary").click()
        page.get_by_label("Heads").fill(f"30:{head}")
        page.get_by_label("Public keys").fill(PUBLIC_KEY.hex())
        choose(page, DATA)
        expect(page.locator("#check-heads.good")).to_contain_text("Heads on the chain: 1.")
        expect(page.locator("#check-signature.good")).not_to_contain_text("Compare")
        page.get_by_label("Heads").fill(f"30:{head[::-1]}")
        choose(page, DATA)
        expect(page.locator("#check-heads.bad")).to_contain_text("you were shown another match")
        page.get_by_label("Heads").fill("30")
        choose(page, DATA)
        expect(page.locator("#verdict.bad p")).to_have_text("This is not a head that was noted: 30")

    browser.run(look, scripts=True)


def test_a_branch_is_compared_with_the_match_that_it_goes_on_from(browser: Chromium, site: str) -> None:
    trunk = short_match()
    version = next(number for number, event in enumerate(trunk.log, 1) if isinstance(event, engine.TurnStarted))
    began = engine.branch(trunk.log, version, origin=str(UUID(bytes=MATCH_ID)), future="same", seat=0)
    branch = Match(trunk.options, 2, 77, Style.SHED, origin=(trunk.log, began)).play(2_000)

    def look(page: Page) -> None:
        page.goto(f"{site}/verify")
        choose(page, recorded(branch))
        expect(page.locator("#check-origin.unsure")).to_contain_text("can be checked with its transcript")
        expect(page.locator("#verdict.unsure h2")).to_have_text("Not everything could be checked")
        page.locator("summary").click()
        origins = page.get_by_label("Transcripts of matches")
        origins.set_input_files([{"name": "o.jsonl", "mimeType": "text/plain", "buffer": tampered()}])
        expect(page.locator("#check-origin.bad")).to_contain_text("does not hold")
        origins.set_input_files([{"name": "o.jsonl", "mimeType": "text/plain", "buffer": DATA}])
        expect(page.locator("#check-origin.good")).not_to_contain_text("can be checked")
        expect(page.locator("#verdict h2")).to_have_text(HOLDS["en"])

    browser.run(look, scripts=True)


def test_a_file_can_be_dropped_and_reached_by_keys(browser: Chromium, site: str) -> None:
    def look(page: Page) -> None:
        page.goto(f"{site}/verify")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == "file"
        page.evaluate(
            """text => {
                const carried = new DataTransfer();
                carried.items.add(new File([text], "match.jsonl"));
                document.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, cancelable: true }));
            }""",
            DATA.decode(),
        )
        expect(page.locator("#verdict h2")).to_have_text(HOLDS["en"])

    browser.run(look, scripts=True)


def test_it_fits_every_window_and_can_be_read_and_pressed(browser: Chromium, site: str) -> None:
    def look(page: Page) -> list[str]:
        wrong: list[str] = []
        page.goto(f"{site}/verify")
        page.locator("summary").click()
        for data in (DATA, tampered()):
            choose(page, data)
            width, shown = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
            wrong += [f"{width} pixels wide, of which {shown} are shown"] if width > shown else []
            wrong += page.evaluate(CONTRASTS)
        for target in page.locator(".drop, summary, textarea, #origins").all():
            box = target.bounding_box()
            assert box is not None
            wrong += [target.inner_text()] if min(box["width"], box["height"]) < TARGET else []
        return wrong

    for size, scheme in LOOKS:
        assert browser.run(look, size, scheme, scripts=True) == [], (size, scheme)


def test_without_scripts_it_says_what_it_needs(browser: Chromium, site: str) -> None:
    def look(page: Page) -> str:
        page.goto(f"{site}/verify")
        return page.locator("main").inner_text()

    assert "This page needs JavaScript" in browser.run(look)
