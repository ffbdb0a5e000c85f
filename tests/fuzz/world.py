"""The world of the generated requests: three identities, games in every phase, and one of everything else.

It is built inside the caller's transaction, which is never committed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.db.models import F
from django.test import Client

from games.proofs import anchors
from games.sandbox import mode
from games.store import archiver, seeds
from players import secret_tokens
from players.accounts import email_codes
from players.models import EmailCode
from players.oauth import authorizations
from players.oauth.authorizations import Pair
from tests.games import tables
from tests.games.api.people import Person, lobby, make_person, running, with_scopes
from tests.games.notifications.notifications import told
from tests.players.people import code_in
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from collections.abc import Mapping

BACK = "https://cardpal.example/back"
HOOK = {"url": "https://hooks.example.com/flipside", "events": ["message"]}
PRESET = {"name": "Friday", "options": {"ruleset": "classic"}, "seats": 3, "clock": "half_day"}
SEEK = {"options": {"ruleset": "classic"}, "least_seats": 2, "most_seats": 3, "clock": "day", "bots": True}
BROWSER = {
    "kind": "webpush",
    "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "keys": Browser().keys,
}
APP = {
    "name": "Card Pal",
    "type": "confidential",
    "website": "https://cardpal.example",
    "redirect_uris": [BACK],
    "scopes": ["games:read", "games:play"],
}
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
"""The example of RFC 7636, appendix B."""
FORM_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
DAY = 86_400


@dataclass(frozen=True)
class Identity:
    """A caller: their name and the headers of their requests."""

    name: str
    headers: Mapping[str, str]


@dataclass
class World:
    """Ids of existing objects, by what they are."""

    identities: list[Identity] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)
    games: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    codes: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Codes that wait to be given, each with the secret that names it."""
    cookies: dict[str, str] = field(default_factory=dict)
    """Cookies of the browser that is signed in on the page that asks for consent."""
    moves: list[Any] = field(default_factory=list)
    notifications: list[str] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """Versions of a finished match at which a turn begins."""
    days: list[str] = field(default_factory=list)
    secrets: dict[str, frozenset[str]] = field(default_factory=dict)
    """Texts that only these identities may receive."""


def build() -> World:
    ada, bob, eve = make_person("Ada"), make_person("Bob"), make_person("Eve")
    world = World(people=[ada, bob, eve])
    world.identities = [Identity("anonymous", {}), _showing("seated", ada), _showing("stranger", eve)]
    _tables(world, ada, bob, eve)
    _matches(world, ada, bob)
    _anchors(world, bob)
    _belongings(world, ada)
    _codes(world)
    _let_in(world, ada)
    _page(world)
    _secrets(world)
    tables.raw("DELETE FROM outbox")  # otherwise moving the clock would first handle all rows written here
    _sandbox()
    return world


def _showing(name: str, person: Person) -> Identity:
    return Identity(name, {"Authorization": f"Bearer {person.client.secret}"})


def _tables(world: World, ada: Person, bob: Person, eve: Person) -> None:
    """Make tables whose match has not begun."""
    world.games["lobby"] = lobby(ada, bob, seats=3)
    world.games["full"] = lobby(ada, bob)
    world.games["of another"] = lobby(bob, seats=3)
    created = ada.create(seats=3, private=True)
    world.games["private"] = created["game"]["id"]
    world.ids["invitation"] = ada.code(world.games["private"])
    world.ids["open invitation"] = ada.code(world.games["lobby"])
    world.games["of a stranger"] = lobby(eve, seats=2)


