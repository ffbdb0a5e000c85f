"""People at the web client's tables: signed in by a token, and playing as a player would, by what the page offers."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as TookTooLong

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Page, Response

KEEP = """session => new Promise((resolve, reject) => {
  const opening = indexedDB.open('keyval-store');
  opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const change = opening.result.transaction('keyval', 'readwrite');
    change.objectStore('keyval').put(session, 'session');
    change.oncomplete = () => { opening.result.close(); resolve(null); };
  };
})"""


class Api:
    """The service, asked with a token, for what a test prepares and compares."""

    def __init__(self, request: APIRequestContext, service: str, token: str | None = None) -> None:
        self.request = request
        self.service = service
        self.token = token

    def as_(self, token: str) -> Api:
        return Api(self.request, self.service, token)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        answer = self.request.fetch(f"{self.service}/v1{path}", method=method, headers=headers, data=body)
        assert answer.ok, answer.text()
        return answer.json() if answer.text() else None


def sit(page: Page, api: Api, game: str) -> None:
    """Sign the person of a token in on this device, and open their table."""
    me = api.ask("GET", "/me")
    page.evaluate(KEEP, {"token": api.token, "player": me["id"], "name": me["name"], "guest": me["guest"]})
    page.goto(f"{api.service}/games/{game}")


def position(api: Api, text: str, people: list[str | None], **options: object) -> str:
    """Begin a match from a position; None in `people`, the ids of throw-away players, is a bot."""
    seats = [{"bot": "sharp"} if one is None else {"player": one} for one in people]
    return str(api.ask("POST", "/sandbox/games", {"position": text, "seats": seats, "options": options})["game"])


def guest(api: Api) -> Api:
    return api.as_(api.ask("POST", "/guests", {})["token"])


def make(maker: Api, count: int) -> list[dict[str, Any]]:
    """Make throw-away players, with `id` and `token`. Only their maker can seat them."""
    return list(maker.ask("POST", "/sandbox/players", {"players": [{}] * count})["players"])


# Presses what a player would press next, and says whether that may have sent a move. Null: nothing can be pressed yet.
PRESS = """() => {
  const press = (element, mayEnd) => { element.click(); return { mayEnd }; };
  const sheet = document.querySelector('dialog[open]');
  if (sheet !== null) {
    const go = sheet.querySelector('.button.filled:enabled');
    const isPicked = sheet.querySelector('.tile') === null || sheet.querySelector('.tile[aria-pressed=true]') !== null;
    if (go !== null && isPicked) return press(go, true);
    const tile = sheet.querySelector('.tile:enabled:not(.unfit):not([aria-pressed=true])');
    return tile === null ? null : press(tile, false);
  }
  const card = document.querySelector('.hand-card.fits');
  if (card !== null && document.querySelector('.hand-card[aria-pressed=true]') === null) return press(card, false);
  const button = document.querySelector('.actions .button.filled:enabled, .actions .button:enabled');
  return button === null ? null : press(button, true);
}"""


def move(page: Page, version: int) -> None:
    """Make a move that the page offers at a version: an answer to its question, a fitting card, or the first button."""
    page.wait_for_selector(f'.panel[data-version="{version}"]')
    answers: list[Response] = []

    def note(answer: Response) -> None:
        if answer.url.endswith("/commands"):
            answers.append(answer)

    page.on("response", note)
    while not answers:
        pressed = page.wait_for_function(PRESS).json_value()
        if pressed["mayEnd"] and not answers:
            with contextlib.suppress(TookTooLong):  # there was more to choose
                page.wait_for_event("response", lambda one: one.url.endswith("/commands"), timeout=3_000)
    page.remove_listener("response", note)
    assert answers[0].ok, answers[0].text()
