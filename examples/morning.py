"""An author's morning: from a guest to a match that was played, watched and checked, with two mishaps on the way.

    python examples/morning.py http://127.0.0.1:8000      (or `make morning`, which starts a service)

Needs `flipside-client`, a Node, and the two verifiers of this repository. clients.md shows what it prints.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from flipside_client import BackOff, Client, Outbox, Refused, operations, types

HERE = Path(__file__).parent
REPOSITORY = HERE.parent
HOUSE_RULES: dict[str, types.OptionValue] = {"stack": "same", "jump_in": True, "target": 150}
PLUG_AFTER = 25  # events; then the connection is cut
MOST_ASKED = 1_000  # requests until the service must have had enough of us


def say(text: str) -> None:
    """A line of the morning."""
    print(text, flush=True)


class Author:
    """A guest, and the one game of the morning."""

    def __init__(self, address: str) -> None:
        hooks = {"response": [self.remember_plug, self.remember_limits]}
        self.client = Client(address, patience=0, http=httpx.Client(event_hooks=hooks))
        guest = self.client.call(operations.create_guest, {})
        self.client.token = guest["token"]
        self.outbox = Outbox(self.client)
        self.plugged, self.head, self.seen, self.moves = True, "", 0, 0
        say(f"Signed up: {guest['player']['name']}, a guest.")

    def remember_plug(self, response: httpx.Response) -> None:
        """Keep the socket of the stream."""
        if response.headers.get("Content-Type", "").startswith("text/event-stream"):
            self.plug = response.extensions["network_stream"].get_extra_info("socket")

    def remember_limits(self, response: httpx.Response) -> None:
        """Keep the headers of the last answer that tell the limits."""
        if "RateLimit" in response.headers:
            self.limits = f"{response.headers['RateLimit-Policy']}  {response.headers['RateLimit']}"

    def sit_down(self) -> None:
        """A table with house rules, and two bots at it."""
        self.game = self.client.call(operations.create_game, {"seats": 3, "options": HOUSE_RULES})["game"]["id"]
        rules = ", ".join(f"{name}={json.dumps(value)}" for name, value in HOUSE_RULES.items())
        say(f"Set up a table for three with house rules: {rules}.")
        for bot in ("sharp", "random"):
            self.client.call(operations.add_bot, {"bot": bot}, game_id=self.game)
        self.client.call(operations.start_match, {}, game_id=self.game)
        say("Two bots sat down: sharp and random. The match begins.")

    def look(self) -> types.Game:
        """The table now."""
        return self.client.call(operations.read_game, game_id=self.game)

    def play(self) -> types.Game:
        """Play by what the stream says, until it ends; the table then."""
        for item in self.client.follow(self.game, back_off=BackOff(0.5, 5)):
            if item["type"] == "snapshot":
                game = item["game"]
                self.seen = game["version"]
                hand = game["view"]["hand"] or []
                say(f"Opened the stream: a snapshot of version {self.seen}, {len(hand)} cards in hand.")
                self.move(game)
            elif item["type"] == "event":
                self.witness(item["entry"])
            elif item["type"] == "head" and item["can_act"]:
                self.move(self.look())
        return self.look()

    def witness(self, entry: types.LogEntry) -> None:
        """Take note of an event; it must be the next one. After some of them somebody trips over the cable."""
        assert entry["seq"] == self.seen + 1, f"event {entry['seq']} came after {self.seen}"
        self.seen = entry["seq"]
        if entry["event"]["type"] == "round_ended":
            say(f"Event {self.seen}: a round is over.")
        if self.plugged and self.seen > PLUG_AFTER:
            self.plugged = False
            self.plug.shutdown(socket.SHUT_RDWR)
            say(
                f"Pulled the plug after event {self.seen}; going on with the cursor, nothing may be lost or told twice."
            )
            self.ask_too_much()

    def move(self, game: types.Game) -> None:
        """Send a legal command that rests on the table as it is here."""
        self.head = f"{game['version']}:{game['chain']}"  # what the service cannot take back
        while game["status"] == "running" and game["can_act"]:
            commands = game["legal_commands"]
            command = next((one for one in commands if one["type"] in {"uno", "play"}), commands[0])
            self.outbox.put(self.game, command, game["version"])
            self.moves += len(list(self.outbox.deliver()))
            game = self.look()

    def ask_too_much(self) -> None:
        """Ask for the own profile until the service has had enough, then do as it says."""
        for asked in range(1, MOST_ASKED):
            try:
                self.client.call(operations.read_me)
            except Refused as refusal:
                wait = round(refusal.retry_after)
                say(f"Asked for my profile {asked} times: {refusal.status} {refusal.code}, Retry-After {wait} s.")
                break
        else:
            sys.exit("there is no limit")
        say(f"  {self.limits}")
        time.sleep(wait)
        self.client.call(operations.read_me)
        say("Waited, and asked again: 200. Moves are counted apart and were never in danger.")

    def check(self, table: types.Game, folder: Path) -> None:
        """Take the match home and have it checked by two programs that share no line."""
        view = table["view"]
        scores = " : ".join(str(seat["score"]) for seat in table["seats"])
        counts = f"Moves: {self.moves}, rounds: {view['round']}, events: {self.seen}, points: {scores}."
        say(f"Played to the end. {counts}")
        assert self.seen == table["version"]
        path = folder / "match.transcript"
        path.write_text(self.client.call(operations.read_transcript, game_id=self.game))
        say(f"Took the transcript home: {path.stat().st_size} bytes.")
        keys = self.client.call(operations.list_keys)["keys"]
        words = [*(word for key in keys for word in ("--key", key["public_key"])), "--head", self.head, str(path)]
        said = run(sys.executable, "-m", "engine", "verify", "--quiet", *words)
        say(f"python -m engine verify: {said.removeprefix(f'{path}: ')}")
        found = json.loads(run("node", "verifier/verify.js", "--json", *words))
        say(f"node verifier/verify.js: {len(found['entries'])} things were looked at, all of them hold: {found['ok']}.")


def run(*words: str) -> str:
    """Return the report of a program of this repository, which must be content."""
    done = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def main(address: str) -> None:
    """The morning."""
    with tempfile.TemporaryDirectory() as folder:
        author = Author(address)
        author.sit_down()
        author.check(author.play(), Path(folder))
    say("Time for lunch.")


if __name__ == "__main__":
    main(sys.argv[1])
