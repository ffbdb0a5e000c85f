"""Finished matches for the tests of replay and audit: a guest plays in the window, then resigns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

A_TABLE = re.compile(r"/games/[0-9a-f-]{36}$")
TEN_SECONDS = 10_000
STORED = """key => new Promise((resolve, reject) => {
  const opening = indexedDB.open('keyval-store');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const asked = opening.result.transaction('keyval').objectStore('keyval').get(key);
    asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
  };
})"""
"""What the client keeps on the device under a name."""
FORGE = """id => new Promise((resolve, reject) => {
  const opening = indexedDB.open('keyval-store');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const change = opening.result.transaction('keyval', 'readwrite');
    const heads = change.objectStore('keyval');
    const asked = heads.get(`heads:${id}`);
    asked.onsuccess = () => {
      heads.put(asked.result.map(head => ({ ...head, chain: head.chain.split('').reverse().join('') })), `heads:${id}`);
    };
    change.oncomplete = () => { opening.result.close(); resolve(); };
  };
})"""
"""Replaces the heads that were noted for a game by others."""


def token(page: Page) -> str:
    return str(page.evaluate(STORED, "session")["token"])


def call(page: Page, service: str, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the service as the person of the window."""
    headers = {"Authorization": f"Bearer {token(page)}"}
    answer = page.request.fetch(f"{service}/v1{path}", method=method, headers=headers, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def started_match(page: Page, service: str) -> str:
    """Sign in as a guest and begin a match against bots in the window; return its id."""
    page.goto(f"{service}/new")
    page.get_by_role("button", name="Play against bots now").click()
    expect(page).to_have_url(A_TABLE, timeout=TEN_SECONDS)
    return page.url.rsplit("/", 1)[1]


def finished_match(page: Page, service: str, moves: int = 4) -> str:
    """Play against bots in the window and resign; return the id of the match, whose heads the device has noted."""
    game = started_match(page, service)
    for _ in range(moves):
        table = when_asked(page, service, game)
        if table["status"] != "running":
            break
        command = next(one for one in table["legal_commands"] if one["type"] not in {"resign", "vote"})
        send(page, service, game, command)
    expect(page.locator("main h1").first).to_be_attached()
    page.wait_for_function(f"async key => (await ({STORED})(key))?.length > 0", arg=f"heads:{game}")
    if call(page, service, "GET", f"/games/{game}")["status"] == "running":
        send(page, service, game, {"type": "resign"})
    page.wait_for_function(
        """async ([service, id, token]) => {
          const answer = await fetch(`${service}/v1/games/${id}`, { headers: { Authorization: `Bearer ${token}` } });
          return (await answer.json()).status === 'finished';
        }""",
        arg=[service, game, token(page)],
        polling=200,
    )
    return game


def when_asked(page: Page, service: str, game: str) -> Any:
    """Return the game as soon as it waits for the guest or is over: a long poll of its log, no pause."""
    table = call(page, service, "GET", f"/games/{game}")
    while table["status"] == "running" and not table["your_turn"]:
        call(page, service, "GET", f"/games/{game}/events?after={table['version']}&wait=10")
        table = call(page, service, "GET", f"/games/{game}")
    return table


def send(page: Page, service: str, game: str, command: dict[str, Any]) -> None:
    call(page, service, "POST", f"/games/{game}/commands", {"command_id": str(uuid4()), "command": command})
