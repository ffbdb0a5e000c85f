"""The links of mails on a phone: an invitation leads to a seat, a turn to the table and to the page of a move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, guest, make, position, sit

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

LINK = re.compile(r'href="([^"]+/m/[\w-]+)"')
START = "L cw t=A; A: R5 R7 B2; B: R3 R4 B3; di: R9"


def mail(maker: Api, player: str, subject: str) -> str:
    """Return the HTML of a player's mail, once the time is over in which they could have looked by themselves."""
    maker.ask("POST", "/sandbox/clock/advance", {"seconds": 60})
    mails = maker.ask("GET", f"/sandbox/mails?player={player}&limit=100")["mails"]
    return str(next(one["html"] for one in mails if subject in one["subject"]))


def test_the_link_of_an_invitation_leads_to_a_seat(windows: Windows) -> None:
    def look(page: Page) -> None:
        host = guest(Api(page.request, windows.service))
        invited = make(host, 1)[0]
        game = host.ask("POST", "/games", {})["game"]["id"]
        host.ask("POST", f"/games/{game}/invitations", {"player": invited["id"]})
        page.goto(LINK.findall(mail(host, invited["id"], "invites you"))[0])
        expect(page.locator("h1")).to_have_text("Sit down at this table?")
        page.get_by_role("button", name="Take the seat").tap()
        expect(page.locator("h1")).not_to_have_text("Sit down at this table?")
        person = host.as_(invited["token"])
        assert person.ask("GET", f"/games/{game}")["your_seat"] == 1
        page.goto(windows.service)
        sit(page, person, game)
        expect(page.locator("main h1")).to_have_text("2 seats are free")

    windows.run(look)


def test_the_links_of_a_turn_lead_to_the_table_and_make_the_move(windows: Windows) -> None:
    def look(page: Page) -> None:
        maker = guest(Api(page.request, windows.service))
        ann, ben = make(maker, 2)
        game = position(maker, START, [ann["id"], ben["id"]], ruleset="classic")
        play = {"command_id": str(uuid4()), "command": {"type": "play", "card": "R5"}}
        maker.as_(ann["token"]).ask("POST", f"/games/{game}/commands", play)
        page.goto(LINK.findall(mail(maker, ben["id"], "The match begins"))[0])
        page.get_by_role("link", name="Play Red 3").tap()
        page.locator("button.main").tap()
        expect(page.locator("h1")).to_have_text("Your move is made")
        page.goto(windows.service)
        sit(page, maker.as_(ben["token"]), game)
        expect(page.locator(".discard-pile")).to_contain_text("Red 3")
        expect(page.locator(".hand-card")).to_have_count(2)

    windows.run(look)
