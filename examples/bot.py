"""A small bot: it becomes a guest, sits down beside a bot of the service and plays a match to its end.

    pip install ./clients/python && python examples/bot.py http://127.0.0.1:8000

It knows no rules: `legal_commands` is exactly what its seat may do, so it picks from there.
"""

import random
import sys
from collections.abc import Sequence

from flipside_client import Client, Outbox, operations, types

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
TASTE = ["uno", "play", "color", "draw"]  # what it would rather do, best first; all else comes behind


def liking(command: types.Command) -> tuple[int, float]:
    """Place of a command in the taste, the smaller the better; by lot among equals."""
    kind = command["type"]
    return (TASTE.index(kind) if kind in TASTE else 9 + (kind == "catch"), random.random())


def choose(commands: Sequence[types.Command]) -> types.Command:
    """The command it likes best."""
    return min(commands, key=liking)


with Client(BASE) as client:
    client.token = client.call(operations.create_guest, {})["token"]
    game = client.call(operations.create_game, {"seats": 2})["game"]["id"]
    client.call(operations.add_bot, {"bot": "sharp"}, game_id=game)
    client.call(operations.start_match, {}, game_id=game)
    outbox = Outbox(client)
    for item in client.follow(game):  # goes on by itself after a break
        if item["type"] not in {"snapshot", "head"}:
            continue
        table = client.call(operations.read_game, game_id=game)
        while table["status"] == "running" and table["can_act"]:
            outbox.put(game, choose(table["legal_commands"]), table["version"])
            for _ in outbox.deliver():  # if somebody was faster, it looks and decides again
                table = client.call(operations.read_game, game_id=game)
    table = client.call(operations.read_game, game_id=game)
result = table["view"]["result"]
print("I won." if result is not None and table["your_seat"] in result["winners"] else "I lost.")
