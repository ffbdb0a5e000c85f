"""Requests that are known to mean something in the world: what the description alone cannot say.

A description knows what an id looks like, not which exist. Whatever is made up from it gets its ids from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from tests.fuzz.world import APP, BROWSER, HOOK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.fuzz.world import World

FORM = "application/x-www-form-urlencoded"
MAIL = {"email": "someone@example.org"}


@dataclass(frozen=True)
class Known:
    """A request to an operation, as far as it is known."""

    path: Mapping[str, object] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    media: str = "application/json"


SANDBOX = {
    "advance_sandbox_clock": [Known(body={"seconds": 60})],
    "create_sandbox_players": [Known(body={"players": [{}]})],
}


def requests_of(world: World) -> dict[str, list[Known]]:
    """Requests by operation, each of which at least one identity can make with success."""
    return {
        **_lobbies(world),
        **_matches(world),
        **_public(world),
        **_mine(world),
        **_doors(world),
        **_apps(world),
        **SANDBOX,
    }


def path_values(world: World) -> dict[str, Sequence[object]]:
    """What may stand for each parameter of a path."""
    return {
        "game_id": list(world.games.values()),
        "seat": [0, 1, 2],
        "version": [0, 1, 2, 3, 5, 9],
        "name": [*(person.name for person in world.people), "flip", "classic", "flip-marvel"],
        "token_id": [world.ids["token"]],
        "device_id": [world.ids["device"]],
        "webhook_id": [world.ids["webhook"]],
        "delivery_id": [world.ids["delivery"]],
        "app_id": [world.ids["app"]],
    }


def _lobbies(world: World) -> dict[str, list[Known]]:
    lobby, others = {"game_id": world.games["lobby"]}, {"game_id": world.games["of another"]}
    return {
        "create_game": [Known(body={}), Known(body={"seats": 2, "options": {"game": "classic"}, "clock": "3d"})],
        "take_seat": [
            Known(others, body={}),
            Known({"game_id": world.games["private"]}, body={"invite": world.ids["invite"]}),
        ],
        "leave_seat": [Known({**lobby, "seat": 0}), Known({**lobby, "seat": 1})],
        "add_bot": [Known(lobby, body={}), Known(lobby, body={"bot": "sharp", "seat": 2})],
        "start_match": [Known({"game_id": world.games["full"]}, body={})],
        "invite": [Known(lobby, body={"player": world.people[2].name})],
    }


def _matches(world: World) -> dict[str, list[Known]]:
    games = [Known({"game_id": game}) for game in world.games.values()]
    over = [Known({"game_id": world.games[name]}) for name in ("finished", "archived")]
    running = {"game_id": world.games["my turn"]}
    return {
        "read_game": games,
        "read_game_rules": games,
        "list_events": [*games, *(Known(one.path, {"as": "0"}) for one in over)],
        "read_state": [Known({**one.path, "version": version}) for one in games for version in (0, 2)],
        "send_command": [
            Known(running, body={"command_id": str(uuid4()), "command": move}) for move in world.moves[:5]
        ],
        "nudge": [Known({"game_id": world.games["not my turn"]})],
        "read_transcript": over,
        "read_record": over,
        "create_branch": [Known(over[0].path, body={"version": turn}) for turn in world.turns[:2]],
    }


def _public(world: World) -> dict[str, list[Known]]:
    first, second = world.days[0], world.days[-1]
    return {
        "prove_consistency": [Known(query={"first": first, "second": second})],
        "list_games": [Known(), Known(query={"status": "active"}), Known(query={"limit": 1})],
        "read_rules": [Known({"name": name}, {"stack": "same"}) for name in ("flip", "classic")],
        "check_options": [Known(body={"options": {"stack": "same"}, "seats": 4})],
        "create_guest": [Known(body={}), Known(body={"name": "Zoe"})],
        "read_player": [Known({"name": person.name}) for person in world.people],
    }


def _mine(world: World) -> dict[str, list[Known]]:
    hook = {"webhook_id": world.ids["webhook"]}
    back = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    return {
        "change_me": [Known(body={"name": "Somebody"})],
        "add_device": [Known(body=BROWSER)],
        "forget_device": [Known({"device_id": world.ids["device"]})],
        "read_notifications": [
            Known(body={"ids": world.notifications[:1]}),
            Known(body={"up_to": world.notifications[0]}),
        ],
        "change_preferences": [Known(body={"language": "fr", "time_zone": "Europe/Paris", "reminders": [86400]})],
        "create_token": [Known(body={"name": "script", "scopes": ["games:read"]})],
        "revoke_token": [Known({"token_id": world.ids["token"]})],
        "put_vacation": [Known(body={"ends_at": back})],
        "preview_vacation": [Known(body={"ends_at": back})],
        "create_webhook": [Known(body=HOOK)],
        "read_webhook": [Known(hook)],
        "change_webhook": [Known(hook, body={"active": False})],
        "delete_webhook": [Known(hook)],
        "list_webhook_deliveries": [Known(hook)],
        "rotate_webhook_secret": [Known(hook)],
        "test_webhook": [Known(hook)],
        "redeliver_webhook": [Known({**hook, "delivery_id": world.ids["delivery"]})],
    }


def _doors(world: World) -> dict[str, list[Known]]:
    signing_up, signing_in, adding = (world.dialogues[name] for name in ("signing up", "signing in", "adding"))
    return {
        "sign_up": [Known(body=MAIL)],
        "request_sign_in_code": [Known(body=MAIL)],
        "verify_email": [Known(headers=one.headers, body={"key": one.code}) for one in (signing_up, adding)],
        "resend_email_code": [Known(headers=signing_up.headers)],
        "confirm_sign_in_code": [Known(headers=signing_in.headers, body={"code": signing_in.code})],
        "resend_sign_in_code": [Known(headers=signing_in.headers)],
        "read_dialogue": [Known(headers=adding.headers)],
        "list_emails": [Known(headers=adding.headers)],
        "add_email": [Known(body=MAIL)],
        "drop_pending_email": [Known(headers=adding.headers, body={"email": "added@example.org"})],
    }


def _apps(world: World) -> dict[str, list[Known]]:
    app = {"app_id": world.ids["app"]}
    client = {"client_id": world.ids["app"], "client_secret": world.ids["app secret"]}
    asking = {
        "response_type": "code",
        "client_id": world.ids["app"],
        "redirect_uri": APP["redirect_uris"][0],
        "scope": "games:read",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
        "state": "x",
    }
    return {
        "create_app": [Known(body=APP)],
        "read_app": [Known(app)],
        "change_app": [Known(app, body={"name": "Card Friend"})],
        "delete_app": [Known(app)],
        "renew_app_secret": [Known(app)],
        "authorize_app": [Known(query=asking)],
        "revoke_app_token": [Known(body={"token": "x", **client}, media=FORM)],
        "introspect_app_token": [Known(body={"token": "x", **client}, media=FORM)],
    }
