"""Every caller of the matrix with a token, a session and objects of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from django.conf import settings
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games import matchmaking
from games.models import Gathering, Seek
from games.notifications import invitation_links
from games.proofs import anchors
from games.services import erasure as leavings
from players import blocks, presets, secret_tokens, services
from players.accounts import email_codes
from players.models import App, Authorization, Device, EmailCode, Player, Token, Webhook
from players.notifications import inbox
from players.notifications.channels import unsubscribe
from players.notifications.inbox import News
from players.privacy import leaving
from players.privacy.leaving_links import link as stay_link
from players.scopes import ACCOUNT_READ, ACCOUNT_WRITE, ALL_SCOPES, GAMES_PLAY, GAMES_READ, WEBHOOKS
from players.webhooks import queue
from players.webhooks import services as webhooks

if TYPE_CHECKING:
    from uuid import UUID

BACKEND = "django.contrib.auth.backends.ModelBackend"
URL = "https://hooks.example.com/flipside"
APP_SECRET = "ufs_of_the_cast"  # noqa: S105 - it protects nothing
SEATS = {"host": 0, "oppo": 1, "opst": 2, "exst": 3, "leav": 4}
"""The players by seat. `opst` is an operator; `exst` has left the seat or resigned; `leav` has asked for deletion."""
SCOPES: dict[str, tuple[str, ...]] = {
    "read": (GAMES_READ,),
    "play": (GAMES_PLAY,),
    "acct": (ACCOUNT_READ, ACCOUNT_WRITE),
    "hook": (WEBHOOKS,),
    "expd": ALL_SCOPES,
    "rvkd": ALL_SCOPES,
}
"""Personal tokens of the host, by scope."""


@dataclass
class Player_:  # noqa: N801 - the model has the name
    """A player with one object of each kind."""

    id: UUID
    name: str
    secret: str
    things: dict[str, str] = field(default_factory=dict)


@dataclass
class Principal:
    """A caller: `headers` and `cookies` of each request; `person`: the owner of the caller's objects."""

    name: str
    person: str
    headers: dict[str, str]
    cookies: dict[str, str] = field(default_factory=dict)


def bearer(secret: str) -> dict[str, str]:
    return {"HTTP_AUTHORIZATION": f"Bearer {secret}"}


class Identities:
    """All people and principals, made inside the transaction of a test."""

    def __init__(self) -> None:
        self.people = {name: _person() for name in ("strg", "spec", "invt", "oper", "ersd", *SEATS)}
        for name in ("oper", "opst"):
            Player.objects.filter(id=self.people[name].id).update(is_staff=True, is_superuser=True)
        _give_things(self.people)
        asked = leaving.ask(
            player_id=self.people["leav"].id,
            token_id=Token.objects.get(player_id=self.people["leav"].id, kind="device").id,
        )
        self.links = {
            "stay": _path(stay_link(asked)),
            "unsubscribe": _path(unsubscribe.link(self.people["host"].id, "your_turn")),
            "no_invitations": _path(invitation_links.link(bytes(32))),
        }
        self.anchor = _anchor()
        # This player is deleted last, when their objects are needed no longer.
        leavings.erase(self.people["ersd"].id)
        self.principals = self._principals()

    def _principals(self) -> dict[str, Principal]:
        found = [Principal("anon", "host", {})]
        for name, person in self.people.items():
            found.append(
                Principal(name, name, bearer(person.secret), _admin_cookies(person) if name in {"oper", "opst"} else {})
            )
        found += [Principal(name, "host", bearer(self._token(name, scopes))) for name, scopes in SCOPES.items()]
        found.append(Principal("apps", "host", bearer(_let_in(self.people["host"]))))
        return {one.name: one for one in found}

    def _token(self, name: str, scopes: tuple[str, ...]) -> str:
        host = self.people["host"].id
        token, secret = services.issue_token(player_id=host, kind="personal", name=name, scopes=scopes)
        if name == "expd":
            Token.objects.filter(id=token.id).update(expires=timezone.now() - timedelta(seconds=1))
        if name == "rvkd":
            services.revoke_token(player_id=host, token_id=token.id)
        return secret


def _let_in(host: Player_) -> str:
    """Return the access token of an app that the host has authorized for every scope."""
    lets = Authorization.objects.get(id=host.things["authorization"])
    secret = secret_tokens.mint_secret(secret_tokens.APP)
    Token.objects.create(
        player_id=host.id, kind=secret_tokens.APP, hint="app", sha256=secret_tokens.digest(secret),
        scopes=list(ALL_SCOPES), last_used=timezone.now().date(), expires=lets.expires, authorization=lets,
    )  # fmt: skip
    return secret


def _path(url: str) -> str:
    return url.removeprefix(settings.PUBLIC_URL)


def _person() -> Player_:
    player, secret = services.create_guest()
    return Player_(player.id, player.name, secret)


