"""Requests that are known to succeed or to be refused in the world.

The description says what an id looks like, not which ones exist. Generated requests take their ids from here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from tests.fuzz.world import APP, BACK, BROWSER, HOOK, PRESET, SEEK, VERIFIER, question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.fuzz.world import World

STREAMS = ("text/event-stream", "application/jsonl", "application/x-ndjson")
FORM = "application/x-www-form-urlencoded"
MAIL = {"email": "someone@example.org"}


@dataclass(frozen=True)
class Known:
    """A request to an operation, as far as it is known."""

    path: Mapping[str, object] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    media: str = "application/json"


MOST = {"advance_sandbox_clock": {"days": 0, "seconds": 3600}}
"""By operation: members of a body that cause work, and the amount that suffices for a test."""
POSITION = "L cw t=A; A: R5; B: B7; di: R9"


def requests_of(world: World) -> dict[str, list[Known]]:
    """Return requests by operation; each succeeds for at least one identity."""
    return {
        **_lobbies(world),
        **_matches(world),
        **_public(world),
        **_mine(world),
        **_sign_in(world),
        **_apps(world),
        **_sandbox(world),
    }


def path_values(world: World) -> dict[str, Sequence[object]]:
    """Return the values for each parameter of a path."""
    return {
        "game_id": list(world.games.values()),
        "seat": [0, 1, 2],
        "version": [0, 1, 2, 3, 5, 9],
        "name": ["flip", "classic", "flip-marvel"],
        "player": [person.name for person in world.people],
        "token_id": [world.ids["token"]],
        "device_id": [world.ids["device"]],
        "webhook_id": [world.ids["webhook"]],
        "delivery_id": [world.ids["delivery"]],
        "code": [world.ids["invitation"], world.ids["open invitation"]],
        "app_id": [world.ids["app"]],
        "player_id": [world.ids["blocked"], *(person.id for person in world.people)],
        "seek_id": [world.ids["seek"]],
        "preset_id": [world.ids["preset"]],
        "preset_code": [world.ids["preset code"]],
        "series_id": [world.ids["series"]],
    }


def oauth_values(world: World) -> dict[str, Sequence[object]]:
    """Return the values for members of OAuth's forms and queries."""
    return {
        "client_id": [world.ids["app"]],
        "client_secret": [world.ids["app secret"]],
        "redirect_uri": [BACK],
        "code": [world.ids["code"]],
        "code_verifier": [VERIFIER],
        "refresh_token": [world.ids["refresh"]],
        "token": [world.ids["access"], world.ids["refresh"]],
        "csrfmiddlewaretoken": [world.ids["form"]],
    }


def _lobbies(world: World) -> dict[str, list[Known]]:
    lobby, others = {"game_id": world.games["lobby"]}, {"game_id": world.games["of another"]}
    return {
        "create_game": [Known(body={}), Known(body={"seats": 2, "options": {"ruleset": "classic"}, "clock": "3d"})],
        "take_seat": [
            Known(others, body={}),
            Known({"game_id": world.games["private"]}, body={"invitation": world.ids["invitation"]}),
        ],
        "leave_seat": [Known({**lobby, "seat": 0}), Known({**lobby, "seat": 1})],
        "add_bot": [Known(lobby, body={}), Known(lobby, body={"bot": "sharp", "seat": 2})],
        "take_over_seat": [Known({"game_id": world.games["vacant"], "seat": 1}, body={})],
        "read_loan": [Known({"game_id": world.games["my turn"], "seat": 0}, query={"code": world.ids["loan"]})],
        "offer_loan": [Known({"game_id": world.games["my turn"], "seat": 0}, body={"hours": 24, "player": "Ada"})],
        "end_loan": [Known({"game_id": world.games["my turn"], "seat": 0})],
        "accept_loan": [Known({"game_id": world.games["vacant"], "seat": 0}, body={"code": world.ids["loan"]})],
        "start_match": [Known({"game_id": world.games["full"]}, body={})],
        "invite": [Known(lobby, body={"player": world.people[2].name}), Known(lobby, body={})],
        "list_invitations": [Known(lobby)],
        "end_invitation": [Known({"code": world.ids["invitation"]})],
    }


def _matches(world: World) -> dict[str, list[Known]]:
    games = [Known({"game_id": game}) for game in world.games.values()]
    over = [Known({"game_id": world.games[name]}) for name in ("finished", "archived")]
    running = {"game_id": world.games["my turn"]}
    return {
        "read_game": [*games, *(Known(games[0].path, {"include": what}) for what in ("since_you_looked", "rounds"))],
        "mark_looked": [Known(running, body={"version": 1})],
        "read_orders": [Known(running)],
        "put_orders": [Known(running, body={"challenge": 4, "wake_me": {"one_card": True}})],
        "cancel_orders": [Known(running)],
        "try_orders": [Known(running, body={"drawn_card": "play"})],
        "read_game_rules": games,
        "list_automatic_moves": games,
        "read_rematch": [*games, *over],
        "offer_rematch": [Known(one.path, body=wish) for one in over for wish in ({"best_of": 3}, {"fill": "seeks"})],
        "decline_rematch": over,
        "read_series": [Known({"series_id": world.ids["series"]})],
        "stop_series": [Known({"series_id": world.ids["series"]})],
        "list_events": [*games, *(Known(one.path, {"as": "0"}) for one in over)],
        "read_state": [Known({**one.path, "version": version}) for one in games for version in (0, 2)],
        "send_command": [
            Known(running, body={"command_id": str(uuid4()), "command": move}) for move in world.moves[:5]
        ],
        "nudge": [Known({"game_id": world.games["not my turn"]})],
        "stream_game": [
            *games,
            *(Known(one.path, {"after": "2"}, {"Accept": media}) for one in games for media in STREAMS),
        ],
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
        "read_invitation": [Known({"code": world.ids["invitation"]})],
        "read_preset": [Known({"preset_code": world.ids["preset code"]})],
        "read_player": [Known({"player": person.name}) for person in world.people],
    }


