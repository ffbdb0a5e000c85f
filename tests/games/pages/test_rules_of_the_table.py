"""Players who use mail only can read the rules of their table, before they take a seat and afterwards."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from players import preferences
from tests.games import tables
from tests.games.pages.clients import company, visitor

pytestmark = pytest.mark.django_db
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def rules_on(links: list[str]) -> list[str]:
    return [unescape(link) for link in links if "/rules" in link]


@pytest.mark.parametrize(("language", "word"), [("en", "Rules of this table"), ("ru", "Правила этого стола")])
def test_a_page_leads_to_the_rules_of_its_table_in_the_language_of_its_reader(language: str, word: str) -> None:
    me, _ = company("Ann", "Bob", stack="same")
    preferences.change(player_id=me.player, changes={"language": language})
    page = me.see(me.table())
    assert word in page.text
    (rules,) = rules_on(page.links)
    answer = Client().get(rules, headers=BROWSER)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")
    assert answer["Content-Language"] == language


def test_a_private_table_leads_to_no_rules_that_a_browser_cannot_get() -> None:
    host = tables.person()
    game = tables.lobby_of(host, private=True).game.id
    me = visitor(host, game)
    assert rules_on(me.see(me.table()).links) == []
