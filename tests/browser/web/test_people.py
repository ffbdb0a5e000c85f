"""The web client for people: arriving, invitations, signing in and out, the inbox, profiles, settings."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from devtools.web_people import KEEP
from tests.browser.web.test_tables import A_TABLE, SESSION, TEN_SECONDS, call, visit
from tests.faults.stack import eventually

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser


def post(page: Page, url: str, body: Any, token: str | None = None) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    answer = page.request.post(url, data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def open_table(page: Page, service: str) -> tuple[str, str, str]:
    """Let another guest open a table. Return their token, the table's id and a code for it."""
    token = post(page, f"{service}/v1/guests", {})["token"]
    game = post(page, f"{service}/v1/games", {}, token)["game"]["id"]
    return token, game, post(page, f"{service}/v1/games/{game}/invitations", {}, token)["code"]


def become_guest(page: Page, service: str) -> None:
    """Sign in as a guest by the page that asks for it."""
    visit(page, service, "/you")
    page.get_by_role("button", name="Go on as a guest").click()
    expect(page.get_by_role("link", name="Name and address")).to_be_visible()


def test_a_stranger_plays_in_one_tap(windows: Windows) -> None:
    def look(page: Page) -> None:
        expect(page.get_by_text("not affiliated with Mattel")).to_be_visible()
        page.get_by_role("button", name="Play now").click()
        expect(page).to_have_url(A_TABLE, timeout=TEN_SECONDS)
        game = page.url.rsplit("/", 1)[1]
        assert call(page, windows.service, "GET", f"/games/{game}")["status"] == "running"

    windows.run(look)


def test_a_guest_gets_the_language_and_time_zone_of_their_browser(windows: Windows) -> None:
    def look(page: Page) -> None:
        visit(page, windows.service, "/you")
        page.get_by_role("button", name="Continuer comme invité").click()
        expect(page.get_by_role("link", name="Nom et adresse")).to_be_visible()

        def is_known() -> bool:
            kept = call(page, windows.service, "GET", "/me/preferences")
            return (kept["language"], kept["time_zone"]) == ("fr", "Asia/Tokyo")

        eventually(is_known, 10, "the language and time zone of the browser")

    windows.run(look, language="fr-FR", timezone_id="Asia/Tokyo")


