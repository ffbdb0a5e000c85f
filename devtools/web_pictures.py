"""The scenes of the web client that `make pictures` shows: each prepares a page by the public API of a sandbox."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.request import Request, urlopen

from devtools.web_people import KEEP, Api, deal, guest, play, play_to_the_end, position, sit

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    Scene = Callable[[Page, str], None]

JSON: Final = {"Content-Type": "application/json"}
NAMES: Final = ("Ann", "Bert", "Chloé", "Dmitri", "Eve", "Farid", "Greta", "Hugo", "Ines", "Jonas")
LIGHT: Final = "L cw t=A; A: R5 RS G8 Y3 B+1 W W2; B: Y1 B2 G3 R4; C: B3 B4; D: R1 R2 R3 Y4 Y5; dr: x20; di: R9 R2 R7"
DARK: Final = "D cw t=A; A: p5 pE t8 o3 v+5 w wc; B: x4; C: x2; D: x5; dr: x20; di: p9 x2"
MANY: Final = "L cw t=A; A: x24; B: x7; C: x2; D: x5; E: x9; F: x3; G: x6; H: x4; I: x8; J: x3; dr: x12; di: R9"
CHALLENGED: Final = "L cw t=D; A: R5 RS G8 Y3 B+1; B: Y1 B2 G3 R4; C: B3 B4; D: W2 R1 Y4 Y5; dr: x20; di: R9"
DRAWN: Final = "L cw t=A; A: G8 Y3 B2 B+1; B: Y1 B2 G3 R4; C: B3 B4; D: R1 R2 R3; dr: R4 x20; di: R9"
HALF: Final = "L cw t=D; A: R5 RS G8 Y3 B+1 G2; B: Y1 B2; C: B3 B4; D: WJ R1; dr: x20; di: R9"
SPUN: Final = "L cw t=D; A: R5 R1 G8 Y3 B2; B: x4; C: x2; D: R3* R2; dr: x20; di: R9"
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


def group(page: Page, service: str, seats: int) -> list[Api]:
    """Open the first page; return the first people."""
    maker, _, _ = crowd(page, service, seats)
    return [maker.as_(one["token"]) for one in people_of(service)[1][:seats]]


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


def asked(text: str, *moves: tuple[int, dict[str, object]], **options: object) -> Scene:
    """Show the sheet that asks the first seat for a decision after these moves, each with its seat."""

    def show(page: Page, service: str) -> None:
        maker, ids, me = crowd(page, service, 4)
        game = position(maker, text, ids, **options)
        for seat, command in moves:
            play(group(page, service, 4)[seat], game, command)
        sit(page, me, game)
        page.locator("dialog[open]").wait_for()

    return show


CHALLENGE: Final = asked(CHALLENGED, (3, {"type": "play", "card": "W2", "color": "G"}))
DRAWN_CARD: Final = asked(DRAWN, (0, {"type": "draw"}))
DISCARD: Final = asked(HALF, (3, {"type": "play", "card": "WJ", "color": "G"}), edition="stranger_things")
WHEEL: Final = asked(
    SPUN, (3, {"type": "play", "card": "R3*"}), (0, {"type": "spin"}), ruleset="spin", wheel=["DISCARD_COLOR"]
)


def backs(page: Page, service: str) -> None:
    """Show the backs of another player's hand."""
    table(LIGHT, click=".seat-face")(page, service)
    page.locator("dialog[open]").wait_for()


def games(page: Page, service: str) -> None:
    """Show the list of games of the first player."""
    maker, ids, me = crowd(page, service, 4)
    position(maker, LIGHT, ids)
    position(maker, CLASSIC, ids, ruleset="classic")
    last = position(maker, LIGHT.replace("t=A", "t=B"), ids)
    sit(page, me, last)
    page.goto(service)
    page.locator(".my-row, .row").nth(2).wait_for()


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
    """Play a match that was dealt to its end at the table of the first player; return its id."""
    people = group(page, service, 4)
    game = deal(people, scoring="single_round")
    sit(page, people[0], game)
    page.locator(".hand-card").first.wait_for()
    play_to_the_end(people, game)
    page.locator(".result").wait_for()
    return game


def result(page: Page, service: str) -> None:
    """Show the result of a match."""
    finished(page, service)


def enter(page: Page, api: Api, path: str) -> None:
    """Sign the person of a token in on this device, and open a screen."""
    me = api.ask("GET", "/me")
    page.evaluate(KEEP, {"token": api.token, "player": me["id"], "name": me["name"], "guest": me["guest"]})
    page.goto(f"{api.service}{path}")


