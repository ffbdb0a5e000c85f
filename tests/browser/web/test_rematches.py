"""Playing again in the web client: offers on the result and in the list of games, and the score of a series."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, deal, guest, play, sit
from tests.browser.web.finished import call
from tests.browser.web.test_people import become_guest, post
from tests.browser.web.test_tables import TEN_SECONDS, visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

NO_ASKING_AGAIN = (
    "const every = setInterval; setInterval = (act, pause) => every(act, pause < 20_000 ? pause : 2 ** 31 - 1)"
)
"""Nothing is asked for again after a while."""


def seated(page: Page, service: str) -> tuple[str, str]:
    """Sign in as a guest and begin a match with another guest, Bob; return the token of Bob and the match."""
    become_guest(page, service)
    token = post(page, f"{service}/v1/guests", {"name": f"Bob{uuid4().hex[:8]}"})["token"]
    game = post(page, f"{service}/v1/games", {"seats": 2}, token)["game"]["id"]
    call(page, service, "POST", f"/games/{game}/seats", {})
    post(page, f"{service}/v1/games/{game}/start", {}, token)
    return token, game


def resign(page: Page, service: str, game: str, token: str) -> None:
    resigns = {"command_id": str(uuid4()), "command": {"type": "resign"}}
    post(page, f"{service}/v1/games/{game}/commands", resigns, token)


def test_a_series_is_offered_on_the_result_and_its_score_is_on_every_table(windows: Windows) -> None:
    def look(page: Page) -> None:
        bob, game = seated(page, windows.service)
        resign(page, windows.service, game, bob)
        visit(page, windows.service, f"/games/{game}")
        page.get_by_role("button", name="Best of 3").click()
        expect(page.get_by_text("You offer a series, best of 3.")).to_be_visible()
        expect(page.get_by_text("no answer yet")).to_be_visible()
        following = post(page, f"{windows.service}/v1/games/{game}/rematch", {}, bob)["next_game"]
        page.get_by_role("link", name="Go to the next match").click(timeout=TEN_SECONDS)
        expect(page).to_have_url(f"{windows.service}/games/{following}", timeout=TEN_SECONDS)
        expect(page.get_by_text("Best of 3: ")).to_be_visible()
        resign(page, windows.service, following, bob)
        expect(page.get_by_text("You 1 ·")).to_be_visible(timeout=TEN_SECONDS)
        page.get_by_role("button", name="Stop the series").click()
        expect(page.get_by_text("The series was stopped")).to_be_visible()
        expect(page.get_by_role("button", name="Play again", exact=True)).to_be_visible()

    windows.run(look)


def test_the_score_of_a_series_follows_its_matches_at_once(windows: Windows) -> None:
    def look(page: Page) -> None:
        # Nothing that asks again after a while: what changes, the stream has told.
        page.add_init_script(
            "const every = setInterval; setInterval = (f, ms) => every(f, ms >= 20_000 ? 2 ** 31 - 1 : ms);"
        )
        ann, bob = (guest(Api(page.request, windows.service)) for _ in range(2))
        game = deal([ann, bob])
        play(bob, game, {"type": "resign"})
        ann.ask("POST", f"/games/{game}/rematch", {"best_of": 3})
        first = bob.ask("POST", f"/games/{game}/rematch", {})["next_game"]
        play(bob, first, {"type": "resign"})
        sit(page, ann, first)
        expect(page.get_by_text("You 1 ·")).to_be_visible(timeout=TEN_SECONDS)
        ann.ask("POST", "/sandbox/clock/advance", {"seconds": 700})
        page.get_by_role("link", name="Go to the next match").wait_for(timeout=TEN_SECONDS)
        second = ann.ask("GET", f"/games/{first}/rematch")["next_game"]
        play(bob, second, {"type": "resign"})
        expect(page.get_by_text("You 2 ·")).to_be_visible(timeout=TEN_SECONDS)

    windows.run(look)


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_rematch_and_both_lengths_of_a_series_share_a_row_of_a_phone(windows: Windows, language: str) -> None:
    def look(page: Page) -> None:
        ann, bob = (guest(Api(page.request, windows.service)) for _ in range(2))
        game = deal([ann, bob])
        play(bob, game, {"type": "resign"})
        sit(page, ann, game)
        buttons = page.locator(".again .button")
        expect(buttons).to_have_count(3)
        assert len({round(button.bounding_box()["y"]) for button in buttons.all()}) == 1  # type: ignore[index]

    windows.run(look, language=language)


def test_an_offer_waits_in_the_list_of_games_and_begins_the_match_when_accepted(windows: Windows) -> None:
    def look(page: Page) -> None:
        bob, game = seated(page, windows.service)
        resign(page, windows.service, game, bob)
        visit(page, windows.service, "/")
        post(page, f"{windows.service}/v1/games/{game}/rematch", {}, bob)
        expect(page.get_by_text("offers a rematch")).to_be_visible(timeout=TEN_SECONDS)
        page.get_by_role("button", name="Play again").click()
        expect(page.locator(".panel.seated")).to_be_visible(timeout=TEN_SECONDS)
        following = page.url.rsplit("/", 1)[1]
        assert call(page, windows.service, "GET", f"/games/{following}")["rematch_of"] == game

    windows.run(look)


def test_whoever_declines_is_named_and_the_others_get_another_way(windows: Windows) -> None:
    def look(page: Page) -> None:
        bob, game = seated(page, windows.service)
        resign(page, windows.service, game, bob)
        visit(page, windows.service, f"/games/{game}")
        page.get_by_role("button", name="Play again", exact=True).click()
        expect(page.get_by_text("You offer a rematch.")).to_be_visible()
        headers = {"Authorization": f"Bearer {bob}"}
        assert page.request.delete(f"{windows.service}/v1/games/{game}/rematch", headers=headers).ok
        expect(page.get_by_text("Declined: Bob")).to_be_visible(timeout=TEN_SECONDS)
        page.get_by_role("button", name="Set up a new table").click()
        expect(page).not_to_have_url(f"{windows.service}/games/{game}", timeout=TEN_SECONDS)

    windows.run(look)


def test_whoever_is_left_plays_with_people_who_look_for_such_a_match(windows: Windows) -> None:
    def look(page: Page) -> None:
        bob, game = seated(page, windows.service)
        resign(page, windows.service, game, bob)
        visit(page, windows.service, f"/games/{game}")
        page.get_by_role("button", name="Play again", exact=True).click()
        expect(page.get_by_text("You offer a rematch.")).to_be_visible()
        headers = {"Authorization": f"Bearer {bob}"}
        assert page.request.delete(f"{windows.service}/v1/games/{game}/rematch", headers=headers).ok
        page.get_by_role("button", name="Play with other people").click(timeout=TEN_SECONDS)
        expect(page).not_to_have_url(f"{windows.service}/games/{game}", timeout=TEN_SECONDS)
        table = call(page, windows.service, "GET", f"/games/{page.url.rsplit('/', 1)[1]}")
        assert (table["status"], table["rematch_of"]) == ("lobby", game)
        cy = post(page, f"{windows.service}/v1/guests", {"name": f"Cy{uuid4().hex[:8]}"})["token"]
        wish = {"options": {"ruleset": table["ruleset"]}, "clock": "none", "least_seats": 2, "most_seats": 2}
        post(page, f"{windows.service}/v1/me/seeks", wish, cy)
        expect(page.locator(".panel.seated")).to_be_visible(timeout=TEN_SECONDS)

    windows.run(look)


def test_other_people_are_welcome_in_place_of_those_who_decline_from_the_start(windows: Windows) -> None:
    def look(page: Page) -> None:
        bob, game = seated(page, windows.service)
        resign(page, windows.service, game, bob)
        visit(page, windows.service, f"/games/{game}")
        page.get_by_role("radio", name="Other people take their seats").check()
        expect(page.get_by_role("button", name="Best of 3")).to_be_disabled()
        page.get_by_role("button", name="Play again", exact=True).click()
        expect(page.get_by_text("People who look for such a match take the seats")).to_be_visible()
        headers = {"Authorization": f"Bearer {bob}"}
        assert page.request.delete(f"{windows.service}/v1/games/{game}/rematch", headers=headers).ok
        page.get_by_role("link", name="Go to the next match").click(timeout=TEN_SECONDS)
        expect(page).not_to_have_url(f"{windows.service}/games/{game}", timeout=TEN_SECONDS)
        table = call(page, windows.service, "GET", f"/games/{page.url.rsplit('/', 1)[1]}")
        assert (table["status"], table["rematch_of"]) == ("lobby", game)

    windows.run(look)
