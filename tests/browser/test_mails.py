"""Mails fit the narrowest phones without horizontal scrolling, however long the names in them are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import engine
from games.notifications.rendering.content import Links
from games.notifications.rendering.digest import Item, digest
from players.names import MAX_LENGTH
from tests.engine.matches import Match
from tests.games.notifications.test_digest import looked
from tests.games.notifications.test_render import GAME, UNSUBSCRIBE, notice, said

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.chromium import Chromium

pytestmark = pytest.mark.browser

NARROW = (320, 640)
LONG = "W" * MAX_LENGTH


def mails(language: str) -> dict[str, str]:
    """Return mails of several kinds about a game whose names are as wide as possible."""
    running, over = Match({}, 4, 5).play(14), Match({"scoring": "single_round"}, 4, 5).play(2000)
    assert over.table.is_over
    assert running.table.turn is not None
    turn = notice(names=[LONG] * 4, seat=running.table.turn)
    result = notice("match_over", names=[LONG] * 4, seat=1)
    items = [
        Item(replace(one, looked=looked(game, one.seat or 0)), engine.view(game.table, one.seat or 0), Links(game=GAME))
        for one, game in ((turn, running), (result, over))
    ]
    return {
        "a turn": said(turn, running, language=language).html or "",
        "a result": said(result, over, language=language).html or "",
        "a digest": digest(items, language, "America/Argentina/Buenos_Aires", UNSUBSCRIBE).html or "",
    }


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_a_mail_fits_the_narrowest_phone_whatever_somebody_is_called(browser: Chromium, language: str) -> None:
    drawn = mails(language)

    def widths(page: Page) -> dict[str, int]:
        found = {}
        for name, mail in drawn.items():
            page.set_content(mail)
            found[name] = page.evaluate("document.documentElement.scrollWidth")
        return found

    assert browser.run(widths, NARROW) == dict.fromkeys(drawn, NARROW[0])