def look_for(api: Api, ruleset: str, preset: str, **wish: object) -> None:
    """Look for a match with a preset."""
    presets = api.ask("GET", f"/presets?ruleset={ruleset}&edition=base")["presets"]
    (found,) = (one for one in presets if one["name"] == preset)
    seats = {"least_seats": 2, "most_seats": 4}
    api.ask("POST", "/me/seeks", {"options": found["options"], "clock": found["clock"], **seats, **wish})


def seek(page: Page, service: str) -> None:
    """Show the screen that finds tables to a person who looks for a match, with one more."""
    people = group(page, service, 3)
    for one in people[1:]:
        look_for(one, "flip", "classic")
    enter(page, people[1], "/tables")
    page.locator(".seek").wait_for()


def muster(page: Page, service: str) -> None:
    """Call the first person to a match that is ready, in their list of games."""
    me, other = group(page, service, 10)[-2:]
    for one in (me, other):
        look_for(one, "flip", "quick")
    me.ask("POST", "/sandbox/clock/advance", {"seconds": 3_700})
    enter(page, me, "/")
    page.locator(".seek.called").wait_for()


def orders(page: Page, service: str) -> None:
    """Show the sheet of standing orders with a plan of two plays."""
    table(LIGHT.replace("t=A", "t=B"), standing_orders=True)(page, service)
    page.get_by_role("button", name="More at this table").click()
    page.get_by_role("button", name="Standing orders").click()
    sheet = page.get_by_role("dialog", name="Standing orders")
    sheet.get_by_role("group", name="Against a wild draw card").get_by_role("button", name="Challenge").click()
    cards = sheet.get_by_role("group", name="Your next plays").get_by_role("button")
    cards.first.click()
    cards.nth(1).click()
    sheet.evaluate("sheet => { sheet.scrollTop = 0; sheet.firstElementChild.scrollTop = 0; }")


def rematch(page: Page, service: str) -> None:
    """Show the result of a match with an offer to play a series."""
    people = group(page, service, 4)
    game = deal(people, scoring="single_round")
    play_to_the_end(people, game)
    people[1].ask("POST", f"/games/{game}/rematch", {"best_of": 3})
    people[2].ask("POST", f"/games/{game}/rematch", {})
    sit(page, people[0], game)
    page.locator(".answers-given").scroll_into_view_if_needed()


def series(page: Page, service: str) -> None:
    """Show the result of the first match of a series."""
    people = group(page, service, 4)
    game = deal(people, scoring="single_round")
    play_to_the_end(people, game)
    for one in people:
        following = one.ask("POST", f"/games/{game}/rematch", {"best_of": 3})["next_game"]
    play_to_the_end(people, following)
    sit(page, people[0], following)
    page.locator(".series").wait_for()


def blocked(page: Page, service: str) -> None:
    """Show the players whom the first person has blocked."""
    _, ids, me = crowd(page, service, 7)
    for one in ids[4:]:
        me.ask("PUT", f"/me/blocks/{one}")
    enter(page, me, "/you/blocked")
    page.get_by_role("button", name="Unblock").first.wait_for()
    for one in ids[4:]:
        me.ask("DELETE", f"/me/blocks/{one}")


def vacant_seat(page: Page, service: str) -> None:
    """Show a seat that its player has given up to somebody who watches."""
    people = group(page, service, 4)
    game = deal(people)
    play_to_the_end(people, game, rounds=1)
    play(people[1], game, {"type": "resign"})
    sit(page, guest(people[0]), game)
    page.locator(".vacant-seat").wait_for()
    page.get_by_role("button", name="Close", exact=True).click()  # of what is said about the last round


def replay(page: Page, service: str) -> None:
    """Show the middle of a match."""
    game = finished(page, service)
    version = group(page, service, 1)[0].ask("GET", f"/games/{game}")["version"]
    page.goto(f"{service}/replays/{game}?version={version // 2}")
    page.locator(".stage section[aria-busy=false]").wait_for()


def audit(page: Page, service: str) -> None:
    """Show the audit of a match that holds."""
    page.goto(f"{service}/audit/{finished(page, service)}")
    page.locator(".verdict.good").wait_for()


def share(page: Page, service: str) -> None:
    """Show the picture of a match that a player shares."""
    finished(page, service)
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator("img.share-picture").wait_for()
