"""The doors of allauth in the OpenAPI document, since they are no views of the framework.

A post-processing hook of drf-spectacular: name `players.api.account_paths.describe_accounts`
in its settings. A test compares with the doors that are open.
"""

from __future__ import annotations

from http.client import BAD_REQUEST
from typing import Any, Final, NamedTuple

from common.http import media_types
from common.rate_limits.classes import class_of
from players.accounts.urls import ABOUT_CODES, DOORS, OPEN
from players.api.account_schemas import CODE, EMAIL, SCHEMAS

PREFIX: Final = "/_allauth/app/v1/"
"""Where the service mounts `players.accounts.urls`, and allauth's own path to a client."""

_EMAIL: Final = {"email": EMAIL}
_PENDING: Final = "Nobody is signed in yet; `data.flows` says which step is pending."
_SENT: Final = "The code is sent, if the address can have one; `data.flows` says which step is pending."
_REFUSED: Final = "`errors` says what is wrong."
_NO_DIALOGUE: Final = (
    "There is no such dialogue under way, or it has ended: `no_dialogue` in `errors`. A device token is not enough; "
    "send the `meta.session_token` of the answer with which the code was sent as `X-Session-Token`."
)
_NOBODY: Final = "Nobody is signed in or signing up; send your device token as bearer."
_NO_SESSION: Final = "The session or device token is not valid; begin anew."
_SIGNED_IN: Final = "Signed in. `meta.access_token` is your device token, if this is what signed you in."


class _Door(NamedTuple):
    """What the document says of one method of one door."""

    operation_id: str
    summary: str
    description: str
    answers: dict[int, str]
    body: dict[str, Any] | None = None
    done: str = "AccountSession"
    """What a 200 holds."""
    success: str = ""
    """The status that says that it was done, where allauth says it by none of 2xx: nobody is signed in by it."""


_DESCRIPTIONS: Final[dict[tuple[str, str], _Door]] = {
    ("config", "GET"): _Door(
        "read_account_config",
        "See how people sign in",
        "What this service asks of a client.",
        {200: "How it is set.", 410: _NO_SESSION},
        done="AccountConfig",
    ),
    ("auth/signup", "POST"): _Door(
        "sign_up",
        "Sign up by e-mail",
        "Sends a code to the address. The answer is the same whether the address is known or not: 401, for nobody is "
        "signed in yet. Keep `meta.session_token` and send it as `X-Session-Token` with the code. A guest adds an "
        "address to themselves instead (`add_email`).",
        {400: _REFUSED, 401: _SENT, 409: "You are signed in.", 410: _NO_SESSION},
        _EMAIL,
        success="401",
    ),
    ("auth/email/verify", "POST"): _Door(
        "verify_email",
        "Give the code that came by e-mail",
        "Ends signing up or adding an address. The `X-Session-Token` is the `meta.session_token` of the answer with "
        "which the code was sent, also for a guest, whose device token alone is refused here. Three wrong codes end "
        "the dialogue.",
        {200: _SIGNED_IN, 400: _REFUSED, 401: _PENDING, 409: _NO_DIALOGUE, 410: _NO_SESSION},
        {"key": CODE},
    ),
    ("auth/email/verify/resend", "POST"): _Door(
        "resend_email_code",
        "Have the code sent again",
        "Makes a new code; the former is void.",
        {200: "Sent.", 400: _REFUSED, 409: _NO_DIALOGUE, 410: _NO_SESSION},
        done="AccountDone",
    ),
    ("auth/code/request", "POST"): _Door(
        "request_sign_in_code",
        "Sign in by e-mail",
        "Sends a code to the address. The answer is the same whether the address is known or not: "
        "401, for nobody is signed in yet. Keep `meta.session_token` and send it as `X-Session-Token` with the code. A "
        "guest who has an account signs in to it like this, and takes their games along with `merge_guest`.",
        {
            200: "No longer answered: every caller begins a dialogue of its own.",
            400: _REFUSED,
            401: _SENT,
            410: _NO_SESSION,
        },
        _EMAIL,
        success="401",
    ),
    ("auth/code/confirm", "POST"): _Door(
        "confirm_sign_in_code",
        "Give the code that signs you in",
        "The `X-Session-Token` is the `meta.session_token` of the answer with which the code was sent; a device token "
        "beside it changes nothing. Three wrong codes end the dialogue.",
        {200: _SIGNED_IN, 400: _REFUSED, 401: _PENDING, 409: _NO_DIALOGUE, 410: _NO_SESSION},
        {"code": CODE},
    ),
    ("auth/code/resend", "POST"): _Door(
        "resend_sign_in_code",
        "Have the sign-in code sent again",
        "Makes a new code; the former is void.",
        {200: "Sent.", 400: _REFUSED, 409: _NO_DIALOGUE, 410: _NO_SESSION},
        done="AccountDone",
    ),
    ("auth/session", "GET"): _Door(
        "read_dialogue",
        "See where the dialogue stands",
        "The signed-in account, or the step that is pending.",
        {200: "You are signed in.", 401: _PENDING, 410: _NO_SESSION},
    ),
    ("auth/session", "DELETE"): _Door(
        "end_dialogue",
        "End the dialogue",
        "Forgets the session; the answer is 401, for nobody is signed in any more. Device tokens live on; revoke them "
        "with `revoke_token`.",
        {400: _REFUSED, 401: "It is ended.", 410: _NO_SESSION},
        success="401",
    ),
    ("account/email", "GET"): _Door(
        "list_emails",
        "List your addresses",
        "The one you have and the one whose code is pending. Send your device token as bearer, or a session token.",
        {200: "Your addresses.", 401: _PENDING, 410: _NO_SESSION},
        done="AccountAddresses",
    ),
    ("account/email", "POST"): _Door(
        "add_email",
        "Add or change your address",
        "Sends a code to it; nothing changes before you give the code (`verify_email`). Send your device token as "
        "bearer; keep `meta.session_token` and send it as `X-Session-Token` with the code. A guest stays the same "
        "player.",
        {200: "The code is sent.", 400: _REFUSED, 401: _PENDING, 409: _NOBODY, 410: _NO_SESSION},
        _EMAIL,
        done="AccountAddresses",
    ),
    ("account/email", "DELETE"): _Door(
        "drop_pending_email",
        "Drop an address whose code is pending",
        "The address you sign in with stays.",
        {200: "Dropped.", 400: _REFUSED, 401: _PENDING, 410: _NO_SESSION},
        _EMAIL,
        done="AccountAddresses",
    ),
}


