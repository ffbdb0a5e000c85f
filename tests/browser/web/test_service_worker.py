"""The web client in a browser: it starts without a line, takes a newer build when told to, and shows pushes."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from django.http import HttpResponse
from playwright.sync_api import Error, expect

from config import web_client

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.chromium import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "6f1c6c5e-0d1e-4c4f-9d1f-3a2b1c0d9e8f"
CONTROLLED = "() => navigator.serviceWorker && navigator.serviceWorker.controller !== null"
STATUS = "(path) => fetch(path).then((answer) => answer.status)"


def opened(page: Page, site: str) -> list[str]:
    """Open the client and wait until its service worker answers; return a list that collects the browser's errors."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(site)
    page.wait_for_function(CONTROLLED)
    expect(page.locator("main")).to_be_visible()
    return said


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Serve a copy of the build, which a test may change."""
    copy = tmp_path / "dist"
    shutil.copytree(web_client.DIST, copy)
    monkeypatch.setattr(web_client, "DIST", copy)
    return copy


def test_it_starts_without_a_line(browser: Chromium, site: str) -> None:
    def look(page: Page) -> list[str]:
        said = opened(page, site)
        page.context.set_offline(True)
        page.goto(f"{site}/you")
        expect(page.locator("main")).to_be_visible()
        with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
            page.goto(f"{site}/docs")
        return [one for one in said if "net::ERR_" not in one]  # a line that is cut fails in several ways

    assert browser.run(look, scripts=True) == []


def test_it_starts_while_something_answers_for_a_service_that_is_down(
    browser: Chromium, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(page: Page) -> None:
        opened(page, site)
        monkeypatch.setattr(web_client, "_answer", lambda *_: HttpResponse("Bad gateway", status=502))
        page.goto(f"{site}/you")
        expect(page.get_by_role("heading", level=1)).to_be_visible()

    browser.run(look, scripts=True)


def test_a_newer_build_comes_when_the_person_takes_it(browser: Chromium, site: str, dist: Path) -> None:
    def look(page: Page) -> None:
        opened(page, site)
        page_file, worker = dist / "index.html", dist / "service-worker.js"
        page_file.write_text(page_file.read_text().replace("<title>Flipside", "<title data-newer>Flipside"))
        worker.write_text(worker.read_text() + "\n// newer")
        notice = page.get_by_text("A newer version of Flipside is ready.")
        expect(notice).to_have_count(0)
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
        expect(notice).to_be_visible()
        page.get_by_role("button", name="Load it").click()
        expect(page.locator("title[data-newer]")).to_have_count(1)
        page.wait_for_function(CONTROLLED)
        expect(page.locator("main")).to_be_visible()
        expect(notice).to_have_count(0)

    browser.run(look, scripts=True)


def test_a_file_that_was_missing_is_found_later_and_then_kept(browser: Chromium, site: str, dist: Path) -> None:
    def look(page: Page) -> list[int]:
        opened(page, site)
        found = [page.evaluate(STATUS, "/assets/late-AAAAAAAA.js")]
        (dist / "assets" / "late-AAAAAAAA.js").write_text("export {};")
        found.append(page.evaluate(STATUS, "/assets/late-AAAAAAAA.js"))
        page.context.set_offline(True)
        found.append(page.evaluate(STATUS, "/assets/late-AAAAAAAA.js"))
        return found

    assert browser.run(look, scripts=True) == [404, 200, 200]


def test_words_and_drawings_are_there_without_a_line(browser: Chromium, site: str) -> None:
    def look(page: Page) -> list[int]:
        opened(page, site)
        drawings = page.evaluate("() => fetch('/v1/catalogue').then((one) => one.json()).then((one) => one.drawings)")
        page.evaluate(STATUS, drawings)
        page.context.set_offline(True)
        return [page.evaluate(STATUS, path) for path in ("/v1/catalogue", drawings)]

    assert browser.run(look, scripts=True) == [200, 200]


def test_text_never_becomes_markup_or_script(browser: Chromium, site: str) -> None:
    def look(page: Page) -> list[str]:
        opened(page, site)
        return [
            page.evaluate(f"() => {{ try {{ {attempt}; return 'done'; }} catch (error) {{ return error.name; }} }}")
            for attempt in (
                "document.body.innerHTML = '<b>markup</b>'",
                "document.createElement('script').src = '/assets/other.js'",
                "trustedTypes.createPolicy('another', {})",
            )
        ]

    assert browser.run(look, scripts=True) == ["TypeError"] * 3


SHOWN = """async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications({ tag: "game" });
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""
"""Returns what the notifications of the game say."""


def test_a_push_is_shown_and_names_the_game_to_open(browser: Chromium, site: str) -> None:
    push = {"title": "Your turn", "body": "Anna played Green 5.", "tag": "game", "data": {"game_id": GAME}}

    def look(page: Page) -> list[dict[str, str]]:
        page.context.grant_permissions(["notifications"], origin=site)
        opened(page, site)
        devtools = page.context.new_cdp_session(page)
        ids: list[str] = []
        devtools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: ids.extend(one["registrationId"] for one in event["registrations"]),
        )
        devtools.send("ServiceWorker.enable")
        page.wait_for_function(CONTROLLED)
        delivered = {"origin": site, "registrationId": ids[0], "data": json.dumps(push)}
        shown: list[dict[str, str]] = []
        # Chromium forgets a notification that is asked for before it is on the screen, so the push is sent again:
        # the tag makes them one.
        for _ in range(20):
            devtools.send("ServiceWorker.deliverPushMessage", delivered)
            page.wait_for_timeout(500)
            if shown := page.evaluate(SHOWN):
                break
        return shown

    assert browser.run(look, scripts=True) == [
        {"title": "Your turn", "body": "Anna played Green 5.", "tag": "game", "data": f"/games/{GAME}"}
    ]
