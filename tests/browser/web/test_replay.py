"""The replay of a finished match, compared with what the API says of the same version."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, deal, guest, play_to_the_end
from tests.browser.chromium import DESK
from tests.browser.web.finished import A_TABLE, TEN_SECONDS, call, finished_match, send, started_match, when_asked

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

FIRST_TURNS = 20
"""No Flip that opens the pile: there is a moment before."""
WATCH = """() => {
  window.turned = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.turned += 1; return animate.apply(this, given); };
}"""
"""Counts the animations that scripts begin."""
SCRUB = "(track, place) => { track.value = place; track.dispatchEvent(new Event('input', { bubbles: true })); }"


def names(page: Page, service: str) -> dict[str, str]:
    """Return the names of the cards by their notation."""
    return {one["card"]: one["name"] for one in call(page, service, "GET", "/catalogue")["cards"]}


def shown_hands(page: Page) -> list[list[str]]:
    """Return the names of the cards of each seat, as the replay shows them."""
    hands = page.locator(".hands > li").all()
    return [sorted(hand.locator(".cards .visually-hidden").all_text_contents()) for hand in hands]


def expected_hands(state: Any, said: dict[str, str], face: str) -> list[list[str]]:
    return [sorted(said[card[face]] for card in hand) for hand in state["open"]["hands"]]


def version_shown(page: Page) -> int:
    """Return the version whose table is shown, once it has come."""
    expect(page.locator(".stage section")).to_have_attribute("aria-busy", "false")
    return int(page.locator(".controls .replay-count strong").inner_text())


def test_a_replay_scrubbed_to_a_version_shows_what_the_service_says_of_it(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        said = names(page, windows.service)
        page.goto(f"{windows.service}/replays/{game}")
        track = page.get_by_role("slider", name="Place in the match")
        expect(track).to_be_visible(timeout=TEN_SECONDS)
        middle = int(track.get_attribute("max") or 0) // 2
        assert middle > 0
        track.fill(str(middle))
        version = version_shown(page)
        expect(page).to_have_url(re.compile(rf"\?version={version}$"))
        state = call(page, windows.service, "GET", f"/games/{game}/states/{version}?as=open")
        assert shown_hands(page) == expected_hands(state, said, "card")
        expect(page.locator(".replay-discard .visually-hidden").last).to_have_text(said[state["view"]["discard"][0]])
        expect(page.locator(".replay-draw strong")).to_have_text(str(state["view"]["draw_pile"]["count"]))
        page.get_by_role("button", name="Backs").click()
        assert shown_hands(page) == expected_hands(state, said, "back")

    windows.run(look)


def test_a_scrub_asks_for_few_states_and_none_twice(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/states/" in request.url else None)
        page.goto(f"{windows.service}/replays/{game}")
        track = page.get_by_role("slider", name="Place in the match")
        expect(page.locator(".stage section")).to_be_visible(timeout=TEN_SECONDS)
        last = int(track.get_attribute("max") or 0)
        for _ in range(3):
            for place in [*range(last), last]:
                track.evaluate(SCRUB, place)
        expect(page.locator(".stage section")).to_have_attribute("aria-busy", "false")
        assert len(asked) == len(set(asked))

    windows.run(look)


def test_a_link_opens_its_version_and_keys_step_to_the_ends(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        total = call(page, windows.service, "GET", f"/games/{game}")["version"]
        turn = next(
            one["seq"]
            for one in call(page, windows.service, "GET", f"/games/{game}/events?limit=500")["events"]
            if one["event"]["type"] == "card_played"
        )
        page.goto(f"{windows.service}/replays/{game}?version={turn}")
        number = page.locator(".controls .replay-count strong")
        state = call(page, windows.service, "GET", f"/games/{game}/states/{turn}?as=open")
        expect(number).to_have_text(str(state["last_seq"]), timeout=TEN_SECONDS)
        page.keyboard.press("End")
        expect(number).to_have_text(str(total))
        page.keyboard.press("ArrowLeft")
        expect(number).not_to_have_text(str(total))
        page.keyboard.press("Home")
        expect(page.get_by_role("button", name="Step back")).to_be_disabled()
        page.keyboard.press(" ")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        expect(page.get_by_role("button", name="Step back")).to_be_enabled()  # it has moved on by itself

    windows.run(look)


def test_the_record_stands_beside_the_table_and_leads_to_its_moments(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        page.goto(f"{windows.service}/replays/{game}")
        page.get_by_role("button", name="Record").click()
        lines = page.locator(".record button")
        expect(lines.first).to_contain_text("start_match", timeout=TEN_SECONDS)
        resigned = page.locator(".record button", has_text="resign").first
        resigned.click()
        expect(resigned).to_have_attribute("aria-current", "step")
        expect(page.locator(".controls h2")).to_contain_text("resign")

    windows.run(look, (1440, 900))


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_others(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        said = names(page, windows.service)
        page.goto(f"{windows.service}/replays/{game}")
        page.get_by_role("button", name="View and share").click(timeout=TEN_SECONDS)
        page.get_by_role("radio", name="Bot").first.check()
        page.keyboard.press("Escape")
        expect(page.locator(".hands .covered").first).to_be_visible()
        page.keyboard.press("ArrowRight")
        state = call(page, windows.service, "GET", f"/games/{game}/states/{version_shown(page)}?as=1")
        hands = shown_hands(page)
        assert hands[1] == sorted(said[card["card"]] for card in state["view"]["hand"])
        assert set(hands[0]) == {""}
        page.get_by_role("button", name="Backs").click()
        assert shown_hands(page)[0] == sorted(said[card] for card in state["seats"][0]["backs"])

    windows.run(look)


def flip_of(page: Page, service: str) -> tuple[str, int]:
    """Return a finished match and the version at which everything has turned over."""
    for _ in range(10):
        people = [guest(Api(page.request, service)) for _ in range(3)]
        game = deal(people, scoring="single_round")
        play_to_the_end(people, game)
        log = people[0].ask("GET", f"/games/{game}/events?limit=500&as=open")["events"]
        flipped = next((one for one in log if one["event"]["type"] == "flipped" and one["seq"] > FIRST_TURNS), None)
        if flipped is not None:
            return game, max(one["seq"] for one in log if one["command_id"] == flipped["command_id"])
    raise AssertionError("No match with a Flip came about.")


LIES_STILL = "() => document.querySelector('.stage').getAnimations({ subtree: true }).length === 0"


def test_a_step_over_a_flip_turns_everything_and_a_scrub_does_not(windows: Windows) -> None:
    def look(page: Page) -> None:
        game, version = flip_of(page, windows.service)
        page.goto(f"{windows.service}/replays/{game}?version={version}")
        assert version_shown(page) == version
        after = page.locator("main").get_attribute("data-side")
        page.evaluate(WATCH)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("main")).not_to_have_attribute("data-side", str(after))
        page.wait_for_function(LIES_STILL)
        assert page.evaluate("window.turned") > len(page.locator(".hands > li").all())  # hands, piles and mat
        page.evaluate("window.turned = 0")
        track = page.get_by_role("slider", name="Place in the match")
        place = int(track.input_value())
        track.evaluate(SCRUB, place + 1)
        expect(page.locator("main")).to_have_attribute("data-side", str(after))
        assert version_shown(page) == version
        assert page.evaluate("window.turned") == 0

    windows.run(look)


def test_with_reduced_motion_a_flip_fades(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.emulate_media(reduced_motion="reduce")
        game, version = flip_of(page, windows.service)
        page.goto(f"{windows.service}/replays/{game}?version={version}")
        assert version_shown(page) == version
        after = page.locator("main").get_attribute("data-side")
        page.evaluate(WATCH)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("main")).not_to_have_attribute("data-side", str(after))
        assert page.evaluate("window.turned") == 1

    windows.run(look)


def test_play_goes_on_from_a_moment(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        page.goto(f"{windows.service}/replays/{game}")
        page.get_by_role("button", name="Play on from here").click(timeout=TEN_SECONDS)
        page.get_by_role("button", name="Set up the table").click()
        expect(page).to_have_url(A_TABLE, timeout=TEN_SECONDS)
        branch = page.url.rsplit("/", 1)[1]
        origin = call(page, windows.service, "GET", f"/games/{branch}")["origin"]
        assert origin["game"] == game

    windows.run(look, DESK)


def test_a_running_match_grows_while_it_is_watched(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = started_match(page, windows.service)
        before = when_asked(page, windows.service, game)["version"]
        page.goto(f"{windows.service}/replays/{game}")
        count = page.locator(".controls .replay-count span").first
        expect(count).to_contain_text(f"of {before}", timeout=TEN_SECONDS)
        expect(page.locator(".hands .covered").first).to_be_visible()
        send(page, windows.service, game, {"type": "resign"})
        expect(count).not_to_contain_text(f"of {before}", timeout=TEN_SECONDS)
        page.keyboard.press("End")
        expect(page.locator(".stage section")).to_have_attribute("aria-busy", "false")
        expect(page.locator(".stage .refusal")).to_have_count(0)

    windows.run(look)


def test_finished_games_lead_to_their_replay(windows: Windows) -> None:
    def look(page: Page) -> None:
        game = finished_match(page, windows.service)
        page.goto(f"{windows.service}/replays")
        page.locator(f"a[href='/replays/{game}']").first.click(timeout=TEN_SECONDS)
        expect(page.get_by_role("heading", level=1)).to_have_text("Replay")

    windows.run(look)