def describe_accounts(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001 - spectacular calls it so
    """Add the accounts' doors to the OpenAPI document `result` and return it."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(SCHEMAS)
    components.setdefault("securitySchemes", {})["session"] = {
        "type": "apiKey",
        "in": "header",
        "name": "X-Session-Token",
        "description": "Identifies a sign-in dialogue and nothing else.",
    }
    components.setdefault("responses", {}).update(
        {name: _described(status, sentence, "") for name, (status, sentence) in _SHARED.items()}
    )
    for place, (_, methods) in DOORS.items():
        result["paths"][PREFIX + place] = {method.lower(): _operation(place, method) for method in methods}
    return result


def _operation(place: str, method: str) -> dict[str, Any]:
    door = _DESCRIPTIONS[place, method]
    operation: dict[str, Any] = {
        "operationId": door.operation_id,
        "summary": door.summary,
        "description": door.description,
        "tags": ["accounts"],
        "security": _ways(place),
        "responses": {str(status): _answer(status, sentence, door.done) for status, sentence in door.answers.items()},
        "x-rate-limit-class": class_of(OPEN[place], method),
        **({"x-success-status": door.success} if door.success else {}),
    }
    if door.body:
        schema = {
            "type": "object",
            "description": door.summary + ".",
            "properties": door.body,
            "required": list(door.body),
        }
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return operation


def _ways(place: str) -> list[dict[str, list[str]]]:
    """What is to be sent: within a dialogue what holds it together, else what the caller has, if anything."""
    session: dict[str, list[str]] = {"session": []}
    return [session] if place in ABOUT_CODES else [{}, session, {"token": []}]


_SHARED: Final = {
    "AccountPending": (401, _PENDING),
    "AccountRefused": (400, _REFUSED),
    "AccountNoDialogue": (409, _NO_DIALOGUE),
    "AccountNoSession": (410, _NO_SESSION),
}
"""Answers that several of them have alike, by the name of the component."""


def _answer(status: int, sentence: str, done: str) -> dict[str, Any]:
    for name, shared in _SHARED.items():
        if shared == (status, sentence):
            return {"$ref": f"#/components/responses/{name}"}
    return _described(status, sentence, done)


def _described(status: int, sentence: str, done: str) -> dict[str, Any]:
    kind = {200: done, 401: "AccountPending"}.get(status, "AccountRefusal")
    content = {media_types.JSON: {"schema": {"$ref": f"#/components/schemas/{kind}"}}}
    if status == BAD_REQUEST:  # one that nobody could read is refused before allauth has it
        content[media_types.PROBLEM] = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {"description": sentence, "content": content}
