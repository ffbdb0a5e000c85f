"""A small bot: it becomes a guest, sits down beside a bot of the service and plays a match to its end.

    python3 bot.py http://127.0.0.1:8000

Standard library only. It knows no rules: `legal_commands` is exactly what its seat may do, so it picks from there.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
TASTE = ["uno", "play", "color", "draw"]  # what it would rather do, best first; all else comes behind
headers = {"Content-Type": "application/json", "Prefer": "return=minimal"}  # it looks again after each move anyway


def ask(path: str, body: Any = None, tries: int = 10) -> tuple[int, Any]:
    """Status and body of an answer. Asks again when told to wait or cut off: what has a `command_id` happens once."""
    request = urllib.request.Request(BASE + path, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        if refusal.code not in (429, 503) or not tries:
            return refusal.code, json.load(refusal)
        time.sleep(int(refusal.headers.get("Retry-After", "1")))
    except OSError:
        if not tries:
            raise
        time.sleep(1)
    return ask(path, body, tries - 1)


def liking(command: Any) -> int:
    """Place of a command in the taste, the smaller the better."""
    return TASTE.index(command["type"]) if command["type"] in TASTE else 9 + (command["type"] == "catch")


def new() -> dict[str, str]:
    """A body that may be sent twice and is carried out once."""
    return {"command_id": str(uuid.uuid4())}


headers["Authorization"] = "Bearer " + ask("/v1/guests", {})[1]["token"]
game = "/v1/games/" + ask("/v1/games", {**new(), "seats": 2})[1]["game"]["id"]
ask(game + "/bots", {**new(), "bot": "sharp"})
ask(game + "/start", new())
table = ask(game)[1]
while table["status"] != "finished":
    if table["can_act"]:
        command = min(sorted(table["legal_commands"], key=lambda _: random.random()), key=liking)
        ask(game + "/commands", {**new(), "command": command, "expected_version": table["version"]})
    else:  # until something happens, 30 seconds at the most
        ask(f"{game}/events?after={table['version']}&wait=30")
    table = ask(game)[1]
print("I won." if table["your_seat"] in table["view"]["result"]["winners"] else "I lost.")
