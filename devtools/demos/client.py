"""A client with the standard library alone, for the demo player and the demo match."""

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from http.client import TOO_MANY_REQUESTS
from typing import Any

from devtools.stack.trouble import Trouble

TIMEOUT = 30.0  # seconds for one answer
PAUSE = 0.05  # seconds between two looks at a game
MOST_PATIENCE = 60  # seconds to wait when rate limited; a longer wait is a refusal

Json = dict[str, Any]


class Refused(Trouble):
    """The service refused: `status` is HTTP's, `problem` its body. Uncaught, it ends the command."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(f"The service refused: {status} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.problem = problem


class Client:
    """One player of the service at `address`."""

    def __init__(self, address: str, token: str = "") -> None:
        """Speak for the holder of `token`."""
        self.address = address.rstrip("/")
        self.token = token

    @classmethod
    def guest(cls, address: str) -> "Client":
        """Become a new guest."""
        newcomer = cls(address)
        newcomer.token = newcomer.post("/v1/guests", {})["token"]
        return newcomer

    def get(self, path: str) -> Json:
        """Send a GET. Raises Refused; Trouble when there is no answer."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: Json) -> Json:
        """Send a POST. Raises as `get`."""
        return self._ask("POST", path, body)

    def download(self, path: str) -> bytes:
        """Return the bytes of a file. Raises as `get`."""
        return self._bytes("GET", path, None)

    def command(self, game: str, command: Json) -> Json:
        """Send a command under a new id; return its events and the game right after."""
        return self.post(f"/v1/games/{game}/commands", {"command_id": str(uuid.uuid4()), "command": command})

    def wait_for(self, game: str, wanted: Callable[[Json], bool], limit: float) -> Json:
        """Read the game until it is as `wanted`. Raises Trouble after `limit` seconds."""
        end = time.monotonic() + limit
        while not wanted(found := self.get(f"/v1/games/{game}")):
            if time.monotonic() > end:
                raise Trouble(f"Game {game} did not go on for {limit:.0f} s: is the worker running?")
            time.sleep(PAUSE)
        return found

    def _ask(self, method: str, path: str, body: Json | None) -> Json:
        return dict(json.loads(self._bytes(method, path, body)))

    def _bytes(self, method: str, path: str, body: Json | None) -> bytes:
        headers = {"Accept": "application/json, */*;q=0.5", "Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(  # noqa: S310  an address of http that a person named
            self.address + path,
            method=method,
            headers=headers,
            data=None if body is None else json.dumps(body).encode(),
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310  as above
                return bytes(answer.read())
        except urllib.error.HTTPError as refusal:
            wait = int(refusal.headers.get("Retry-After", "0")) if refusal.code == TOO_MANY_REQUESTS else 0
            if 0 < wait <= MOST_PATIENCE:
                time.sleep(wait)
                return self._bytes(method, path, body)
            raise Refused(refusal.code, _problem(refusal.read())) from None
        except OSError as error:
            raise Trouble(f"{self.address} does not answer: {getattr(error, 'reason', error)}") from None


def _problem(body: bytes) -> Json:
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"code": "no_problem_document", "detail": body[:200].decode("latin-1")}
