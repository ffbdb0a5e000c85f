"""The words on cards can be read in full on a phone, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.cards import FACES
from games.notifications.rendering.faces import Deck
from games.notifications.rendering.html import card as tile
from games.notifications.rendering.texts import TEXTS
from games.pages.render import render
from games.pages.texts import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.chromium import Chromium

pytestmark = pytest.mark.browser

BROKEN = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest('.card, [role="img"]') || node.parentElement.closest(".sr")) continue;
    for (const word of node.data.matchAll(/\\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const edge = node.parentElement.closest('.card, [role="img"]').getBoundingClientRect();
      const boxes = [...range.getClientRects()];
      if (boxes.length > 1 || boxes.some(box => box.left < edge.left || box.right > edge.right)) found.add(word[0]);
    }
  }
  return [...found];
}"""
"""Words on cards that are broken in the middle or stand over the edge."""


@pytest.mark.parametrize("language", TEXTS)
def test_no_word_on_a_card_is_broken(browser: Chromium, language: str) -> None:
    deck = Deck(TEXTS[language], "plain")
    faces = [deck.face(text) for text in FACES]
    drawn = [render_to_string("pages/card.html", {"face": face}) for face in faces]
    cards = "".join(drawn)
    piles = "".join(f'<div class="piles"><div>{card}</div><div></div><div></div></div>' for card in drawn)
    hands = f'<div class="cards">{cards}</div><div class="cards rest">{cards}</div>'
    main = SafeString(f'<main><section class="felt middle">{piles}</section>{hands}</main>')
    page = render("pages/base.html", PAGES[language], "", main=main)
    mail = "".join(map(tile, faces))

    def look(window: Page) -> list[list[str]]:
        found = []
        for shown in (page, mail):
            window.set_content(shown)
            found.append(window.evaluate(BROKEN))
        return found

    assert browser.run(look, language=language) == [[], []]