def _matches(world: World, ada: Person, bob: Person) -> None:
    """Make running matches, with either player to move, and finished ones, one of them archived."""
    for name, mover in (("my turn", 0), ("not my turn", 1)):
        game = running(ada, bob, options={"standing_orders": True})
        while ada.see(game)["turn"] != mover:
            game = running(ada, bob, options={"standing_orders": True})
        world.games[name] = game
    world.games["vacant"] = _vacant(bob)
    loan = f"/v1/games/{world.games['vacant']}/seats/0/loan"
    world.ids["loan"] = bob.client.put(loan, {"hours": 24}, content_type="application/json").json()["code"]
    world.games["private match"] = _private_match(ada, bob)
    world.moves = ada.see(world.games["my turn"])["legal_commands"]
    with tables.unguarded():  # the other player has kept everybody waiting
        since = timedelta(hours=13)
        tables.raw("UPDATE event SET recorded_at = now() - %s WHERE game_id = %s", since, world.games["not my turn"])
        tables.raw("UPDATE game SET asked_at = now() - %s WHERE id = %s", since, world.games["not my turn"])
    for name in ("archived", "finished"):
        world.games[name] = _over(ada, bob)
        if name == "archived":
            tables.raw("DELETE FROM outbox WHERE game_id = %s", world.games[name])
            assert archiver.run(timedelta(0), 60).moved
    world.ids["series"] = _series(ada, bob)
    events = ada.client.get(f"/v1/games/{world.games['finished']}/events").json()["events"]
    world.turns = [one["seq"] for one in events if one["event"]["type"] == "turn_started"]


def _vacant(host: Person) -> str:
    """Return a running match in which the player of seat 1 has resigned."""
    leaver = make_person("Lea")
    game = running(host, leaver, make_person("Max"))
    assert leaver.command(game, {"type": "resign"}).status_code == 200
    return game


def _over(ada: Person, bob: Person) -> str:
    """Return a match that was ended early after some moves."""
    game = running(ada, bob)
    for _ in range(6):
        mover = (ada, bob)[ada.see(game)["turn"]]
        assert mover.command(game, mover.see(game)["legal_commands"][0]).status_code == 200
    assert bob.command(game, {"type": "resign"}).status_code == 200
    told(UUID(game))
    return game


def _series(ada: Person, bob: Person) -> str:
    """Return a series whose first match has begun."""
    at = f"/v1/games/{_over(ada, bob)}/rematch"
    for person in (ada, bob):
        answer = person.client.send(at, {"best_of": 3})
        assert answer.status_code == 200, answer.content
    return str(ada.see(answer.json()["next_game"])["series"])


def _private_match(ada: Person, bob: Person) -> str:
    created = ada.create(seats=2, private=True)["game"]
    assert bob.sit(created["id"], invitation=ada.code(created["id"])).status_code == 200
    assert ada.client.send(f"/v1/games/{created['id']}/start").status_code == 200
    return str(created["id"])


def _anchors(world: World, bob: Person) -> None:
    for seconds in (0, DAY):
        with tables.travelled(seconds):
            tables.lobby_of(bob.id)
            assert anchors.make()
    world.days = sorted(str(row[0]) for row in tables.raw("SELECT date FROM anchor"))


def _belongings(world: World, ada: Person) -> None:
    """Make the objects that belong to the seated player alone."""
    token, secret = with_scopes(ada, "games:read")
    world.ids["token"], world.secrets[secret.secret or ""] = str(token.id), frozenset()
    world.ids["device"] = ada.client.send("/v1/me/devices", BROWSER).json()["id"]
    made = ada.client.send("/v1/me/webhooks", HOOK).json()
    world.ids["webhook"], world.secrets[made["secret"]] = made["id"], frozenset()
    world.ids["seek"] = ada.client.send("/v1/me/seeks", SEEK).json()["id"]
    # A match of them and a bot is ready.
    tables.raw("UPDATE gathering SET seats = 2, bots = 1, confirm_by = now() + interval '6 hours', due_at = NULL")
    tables.raw("UPDATE seek SET state = 'called'")
    kept = ada.client.send("/v1/me/presets", {**PRESET, "shared": True}).json()
    world.ids["preset"], world.ids["preset code"] = kept["id"], kept["code"]
    world.ids["blocked"] = str(make_person().id)
    assert ada.client.put(f"/v1/me/blocks/{world.ids['blocked']}").status_code == 204
    # The author of an app has an address.
    tables.raw("UPDATE players_player SET email = 'ada@example.org' WHERE id = %s", ada.id)
    made_app = ada.client.send("/v1/me/apps", APP).json()
    world.ids["app"], world.ids["app secret"] = made_app["app"]["id"], made_app["secret"]
    world.secrets[made_app["secret"]] = frozenset()
    hook = f"/v1/me/webhooks/{made['id']}"
    world.ids["delivery"] = ada.client.send(f"{hook}/test").json()["id"]
    tables.raw("UPDATE players_webhook SET asked_at = NULL")
    tables.raw("UPDATE players_webhookdelivery SET state = 'dead'")
    world.notifications = [one["id"] for one in ada.client.get("/v1/me/notifications").json()["notifications"]]


