"""`make demo`: four clients play a whole match over HTTP; then the log is fetched, replayed and compared."""

import contextlib
import os
import random
import shutil
import time
from collections.abc import Iterator

from devtools.demos import evidence
from devtools.demos.client import Client, Json, Refused
from devtools.stack import supervisor
from devtools.stack.home import new_test_home
from devtools.stack.installation import stack
from devtools.stack.port import free_port
from devtools.stack.terminal import say
from devtools.stack.trouble import Trouble

SEATS = 4
PAGE = 500  # most events of one answer
LIMIT = 30.0  # seconds without a single move
PAUSE = 0.02  # seconds between two looks while the service has to move


def demo(url: str | None) -> int:
    """Play against the service at `url`, else against one started for this; return 0 if its log proves the match."""
    supervisor.end_by_signals()
    with contextlib.nullcontext(url) if url else _own_service() as address:
        began = time.monotonic()
        players = [Client.guest(address) for _ in range(SEATS)]
        game = sit_down(players, {})
        say(f"{SEATS} players at {address}/v1/games/{game}")
        moves = play(players, game)
        log = whole_log(players[0], game)
        evidence.check(players[0].get(f"/v1/games/{game}"), log)
        say(
            f"The match took {moves} moves and {len(log)} events in {time.monotonic() - began:.1f} s; its chain holds,"
            " the seed is the committed one, and the log replays to the served table."
        )
    return 0


@contextlib.contextmanager
def _own_service() -> Iterator[str]:
    home = new_test_home()
    say("Starting a service for the demo ...")
    try:
        with stack(home, "127.0.0.1", free_port()) as running:
            yield running.address
    finally:
        shutil.rmtree(home, ignore_errors=True)


def sit_down(players: list[Client], options: Json) -> str:
    """Start a game of these players and return its id."""
    host, *others = players
    game: str = host.post("/v1/games", {"seats": len(players), "options": options})["game"]["id"]
    for player in others:
        player.post(f"/v1/games/{game}/seats", {})
    host.post(f"/v1/games/{game}/start", {})
    return game


def play(players: list[Client], game: str) -> int:
    """Move for all players until the match is over; return the number of moves."""
    chance = random.Random(os.environ.get("SEED", "flipside"))  # noqa: S311  taste, not secrets
    path = f"/v1/games/{game}"
    seen = players[0].get(path)
    moves, last = 0, time.monotonic()
    while seen["status"] != "finished":
        seat = 0 if seen["turn"] is None else seen["turn"]
        mine = players[seat].get(path)
        if mine["legal_commands"] and mine["turn"] in {None, seat}:
            try:
                answer = players[seat].command(game, _choose(mine["legal_commands"], chance))["game"]
            except Refused:  # the worker was faster
                continue
            _tell(seen, answer, moves)
            seen, moves, last = answer, moves + 1, time.monotonic()
        elif time.monotonic() - last > LIMIT:
            raise Trouble(f"{path} did not go on for {LIMIT:.0f} s: is the worker running?")
        else:
            time.sleep(PAUSE)
            _tell(seen, mine, moves)
            seen = mine
    return moves


def _choose(legal: list[Json], chance: random.Random) -> Json:
    """Return the call of UNO if it is legal, else a play if there is one, so that the match ends soon."""
    for wanted in ({"uno"}, {"play"}):
        if found := [command for command in legal if command["type"] in wanted]:
            return chance.choice(found)
    return chance.choice([command for command in legal if command["type"] != "catch"] or legal)


def _tell(before: Json, after: Json, moves: int) -> None:
    result = after["view"]["last_round"]
    if result is None or result == before["view"]["last_round"]:
        return
    winner = "nobody" if result["winner"] is None else f"seat {result['winner']}"
    totals = " ".join(f"{total:4}" for total in result["totals"])
    number, side = after["view"]["round"], result["side"]
    say(f"round {number:3}   {winner} wins on the {side} side   totals {totals}   {moves} moves")


def whole_log(player: Client, game: str) -> list[Json]:
    """Return the whole log, page by page."""
    log: list[Json] = []
    more = True
    while more:
        page = player.get(f"/v1/games/{game}/events?after={len(log)}&limit={PAGE}")
        log += page["events"]
        more = page["more"]
    return log
