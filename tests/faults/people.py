"""Players of a fault's tests: they play whole matches over one or several web processes."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from tests.faults.stack import eventually

if TYPE_CHECKING:
    from tests.faults.installation import Answer, Site

MOST: Final = 400
"""Requests until a match must be over."""
BOT_SECONDS: Final = 60


class Crowd:
    """Players who send each request to one of the sites, as a proxy would, and try again after 503.

    The last site has the newest code: it knows all events.
    """

    def __init__(self, *sites: Site) -> None:
        self.sites = sites
        self.chance = Random(7)  # noqa: S311 - it chooses processes and moves
        self.refused = 0

    def ask(self, method: str, path: str, token: str, **body: Any) -> Answer:
        for site in (self.chance.choice(self.sites), self.sites[-1]):
            found = site.ask(method, path, token, **body)
            if found.status == 503:
                assert site is not self.sites[-1]
                assert found.says_come_back
                self.refused += 1
                continue
            assert found.status in {200, 201, 409}, found.body
            return found
        raise AssertionError("the newest process knows all events")

    def match(self, **options: Any) -> tuple[str, list[str]]:
        """Begin a match of two people and a bot."""
        people = [self.sites[0].guest(), self.sites[-1].guest()]
        wanted = {"seats": 3, "options": {"target": 50, **options}, "command_id": str(uuid4())}
        made = self.ask("POST", "/v1/games", people[0], **wanted)
        game: str = made.json["game"]["id"]
        self.ask("POST", f"/v1/games/{game}/seats", people[1])
        self.ask("POST", f"/v1/games/{game}/bots", people[0], bot="random")
        self.ask("POST", f"/v1/games/{game}/start", people[0])
        return game, people

    def play(self, game: str, people: list[str], moves: int | None = None) -> None:
        """Play a match to its end, or for a number of moves and waits."""
        for number in count():
            assert number < MOST
            if number == moves:
                return
            looks = [self.ask("GET", f"/v1/games/{game}", token).json for token in people]
            if looks[0]["status"] == "finished":
                return
            version = looks[0]["version"]
            for token, look in zip(people, looks, strict=True):
                if look["your_turn"] and look["legal_commands"]:
                    self.ask(
                        "POST",
                        f"/v1/games/{game}/commands",
                        token,
                        command_id=str(uuid4()),
                        command=look["legal_commands"][0],
                    )
                    break
            else:
                eventually(lambda at=version: self._moved(game, people[0], at), BOT_SECONDS, "a move of the bot")

    def _moved(self, game: str, token: str, version: int) -> bool:
        version_now: int = self.ask("GET", f"/v1/games/{game}", token).json["version"]
        return version_now > version
