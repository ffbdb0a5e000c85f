"""A player who plays by the links of their mails, on a phone without scripts of the page."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

LINK = re.compile(r'<a [^>]*href="(?P<url>[^"]*/m/[\w-]{64})"[^>]*>(?P<words>.*?)</a>', re.DOTALL)
MOST_PRESSES = 600


def links_of(html: str) -> list[tuple[str, str]]:
    """Return the links of a mail to pages of the game, with their texts."""
    found = LINK.finditer(html)
    return [
        (unescape(link["url"]), " ".join(unescape(re.sub(r"<[^>]+>", " ", link["words"])).split())) for link in found
    ]


class Reader:
    """Opens mails and presses the first link that plays a card."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        self.errors: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def answer(self, html: str) -> None:
        """Open a link of this mail, and finish the turn on the pages that it leads to."""
        moves = [(url, words) for url, words in links_of(html) if words != "Open the table"]
        self.page.goto(next((url for url, words in moves if "Draw" not in words), moves[0][0]))
        while self._ask():
            self._press()

    def _ask(self) -> bool:
        """Go to the page that asks, if the turn is not over."""
        if self.page.locator("form").count():
            return True
        for choice in ("section.part a.card", "section.part a.press"):
            if self.page.locator(choice).count():
                self.page.locator(choice).first.tap()
                expect(self.page.locator("form")).to_be_visible()
                return True
        return False

    def _press(self) -> None:
        self.presses += 1
        assert self.presses < MOST_PRESSES
        for name in {str(field.get_attribute("name")) for field in self.page.locator("input[type=radio]").all()}:
            self.page.locator(f"label:has(input[name={name}])").first.tap()
        self.page.locator("button.main").tap()
        expect(self.page.locator("h1")).to_have_text("Your move is made")
