"""A whole match with `AsyncClient`: it moves by what the stream says, and keeps its moves in a file until they arrive.

pip install ./clients/python && python examples/python/match.py http://127.0.0.1:8000
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from flipside_client import (
    Accepted,
    AsyncClient,
    AsyncOutbox,
    BackOff,
    FileStorage,
    operations,
    types,
)


def choose(commands: list[types.Command]) -> types.Command:
    """The first command that is no way out."""
    wanted = (one for kind in ("uno", "play") for one in commands if one["type"] == kind)
    others = (one for one in commands if one["type"] not in {"catch", "resign"})
    return next(wanted, None) or next(others, None) or commands[0]


class Player:
    """A guest at one table. `seen`: the last event of the stream."""

    def __init__(self, client: AsyncClient, game: str, outbox: AsyncOutbox) -> None:
        self.client = client
        self.game = game
        self.outbox = outbox
        self.seen = 0
        self.moves = 0

    async def look(self) -> types.Game:
        """The table now."""
        return await self.client.call(operations.read_game, game_id=self.game)

    async def act(self) -> None:
        """Move while there is something to do."""
        table = await self.look()
        while table["status"] == "running" and table["can_act"]:
            self.outbox.put(self.game, choose(table["legal_commands"]), table["version"])
            async for outcome in self.outbox.deliver(BackOff(0.2, 2)):
                self.moves += isinstance(outcome, Accepted)
            table = await self.look()

    async def play(self) -> types.Game:
        """Play to the end; the table then."""
        async for item in self.client.follow(self.game, back_off=BackOff(0.2, 2)):
            if item["type"] == "snapshot":
                self.seen = item["game"]["version"]
                await self.act()
            elif item["type"] == "event":
                assert item["entry"]["seq"] == self.seen + 1, "every event comes once, in order"
                self.seen += 1
            elif item["type"] == "head" and item["can_act"]:
                await self.act()
        return await self.look()


async def main(address: str, folder: Path) -> None:
    """Sit down with two bots, and play."""
    async with AsyncClient(address) as client:
        client.token = (await client.call(operations.create_guest, {}))["token"]
        made = await client.call(operations.create_game, {"seats": 3, "options": {"target": 200}})
        game = made["game"]["id"]
        for bot in ("sharp", "random"):
            await client.call(operations.add_bot, {"bot": bot}, game_id=game)
        await client.call(operations.start_match, {}, game_id=game)
        player = Player(client, game, AsyncOutbox(client, FileStorage(folder / "outbox.json")))
        table = await player.play()
    scores = [seat["score"] for seat in table["seats"]]
    assert table["status"] == "finished"
    assert player.seen == table["version"]
    assert table["view"]["result"] is not None
    assert table["view"]["result"]["winners"] == [scores.index(max(scores))]
    print(f"Moves: {player.moves}, rounds: {table['view']['round']}, events: {player.seen}, points: {scores}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000", Path(temporary)))
