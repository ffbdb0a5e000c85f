"""A player with unique words in every field that takes text, and functions that search for them.

The search covers every table of the database as PostgreSQL copies it out, as in a dump, with sessions and
stored bytes decoded; every key and value of the broker and the cache; and the logs of the processes.
"""

from __future__ import annotations

import json
import re
import zlib
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

import redis
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection

from games.leases import slice_of
from games.notifications import invitations, sweep
from games.services import worker
from games.store import archiver
from players import invitations as made
from players import models, services
from players.invitations import Invited, Kind
from players.notifications import inbox
from players.notifications.inbox import News
from tests.games import tables
from tests.games.api.people import Person, lobby, make_person, running

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS: Final = 44
TABLES: Final = """
SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


class Canary:
    """A player whose every word can be found again, and a friend who stays."""

    def __init__(self) -> None:
        self.tag = uuid4().hex[:6]
        self.words: list[str] = []
        self.person = make_person(self.word(14))
        self.friend = make_person()
        self.games: list[UUID] = []
        self.speak()
        self.play()
        self.be_told()
        self.be_noticed()
        self.rest()

    def word(self, length: int = 20) -> str:
        """Return a word that occurs nowhere else."""
        new = f"qz{len(self.words):02d}{self.tag}{uuid4().hex}"[:length]
        self.words.append(new)
        return new

    def speak(self) -> None:
        """Write a word into every field that takes one."""
        me = self.person.client
        assert self._send("patch", "/v1/me", {"name": self.word(14)}).status_code == 200
        address = f"{self.word()}@{self.word()}.example"
        models.Player.objects.filter(id=self.person.id).update(email=address)
        EmailAddress.objects.create(user_id=self.person.id, email=address, primary=True, verified=True)
        EmailAddress.objects.create(user_id=self.person.id, email=f"{self.word()}@example.org")
        for _ in range(6):
            services.issue_token(player_id=self.person.id, kind="personal", name=self.word())
        services.issue_token(player_id=self.person.id, kind="device", name=self.word())
        for events in (["message"], ["game.moved", "message"], ["game.moved"]):
            url = f"https://{self.word()}.example/{self.word()}?{self.word()}={self.word()}"
            assert me.send("/v1/me/webhooks", {"url": url, "events": events}).status_code == 201
        for name in (self.word(), self.word(), self.word()):
            models.Device.objects.create(
                player_id=self.person.id, kind="webpush", name=name, sha256=uuid4().bytes * 2,
                address=f"https://push.example/{self.word()}", p256dh=self.word(), auth=self.word(),
            )  # fmt: skip
        settled = {"language": "fr", "time_zone": "Europe/Paris", "digest_hour": 7}
        assert self._send("patch", "/v1/me/preferences", settled).status_code == 200
        back = (datetime.now(UTC) + timedelta(days=5)).isoformat()
        assert self._send("put", "/v1/me/vacation", {"ends_at": back}).status_code == 200

    def play(self) -> None:
        """Join games at every stage."""
        waiting = UUID(lobby(self.person, seats=3))
        under_way = UUID(running(self.person, self.friend))
        over = UUID(running(self.person, self.friend))
        self.friend.command(str(over), {"type": "resign"})
        for wanted in (self.word(), self.friend.name):
            tables.invite(waiting, self.person.id, wanted)
        tables.invite(UUID(lobby(self.friend, seats=2)), self.friend.id, self.now().name)
        self.friend.client.send("/v1/me/webhooks", {"url": "https://friend.example/", "events": ["message"]})
        invitations.create_due()
        # An invitation of the name they had when it was written, and one of their address.
        for kind, whom in ((Kind.PLAYER, self.now().name.upper()), (Kind.EMAIL, self.now().email)):
            made.make(game_id=waiting, player_id=self.friend.id, invited=Invited(kind, whom), language="en")
        self.games = [waiting, under_way, over, UUID(running(self.person, self.friend))]
        self.friend.command(str(self.games[-1]), {"type": "resign"})

    def be_told(self) -> None:
        """Create every kind of notification and delivery for them."""
        for kind in ("webhook_disabled", "webhook_disabled"):
            facts = {"webhook": str(uuid4()), "host": self.word(), "reason": "gone"}
            inbox.add([News(id=uuid4(), player_id=self.person.id, kind=kind, data=facts)])
        for one in models.Notification.objects.filter(player_id=self.person.id):
            models.Delivery.objects.create(
                id=uuid4(), notification=one, player_id=self.person.id, number=one.number, channel="fcm",
                state="dead", next_at="2026-11-22T00:00:00Z", error=self.word(), receipt=self.word(),
            )  # fmt: skip
        worker.sweep()
        sweep.run_here()

    def rest(self) -> None:
        """Play a match and archive it."""
        [due] = [one for one in archiver._due(timedelta(), slice_of(self.games[-1])) if one.game_id == self.games[-1]]
        assert archiver.move(due)

    def be_noticed(self) -> None:
        """Create operators' records on them, and codes that nobody gives."""
        olga = models.Player.objects.create_superuser(f"Olga{self.tag}", "a long password")
        kind = ContentType.objects.get_for_model
        for row, said in ((self.now(), self.word()), (EmailAddress.objects.filter(user_id=self.person.id)[0], "")):
            LogEntry.objects.create(
                user=olga, content_type=kind(type(row)), object_id=str(row.pk), object_repr=str(row),
                action_flag=CHANGE, change_message=said,
            )  # fmt: skip
        address = self.now().email
        for path in ("/v1/sign-in", "/v1/me/email"):
            self.person.client.post(path, json.dumps({"email": address}), content_type="application/json")

    def now(self) -> models.Player:
        """Return their row."""
        return models.Player.objects.get(id=self.person.id)

    def _send(self, method: str, path: str, body: object) -> Any:
        return getattr(self.person.client, method)(path, json.dumps(body), content_type="application/json")

    def found_in(self, text: str) -> list[str]:
        """Return their words that occur in a text."""
        small = text.lower()
        return [word for word in (*self.words, str(self.person.id), self.person.id.hex) if word.lower() in small]


