"""A third-party app and the browser of a player, which use the service over HTTP."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from allauth.account.models import EmailAddress

from players import services
from players.oauth import apps
from players.oauth.apps import Draft
from players.scopes import ALL_SCOPES
from tests.players.people import Someone, client_with, code_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx
    from django.core.mail import EmailMessage

HOME = "https://app.example/back"
FORM_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def somebody(address: str, name: str | None = None) -> Someone:
    """Return a player with an account and a device."""
    player, secret = services.create_guest(name=name)
    player.email = address
    player.save()
    EmailAddress.objects.create(user=player, email=address, verified=True, primary=True)
    return Someone(player, secret, client_with(secret))


class Proof(NamedTuple):
    """A verifier and its challenge (RFC 7636)."""

    verifier: str
    challenge: str


def proof() -> Proof:
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    return Proof(verifier, base64.urlsafe_b64encode(digest).rstrip(b"=").decode())


class ThirdParty:
    """A registered app, which calls the service by `http`."""

    def __init__(
        self,
        author: Someone,
        http: httpx.Client,
        *,
        kind: str = "public",
        redirect: str = HOME,
        scopes: Sequence[str] = ALL_SCOPES,
        name: str = "Card Pal",
    ) -> None:
        draft = Draft(name, "https://app.example", [redirect], scopes)
        self.shown, self.secret = apps.create(player_id=author.player.id, kind=kind, draft=draft)
        self.http = http
        self.id = str(self.shown.id)
        self.redirect = redirect
        self.proof = proof()

    def question(self, **other: str | None) -> str:
        """Return the authorization URL; `other` replaces parameters, None leaves them out."""
        said: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.redirect,
            "scope": "games:read games:play",
            "state": "a state & more",
            "code_challenge": self.proof.challenge,
            "code_challenge_method": "S256",
            **other,
        }
        return "/oauth/authorize?" + urlencode({name: value for name, value in said.items() if value is not None})

    def exchange(self, code: str, **other: str | None) -> httpx.Response:
        return self.ask(
            "token",
            grant_type="authorization_code",
            code=code,
            **{"redirect_uri": self.redirect, "code_verifier": self.proof.verifier, **other},
        )

    def refresh(self, token: str, **other: str | None) -> httpx.Response:
        return self.ask("token", grant_type="refresh_token", refresh_token=token, **other)

    def ask(self, place: str, **said: str | None) -> httpx.Response:
        """Post to an endpoint; the app's id and its secret, if it has one, are added unless `said` has them."""
        form = {"client_id": self.id, "client_secret": self.secret, **said}
        return self.http.post(f"/oauth/{place}", data={name: value for name, value in form.items() if value})

    def get(self, path: str, token: str) -> httpx.Response:
        return self.http.get(path, headers={"Authorization": f"Bearer {token}"})


class Browser:
    """A browser without scripts: it keeps cookies and sends forms, but follows no redirects."""

    def __init__(self, http: httpx.Client, mails: list[EmailMessage]) -> None:
        self.http = http
        self.mails = mails

    def press(self, url: str, do: str, token: str | None = None, **fields: str) -> httpx.Response:
        """Open the page and press a button of it; `token`: another one than that of the form."""
        page = self.http.get(url)
        found = FORM_TOKEN.search(page.text)
        form = {"do": do, "csrfmiddlewaretoken": token or (found[1] if found else ""), **fields}
        return self.http.post(url, data=form, headers={"Origin": str(self.http.base_url).rstrip("/")})

    def sign_in(self, url: str, address: str) -> None:
        assert self.press(url, "send", address=address).status_code == 303
        assert self.press(url, "give", code=code_in(self.mails[-1])).status_code == 303

    def decide(self, url: str, do: str = "allow") -> dict[str, str]:
        """Press the button and return the parameters for the app."""
        return told(self.press(url, do))


def told(answer: Any) -> dict[str, str]:
    """Return the parameters of the URL that an answer redirects to."""
    assert answer.status_code == 303, answer.text
    return {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
