"""Players in the tests of the API, and their actions in games."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

from players import services
from tests.contract.client import ContractClient


class Person(NamedTuple):
    """A player and their client."""

    name: str
    id: Any
    client: ContractClient

    def create(self, **body: object) -> Any:
        """Create a game; return the body of the answer."""
        answer = self.client.send("/v1/games", body)
        assert answer.status_code == 201, answer.content
        return answer.json()

    def see(self, game: str) -> Any:
        """Return the game as this player sees it, as at a later time."""
        answer = self.client.get(f"/v1/games/{game}")
        assert answer.status_code == 200, answer.content
        seen = answer.json()
        assert seen.pop("server_now") >= seen["updated_at"]
        return seen

    def code(self, game: str, **invited: object) -> str:
        """Invite to a table; return the code."""
        answer = self.client.send(f"/v1/games/{game}/invitations", invited)
        assert answer.status_code == 201, answer.content
        code: str = answer.json()["code"]
        return code

    def sit(self, game: str, **body: object) -> Any:
        return self.client.send(f"/v1/games/{game}/seats", body)

    def command(self, game: str, command: object, **envelope: object) -> Any:
        return self.client.send(
            f"/v1/games/{game}/commands", {"command_id": str(uuid4()), "command": command, **envelope}
        )


def make_person(name: str | None = None) -> Person:
    player, secret = services.create_guest(name=name)
    return Person(player.name, player.id, ContractClient(secret))


def with_scopes(person: Person, *scopes: str) -> tuple[Any, ContractClient]:
    """Return a personal token of the person with these scopes, and a client with it."""
    token, secret = services.issue_token(player_id=person.id, kind="personal", name="t", scopes=scopes, expires=None)
    return token, ContractClient(secret)


def lobby(host: Person, *others: Person, seats: int | None = None, **body: Any) -> str:
    """Return the id of a game in the lobby with these people seated."""
    game: str = host.create(seats=seats or 1 + len(others), **body)["game"]["id"]
    for other in others:
        assert other.sit(game).status_code == 200
    return game


def running(host: Person, *others: Person, **body: Any) -> str:
    """Return the id of a game whose match has started."""
    game = lobby(host, *others, **body)
    answer = host.client.send(f"/v1/games/{game}/start")
    assert answer.status_code == 200, answer.content
    return game
