"""Processes of two versions beside each other on one database, over a whole match, as in an upgrade."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psycopg
import pytest

from tests.faults import newer
from tests.faults.installation import SWEEPER, Answer, Installation, Site
from tests.faults.stack import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.timeout(400), pytest.mark.slow]

MOST: Final = 400
"""Requests until a match must be over."""
BOT_SECONDS: Final = 60


@pytest.fixture(scope="module")
def ours() -> Iterator[Installation]:
    with Installation(RATE_LIMITS="off") as ours:
        yield ours


class Crowd:
    """Players who send each request to the old or the new web process, as a proxy would, and try again after 503."""

    def __init__(self, old: Site, new: Site) -> None:
        self.old, self.new = old, new
        self.chance = Random(7)  # noqa: S311 - it chooses processes and moves
        self.refused = 0

    def ask(self, method: str, path: str, token: str, **body: Any) -> Answer:
        for site in (self.chance.choice((self.old, self.new)), self.new):
            found = site.ask(method, path, token, **body)
            if found.status == 503:
                assert site is self.old
                assert found.says_come_back
                self.refused += 1
                continue
            assert found.status in {200, 201, 409}, found.body
            return found
        raise AssertionError("the new process knows all events")

    def match(self) -> tuple[str, list[str]]:
        """Begin a match of two people and a bot."""
        people = [self.old.guest(), self.new.guest()]
        made = self.ask("POST", "/v1/games", people[0], seats=3, options={"target": 50}, command_id=str(uuid4()))
        game: str = made.json["game"]["id"]
        self.ask("POST", f"/v1/games/{game}/seats", people[1])
        self.ask("POST", f"/v1/games/{game}/bots", people[0], bot="random")
        self.ask("POST", f"/v1/games/{game}/start", people[0])
        return game, people

    def play(self, game: str, people: list[str]) -> None:
        """Play a match to its end."""
        for number in count():
            assert number < MOST
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


def test_a_whole_match_is_played_by_both_versions_together(ours: Installation) -> None:
    folder = ours.home / "newer"
    folder.mkdir()
    newer.copy(folder)
    crowd = Crowd(ours.web("--workers", "1"), ours.web("--workers", "1", folder=folder))
    ours.start("sweeper", *SWEEPER)
    ours.start("sweeper", *SWEEPER, folder=folder)

    game, people = crowd.match()
    crowd.play(game, people)

    assert crowd.refused, "the old processes have met events that they do not know"
    with psycopg.connect(ours.environment["DATABASE_URL"]) as session:
        events = session.execute("SELECT count(*) FROM event WHERE type = 250").fetchone()
        held = session.execute("SELECT count(*) FROM game WHERE quarantined_at IS NOT NULL").fetchone()
        # `decision`: the copy changes a rule in place, so neither version confirms the other's draws.
        faults = session.execute("SELECT count(*) FROM audit_found WHERE kind <> 'decision'").fetchone()
    assert events is not None
    assert events[0] > 0
    assert (held, faults) == ((0,), (0,))
    assert crowd.new.ask("GET", f"/v1/games/{game}/transcript").status == 200
    for child in (*ours.children["web"], *ours.children["sweeper"]):
        assert "Traceback" not in child.log.read_text()
