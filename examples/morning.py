"""An author's morning: from openapi.yaml to a match that was played, watched and checked, with two mishaps on the way.

    python examples/morning.py openapi.yaml http://127.0.0.1:8000      (or `make morning`, which starts a service)

Needs `openapi-python-client`, a Node, and the two verifiers of this repository. clients.md shows what it prints.
"""

import contextlib
import importlib
import json
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import yaml

HERE = Path(__file__).parent
REPOSITORY = HERE.parent
HOUSE_RULES = {"stack": "same", "jump_in": True, "target": 150}
PLUG_AFTER = 25  # events; then the connection is cut
MOST_ASKED = 1_000  # requests until the service must have had enough of us


def say(text: str) -> None:
    """A line of the morning."""
    print(text, flush=True)


def generate(openapi: Path, folder: Path) -> None:
    """Make the package `flipside_client` in a folder, and let Python find it."""
    described = yaml.safe_load(openapi.read_text())
    operations = sum(len(methods) for methods in described["paths"].values())
    say(f"Read {openapi.name}: {operations} operations, {len(described['components']['schemas'])} types.")
    package = folder / "flipside_client"
    words = ["--path", openapi, "--config", HERE / "python" / "generator.yaml", "--output-path", package]
    generator = Path(sys.executable).with_name("openapi-python-client")
    done = subprocess.run([generator, "generate", "--meta", "none", *words], capture_output=True, text=True, check=True)
    assert "WARNING" not in done.stdout, done.stdout
    sys.path.insert(0, str(folder))
    say(f"Generated a client for Python: {len(list(package.rglob('*.py')))} files, no warnings.")


