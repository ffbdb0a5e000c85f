"""The demo table: a guest with an open game against three bots, kept from one start to the next."""

import json
from pathlib import Path
from typing import NamedTuple

from devtools.demos.client import Client, Json, Refused
from devtools.stack.environment_file import write_secret

FILE = "demo.json"
BOTS = ("sharp", "random", "random")
BOTS_LIMIT = 30.0  # seconds until the bots have made their moves


class DemoTable(NamedTuple):
    """The demo player's place: their token, the game and one command that is legal now."""

    token: str
    game: str
    command: Json


def demo_table(address: str, home: Path) -> DemoTable:
    """Return the table remembered in `home` if it is still playable, else a new one. Raises Trouble, Refused."""
    table = _remembered(address, home) or _new(address)
    write_secret(home / FILE, json.dumps({"token": table.token, "game": table.game}))
    return table


def _remembered(address: str, home: Path) -> DemoTable | None:
    try:
        kept = json.loads((home / FILE).read_text(encoding="utf-8"))
        return _at_turn(Client(address, kept["token"]), kept["game"])
    except (OSError, ValueError, KeyError, Refused):
        return None


def _new(address: str) -> DemoTable:
    player = Client.guest(address)
    game: str = player.post("/v1/games", {"seats": 1 + len(BOTS)})["game"]["id"]
    for bot in BOTS:
        player.post(f"/v1/games/{game}/bots", {"bot": bot})
    player.post(f"/v1/games/{game}/start", {})
    table = _at_turn(player, game)
    return table or _new(address)  # in rare cases three bots end a match before the player's first turn


def _at_turn(player: Client, game: str) -> DemoTable | None:
    """Wait for the bots; return None when the match is over."""
    found = player.wait_for(game, lambda seen: seen["status"] == "finished" or _may_move(seen), BOTS_LIMIT)
    if found["status"] == "finished":
        return None
    return DemoTable(player.token, game, found["legal_commands"][0])


def _may_move(seen: Json) -> bool:
    return bool(seen["your_turn"] and seen["legal_commands"])
