"""Sends the requests of the matrix. Names in braces stand for objects that the factories make."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.test import Client
from django.utils import timezone

import engine
from games.models import Series
from games.notifications import links, seen
from players.invitation_codes import written
from players.invitations import Kind
from players.models import Invitation
from tests.authorisation.factories import branchable
from tests.authorisation.identities import APP_SECRET
from tests.authorisation.matrix_file import ALONE
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.pages.clients import notify, path_of
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.authorisation.factories import GameFactory
    from tests.authorisation.identities import Identities, Principal
    from tests.authorisation.matrix_file import Ask, Row

NONE = UUID("6d5f1a3e-0c1b-4c55-9f4a-0d8f4f6a2b11")
MALFORMED = str(NONE).replace("-", "")
ADDRESSES = (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" for number in count(256))
"""Each request comes from a new network, so that none is rate limited."""
PLACE = re.compile(r"\{([a-z0-9_.]+)\}")
BROWSER = Browser()


@dataclass
class MatrixClient:
    identities: Identities
    games: GameFactory
    _links: int = 0
    series: dict[UUID, UUID] = field(default_factory=dict)
    _checked: Client = field(default_factory=ContractClient)
    _unchecked: Client = field(default_factory=Client)

    @property
    def made(self) -> int:
        """Return how many objects have been made for the matrix."""
        return self.games.made + self._links + len(self.series)

    def game(self, row: Row) -> UUID | None:
        """Return the game that a row is about."""
        return None if row.table == ALONE else self.games.table(row.table, row.phase)

    def fill(self, ask: Ask, row: Row, principal: Principal) -> Iterator[str]:
        """Yield the path and the body of the request."""
        return (PLACE.sub(lambda found: self._look_up(found[1], row, principal), text) for text in (ask.path, ask.body))

    def send_filled(self, ask: Ask, principal: Principal, path: str, body: str) -> Any:
        seen.forget()
        client = self._unchecked if path.startswith("/admin/") else self._checked
        client.cookies = SimpleCookie(principal.cookies)
        # Requests for metrics and the admin come from the local network unless the ask says otherwise.
        is_near = ask.name.endswith(".near") or (path.startswith("/admin/") and not ask.name.endswith(".far"))
        address = "127.0.0.1" if is_near else next(ADDRESSES)
        headers: dict[str, Any] = {"REMOTE_ADDR": address, **principal.headers}
        kind = (
            "application/x-www-form-urlencoded"
            if path.startswith(("/m/", "/admin/", "/oauth/"))
            else "application/json"
        )
        sends = body or ask.method in {"POST", "PUT", "PATCH"}
        return client.generic(ask.method, path, body, content_type=kind if sends else "", **headers)

    def _look_up(self, place: str, row: Row, principal: Principal) -> str:
        kind, _, what = place.partition(".")
        return str(getattr(self, f"_{kind}")(row, principal, what))

    def _game(self, row: Row, _principal: Principal, _what: str) -> UUID | None:
        return self.game(row)

    def _series(self, row: Row, _principal: Principal, _what: str) -> UUID:
        """Return a series whose latest match is the game of the row."""
        game = self.game(row)
        assert game is not None
        if game not in self.series:
            self.series[game] = uuid4()
            now = timezone.now()
            # That of a finished match is over: else its next match would begin by itself, and no rematch be offered.
            ended = {"ended_at": now, "cause": "stopped"} if row.phase == "finished" else {}
            Series.objects.create(id=self.series[game], best_of=3, fill="nobody", game_id=game, begun_at=now, **ended)
        return self.series[game]

    def _none(self, _row: Row, _principal: Principal, _what: str) -> UUID:
        return NONE

    def _malformed(self, _row: Row, _principal: Principal, _what: str) -> str:
        return MALFORMED

    def _new(self, _row: Row, _principal: Principal, _what: str) -> UUID:
        return uuid4()

    def _my(self, _row: Row, principal: Principal, what: str) -> str:
        return self.identities.people[principal.person].things[what]

    def _other(self, _row: Row, principal: Principal, what: str) -> str:
        return self.identities.people["host" if principal.person == "oppo" else "oppo"].things[what]

    def _code(self, row: Row, _principal: Principal, _what: str) -> str:
        return _code_of(self.game(row) or NONE, Kind.LINK)

    def _named_code(self, row: Row, _principal: Principal, _what: str) -> str:
        return _code_of(self.game(row) or NONE, Kind.PLAYER)

    def _foreign_code(self, row: Row, _principal: Principal, _what: str) -> str:
        other = self.games.game("lobby" if row.phase == "mine" else "mine", private=True)
        return _code_of(other, Kind.LINK)

    def _foreign_game(self, _row: Row, _principal: Principal, _what: str) -> UUID:
        return self.games.game("mine", private=True)

    def _name(self, _row: Row, _principal: Principal, what: str) -> str:
        return self.identities.people[what].name

    def _branch(self, row: Row, _principal: Principal, _what: str) -> int:
        game = self.game(row)
        assert game is not None
        return branchable(game) if row.phase in {"finished", "archived"} else 9

    def _link(self, _row: Row, _principal: Principal, what: str) -> str:
        return self.identities.links.get(what) or self._links_of_the_game()[what]

    def _links_of_the_game(self) -> dict[str, str]:
        """Return the links of the message that tells the host that it is their turn."""
        game, host = self.games.game("mine", private=False), self.identities.people["host"].id
        told, version = notify(host, game), tables.version_of(game)
        [(_, move)] = links.action_links(told, game, version, [engine.Draw()])
        self._links += 1
        self.identities.links |= {"table": path_of(links.table_link(told, game, version)), "move": path_of(move)}
        return self.identities.links

    def _cursor(self, _row: Row, principal: Principal, what: str) -> str:
        """Return a cursor that was issued to another player."""
        self.games.game("mine", private=False)
        self.games.game("theirs", private=False)
        other = self.identities.principals["host" if principal.person == "oppo" else "oppo"]
        answer: Any = Client().get(f"/v1/{what.replace('_', '/')}?limit=1", **other.headers)
        return str(answer.json()["next"])

    def _anchor(self, _row: Row, _principal: Principal, _what: str) -> str:
        return self.identities.anchor

    def _own_game(self, _row: Row, _principal: Principal, _what: str) -> UUID:
        """Return a public game in which every caller with any seat has one."""
        return self.games.game("mine", private=False)

    def _tomorrow(self, _row: Row, _principal: Principal, _what: str) -> str:
        return (timezone.now() + timedelta(days=1)).isoformat()

    def _p256dh(self, _row: Row, _principal: Principal, _what: str) -> str:
        return BROWSER.keys["p256dh"]

    def _challenge(self, _row: Row, _principal: Principal, _what: str) -> str:
        return "A" * 43

    def _secret(self, _row: Row, _principal: Principal, _what: str) -> str:
        return APP_SECRET

    def _auth(self, _row: Row, _principal: Principal, _what: str) -> str:
        return BROWSER.keys["auth"]

    def _player(self, _row: Row, _principal: Principal, what: str) -> UUID:
        return self.identities.people[what].id


def _code_of(game: UUID, kind: Kind) -> str:
    return written(Invitation.objects.values_list("code", flat=True).get(game_id=game, kind=kind))