class Author:
    """A guest with a generated client (`api`: its modules by name), and the one game of the morning."""

    def __init__(self, address: str) -> None:
        self.types: Any = importlib.import_module("flipside_client.models")
        client: Any = importlib.import_module("flipside_client")
        guest = self.ask("players.create_guest", client=client.Client(address), body=self.types.NewGuest())
        self.client = client.AuthenticatedClient(address, guest.token, timeout=httpx.Timeout(60))
        self.plugged, self.head, self.seen, self.moves = True, "", 0, 0
        say(f"Signed up: {guest.player.name}, a guest.")

    def ask(self, operation: str, *path: Any, **more: Any) -> Any:
        """The parsed answer of an operation, `tag.name`: a problem is one of the answers there are."""
        module = importlib.import_module(f"flipside_client.api.{operation}")
        return module.sync_detailed(*path, **({"client": getattr(self, "client", None)} | more)).parsed

    def sit_down(self) -> None:
        """A table with house rules, and two bots at it."""
        request = self.types.GameRequest.from_dict({"seats": 3, "options": HOUSE_RULES})
        self.game = self.ask("games.create_game", body=request).game.id
        rules = ", ".join(f"{name}={json.dumps(value)}" for name, value in HOUSE_RULES.items())
        say(f"Set up a table for three with house rules: {rules}.")
        for bot in ("sharp", "random"):
            self.ask("tables.add_bot", self.game, body=self.types.BotRequest(bot=bot))
        self.ask("tables.start_match", self.game, body=self.types.StartRequest())
        say("Two bots sat down: sharp and random. The match begins.")

    def items(self, cursor: str | None) -> Iterator[Any]:
        """The items of one stream, typed. Ends when the stream does, or the connection."""
        kinds = {"snapshot": "GameSnapshot", "event": "StreamedEvent", "head": "StreamedHead"}
        kinds |= {"reset": "StreamReset", "heartbeat": "Heartbeat", "end": "StreamEnd"}
        place = {} if cursor is None else {"after": cursor}
        headers = {"Accept": "application/jsonl"}
        with (
            contextlib.suppress(httpx.TransportError),
            self.client.get_httpx_client().stream(
                "GET", f"/v1/games/{self.game}/stream", params=place, headers=headers
            ) as answer,
        ):
            answer.raise_for_status()
            self.plug = answer.extensions["network_stream"].get_extra_info("socket")
            for line in answer.iter_lines():
                item = json.loads(line)
                yield getattr(self.types, kinds[item["type"]]).from_dict(item)

    def follow(self) -> Iterator[Any]:
        """The items of as many streams as it takes."""
        cursor = None
        while True:
            for item in self.items(cursor):
                cursor = getattr(item, "cursor", cursor)
                yield item
                if item.type_ == "end" and item.reason == "finished":
                    return
            time.sleep(0.5)

    def play(self) -> Any:
        """Play by what the stream says, until it ends; the table then."""
        for item in self.follow():
            if item.type_ == "snapshot":
                self.seen = item.game.version
                say(f"Opened the stream: a snapshot of version {self.seen}, {len(item.game.view.hand)} cards in hand.")
                self.move(item.game)
            elif item.type_ == "event":
                self.witness(item.entry)
            elif item.type_ == "head" and item.can_act:
                self.move(self.ask("games.read_game", self.game))
        return self.ask("games.read_game", self.game)

    def witness(self, entry: Any) -> None:
        """Take note of an event; it must be the next one. After some of them somebody trips over the cable."""
        assert entry.seq == self.seen + 1, f"event {entry.seq} came after {self.seen}"
        self.seen = entry.seq
        if entry.event.type_ == "round_ended":
            say(f"Event {entry.seq}: a round is over.")
        if self.plugged and self.seen > PLUG_AFTER:
            self.plugged = False
            self.plug.shutdown(socket.SHUT_RDWR)
            say(
                f"Pulled the plug after event {self.seen}; going on with the cursor, nothing may be lost or told twice."
            )
            self.ask_too_much()

    def move(self, game: Any) -> None:
        """Send a legal command that rests on the table as it is here."""
        self.head = f"{game.version}:{game.chain}"  # what the service cannot take back
        while game.status == "running" and game.can_act:
            command = next((one for one in game.legal_commands if one.type_ in {"uno", "play"}), game.legal_commands[0])
            body = self.types.CommandRequest(command_id=uuid.uuid4(), command=command, expected_version=game.version)
            answer = self.ask("play.send_command", self.game, body=body)
            self.moves += isinstance(answer, self.types.CommandAccepted)
            game = getattr(answer, "game", None) or self.ask("games.read_game", self.game)

    def ask_too_much(self) -> None:
        """Ask for the own profile until the service has had enough, then do as it says."""
        ask = self.client.get_httpx_client().get
        asked, answer = 1, ask("/v1/me")
        while answer.status_code == httpx.codes.OK:
            assert asked < MOST_ASKED, "there is no limit"
            asked, answer = asked + 1, ask("/v1/me")
        problem, wait = answer.json(), int(answer.headers["Retry-After"])
        say(f"Asked for my profile {asked} times: {answer.status_code} {problem['code']}, Retry-After {wait} s.")
        say(f"  {answer.headers['RateLimit-Policy']}  {answer.headers['RateLimit']}")
        time.sleep(wait)
        say(f"Waited, and asked again: {ask('/v1/me').status_code}. Moves are counted apart and were never in danger.")

    def check(self, table: Any, folder: Path) -> None:
        """Take the match home and have it checked by two programs that share no line."""
        view = table.view
        scores = " : ".join(str(seat.score) for seat in table.seats)
        counts = f"Moves: {self.moves}, rounds: {view.round_}, events: {self.seen}, points: {scores}."
        say(f"Played to the end. {counts}")
        assert self.seen == table.version
        path = folder / "match.transcript"
        path.write_bytes(self.client.get_httpx_client().get(f"/v1/games/{self.game}/transcript").content)
        say(f"Took the transcript home: {path.stat().st_size} bytes.")
        words = [*known_keys(self.ask("proofs.list_keys")), "--head", self.head, str(path)]
        said = run(sys.executable, "-m", "engine", "verify", "--quiet", *words)
        say(f"python -m engine verify: {said.removeprefix(f'{path}: ')}")
        found = json.loads(run("node", "verifier/verify.js", "--json", *words))
        say(f"node verifier/verify.js: {len(found['entries'])} things were looked at, all of them hold: {found['ok']}.")


def known_keys(published: Any) -> list[str]:
    """The keys that sign, as the verifiers want them."""
    return [word for key in published.keys for word in ("--key", key.public_key)]


def run(*words: str) -> str:
    """Return the report of a program of this repository, which must be content."""
    done = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def main(openapi: Path, address: str) -> None:
    """The morning."""
    with tempfile.TemporaryDirectory() as folder:
        generate(openapi, Path(folder))
        author = Author(address)
        author.sit_down()
        author.check(author.play(), Path(folder))
    say("Time for lunch.")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
