"""A whole match of UNO Flip! through a client generated from openapi.yaml: every body is a typed object.

It looks hard at what it is told, and ends with an error where the description and the service differ. With a second
argument it plays with a later release, of which it does not know everything.
"""

import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any, TypeVar

import attrs
import httpx
from generated_client import AuthenticatedClient, Client
from generated_client.api.games import create_game, read_game
from generated_client.api.play import list_events, send_command
from generated_client.api.players import create_guest
from generated_client.api.proofs import read_transcript
from generated_client.api.tables import add_bot, start_match
from generated_client.models import (
    BotRequest,
    CommandAccepted,
    CommandRequest,
    EventPage,
    Game,
    GameCreated,
    GameRequest,
    Guest,
    LogEntry,
    NewGuest,
    Problem,
    ResignCommand,
    StartRequest,
)
from generated_client.types import UNSET, Response

Wanted = TypeVar("Wanted")
STRICT = len(sys.argv) < 3


def expect(kind: type[Wanted], answer: Response[Any]) -> Wanted:
    """The parsed body of an answer. Raises SystemExit if it is a problem, or holds anything that is not described."""
    found = answer.parsed
    if isinstance(found, Problem):
        sys.exit(f"{answer.status_code} {found.code}: {found.detail}")
    if not isinstance(found, kind):
        sys.exit(f"{answer.status_code}: wanted a {kind.__name__}, got {found!r}")
    if STRICT and (unknown := list(undescribed(found))):
        sys.exit(f"openapi.yaml does not know {unknown}")
    return found


def undescribed(value: Any) -> Iterator[str]:
    """The members of an object, however deep, that its class has no attribute for."""
    if isinstance(value, list):
        for item in value:
            yield from undescribed(item)
    elif attrs.has(type(value)):
        names = [field.name for field in attrs.fields(type(value))]
        if "additional_properties" in names and len(names) > 1:
            yield from (f"{type(value).__name__}.{name}" for name in value.additional_properties)
        for name in names:
            yield from undescribed(getattr(value, name))


class Player:
    """A guest at one table."""

    def __init__(self, address: str) -> None:
        guest = expect(Guest, create_guest.sync_detailed(client=Client(address), body=NewGuest()))
        self.client = AuthenticatedClient(address, guest.token, timeout=httpx.Timeout(60))
        self.log: list[LogEntry] = []

    def sit_down(self) -> Game:
        """A started match against two bots."""
        made = expect(GameCreated, create_game.sync_detailed(client=self.client, body=GameRequest(seats=3)))
        self.game = uuid.UUID(str(made.game.id))
        for strategy in ("sharp", "random"):
            expect(CommandAccepted, add_bot.sync_detailed(self.game, client=self.client, body=BotRequest(bot=strategy)))
        expect(CommandAccepted, start_match.sync_detailed(self.game, client=self.client, body=StartRequest()))
        return self.look()

    def move(self, game: Game) -> bool:
        """Send one of the legal commands, as it came; whether it was still the moment for it."""
        command = next(command for command in game.legal_commands if not isinstance(command, ResignCommand))
        body = CommandRequest(command_id=uuid.uuid4(), command=command, expected_version=game.version)
        answer = send_command.sync_detailed(self.game, client=self.client, body=body, prefer="return=minimal")
        if isinstance(answer.parsed, Problem) and answer.parsed.code == "stale_version":
            return False  # a bot was faster, to catch us for example
        accepted = expect(CommandAccepted, answer)
        again = expect(CommandAccepted, send_command.sync_detailed(self.game, client=self.client, body=body))
        assert again.replayed, "the same command under the same id is the same command"
        assert [entry.seq for entry in again.events] == [entry.seq for entry in accepted.events]
        assert accepted.game is UNSET, "we look again anyway"
        assert again.game, "a retry may ask for the game"
        return True

    def read_on(self, wait: int) -> None:
        """Read the log on from where it was read to, which has no gaps; wait so many seconds for something new."""
        more = True
        while more:
            after = len(self.log)
            answer = list_events.sync_detailed(self.game, client=self.client, after=after, wait=wait)
            page = expect(EventPage, answer)
            assert [entry.seq for entry in page.events] == list(range(after + 1, after + 1 + len(page.events)))
            self.log += page.events
            more = page.more

    def look(self) -> Game:
        """The table now."""
        return expect(Game, read_game.sync_detailed(self.game, client=self.client))


def play(player: Player) -> Game:
    """Play to the end; the table then."""
    game, moves = player.sit_down(), 0
    while game.status != "finished":
        if game.can_act:
            moves += player.move(game)
        else:
            player.read_on(wait=30)
        game = player.look()
    player.read_on(wait=0)
    print(f"Moves: {moves}, rounds: {game.view.round_}, events: {len(player.log)}")
    return game


def main(address: str) -> None:
    """Play, and check that the end is the end."""
    began = time.monotonic()
    player = Player(address)
    game = play(player)
    assert game.view.result is not None
    scores = [seat.score for seat in game.seats]
    assert game.view.result.winners == [scores.index(max(scores))]
    assert max(scores) >= 500, "a match is played to 500 points"
    assert len(player.log) == game.version
    assert player.log[-1].chain == game.chain
    transcript = read_transcript.sync_detailed(player.game, client=player.client)
    assert transcript.content.count(b"\n") > len(player.log)
    print(f"seat {game.view.result.winners[0]} has won, {scores}, in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
