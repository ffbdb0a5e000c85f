"""People at the web client's tables, signed in by a token: for pictures and for tests in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import APIRequestContext, Page

KEEP: Final = """session => new Promise((resolve, reject) => {
  const opening = indexedDB.open('keyval-store');
  opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const change = opening.result.transaction('keyval', 'readwrite');
    change.objectStore('keyval').put(session, 'session');
    change.oncomplete = () => { opening.result.close(); resolve(null); };
  };
})"""


class Api:
    """The service, asked with a token, for what is prepared and compared."""

    def __init__(self, request: APIRequestContext, service: str, token: str | None = None) -> None:
        self.request = request
        self.service = service
        self.token = token

    def as_(self, token: str) -> Api:
        """Return the service, asked with another token."""
        return Api(self.request, self.service, token)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the answer; raise RuntimeError if it is a refusal."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        answer = self.request.fetch(f"{self.service}/v1{path}", method=method, headers=headers, data=body)
        if not answer.ok:
            raise RuntimeError(answer.text())
        return answer.json() if answer.text() else None


def sit(page: Page, api: Api, game: str) -> None:
    """Sign the person of a token in on this device, and open their table."""
    me = api.ask("GET", "/me")
    page.evaluate(KEEP, {"token": api.token, "player": me["id"], "name": me["name"], "guest": me["guest"]})
    page.goto(f"{api.service}/games/{game}")


def position(api: Api, text: str, people: Sequence[str | None], **options: object) -> str:
    """Begin a match from a position; None in `people`, the ids of throw-away players, is a bot."""
    seats = [{"bot": "sharp"} if one is None else {"player": one} for one in people]
    return str(api.ask("POST", "/sandbox/games", {"position": text, "seats": seats, "options": options})["game"])


def guest(api: Api) -> Api:
    """Make a guest; return the service, asked by them."""
    return api.as_(api.ask("POST", "/guests", {})["token"])


def make(maker: Api, count: int) -> list[dict[str, Any]]:
    """Make throw-away players, with `id` and `token`. Only their maker can seat them."""
    return list(maker.ask("POST", "/sandbox/players", {"players": [{}] * count})["players"])


def deal(people: Sequence[Api], **options: object) -> str:
    """Begin a public match of these people, which is dealt as matches are."""
    host, *others = people
    table = {"seats": len(people), "private": False, "clock": "none", "options": options}
    game = str(host.ask("POST", "/games", table)["game"]["id"])
    for one in others:
        one.ask("POST", f"/games/{game}/seats", {})
    host.ask("POST", f"/games/{game}/start", {})
    return game


def play(api: Api, game: str, command: dict[str, Any]) -> None:
    """Make a move."""
    api.ask("POST", f"/games/{game}/commands", {"command_id": str(uuid4()), "command": command})


def play_to_the_end(people: Sequence[Api], game: str, rounds: int | None = None) -> None:
    """Let everybody play their first card that fits, or else make the first move on offer; stop after some rounds."""
    while True:
        looks = [(one, one.ask("GET", f"/games/{game}")) for one in people]
        _, look = looks[0]
        if look["status"] == "finished" or (rounds is not None and look["view"]["round"] > rounds):
            return
        one, look = next((one, look) for one, look in looks if look["legal_commands"])
        play(one, game, min(look["legal_commands"], key=_is_no_card))


def _is_no_card(command: dict[str, Any]) -> bool:
    return bool(command["type"] != "play")
