"""The walk of an app: it is registered, authorized on the page, acts for the player and is revoked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tests.contract.recorder import RecordingClient, Records
from tests.players.oauth.clients import FORM_TOKEN, proof, somebody, told
from tests.players.people import code_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

FORM = "application/x-www-form-urlencoded"
HOME = "https://cardpal.example/back"
APP = {
    "name": "Card Pal",
    "type": "confidential",
    "website": "https://cardpal.example",
    "redirect_uris": [HOME],
    "scopes": ["games:read", "games:play", "account:read"],
}


class AppWalk:
    """An author, their app, and the browser of the player who authorizes it."""

    def __init__(self, records: Records) -> None:
        self.author = RecordingClient(records, somebody("author@example.org", "Author").secret)
        self.player = RecordingClient(records, somebody("eve@example.org", "Eve").secret)
        self.app = RecordingClient(records)
        self.browser = RecordingClient(records)
        self.proof = proof()

    def all(self, mailbox: list[EmailMessage]) -> None:
        registered = self._ok(self.author.send("/v1/me/apps", APP))
        at = f"/v1/me/apps/{registered['app']['id']}"
        self._ok(self.author.get("/v1/me/apps"))
        self._ok(self.author.get(at))
        self._ok(self.author.patch(at, {"website": "https://cardpal.example/new"}, content_type="application/json"))
        self.client = {
            "client_id": registered["app"]["id"],
            "client_secret": self._ok(self.author.send(f"{at}/secret"))["secret"],
        }
        self._ok(self.app.get("/.well-known/oauth-authorization-server"))
        self.act(self.let_in(mailbox))
        self._ok(self.player.get("/v1/me/authorizations"))
        assert self.player.delete(f"/v1/me/authorizations/{self.client['client_id']}").status_code == 204
        assert self.author.delete(at).status_code == 204

    def let_in(self, mailbox: list[EmailMessage]) -> str:
        """Sign the player in on the page and agree; return the code that the app gets."""
        asked = {
            "response_type": "code",
            "client_id": self.client["client_id"],
            "redirect_uri": HOME,
            "scope": "games:read games:play",
            "state": "af0ifjsldkj",
            "code_challenge": self.proof.challenge,
            "code_challenge_method": "S256",
        }
        page = f"/oauth/authorize?{urlencode(asked)}"
        assert self._press(page, "send", address="eve@example.org").status_code == 303
        assert self._press(page, "give", code=code_in(mailbox[-1])).status_code == 303
        return told(self._press(page, "allow"))["code"]

    def act(self, code: str) -> None:
        """Use the code as the app does: get tokens, refresh, introspect and revoke them."""
        exchange = {"code": code, "redirect_uri": HOME, "code_verifier": self.proof.verifier}
        given = self._ok(self._post("token", grant_type="authorization_code", **exchange))
        given = self._ok(self._post("token", grant_type="refresh_token", refresh_token=given["refresh_token"]))
        self._ok(self._post("introspect", token=given["access_token"]))
        assert self._post("revoke", token=given["access_token"]).status_code == 200
        again = {"grant_type": "refresh_token", "refresh_token": given["refresh_token"]}
        assert self._post("token", **again, client_secret="wrong").status_code == 401

    def _press(self, page: str, do: str, **fields: str) -> Any:
        found = FORM_TOKEN.search(self._page(page))
        form = {"do": do, "csrfmiddlewaretoken": found[1] if found else "", **fields}
        return self.browser.post(page, urlencode(form), content_type=FORM)

    def _page(self, page: str) -> str:
        answer = self.browser.get(page)
        assert answer.status_code == 200, answer.content
        return str(answer.content.decode())

    def _post(self, place: str, **said: str) -> Any:
        return self.app.post(f"/oauth/{place}", urlencode({**self.client, **said}), content_type=FORM)

    def _ok(self, answer: Any) -> Any:
        assert answer.status_code < 300, answer.content
        return answer.json()
