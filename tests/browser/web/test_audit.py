"""The check of a match in the web client: a match of the service, a tampered file, and heads noted during play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.web.finished import FORGE, STORED, TEN_SECONDS, finished_match, token
from tests.engine.transcripts import recorded, short_match

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser


def transcript(page: Page, service: str, game: str) -> bytes:
    headers = {"Authorization": f"Bearer {token(page)}"}
    answer = page.request.get(f"{service}/v1/games/{game}/transcript", headers=headers)
    assert answer.ok, answer.text()
    return answer.body()


def tampered(data: bytes, number: int) -> bytes:
    """Return the file with the moment of one event changed."""
    lines = data.splitlines(keepends=True)
    line = json.loads(lines[number])
    line["at"] += 1
    lines[number] = json.dumps(line, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    return b"".join(lines)


def choose(page: Page, data: bytes) -> None:
    page.locator(".file-drop input").set_input_files({"name": "match.jsonl", "mimeType": "text/plain", "buffer": data})
    expect(page.locator(".verdict.good, .verdict.bad, .verdict.unsure")).to_be_visible(timeout=TEN_SECONDS)


def test_a_match_played_here_holds_and_the_heads_noted_during_play_are_compared(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        page.goto(f"{windows.service}/replays/{game}")
        page.get_by_role("link", name="Verify the shuffle").click(timeout=TEN_SECONDS)
        expect(page.locator(".verdict.good h2")).to_have_text("This match holds", timeout=TEN_SECONDS)
        heads = page.evaluate(STORED, f"heads:{game}")  # the last one may be noted after the match
        expect(page.locator("[data-check=heads].good")).to_contain_text(f"Heads on the chain: {len(heads)}.")
        expect(page.locator("[data-check=signature].good")).not_to_contain_text("Compare")
        expect(page.locator(".checks .waiting, .checks .bad")).to_have_count(0)
        page.get_by_role("link", name="Watch the match").click()
        expect(page.get_by_role("link", name="Shuffle verified")).to_be_visible(timeout=TEN_SECONDS)

    windows.run(look)


def test_a_transcript_of_another_match_than_was_shown_is_refused(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        page.goto(f"{windows.service}/replays")  # no table is open that would note the right heads again
        page.evaluate(FORGE, game)
        page.goto(f"{windows.service}/audit/{game}")
        expect(page.locator(".verdict.bad")).to_contain_text("Your heads", timeout=TEN_SECONDS)
        expect(page.locator("[data-check=heads].bad")).to_contain_text("you were shown another match")
        page.goto(f"{windows.service}/replays/{game}")
        expect(page.get_by_role("link", name="Verify the shuffle")).to_be_visible(timeout=TEN_SECONDS)

    windows.run(look)


def test_a_tampered_transcript_is_refused_with_the_check_that_found_it(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        data = transcript(page, windows.service, game)
        page.goto(f"{windows.service}/audit")
        choose(page, tampered(data, 10))
        expect(page.locator(".verdict.bad h2")).to_have_text("This file does not hold")
        expect(page.locator(".verdict.bad")).to_contain_text("The chain")
        expect(page.locator(".verdict.bad")).to_contain_text("changed or damaged after the match")
        expect(page.locator("[data-check=chain].bad")).to_contain_text("The chain breaks at event 10")
        assert "not checked" in (page.locator("[data-check=seed] h3").text_content() or "")
        choose(page, data)
        expect(page.locator(".verdict.good h2")).to_have_text("This match holds")

    windows.run(look)


def test_it_speaks_the_language_of_the_page(windows: Windows) -> None:
    def played(page: Page) -> bytes:
        return transcript(page, windows.service, finished_match(page, windows.service))

    data = windows.run(played)

    def look(page: Page) -> str:
        page.goto(f"{windows.service}/audit")
        choose(page, data)
        assert "{" not in page.locator("main").inner_text()
        return page.locator(".verdict h2").inner_text()

    assert windows.run(look, language="ru") == "С этой партией всё в порядке"
    assert windows.run(look, language="fr") == "Cette partie est en règle"


def test_a_transcript_signed_by_another_service_is_refused(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.goto(f"{windows.service}/audit")
        choose(page, recorded(short_match()))
        expect(page.locator("[data-check=signature].bad")).to_be_visible()
        expect(page.locator(".checks .good")).to_have_count(14)

    windows.run(look)


@pytest.mark.parametrize("data", [b"a holiday picture", b""])
def test_what_is_no_transcript_is_refused(windows: Windows, data: bytes) -> None:
    def look(page: Page) -> None:
        page.goto(f"{windows.service}/audit")
        choose(page, data)
        expect(page.locator("[data-check=format].bad")).to_be_visible()
        expect(page.locator(".verdict.bad")).to_contain_text("This is not a whole transcript")
        expect(page.locator(".heads")).to_have_count(0)  # it names no match that heads could be of

    windows.run(look)