def _give_things(people: dict[str, Player_]) -> None:
    """Give each person a webhook with a delivery, a device, a spare token, an app, a preset, a block, notifications."""
    for number, person in enumerate(people.values(), 1):
        hook, _ = webhooks.create(player_id=person.id, url=URL, events=["message"])
        call = queue.add(uuid4(), webhook_id=hook.id, kind="ping", data={"webhook": str(hook.id)})
        device = Device.objects.create(player_id=person.id, kind="fcm", sha256=uuid4().bytes * 2, address=person.name)
        token, _ = services.issue_token(player_id=person.id, kind="personal", name="spare", scopes=[GAMES_READ])
        # The number of notifications differs by person, so that the answer shows whose inbox was read.
        news = [
            News(id=uuid4(), player_id=person.id, kind="started", game_id=uuid4(), seq=3, data={"you": 0})
            for _ in range(number)
        ]
        told = inbox.add(news)[-1]
        person.things = {
            "webhook": str(hook.id),
            "delivery": str(call.id),
            "device": str(device.id),
            **_app(person),
            **_codes(person),
            "token": str(token.id),
            **_preset(person),
            "blocked": _blocked(person),
            "seek": _seek(person, number),
            "called": _called(person, number),
            "notification": str(told.id),
        }
    # Clear the times of manual deliveries, so that their rate limit does not apply.
    Webhook.objects.update(asked_at=None, since=F("since"))


def _preset(person: Player_) -> dict[str, str]:
    """Return a preset that its owner shares."""
    table = {"options": {}, "seats": 2, "private": False, "spectators": None, "clock": "day"}
    settings = presets.Settings(name="Friday", table=table, shared=True)
    preset = presets.create(player_id=person.id, settings=settings, command_id=uuid4(), request_hash=b"")
    return {"preset": str(preset.id), "preset_code": preset.code}


def _blocked(person: Player_) -> str:
    """Return another player whom this one has blocked."""
    other, _ = services.create_guest()
    blocks.block(player_id=person.id, blocked_id=other.id)
    return str(other.id)


def _seek(person: Player_, number: int, *, bots: bool = False) -> str:
    """Return a seek that waits alone."""
    wanted = matchmaking.Wanted(
        options={"game": "classic", "target": 100 * number + bots},
        clock=None,
        open_rules=False,
        least_seats=2,
        most_seats=2,
        bots=bots,
        min_reliability=None,
        lasts=None,
    )
    made = matchmaking.create(player=person.id, wanted=wanted, command_id=uuid4(), request_hash=bytes(32))
    return str(made.seek.id)


def _called(person: Player_, number: int) -> str:
    """Return a seek that is called to a match with a bot."""
    made = Seek.objects.get(id=_seek(person, number, bots=True))
    until = timezone.now() + timedelta(days=1)
    Gathering.objects.filter(id=made.gathering_id).update(seats=2, bots=1, confirm_by=until, due_at=until)
    Seek.objects.filter(id=made.id).update(state=Seek.State.CALLED)
    return str(made.id)


def _app(person: Player_) -> dict[str, str]:
    """Return an app that its author has authorized."""
    # The library would make up a secret and hash it as slowly as a password.
    secret = secret_tokens.digest(APP_SECRET).hex()
    app = App(id=str(uuid4()), name="App", owner_id=person.id, type="confidential", data={}, secret=secret)
    app.redirect_uris, app.scopes = "https://app.example/back", GAMES_READ
    app.save(force_insert=True)
    now = timezone.now()
    lets = Authorization.objects.create(
        player_id=person.id, app=app, scopes=[GAMES_READ], code_sha256=uuid4().bytes * 2,
        redirect_uri="https://app.example/back", challenge="A" * 43, exchanged=now, refresh_sha256=uuid4().bytes * 2,
        last_used=now.date(), expires=now + timedelta(days=1),
    )  # fmt: skip
    return {"app": app.id, "authorization": str(lets.id)}


def _codes(person: Player_) -> dict[str, str]:
    """Return the secrets of two codes that wait to be given: of a sign-in, and of a change of address."""
    things = {"sign_in": secret_tokens.mint(secret_tokens.EMAIL), "change": secret_tokens.mint(secret_tokens.EMAIL)}
    now = timezone.now()
    for name, secret in things.items():
        EmailCode.objects.create(
            sha256=secret_tokens.digest(secret), player_id=person.id if name == "change" else None,
            address=f"{uuid4().hex}@example.com", code=email_codes.digest_of(secret, "RIGHT"),
            sent_at=now - timedelta(seconds=email_codes.PAUSE), expires_at=now + email_codes.LIFETIME,
        )  # fmt: skip
    return things


def _anchor() -> str:
    """Make an anchor; return its day."""
    anchors.make()
    return str(anchors.page(None, 1)[0].date)


def _admin_cookies(person: Player_) -> dict[str, str]:
    client = Client()
    client.force_login(Player.objects.get(id=person.id), backend=BACKEND)
    return {name: morsel.value for name, morsel in client.cookies.items()}