def test_an_account_with_a_language_shows_the_page_in_it(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = post(page, f"{windows.service}/v1/guests", {})["token"]
        wish = {"players": [{"language": "ru", "time_zone": "Europe/Paris"}]}
        account = post(page, f"{windows.service}/v1/sandbox/players", wish, maker)["players"][0]
        visit(page, windows.service, "/sign-in?next=/you")
        page.get_by_label("Your mail address").fill(account["email"])
        page.get_by_role("button", name="Send me a code").click()
        page.get_by_label("The code from the mail").fill(mailed_code(page, windows.service, account["token"]))
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_role("link", name="Имя и адрес")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        assert call(page, windows.service, "GET", "/me/preferences")["time_zone"] == "Europe/Paris"

    windows.run(look)


def test_an_invitation_shows_its_table_and_seats_a_stranger_in_one_tap(windows: Windows) -> None:
    def look(page: Page) -> None:
        _, game, code = open_table(page, windows.service)
        visit(page, windows.service, "/join")
        page.get_by_label("The code").fill(code.lower().replace("-", ""))
        page.get_by_role("button", name="Show the table").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("invites you to a table")
        expect(page.get_by_text("Free seat")).to_have_count(3)
        page.get_by_role("button", name="Sit down as a guest").click()
        expect(page).to_have_url(re.compile(f"/games/{game}$"))
        assert call(page, windows.service, "GET", f"/games/{game}")["your_seat"] == 1
        visit(page, windows.service, f"/join/{code}")
        expect(page.get_by_role("link", name="To your table")).to_be_visible()

    windows.run(look)


def test_a_link_is_taken_for_its_code_and_an_invitation_is_declined(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        me = call(page, windows.service, "GET", "/me")["id"]
        token, game, _ = open_table(page, windows.service)
        code = post(page, f"{windows.service}/v1/games/{game}/invitations", {"player": me}, token)["code"]
        visit(page, windows.service, "/join")
        page.get_by_label("The code").fill(f"{windows.service}/join/{code}")
        page.get_by_role("button", name="Show the table").click()
        page.get_by_role("button", name="Decline").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("You have declined")
        visit(page, windows.service, f"/join/{code}")
        expect(page.get_by_role("heading", name="Invitation")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Sit down"))).to_have_count(0)

    windows.run(look)
    windows.complaints[:] = [said for said in windows.complaints if "404" not in said]


@pytest.mark.parametrize("code", ["%25", "%E0%A4%A"])
def test_a_broken_link_of_an_invitation_is_refused_in_words(windows: Windows, code: str) -> None:
    def look(page: Page) -> None:
        visit(page, windows.service, f"/join/{code}")
        expect(page.get_by_role("alert")).to_contain_text("no open invitation")

    windows.run(look)
    windows.complaints[:] = [said for said in windows.complaints if "404" not in said]


def test_an_invitation_to_a_full_table_says_so(windows: Windows) -> None:
    def look(page: Page) -> None:
        token, game, code = open_table(page, windows.service)
        for _ in range(3):
            post(page, f"{windows.service}/v1/games/{game}/bots", {"bot": "random"}, token)
        visit(page, windows.service, f"/join/{code}")
        expect(page.get_by_role("status")).to_contain_text("All seats are taken")
        expect(page.get_by_role("button", name=re.compile("Sit down"))).to_have_count(0)

    windows.run(look)


def test_a_guest_signs_in_by_a_code_and_keeps_their_games(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        call(page, windows.service, "POST", "/games", {})
        host = page.evaluate(SESSION)["token"]
        account = post(page, f"{windows.service}/v1/sandbox/players", {"players": [{}]}, host)["players"][0]
        visit(page, windows.service, "/sign-in?next=/you/profile")
        expect(page.get_by_text("Your games as a guest come with you.")).to_be_visible()
        page.get_by_label("Your mail address").fill(account["email"])
        page.get_by_role("button", name="Send me a code").click()
        page.get_by_label("The code from the mail").fill("WRONG-CODE")
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.get_by_role("button", name="Sign in without")).to_have_count(0)
        page.get_by_label("The code from the mail").fill(mailed_code(page, windows.service, account["token"]))
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page).to_have_url(re.compile("/you/profile$"))
        expect(page.get_by_label("Public name")).to_have_value(account["name"])
        assert len(call(page, windows.service, "GET", "/me/games")["games"]) == 1

    windows.run(look)
    windows.complaints[:] = [said for said in windows.complaints if "422" not in said]  # the wrong code


def test_after_three_wrong_codes_another_one_is_sent(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        host = page.evaluate(SESSION)["token"]
        account, other = post(page, f"{windows.service}/v1/sandbox/players", {"players": [{}, {}]}, host)["players"]
        keep = {"token": other["token"], "player": other["id"], "name": other["name"], "guest": False}
        page.evaluate(KEEP, keep)
        visit(page, windows.service, "/sign-in?next=//elsewhere.example/")
        expect(page.get_by_text(f"You are signed in as {other['name']}.")).to_be_visible()
        page.get_by_label("Your mail address").fill(account["email"])
        page.get_by_role("button", name="Send me a code").click()
        code = page.get_by_label("The code from the mail")
        expect(code).to_be_focused()
        first = mailed_code(page, windows.service, account["token"])
        page.get_by_role("button", name="Send another code").click()
        expect(page.get_by_role("alert")).to_contain_text("it can be sent again in")
        for left in ("left: 2", "left: 1", ""):
            code.fill("WRONG-CODE")
            page.get_by_role("button", name="Sign in", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text(left)
        page.get_by_role("button", name="Send another code").click()
        expect(page.get_by_text("Only its code counts.")).to_be_visible()
        expect(code).to_have_value("")
        code.fill(mailed_code(page, windows.service, account["token"], first))
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page).to_have_url(f"{windows.service}/")
        assert call(page, windows.service, "GET", "/me")["id"] == account["id"]
        answer = page.request.get(f"{windows.service}/v1/me", headers={"Authorization": f"Bearer {other['token']}"})
        assert answer.status == 401  # who was here before is signed out

    windows.run(look)
    windows.complaints[:] = [said for said in windows.complaints if not re.search("4(09|22|29)", said)]


def mailed_code(page: Page, service: str, token: str, known: str = "") -> str:
    """Return the code of a mail other than the known one, as soon as the worker has written it."""
    codes: list[str] = []

    def has_come() -> bool:
        answer = page.request.get(f"{service}/v1/sandbox/mails", headers={"Authorization": f"Bearer {token}"})
        text = "".join(mail["text"] for mail in answer.json()["mails"])
        codes.extend(code for code in re.findall(r"\b[0-9A-Z]{3,4}-[0-9A-Z]{3,4}\b", text) if code != known)
        return bool(codes)

    eventually(has_come, 10, "a mail with a code")
    return codes[-1]


def test_a_token_that_ended_leads_to_signing_in_and_back(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        headers = {"Authorization": f"Bearer {page.evaluate(SESSION)['token']}"}
        assert page.request.delete(f"{windows.service}/v1/me/tokens/current", headers=headers).ok
        visit(page, windows.service, "/you/devices")
        expect(page.get_by_text("You were signed out on this device.")).to_be_visible()
        expect(page.get_by_role("link", name="Sign in")).to_have_attribute("href", "/sign-in?next=%2Fyou%2Fdevices")

    windows.run(look)
    windows.complaints[:] = [said for said in windows.complaints if "401" not in said]


def test_signing_out_ends_the_token_and_reaches_other_tabs(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        token = page.evaluate(SESSION)["token"]
        other = page.context.new_page()
        windows.watch(other)
        visit(other, windows.service, "/inbox")
        expect(other.get_by_text("Nothing has happened yet.")).to_be_visible()
        visit(page, windows.service, "/you")
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("button", name="Sign out all the same").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        expect(other.get_by_role("heading", name="Sign in first")).to_be_visible()
        answer = page.request.get(f"{windows.service}/v1/me", headers={"Authorization": f"Bearer {token}"})
        assert answer.status == 401

    windows.run(look)


def test_the_inbox_tells_what_happened_and_its_bell_counts(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        token, game, _ = open_table(page, windows.service)
        me = call(page, windows.service, "GET", "/me")["id"]
        code = post(page, f"{windows.service}/v1/games/{game}/invitations", {"player": me}, token)["code"]
        eventually(lambda: call(page, windows.service, "GET", "/me/notifications")["unread"] == 1, 10, "a message")
        visit(page, windows.service, "/")
        bell = page.get_by_role("link", name="Inbox, 1 unread message")
        expect(bell).to_be_visible(timeout=TEN_SECONDS)
        bell.click()
        message = page.locator(".messages li")
        expect(message).to_contain_text("new")
        expect(message.get_by_role("link")).to_have_attribute("href", f"/join/{code}")
        message.get_by_role("link").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("invites you to a table")
        visit(page, windows.service, "/inbox")
        expect(page.locator(".messages li")).to_have_count(1)
        expect(page.get_by_role("button", name="Mark all as read")).to_have_count(0)
        expect(page.locator(".messages .unread")).to_have_count(0)
        assert call(page, windows.service, "GET", "/me/notifications")["unread"] == 0

    windows.run(look)


def test_settings_are_kept_by_the_service(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        visit(page, windows.service, "/you/profile")
        page.get_by_label("Public name").fill("Marigold")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("button", name="Save")).to_be_disabled()
        page.get_by_role("link", name="How others see you").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Marigold")

        visit(page, windows.service, "/you/messages")
        page.get_by_label("No mails and pushes during these hours").check()
        expect(page.get_by_label("From", exact=True)).to_have_value("22:00")
        kept = {"start": "22:00", "end": "08:00"}
        eventually(
            lambda: call(page, windows.service, "GET", "/me/preferences")["quiet_hours"] == kept, 10, "quiet hours kept"
        )

        visit(page, windows.service, "/you/data")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        assert download.value.suggested_filename == "flipside.json"
        page.get_by_role("button", name="Delete my account").click()
        page.get_by_role("button", name="Yes, delete my account").click()
        page.get_by_role("button", name="Keep my account").click()
        expect(page.get_by_role("button", name="Delete my account")).to_be_visible()
        assert call(page, windows.service, "GET", "/me")["leaves_at"] is None

    windows.run(look)


def test_a_vacation_is_shown_before_it_is_taken(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        visit(page, windows.service, "/you/vacation")
        overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0
        # Other tests have moved the clock of the service on.
        now = datetime.fromisoformat(call(page, windows.service, "GET", "/sandbox/clock")["now"])
        page.get_by_label("Until").fill(f"{now + timedelta(days=2):%Y-%m-%dT%H:%M}")
        page.get_by_role("button", name="Show what it does").click()
        expect(page.get_by_role("heading", name="In your games")).to_be_visible()
        page.get_by_role("button", name="Go on vacation").click()
        page.get_by_role("button", name="End the vacation").click()
        expect(page.get_by_role("button", name="Show what it does")).to_be_visible()

    windows.run(look)


def test_a_token_for_a_bot_is_shown_once_and_ends_when_revoked(windows: Windows) -> None:
    def look(page: Page) -> None:
        become_guest(page, windows.service)
        visit(page, windows.service, "/you/devices")
        page.get_by_role("button", name="Make a token for a bot").click()
        page.get_by_label("Name of the program").fill("Night watch")
        page.get_by_role("button", name="Make the token").click()
        secret = page.locator(".secret code").inner_text()
        answer = page.request.get(f"{windows.service}/v1/me/games", headers={"Authorization": f"Bearer {secret}"})
        assert answer.ok
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_text(secret)).to_have_count(0)
        expect(page.locator("main")).to_contain_text("join tables and play for you · last used today")
        page.get_by_role("button", name="Revoke: Night watch").click()
        expect(page.get_by_text("Night watch")).to_have_count(0)
        expect(page.get_by_role("heading", name="Tokens of your programs")).to_be_focused()
        answer = page.request.get(f"{windows.service}/v1/me/games", headers={"Authorization": f"Bearer {secret}"})
        assert answer.status == 401

    windows.run(look)


def test_a_screen_whose_code_is_gone_says_so_and_loads_again(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.route(re.compile("/assets/sign-in-"), lambda route: route.abort())
        visit(page, windows.service, "/")
        page.get_by_role("link", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("cannot be loaded")
        page.unroute(re.compile("/assets/sign-in-"))
        page.get_by_role("button", name="Load again").click()
        expect(page.get_by_label("Your mail address")).to_be_visible()

    windows.run(look, service_workers="block")  # it keeps the code of its build
    windows.complaints[:] = [said for said in windows.complaints if "ERR_FAILED" not in said]