def _mine(world: World) -> dict[str, list[Known]]:
    hook = {"webhook_id": world.ids["webhook"]}
    back = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    return {
        "change_me": [Known(body={"name": "Somebody"})],
        "add_device": [Known(body=BROWSER)],
        "forget_device": [Known({"device_id": world.ids["device"]})],
        "mark_notifications_read": [
            Known(body={"ids": world.notifications[:1]}),
            Known(body={"up_to": world.notifications[0]}),
        ],
        "change_preferences": [Known(body={"language": "fr", "time_zone": "Europe/Paris", "reminders": [86400]})],
        "create_token": [Known(body={"name": "script", "scopes": ["games:read"]})],
        "revoke_token": [Known({"token_id": world.ids["token"]})],
        "put_vacation": [Known(body={"ends_at": back})],
        "preview_vacation": [Known(body={"ends_at": back})],
        "block_player": [Known({"player_id": world.ids["blocked"]})],
        "unblock_player": [Known({"player_id": world.ids["blocked"]})],
        "seek_match": [Known(body=SEEK)],
        "read_seek": [Known({"seek_id": world.ids["seek"]})],
        "cancel_seek": [Known({"seek_id": world.ids["seek"]})],
        "confirm_seek": [Known({"seek_id": world.ids["seek"]})],
        "create_preset": [Known(body=PRESET)],
        "replace_preset": [Known({"preset_id": world.ids["preset"]}, body={**PRESET, "shared": True})],
        "delete_preset": [Known({"preset_id": world.ids["preset"]})],
        "create_webhook": [Known(body=HOOK)],
        "read_webhook": [Known(hook)],
        "change_webhook": [Known(hook, body={"active": False})],
        "delete_webhook": [Known(hook)],
        "list_webhook_deliveries": [Known(hook)],
        "rotate_webhook_secret": [Known(hook)],
        "test_webhook": [Known(hook)],
        "stream_my_games": [Known(headers={"Accept": media}) for media in STREAMS],
        "redeliver_webhook": [Known({**hook, "delivery_id": world.ids["delivery"]})],
    }


def _sign_in(world: World) -> dict[str, list[Known]]:
    (new, _), (change, code) = world.codes["new"], world.codes["change"]
    given = [{"sign_in": name, "code": code} for name, code in (world.codes["new"], world.codes["known"])]
    return {
        "request_sign_in_code": [Known(body=MAIL)],
        "confirm_sign_in": [Known(body=body) for body in given],
        "resend_sign_in_code": [Known(body={"sign_in": new})],
        "request_email_change": [Known(body=MAIL)],
        "confirm_email_change": [Known(body={"change": change, "code": code})],
        "resend_email_change_code": [Known(body={"change": change})],
        "rename_token": [Known({"token_id": world.ids["token"]}, body={"name": "phone"})],
    }


def _apps(world: World) -> dict[str, list[Known]]:
    app = {"app_id": world.ids["app"]}
    form = {"csrfmiddlewaretoken": world.ids["form"]}
    client = {"client_id": world.ids["app"], "client_secret": world.ids["app secret"]}
    return {
        "create_app": [Known(body=APP)],
        "read_app": [Known(app)],
        "change_app": [Known(app, body={"name": "Card Friend"})],
        "delete_app": [Known(app)],
        "rotate_app_secret": [Known(app)],
        "revoke_authorization": [Known(app)],
        "authorize_app": [Known(query=question(world))],
        "answer_app": [
            Known(query=question(world), cookies=world.cookies, body={"do": button, **form}, media=FORM)
            for button in ("allow", "deny", "leave")
        ],
        "exchange_token": [
            Known(body={"grant_type": "refresh_token", "refresh_token": world.ids["refresh"], **client}, media=FORM),
            Known(
                body={
                    "grant_type": "authorization_code",
                    "code": world.ids["code"],
                    "redirect_uri": BACK,
                    "code_verifier": VERIFIER,
                    **client,
                },
                media=FORM,
            ),
        ],
        "revoke_app_token": [Known(body={"token": world.ids["access"], **client}, media=FORM)],
        "introspect_app_token": [
            Known(body={"token": world.ids[token], **client}, media=FORM) for token in ("access", "refresh", "app")
        ],
    }


def _sandbox(world: World) -> dict[str, list[Known]]:
    seats = [{"player": str(world.people[0].id)}, {"bot": "random"}]
    return {
        "advance_sandbox_clock": [Known(body={"seconds": 60})],
        "create_sandbox_players": [Known(body={"players": [{}]})],
        "create_sandbox_game": [Known(body={"position": POSITION, "seats": seats})],
    }
