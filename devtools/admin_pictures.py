"""The scenes of the admin that `make pictures` shows: each signs an operator in and prepares what a page tells."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from devtools.web_people import play
from devtools.web_pictures import crowd, group

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Page

OPERATOR: Final = "Olga"
PASSWORD: Final = "a password for pictures"  # noqa: S105  of a service that lives for seconds
MOVES: Final = 12


def make_operator(environment: Mapping[str, str]) -> None:
    """Create the operator in the database of a service."""
    words = [sys.executable, "manage.py", "createsuperuser", "--no-input", "--name", OPERATOR]
    environment = {**environment, "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    subprocess.run(words, check=True, cwd=Path(__file__).parents[1], env=environment, stdout=subprocess.DEVNULL)  # noqa: S603  a command of ours


def installation(page: Page, service: str) -> None:
    """Show the page Installation with some games."""
    _match(page, service)
    _enter(page, service, "/admin/installation/")
    page.get_by_text("Deliveries").first.wait_for()


def timeline(page: Page, service: str) -> None:
    """Show the timeline of a game."""
    game = _match(page, service)
    _enter(page, service, f"/admin/games/game/{game}/timeline/")
    page.locator("tbody tr").nth(20).wait_for()


def _match(page: Page, service: str) -> str:
    """Return a match of three with a clock, after some moves."""
    crowd(page, service, 3)
    people = group(page, service, 3)
    table = {"seats": 3, "private": False, "clock": "half_day", "options": {}}
    game = str(people[0].ask("POST", "/games", table)["game"]["id"])
    for one in people[1:]:
        one.ask("POST", f"/games/{game}/seats", {})
    people[0].ask("POST", f"/games/{game}/start", {})
    for _ in range(MOVES):
        looks = [(one, one.ask("GET", f"/games/{game}")["legal_commands"]) for one in people]
        one, legal = next((one, legal) for one, legal in looks if legal)
        play(one, game, legal[0])
    return game


def _enter(page: Page, service: str, path: str) -> None:
    page.goto(f"{service}{path}")
    if "/login/" in page.url:
        page.locator("#id_username").fill(OPERATOR)
        page.locator("#id_password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"**{path}")
