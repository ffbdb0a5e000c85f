"""People who play in the web client as a player would, by what the page offers."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError as TookTooLong

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

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