def _codes(world: World) -> None:
    """Request codes to sign in to a new and to a known account, and to add an address, which wait to be given."""
    known, guest = Client(), make_person()
    EmailAddress.objects.create(user_id=guest.id, email="known@example.org", verified=True, primary=True)
    for name, address in (("new", "new@example.org"), ("known", "known@example.org")):
        asked: Any = known.post("/v1/sign-in", {"email": address}, content_type="application/json")
        world.codes[name] = (asked.json()["sign_in"], code_in(mail.outbox[-1]))
    ada = world.identities[1].headers
    asked = known.post("/v1/me/email", {"email": "ada@example.org"}, content_type="application/json", headers=ada)
    world.codes["change"] = (asked.json()["change"], code_in(mail.outbox[-1]))
    # A run may take longer than a code lives, and a code may be sent again after a while.
    ahead, ago = timedelta(seconds=DAY), timedelta(seconds=email_codes.PAUSE)
    EmailCode.objects.update(expires_at=F("expires_at") + ahead, sent_at=F("sent_at") - ago)


def _let_in(world: World, ada: Person) -> None:
    """Authorize an app of the seated player, with a code that it has not exchanged yet."""
    for made in ("code", "pair"):
        code = secret_tokens.mint(secret_tokens.CODE)
        asked = {"scopes": APP["scopes"], "redirect_uri": BACK, "challenge": CHALLENGE, "code": code}
        authorizations.let_in(player_id=ada.id, app_id=world.ids["app"], **asked)  # type: ignore[arg-type]
        world.ids[made] = code
    tables.raw("UPDATE players_authorization SET expires = now() + interval '1 day'")  # a run is longer
    with transaction.atomic():
        found = authorizations.by_code(app_id=world.ids["app"], code=world.ids.pop("pair"))
        assert found is not None
        pair = Pair(secret_tokens.mint_secret(secret_tokens.APP), secret_tokens.mint_refresh(found.id))
        authorizations.issue(found, scopes=found.scopes, pair=pair)
    world.ids["access"], world.ids["refresh"] = pair
    world.secrets |= dict.fromkeys([*pair, world.ids["code"]], frozenset())


def _page(world: World) -> None:
    """Sign a browser in on the page that asks for consent."""
    browser, address = Client(), "/oauth/authorize?" + urlencode(question(world))
    for pressed in ({"do": "send", "address": "known@example.org"}, {"do": "give"}):
        token = FORM_TOKEN.findall(browser.get(address).content.decode())[0]
        more = {"code": code_in(mail.outbox[-1])} if pressed["do"] == "give" else {}
        answer = browser.post(address, {"csrfmiddlewaretoken": token, **pressed, **more})
        assert answer.status_code == 303, answer.content
    world.ids["form"] = FORM_TOKEN.findall(browser.get(address).content.decode())[0]
    tables.raw("UPDATE django_session SET expire_date = now() + interval '1 day'")
    world.cookies = {name: one.value for name, one in browser.cookies.items()}


def question(world: World) -> dict[str, str]:
    """Return the parameters of that page's address."""
    return {
        "response_type": "code",
        "client_id": world.ids["app"],
        "redirect_uri": BACK,
        "scope": "games:read",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        "state": "x",
    }


def _sandbox() -> None:
    """Make the database a sandbox's. This comes last, because running games prevent it."""
    for statement in (*mode.TABLES[:2], mode.CLOCK, *mode.TABLES[2:]):
        tables.raw(statement)


def _secrets(world: World) -> None:
    """Collect seeds of unfinished matches, tokens, codes of invitations and addresses."""
    for game_id, key, sealed in tables.raw("SELECT game_id, key_id, sealed FROM game_secret"):
        seed = seeds.unseal(UUID(str(game_id)), str(key), bytes(sealed))
        world.secrets[seed.hex()] = frozenset()
    for person in world.people:
        world.secrets[str(person.client.secret)] = frozenset()
    world.secrets[world.ids["invitation"]] = frozenset({"seated"})
    world.secrets["known@example.org"] = frozenset()
