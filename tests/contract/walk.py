"""A walk through every operation, once with success and once refused, from which the examples are recorded."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from games.matchmaking import job as matchmaking_job
from games.proofs import anchors
from players.accounts import email_codes
from players.notifications import inbox
from players.notifications.inbox import News
from tests.contract.openapi import document
from tests.contract.recorder import RecordingClient, Records
from tests.contract.walk_apps import AppWalk
from tests.games import tables
from tests.players.people import code_in
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

PUSH = "https://updates.push.services.mozilla.com/wpush/v2/example"
ADDRESS = "ada@example.org"
HOOK = {"url": "https://hooks.example.com/flipside", "events": ["game.moved", "message"]}


class Walk:
    """Ada and Bob, who together use every operation."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.stranger = RecordingClient(records)
        guest = self._ok(self.stranger.send("/v1/guests", {"name": "Ada"}))
        self.ada = RecordingClient(records, guest["token"])
        self.ada_id = guest["player"]["id"]
        self.bob = RecordingClient(Records(), self._ok(RecordingClient(Records()).send("/v1/guests"))["token"])

    def all(self, mailbox: list[EmailMessage]) -> None:
        self.look_around()
        self.set_up()
        self.play()
        self.follow()
        self.look_back()
        self.substitute()
        self.settle_in()
        self.play_again()
        self.keep_presets()
        self.block()
        self.look_for_a_match()
        self.receive_calls()
        self.read_messages()
        self.sign_in(mailbox)
        AppWalk(self.records).all(mailbox)
        self.leave()
        self.be_refused()

    def _ok(self, answer: Any) -> Any:
        assert answer.status_code < 300, answer.content
        return answer.json() if answer.content else None

    def look_around(self) -> None:
        """Call the operations that are open to all."""
        for path in (
            "rulesets",
            "rulesets/flip/rules?language=en&stack=same",
            "catalogue?language=en",
            "clocks",
            "presets?ruleset=classic",
            "keys",
            "push/key",
            "players/Ada",
        ):
            answer = self.stranger.get(f"/v1/{path}")
            assert answer.status_code in {200, 404}, answer.content
            if answer.has_header("ETag"):
                again = self.stranger.get(f"/v1/{path}", headers={"If-None-Match": answer["ETag"]})
                assert again.status_code == 304
        self._ok(self.stranger.send("/v1/rulesets/check", {"seats": 4, "options": {"teams": 2, "stack": "same"}}))
        for day in range(2):
            with tables.travelled(day * 86_400):
                assert anchors.make()
        days = [anchor["date"] for anchor in self._ok(self.stranger.get("/v1/anchors"))["anchors"]]
        self._ok(self.stranger.get(f"/v1/anchors/consistency?first={days[-1]}&second={days[0]}"))

    def set_up(self) -> None:
        """Set up a table with one bot too many, then a table for two."""
        options = {"seats": 2, "options": {"uno_penalty": 4, "standing_orders": True}, "clock": "day"}
        self.game = self._ok(self.ada.send("/v1/games", {**options, "command_id": str(uuid4())}))["game"]["id"]
        self.at = f"/v1/games/{self.game}"
        self._ok(self.ada.send(f"{self.at}/bots", {"bot": "sharp"}))
        assert self.ada.delete(f"{self.at}/seats/1").status_code == 200
        self._ok(self.ada.get("/v1/games?status=lobby"))
        sits = RecordingClient(self.records, self.bob.secret)
        self._ok(sits.send(f"{self.at}/seats", {"seat": 1}))
        self._ok(self.ada.send(f"{self.at}/start"))

    def play(self) -> None:
        """Make a move, and read the game in every way."""
        seen = self.ada.get(self.at)
        assert self.ada.get(self.at, headers={"If-None-Match": seen["ETag"]}).status_code == 304
        for client in (self.ada, RecordingClient(self.records, self.bob.secret)):
            if legal := self._ok(client.get(self.at))["legal_commands"]:
                move = {"command_id": str(uuid4()), "command": legal[0]}
                self._ok(client.send(f"{self.at}/commands", move))
                self._ok(client.send(f"{self.at}/commands", move, headers={"Prefer": "return=minimal"}))
                break
        stale = {"command_id": str(uuid4()), "expected_version": 2, "command": {"type": "draw"}}
        assert self.ada.send(f"{self.at}/commands", stale).status_code == 409
        self._leave_orders()
        self._ok(self.ada.get(f"{self.at}/events?limit=2"))
        self._ok(self.ada.get(f"{self.at}/states/2"))
        self._ok(self.ada.get(f"{self.at}/rules?language=en"))
        self._ok(self.ada.get("/v1/me/games"))

    def _leave_orders(self) -> None:
        card = self._ok(self.ada.get(self.at))["view"]["hand"][0]["card"]
        orders = {"challenge": 4, "drawn_card": "keep", "plan": [{"card": card}], "wake_me": {"one_card": True}}
        self._ok(self.ada.send(f"{self.at}/orders/dry-run", orders))
        self._ok(self.ada.put(f"{self.at}/orders", {**orders, "days": 7}, content_type="application/json"))
        self._ok(self.ada.get(f"{self.at}/orders"))
        assert self.ada.delete(f"{self.at}/orders").status_code == 204

    def follow(self) -> None:
        """Read both streams before the match ends and again when a new table is added."""
        places = [(path, self._items(path)[-1]["cursor"]) for path in (f"{self.at}/stream", "/v1/me/stream")]
        resign = {"command_id": str(uuid4()), "command": {"type": "resign"}}
        self._ok(self.bob.send(f"{self.at}/commands", resign))
        self._ok(self.ada.send("/v1/games", {"seats": 2}))
        for path, cursor in places:
            self._items(f"{path}?after={cursor}")

    def _items(self, path: str) -> list[Any]:
        answer = self.ada.get(path, headers={"Accept": "application/jsonl"})
        assert answer.status_code == 200, answer.content
        return [json.loads(line) for line in answer.content.splitlines()]

    def look_back(self) -> None:
        """Read what is available after the match."""
        assert self._ok(self.ada.get(self.at))["status"] == "finished"
        for what in ("transcript", "record"):
            accept = {"transcript": "application/jsonl", "record": "text/plain"}[what]
            assert self.ada.get(f"{self.at}/{what}", headers={"Accept": accept}).status_code == 200
        self._ok(self.ada.get(f"{self.at}/automatic-moves"))
        nearest = self.ada.send(f"{self.at}/branches", {"version": 3, "bots": "sharp"})
        if nearest.status_code == 409:
            version = nearest.json()["params"]["nearest"][0]
            nearest = self.ada.send(f"{self.at}/branches", {"version": version, "bots": "sharp"})
        self._ok(nearest)

    def substitute(self) -> None:
        """Take over a seat whose player has resigned."""
        with_bots = self._ok(self.bob.send("/v1/games", {"seats": 3}))["game"]["id"]
        at = f"/v1/games/{with_bots}"
        leaves, stays = (
            RecordingClient(Records(), self._ok(RecordingClient(Records()).send("/v1/guests"))["token"])
            for _ in range(2)
        )
        for client in (leaves, stays):
            assert client.send(f"{at}/seats").status_code == 200
        assert self.bob.send(f"{at}/start").status_code == 200
        resign = {"command_id": str(uuid4()), "command": {"type": "resign"}}
        assert leaves.send(f"{at}/commands", resign).status_code == 200
        self._ok(self.ada.get("/v1/games?substitute=true"))
        self._ok(self.ada.send(f"{at}/seats/1/takeover", {"command_id": str(uuid4())}))
        self._lend(at)

    def _lend(self, at: str) -> None:
        """Lend the seat that was taken over, and take it back."""
        loan = f"{at}/seats/1/loan"
        code = self._ok(self.ada.put(loan, {"hours": 24}, content_type="application/json"))["code"]
        self._ok(self.stranger.get(f"{loan}?code={code}"))
        friend = RecordingClient(self.records, self._ok(RecordingClient(Records()).send("/v1/guests"))["token"])
        self._ok(friend.send(f"{loan}/accept", {"code": code}))
        self._ok(self.ada.get(loan))
        assert self.ada.delete(loan).status_code == 204

    def settle_in(self) -> None:
        """Use the operations on one's own account."""
        self._ok(self.ada.get("/v1/me"))
        self._ok(self.ada.patch("/v1/me", {"name": "Ada.L"}, content_type="application/json"))
        wishes = {"time_zone": "Europe/Paris", "quiet_hours": {"start": "22:30", "end": "07:00"}, "reminders": [3600]}
        self._ok(self.ada.get("/v1/me/preferences"))
        self._ok(self.ada.patch("/v1/me/preferences", wishes, content_type="application/json"))
        token = {"name": "my bot", "scopes": ["games:read", "games:play"]}
        made = self._ok(self.ada.send("/v1/me/tokens", token))
        self._ok(self.ada.get("/v1/me/tokens"))
        assert self.ada.delete(f"/v1/me/tokens/{made['id']}").status_code == 204
        device = self._ok(
            self.ada.send(
                "/v1/me/devices", {"kind": "webpush", "name": "my phone", "endpoint": PUSH, "keys": Browser().keys}
            )
        )
        self._ok(self.ada.get("/v1/me/devices"))
        assert self.ada.delete(f"/v1/me/devices/{device['id']}").status_code == 204
        back = {"ends_at": (datetime.now(UTC) + timedelta(days=7)).isoformat()}
        self._ok(self.ada.send("/v1/me/vacation/preview", back))
        self._ok(self.ada.put("/v1/me/vacation", back, content_type="application/json"))
        self._ok(self.ada.get("/v1/me/vacation"))
        assert self.ada.delete("/v1/me/vacation").status_code < 300

    def block(self) -> None:
        """Block a player, and unblock them."""
        at = f"/v1/me/blocks/{self._ok(RecordingClient(Records()).send('/v1/guests'))['player']['id']}"
        assert self.ada.put(at).status_code == 204
        self._ok(self.ada.get("/v1/me/blocks"))
        assert self.ada.delete(at).status_code == 204

    def play_again(self) -> None:
        """Offer a series after a match, decline it, agree to it after all, and stop it."""
        bob = RecordingClient(self.records, self.bob.secret)
        self._ok(self.ada.send(f"{self.at}/rematch", {"best_of": 3}))
        self._ok(self.ada.get("/v1/me/rematches"))
        self._ok(bob.delete(f"{self.at}/rematch"))
        found = self._ok(bob.send(f"{self.at}/rematch", {}))
        self._ok(self.ada.get(f"{self.at}/rematch"))
        series = self._ok(self.ada.get(f"/v1/games/{found['next_game']}"))["series"]
        self._ok(self.stranger.get(f"/v1/series/{series}"))
        self._ok(bob.delete(f"/v1/series/{series}"))

    def keep_presets(self) -> None:
        preset = {"name": "Friday", "options": {"ruleset": "classic", "target": 150}, "seats": 3, "clock": "half_day"}
        kept = self._ok(self.ada.send("/v1/me/presets", preset))
        at = f"/v1/me/presets/{kept['id']}"
        shared = self.ada.put(at, {**preset, "shared": True}, content_type="application/json")
        self._ok(self.ada.get("/v1/me/presets"))
        self._ok(self.stranger.get(f"/v1/presets/{self._ok(shared)['code']}"))
        assert self.ada.delete(at).status_code == 204

    def look_for_a_match(self) -> None:
        wish = {"options": {"ruleset": "classic"}, "clock": "half_day", "least_seats": 2, "most_seats": 4, "bots": True}
        seek = self._ok(self.ada.send("/v1/me/seeks", wish))
        at = f"/v1/me/seeks/{seek['id']}"
        self._ok(self.ada.get("/v1/me/seeks"))
        self._ok(self.stranger.get("/v1/seeks"))
        with tables.travelled(6 * 3600 + 100):
            matchmaking_job.run()
            self._ok(self.ada.get(at))
            self._ok(self.ada.send(f"{at}/confirm"))
        again = self._ok(self.ada.send("/v1/me/seeks", wish))
        assert self.ada.delete(f"/v1/me/seeks/{again['id']}").status_code == 204

    def receive_calls(self) -> None:
        hook = self._ok(self.ada.send("/v1/me/webhooks", HOOK))["id"]
        at = f"/v1/me/webhooks/{hook}"
        self._ok(self.ada.get("/v1/me/webhooks"))
        self._ok(self.ada.get(at))
        self._ok(self.ada.patch(at, {"events": ["message"]}, content_type="application/json"))
        self._ok(self.ada.send(f"{at}/rotate"))
        ping = self._ok(self.ada.send(f"{at}/test"))
        self._ok(self.ada.get(f"{at}/deliveries"))
        with tables.travelled(60):
            self._ok(self.ada.send(f"{at}/deliveries/{ping['id']}/redeliver"))
        assert self.ada.delete(at).status_code == 204

    def read_messages(self) -> None:
        """Read the inbox, and nudge and invite others."""
        (told,) = inbox.add(
            [News(id=uuid4(), player_id=UUID(self.ada_id), kind="started", game_id=uuid4(), seq=3, data={"you": 0})]
        )
        inbox_seen = self.ada.get("/v1/me/notifications")
        self.ada.get("/v1/me/notifications", headers={"If-None-Match": inbox_seen["ETag"]})
        self._ok(self.ada.send("/v1/me/notifications/read", {"ids": [str(told.id)]}))
        game = self._ok(self.ada.send("/v1/games", {"seats": 2}))["game"]["id"]
        name = self._ok(self.bob.get("/v1/me"))["name"]
        self._ok(self.ada.send(f"/v1/games/{game}/invitations", {"player": name}))
        spare = self._ok(self.ada.send(f"/v1/games/{game}/invitations", {}))["code"]
        self._ok(self.ada.get(f"/v1/games/{game}/invitations"))
        self._ok(self.stranger.get(f"/v1/invitations/{spare}"))
        assert self.ada.delete(f"/v1/invitations/{spare}").status_code == 204
        self._ok(self.bob.send(f"/v1/games/{game}/seats"))
        self._ok(self.ada.send(f"/v1/games/{game}/start"))
        seen = self._ok(self.ada.get(f"/v1/games/{game}?include=since_you_looked"))
        looked = self.ada.put(f"/v1/games/{game}/looked", {"version": seen["version"]}, content_type="application/json")
        assert looked.status_code == 204
        waits = [
            client for client in (self.ada, self.bob) if not self._ok(client.get(f"/v1/games/{game}"))["your_turn"]
        ]
        with tables.travelled(2 * 86_400):
            self._ok(RecordingClient(self.records, waits[0].secret).send(f"/v1/games/{game}/nudge"))

    def sign_in(self, mailbox: list[EmailMessage]) -> None:
        """Add an address for Ada, sign in with it on another device, and open an account for somebody new."""
        change = self._ok(self.ada.send("/v1/me/email", {"email": ADDRESS}))["change"]
        with tables.travelled(email_codes.PAUSE):
            self._ok(self.ada.send("/v1/me/email/resend", {"change": change}))
            self._ok(self.ada.send("/v1/me/email/confirm", {"change": change, "code": code_in(mailbox[-1])}))
        without = RecordingClient(self.records)
        sign_in = self._ok(without.send("/v1/sign-in", {"email": ADDRESS}))["sign_in"]
        guests = [self._ok(RecordingClient(Records()).send("/v1/guests"))["token"] for _ in range(2)]
        with tables.travelled(email_codes.PAUSE):
            self._ok(without.send("/v1/sign-in/resend", {"sign_in": sign_in}))
            given = {"sign_in": sign_in, "code": code_in(mailbox[-1]), "guest_token": guests[0], "device_name": "Phone"}
            found = self._ok(without.send("/v1/sign-in/confirm", given))
        device = RecordingClient(self.records, found["token"])
        self._ok(device.send("/v1/me/guests", {"token": guests[1]}))
        current = next(one for one in self._ok(device.get("/v1/me/tokens"))["tokens"] if one["current"])
        name = {"name": "Ada's phone"}
        self._ok(device.patch(f"/v1/me/tokens/{current['id']}", name, content_type="application/json"))
        assert device.delete("/v1/me/tokens/current").status_code == 204

    def leave(self) -> None:
        """Export Bob's data, ask for deletion of the account, and cancel that."""
        bob = RecordingClient(self.records, self.bob.secret)
        self._ok(bob.get("/v1/me/export"))
        self._ok(bob.delete("/v1/me"))
        assert bob.delete("/v1/me/leaving").status_code == 204

    def be_refused(self) -> None:
        """Make every operation refuse: without a token, with an unknown one, and with unknown parameters."""
        long = f"?unknown={'1' * 4096}"
        for path, operations in document()["paths"].items():
            if not path.startswith("/v1/"):
                for method in operations:
                    self._nobody(method, path)
                    self._nobody(method, path + long)
                continue
            at = path.replace("{code}", "BCDF-2345").replace("{seat}", "0").replace("{version}", "1")
            for part in ("name", "player", "preset_code"):
                at = at.replace(f"{{{part}}}", "nobody")
            at = re.sub(r"\{\w+_id\}", lambda _: str(uuid4()), at)
            for method in operations:
                self.stranger.generic(method.upper(), f"{at}?unknown=1", b"{", content_type="application/json")
                unread = RecordingClient(self.records, "ufd_wrong")
                unread.generic(method.upper(), at, b"{}", content_type="application/json")
            if "get" in operations:
                self._nobody("get", at + long)

    def _nobody(self, method: str, path: str, headers: dict[str, str] | None = None) -> None:
        nobody = RecordingClient(self.records)
        nobody.generic(method.upper(), path, b"{}", content_type="application/json", headers=headers)
