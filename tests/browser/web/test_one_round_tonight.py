"""A match of four on "one round tonight": links from mails, orders, the web table and a program, together.

They find each other as seekers, confirm, and play to the end. Then one offers to play again, and all come back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, play
from tests.browser.chromium import PHONE
from tests.browser.mail_reader import Reader, links_of
from tests.browser.web.people import move
from tests.browser.web.test_lists import enter
from tests.browser.web.test_seeks import A_GAME, look_for, preset

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.web.conftest import Windows

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

RULESET = "classic"
SOON = 30_000
"""Most milliseconds until a change comes by the stream, on a busy machine."""
ASKED = 40
"""Seconds after which a seeker has to confirm, and before which a table takes fewer people."""
MAILED = 30
"""Seconds after which a mail that is due at once has come for certain."""
STEP = 10
"""Seconds after which a test looks for an automatic move again: few of those that the next player has."""
LONGEST = 80
"""Seconds after which an automatic move is made at the latest at this clock, with some to spare."""
MOST_TURNS = 400
LEAVES_ORDERS = re.compile("(Leave|Change) the.* orders")


class People(NamedTuple):
    """By mail, by orders, at the table of the web client, and a program. Nobody asks for what the first one sees."""

    mailed: Api
    orders: Api
    table: Api
    program: Api


class Screens(NamedTuple):
    """The windows of those who have one: for the pages of mails, the orders, and the table."""

    mailed: Page
    orders: Page
    table: Page


class Mailbox:
    """The mails of a throw-away player, as their maker reads them."""

    def __init__(self, maker: Api, player: str) -> None:
        self.maker = maker
        self.cursor = ""
        self.query = f"player={player}&limit=100"

    def after(self, subject: str, seconds: int) -> str | None:
        """Return the HTML of the latest new mail about this, once so many seconds have gone by."""
        wait(self.maker, seconds)
        found = [str(mail["html"]) for mail in self._fetch() if subject in mail["subject"]]
        return found[-1] if found else None

    def expect(self, subject: str) -> str:
        """Return the HTML of a new mail about this, which is due at once."""
        for _ in range(MAILED):
            found = self.after(subject, 1)
            if found is not None:
                return found
        raise AssertionError(f"no mail: {subject}")

    def _fetch(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while True:
            page = self.maker.ask("GET", f"/sandbox/mails?{self.query}{self.cursor}")
            self.cursor = f"&cursor={page['next']}"
            if not page["mails"]:
                return found
            found += page["mails"]


def wait(api: Api, seconds: int) -> None:
    """Let time go by, with everything that falls due."""
    left = seconds
    while left > 0:
        left = api.ask("POST", "/sandbox/clock/advance", {"seconds": left})["left"]


class Match:
    """The match under way, as its four players go on with it in turn."""

    def __init__(self, people: People, mailbox: Mailbox, reader: Reader, screens: Screens, game: str) -> None:
        self.people = people
        self.mailbox = mailbox
        self.reader = reader
        self.screens = screens
        self.game = game
        self.by_hand: set[int] = set()
        """Versions at which a player moved by themselves."""
        self.cards = {one["card"]: one for one in people.program.ask("GET", "/catalogue")["cards"]}
        self.seats = {self.look(one)["your_seat"]: one for one in people if one is not people.mailed}

    def look(self, api: Api) -> Any:
        """Return the game as this person sees it."""
        return api.ask("GET", f"/games/{self.game}")

    def version(self) -> int:
        """Return the version of the game."""
        return int(self.look(self.people.program)["version"])

    def play_on(self) -> None:
        """Play to the end."""
        for _ in range(MOST_TURNS):
            look = self.look(self.people.program)
            if look["status"] == "finished":
                return
            seat, version = look["turn"], look["version"]
            player = self.seats.get(seat)
            if player is None:
                self.by_mail(version)
                continue
            its = self.look(player)
            if its["version"] != version:
                continue
            if len(its["legal_commands"]) == 1:
                self.let_the_service_move(version)
            elif player is self.people.program:
                self.by_hand.add(version)
                play(player, self.game, its["legal_commands"][0])
            elif player is self.people.table:
                self.by_hand.add(version)
                move(self.screens.table, version)
            else:
                self.by_orders(its)
        raise AssertionError("the match does not end")

    def let_the_service_move(self, version: int) -> bool:
        """Wait for an automatic move, in steps; return whether one was made."""
        for _ in range(LONGEST // STEP):
            wait(self.people.program, STEP)
            if self.version() != version:
                return True
        return False

    def by_mail(self, version: int) -> None:
        """Follow a link of the mail that asks for a move. Without a choice there is none, and the service moves."""
        for _ in range(LONGEST // STEP):
            mail = self.mailbox.after("Your turn", STEP)
            if self.version() != version:
                return
            if mail is not None:
                self.by_hand.add(version)
                self.reader.answer(mail)
                return
        raise AssertionError("neither a mail nor a move")

    def by_orders(self, look: Any) -> None:
        """Plan the next play on the sheet of orders, and let it happen."""
        commands, version = look["legal_commands"], look["version"]
        plays = [one for one in commands if one["type"] == "play"]
        if not plays or look["view"]["decision"] is not None:
            # Standing orders know what to do, unless it is about the color of a drawn wild, or drawing or catching.
            if look["view"]["decision"] is None or not self.let_the_service_move(version):
                self.by_hand.add(version)
                move(self.screens.orders, version)
            return
        self.screens.orders.wait_for_selector(f'.panel[data-version="{version}"]')
        card = min((self.cards[one["card"]] for one in plays), key=lambda one: one["color"] is None)
        plan(self.screens.orders, card)
        assert self.let_the_service_move(version), f"not played: {card}"


def sheet_of(page: Page) -> Locator:
    page.get_by_role("button", name="More at this table").click()
    page.get_by_role("button", name="Standing orders").click()
    sheet = page.get_by_role("dialog", name="Standing orders")
    expect(sheet).to_contain_text("Against a wild draw card", timeout=SOON)
    return sheet


def leave(sheet: Locator) -> None:
    sheet.get_by_role("button", name=LEAVES_ORDERS).click()
    expect(sheet).to_be_hidden(timeout=SOON)


def plan(page: Page, card: dict[str, Any]) -> None:
    """Plan one card of the hand, and the color of a wild."""
    sheet = sheet_of(page)
    cards = sheet.get_by_role("group", name="Your next plays")
    cards.get_by_role("button", name=card["name"], exact=True).first.click()
    if card["color"] is None:
        sheet.get_by_role("group", name=re.compile("^Which color")).get_by_role("button").first.click()
    leave(sheet)


def gather(maker: Api, people: People, screens: Screens, mailbox: Mailbox) -> str:
    """Let them look for the same match, and confirm; return the game that begins by itself."""
    wish = preset(maker, RULESET, "tonight")
    for one in (people.mailed, people.program):
        one.ask("POST", "/me/seeks", wish | {"least_seats": 4})
    enter(screens.table, people.table, "/tables")
    look_for(screens.table, "UNO", "One round tonight")
    row = screens.table.locator(".seek")
    expect(row).to_contain_text("3 people wait", timeout=SOON)
    wait(maker, ASKED)
    screens.orders.goto(maker.service)
    enter(screens.orders, people.orders, "/tables")
    look_for(screens.orders, "UNO", "One round tonight")  # they have only just come, so they need not confirm
    row.get_by_role("button", name="I am there").click(timeout=SOON)
    (seek,) = people.program.ask("GET", "/me/seeks")["seeks"]
    people.program.ask("POST", f"/me/seeks/{seek['id']}/confirm")
    screens.mailed.goto(links_of(mailbox.expect("match is ready"))[0][0])
    screens.mailed.locator("button.main").tap()
    for page in (screens.table, screens.orders):
        expect(page).to_have_url(A_GAME, timeout=SOON)
    return screens.table.url.rsplit("/", 1)[1]


def leave_orders(page: Page) -> None:
    """Leave orders for what is not a turn: against a wild draw card, with a drawn card, and for UNO."""
    sheet = sheet_of(page)
    sheet.get_by_role("group", name="Against a wild draw card").get_by_role("button", name="Accept").click()
    sheet.get_by_role("group", name="With a drawn card").get_by_role("button", name="Play it").click()
    sheet.get_by_role("switch", name="Call UNO with these moves").check()
    leave(sheet)


def check_automatic_moves(match: Match) -> None:
    """The record says what was made for whom: orders moved for one player only, and nobody was late."""
    people, game = match.people, match.game
    log = log_of(people.program, game)
    assert not {"timed_out", "autopilot_engaged"} & {entry["event"]["type"] for entry in log}
    moves = people.program.ask("GET", f"/games/{game}/automatic-moves")["moves"]
    assert [one for one in moves if log[one["seq"] - 1]["actor"] != one["seat"]] == []
    assert not {one["seq"] - 1 for one in moves} & match.by_hand
    ordered = {one["seat"] for one in moves if one["cause"] != "forced"}
    assert [match.seats.get(seat) for seat in ordered] == [people.orders]
    assert people.mailed.ask("GET", f"/games/{game}/automatic-moves")["moves"] == moves


def play_again(people: People, screens: Screens, mailbox: Mailbox, game: str) -> str:
    """Let one offer a rematch on the result, and the others come by and accept; return the match that begins."""
    screens.table.locator(".result").get_by_role("button", name="Play again", exact=True).click(timeout=SOON)
    expect(screens.table.get_by_text("You offer a rematch.")).to_be_visible(timeout=SOON)
    people.program.ask("POST", f"/games/{game}/rematch", {})
    screens.orders.goto(people.orders.service)
    screens.orders.get_by_role("button", name="Play again").click(timeout=SOON)
    screens.mailed.goto(links_of(mailbox.expect("wants to play again"))[0][0])
    screens.mailed.get_by_role("button", name="Play again").tap()
    expect(screens.mailed.locator("h1")).to_have_text("The next match has begun", timeout=SOON)
    return str(people.mailed.ask("GET", f"/games/{game}/rematch")["next_game"])


def test_a_round_is_played_tonight_by_mails_orders_the_table_and_a_program(windows: Windows) -> None:
    def look(page: Page) -> None:
        page.set_default_timeout(SOON)
        maker = guest(Api(page.request, windows.service))
        made = make(maker, 4)
        people = People(*(maker.as_(one["token"]) for one in made))
        mailbox = Mailbox(maker, made[0]["id"])
        screens = Screens(another(page, windows, scripts=False), another(page, windows, scripts=True), page)
        game = gather(maker, people, screens, mailbox)
        leave_orders(screens.orders)
        match = Match(people, mailbox, Reader(screens.mailed), screens, game)
        match.play_on()
        assert match.reader.presses > 0
        assert match.reader.errors == []
        check_automatic_moves(match)
        following = people.program.ask("GET", f"/games/{play_again(people, screens, mailbox, game)}")
        assert (following["status"], following["rematch_of"]) == ("running", game)
        for window in (screens.mailed, screens.orders):
            window.context.close()

    windows.run(look)


def another(page: Page, windows: Windows, *, scripts: bool) -> Page:
    """Open a window of another person."""
    browser = page.context.browser
    assert browser is not None
    width, height = PHONE
    opened = browser.new_page(
        locale="en", viewport={"width": width, "height": height}, has_touch=True, java_script_enabled=scripts
    )
    opened.set_default_timeout(SOON)
    if scripts:
        windows.watch(opened)
    return opened


def log_of(api: Api, game: str) -> list[dict[str, Any]]:
    """Return all events of a match."""
    found: list[dict[str, Any]] = []
    while True:
        page = api.ask("GET", f"/games/{game}/events?after={len(found)}&limit=500")
        found += page["events"]
        if not page["more"]:
            return found
