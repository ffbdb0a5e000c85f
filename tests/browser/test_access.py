"""A player authorizes an app in a real browser without scripts, from the app's link to its redirect address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.players.oauth.clients import ThirdParty, somebody
from tests.players.people import code_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from playwright.sync_api import Page, Route

    from tests.browser.chromium import Chromium

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_a_person_lets_an_app_in_by_pressing_buttons(
    browser: Chromium, site: str, settings: Any, mailoutbox: list[EmailMessage], language: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    somebody("ada@example.org", "Ada")
    with httpx.Client(base_url=site) as http:
        app = ThirdParty(somebody("author@example.org", "Author"), http)
        question = site + app.question()

        def answer(route: Route) -> None:
            route.fulfill(body="You may close this window.", content_type="text/plain")

        def begin(page: Page) -> tuple[str, str]:
            page.context.route("https://app.example/**", answer)
            page.goto(question)
            page.fill("input[name=address]", "ada@example.org")
            page.click("button[value=send]")
            page.fill("input[name=code]", code_in(mailoutbox[-1]))
            page.click("button[value=give]")
            shown = page.inner_text("main")
            page.click("button[value=allow]")
            page.wait_for_url("https://app.example/**")
            return shown, page.url

        shown, arrived = browser.run(begin, language=language)
        assert "Card Pal" in shown
        assert "ada@example.org" in shown
        code = httpx.URL(arrived).params["code"]
        assert app.exchange(code).status_code == 200
