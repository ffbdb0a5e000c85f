"""The scenes of the web client that `make pictures` shows: each prepares a page by the public API of a sandbox."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.request import Request, urlopen
from uuid import uuid4

from devtools.web_people import Api, position, sit

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Scene = Callable[[Page, str], None]

JSON: Final = {"Content-Type": "application/json"}
NAMES: Final = ("Ann", "Bert", "Chloé", "Dmitri", "Eve", "Farid", "Greta", "Hugo", "Ines", "Jonas")
LIGHT: Final = "L cw t=A; A: R5 RS G8 Y3 B+1 W W2; B: Y1 B2 G3 R4; C: B3 B4; D: R1 R2 R3 Y4 Y5; dr: x20; di: R9 R2 R7"
DARK: Final = "D cw t=A; A: p5 pE t8 o3 v+5 w wc; B: x4; C: x2; D: x5; dr: x20; di: p9 x2"
MANY: Final = "L cw t=A; A: x24; B: x7; C: x2; D: x5; E: x9; F: x3; G: x6; H: x4; I: x8; J: x3; dr: x12; di: R9"
CLASSIC: Final = "L cw t=A; A: R5 RS G8 Y0 B+2 W W4; B: x4; C: x2; D: x5; dr: x20; di: R9"
PLAIN: Final = "L cw t=A; A: R5 RS G8 Y3 B2 W; B: x4; C: x2; D: x5; dr: x20; di: R9"


@cache
def people_of(service: str) -> tuple[str, list[dict[str, str]]]:
    """Make the people of all pictures once, since names are unique; return the token of their maker, and them."""
    with urlopen(Request(f"{service}/v1/guests", b"{}", JSON)) as answer:  # noqa: S310  the service of this process
        token = str(json.load(answer)["token"])
    body = json.dumps({"players": [{"name": name} for name in NAMES]}).encode()
    with urlopen(Request(f"{service}/v1/sandbox/players", body, JSON | {"Authorization": f"Bearer {token}"})) as answer:  # noqa: S310  the service of this process
        return token, json.load(answer)["players"]


def crowd(page: Page, service: str, seats: int) -> tuple[Api, list[str], Api]:
    """Open the first page; return the maker of the people, their ids, and the first of them."""
    page.goto(service)
    token, people = people_of(service)
    maker = Api(page.request, service, token)
    return maker, [one["id"] for one in people[:seats]], maker.as_(people[0]["token"])


def table(text: str, seats: int = 4, click: str = "", **options: object) -> Scene:
    """Show a position to its first seat, which may press a button first."""

    def show(page: Page, service: str) -> None:
        maker, ids, me = crowd(page, service, seats)
        game = position(maker, text, ids, **options)
        sit(page, me, game)
        page.locator(".hand-card").first.wait_for()
        if click:
            page.locator(click).first.click()

    return show


def color(page: Page, service: str) -> None:
    """Ask for the color of a Wild."""
    table(LIGHT)(page, service)
    page.get_by_role("button", name="Wild", exact=True).or_(page.locator(".hand-card").nth(-2)).last.click()
    page.locator(".actions .button.filled").first.click()
    page.locator("dialog[open]").wait_for()


def games(page: Page, service: str) -> None:
    """Show the list of games of the first player."""
    maker, ids, me = crowd(page, service, 4)
    position(maker, LIGHT, ids)
    position(maker, CLASSIC, ids, ruleset="classic")
    last = position(maker, LIGHT.replace("t=A", "t=B"), ids)
    sit(page, me, last)
    page.goto(service)
    page.locator("main a[href^='/games/']").nth(2).wait_for()


def new_table(page: Page, service: str) -> None:
    """Show the choices for a new table."""
    games(page, service)
    page.goto(f"{service}/new")
    page.get_by_role("button", name="Play against bots now").wait_for()


def waiting_room(page: Page, service: str) -> None:
    """Show a table that waits for players."""
    _, _, me = crowd(page, service, 4)
    game = me.ask("POST", "/games", {"seats": 4})["game"]["id"]
    me.ask("POST", f"/games/{game}/bots", {"bot": "sharp"})
    sit(page, me, game)
    page.locator("main h1").first.wait_for()


def finished(page: Page, service: str) -> str:
    """Show the result of a match that the last card of the first seat ended; return its id."""
    maker, ids, me = crowd(page, service, 3)
    start = "L cw t=A; A: R5; B: Y1 B2 G3; C: W R1; dr: x20; di: R9"
    game = position(maker, start, ids, scoring="single_round")
    play = next(one for one in me.ask("GET", f"/games/{game}")["legal_commands"] if one["type"] == "play")
    me.ask("POST", f"/games/{game}/commands", {"command_id": str(uuid4()), "command": play})
    sit(page, me, game)
    page.locator(".result").wait_for()
    return game


def result(page: Page, service: str) -> None:
    """Show the result of a match."""
    finished(page, service)


def audit(page: Page, service: str) -> None:
    """Show the audit of a match."""
    page.goto(f"{service}/audit/{finished(page, service)}")
    page.locator("main h1").first.wait_for()