def database() -> str:
    """Return the whole content of the database, table by table."""
    text = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        for (table,) in cursor.fetchall():
            with cursor.cursor.copy(f"COPY {table} TO STDOUT") as copy:
                text += [bytes(part).decode() for part in copy]
    found = "".join(text)
    return found + "\n".join(unpacked(found)) + "".join(map(str, sessions()))


def unpacked(copied: str) -> Iterator[str]:
    """Yield the texts in stored bytes."""
    for written in re.findall(r"\\x((?:[0-9a-f]{2})+)", copied):
        stored = bytes.fromhex(written)
        yield stored.decode("latin-1")
        with suppress(zlib.error):
            yield zlib.decompress(stored).decode()


def sessions() -> Iterator[Any]:
    """Yield the decoded content of the sessions."""
    for session in Session.objects.all():
        yield session.get_decoded()


def broker() -> str:
    """Return every key and value of the broker and the cache."""
    text = []
    for url in {settings.BROKER_URL, settings.CACHE_URL}:
        client = redis.Redis.from_url(url)
        text += [f"{key!r} {_value(client, key)!r}" for key in client.scan_iter()]
    return "\n".join(text)


def _value(client: Any, key: bytes) -> Any:
    match client.type(key):
        case b"hash":
            return client.hgetall(key)
        case b"set":
            return client.smembers(key)
        case b"list":
            return client.lrange(key, 0, -1)
        case b"zset":
            return client.zrange(key, 0, -1)
    return client.get(key)


def same_log(games: list[UUID]) -> list[Any]:
    """Return the events of these games, byte by byte."""
    return [tables.rows_of(game) for game in games]


__all__ = ["WORDS", "Canary", "Person", "broker", "database", "same_log"]
