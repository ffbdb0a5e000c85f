"""The web client on a device that people share: who signs out leaves nothing to the next; and where nothing is kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.web.people import move
from tests.browser.web.test_people import become_guest
from tests.browser.web.test_tables import A_TABLE, SESSION, TEN_SECONDS, call, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const read = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = fail;
  });
  const found = [{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie];
  for (const { name } of await indexedDB.databases()) {
    const database = await read(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      found.push(await read(all.getAllKeys()), await read(database.transaction(store).objectStore(store).getAll()));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).text());
  }
  return JSON.stringify(found);
}"""
"""All that the page keeps in the browser."""

NOTHING_IS_KEPT = """
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };
"""


def play_now(page: Page, service: str) -> str:
    """Begin a match against bots; return its id."""
    visit(page, service, "/")
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(A_TABLE, timeout=TEN_SECONDS)
    expect(page.locator(".hand-card").first).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def test_who_signs_out_leaves_nothing_to_the_next_person(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = play_now(page, windows.service)
        me = page.evaluate(SESSION)
        version = call(page, windows.service, "GET", f"/games/{game}")["version"]
        move(page, version)  # commands and what became of them are kept, too
        visit(page, windows.service, "/you")
        private = [game, *(me[member] for member in ("token", "player", "name"))]
        kept = page.evaluate(KEPT)
        assert [one for one in private if one not in kept] == []
        assert [one for one in ("outbox-", "heads:") if one not in kept] == []
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("button", name="Sign out all the same").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        kept = page.evaluate(KEPT)
        assert [one for one in private if one in kept] == []
        visit(page, windows.service, f"/games/{game}")
        expect(page.get_by_role("alert")).to_be_visible()
        become_guest(page, windows.service)
        visit(page, windows.service, f"/games/{game}")
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.locator(".hand-card")).to_have_count(0)

    windows.run(look)
    windows.complaints[:] = [said for said in windows.complaints if not re.search("40[134]|net::ERR", said)]


def test_a_browser_that_keeps_nothing_plays_all_the_same(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.add_init_script(NOTHING_IS_KEPT)
        game = play_now(page, windows.service)
        panel = page.locator(".panel[data-version]")
        expect(panel).to_be_visible()
        page.wait_for_selector(".hand-card.fits, .actions .button:enabled")
        move(page, int(panel.get_attribute("data-version") or 0))
        page.get_by_role("link", name="Back").click()
        expect(page.locator(f'a[href="/games/{game}"]').first).to_be_visible()

    windows.run(look)


def test_a_person_who_deletes_what_the_browser_keeps_plays_on_in_the_open_page(windows: Windows) -> None:
    def look(page: Page) -> None:
        play_now(page, windows.service)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        devtools = page.context.new_cdp_session(page)
        devtools.send("Storage.clearDataForOrigin", {"origin": windows.service, "storageTypes": "all"})
        page.wait_for_function("() => navigator.serviceWorker.controller === null")
        panel = page.locator(".panel[data-version]")
        move(page, int(panel.get_attribute("data-version") or 0))
        expect(panel).to_be_visible()

    windows.run(look)
