"""A streaming replica that is late, silent or away: no answer is older than another, and nobody waits for it twice."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from config.doctor import database
from config.doctor.finding import State
from devtools.stack.port import free_port
from players import services
from tests.faults.replica import Replica
from tests.faults.standby import Server
from tests.games import replicas
from tests.games.api.people import make_person, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    import pytest_django

    from tests.games.api.people import Person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.timeout(240)]

MOVES = 12
PATIENCE = 1.0
"""Seconds that a request waits for the replica."""
REQUESTS = 10


class Match(NamedTuple):
    game: str
    people: tuple[Person, Person]

    def move(self) -> int:
        """Make a move, and return the version after it."""
        for person in self.people:
            seen = person.see(self.game)
            if seen["legal_commands"] and seen["your_turn"]:
                moved = person.command(self.game, seen["legal_commands"][0])
                assert moved.status_code == 200, moved.content
                version: int = moved.json()["game"]["version"]
                return version
        raise AssertionError("nobody can move")

    def events(self, after: int = 0, person: int = 0) -> Any:
        return self.people[person].client.get(f"/v1/games/{self.game}/events?after={after}&limit=200")


@pytest.fixture(scope="module")
def server(django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[Server]:
    with django_db_blocker.unblock(), Server() as server:
        yield server


@pytest.fixture(scope="module")
def replica(server: Server) -> Iterator[Replica]:
    with Replica(server.url) as replica:
        yield replica


def begin() -> Match:
    ada, bob = make_person(), make_person()
    return Match(running(ada, bob), (ada, bob))


def test_a_paused_replica_never_shows_a_step_back(server: Server, replica: Replica) -> None:
    def play() -> None:
        with replicas.named(**replica.address):
            match = begin()
            replica.pause()
            try:
                for _ in range(MOVES):
                    version = match.move()
                    for person in (0, 1):
                        page = match.events(person=person).json()
                        assert (page["version"], page["events"][-1]["seq"]) == (version, version)
                        assert [event["seq"] for event in page["events"]] == list(range(1, version + 1))
                    state = match.people[0].client.get(f"/v1/games/{match.game}/states/{version}")
                    assert state.json()["version"] == version
            finally:
                replica.resume()
            with replicas.statements() as said:
                assert match.events().json()["version"] == version
            assert any("e.private_commitment" in sql for sql in said), "it has caught up, so it answers"

    server.serving(play)


def test_what_a_late_replica_has_it_gives(server: Server, replica: Replica) -> None:
    def look() -> None:
        with replicas.named(**replica.address):
            match = begin()
            replica.pause()
            try:
                with replicas.statements() as said:
                    assert match.events().status_code == 200
                assert any("e.private_commitment" in sql for sql in said)
            finally:
                replica.resume()

    server.serving(look)


def test_a_token_that_was_revoked_is_refused_however_late_the_replica_is(server: Server, replica: Replica) -> None:
    def ask() -> tuple[int, int]:
        with replicas.named(**replica.address):
            match = begin()
            ada = match.people[0]
            token, secret = services.issue_token(
                player_id=ada.id, kind="personal", name="t", scopes=["games:read"], expires=None
            )
            client = type(ada.client)(secret)
            replica.pause()
            try:
                before = client.get(f"/v1/games/{match.game}/events").status_code
                revoke(ada, token.id)
                return before, client.get(f"/v1/games/{match.game}/events").status_code
            finally:
                replica.resume()

    assert server.serving(ask) == (200, 401)


def revoke(person: Person, token: UUID) -> None:
    services.revoke_token(player_id=person.id, token_id=token)


def test_the_doctor_says_how_the_replica_is(server: Server, replica: Replica) -> None:
    def states() -> list[State]:
        with replicas.named(**replica.address):
            following = list(database._replica())
            replica.pause()
            try:
                paused = list(database._replica())
            finally:
                replica.resume()
        with replicas.named():
            primary = list(database._replica())
        with replicas.named(PORT=free_port()):
            return [one.state for one in (*following, *paused, *primary, *database._replica())]

    assert server.serving(states) == [State.OK, State.WARN, State.WARN, State.FAIL]


def test_a_silent_replica_costs_one_short_time_out(server: Server, replica: Replica) -> None:
    def ask() -> tuple[float, float]:
        with replicas.named(patience=PATIENCE, **replica.address):
            match = begin()
            replica.freeze()
            try:
                begun = monotonic()
                answers = [match.events().json()["version"] for _ in range(REQUESTS)]
                took = monotonic() - begun
            finally:
                replica.thaw()
            assert len(set(answers)) == 1
            return took, PATIENCE

    took, patience = server.serving(ask)
    assert patience <= took < patience * REQUESTS / 2
