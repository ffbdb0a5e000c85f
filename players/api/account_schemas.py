"""What allauth's doors say, as schemas: its own description of itself is wider than what this service lets out."""

from __future__ import annotations

from typing import Any, Final

_STATUS: Final = {"type": "integer", "description": "The HTTP status again."}
_TEXT: Final = {"type": "string"}
_FLAG: Final = {"type": "boolean"}


def _object(description: str, *optional: str, **members: Any) -> dict[str, Any]:
    required = [name for name in members if name not in optional]
    return {"type": "object", "description": description, "properties": members, "required": required}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _list_of(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _ref(name)}


EMAIL: Final = {"type": "string", "format": "email", "maxLength": 254}
CODE: Final = {"type": "string", "maxLength": 64, "description": "The code of the mail."}

SCHEMAS: Final[dict[str, Any]] = {
    "AccountMeta": _object(
        "Where the dialogue stands.",
        "is_authenticated", "session_token", "access_token", "is_authenticating",
        is_authenticated={"type": ["boolean", "null"], "description": "Somebody is signed in."},
        session_token={"type": "string", "description": "Send it as `X-Session-Token` from now on."},
        access_token={"type": "string", "description": "Your device token, for all other routes."},
        is_authenticating={"type": "boolean", "description": "The address is that of somebody who is signing in."},
    ),
    "AccountUser": _object(
        "The signed-in account.",
        "id", "email",
        id={"type": "string", "format": "uuid", "description": "The player's id."},
        display={"type": "string", "description": "Their public name."},
        has_usable_password={"type": "boolean", "description": "Always false: there are no passwords."},
        email={**EMAIL, "description": "Their address."},
    ),
    "AccountMethod": _object(
        "How the user signed in.",
        "email", "reauthenticated",
        method={"type": "string", "description": "`code`."},
        at={"type": "number", "description": "When, in seconds since 1970."},
        email=EMAIL,
        reauthenticated=_FLAG,
    ),
    "AccountFlow": _object(
        "A step that can be taken.",
        "is_pending",
        id={"type": "string", "description": "`login_by_code`, `signup`, `verify_email`, ..."},
        is_pending={"type": "boolean", "description": "This one waits for you."},
    ),
    "AccountAddress": _object("An address.", email=EMAIL, verified=_FLAG, primary=_FLAG),
    "AccountSettings": _object(
        "What this service asks of a client.",
        "authentication_method",
        login_methods={"type": "array", "items": _TEXT},
        authentication_method=_TEXT,
        is_open_for_signup=_FLAG,
        email_verification_by_code_enabled=_FLAG,
        login_by_code_enabled=_FLAG,
        password_reset_by_code_enabled=_FLAG,
    ),
    "AccountFault": _object(
        "Something that is wrong with the request.",
        "param",
        message={"type": "string", "description": "For people."},
        code={"type": "string", "description": "For machines."},
        param={"type": "string", "description": "The member it is about."},
    ),
    "AccountConfig": _object(
        "How people sign in here.", status=_STATUS, data=_object("By part.", account=_ref("AccountSettings"))
    ),
    "AccountSession": _object(
        "Somebody is signed in.",
        status=_STATUS,
        data=_object("Who.", user=_ref("AccountUser"), methods=_list_of("AccountMethod")),
        meta=_ref("AccountMeta"),
    ),
    "AccountPending": _object(
        "Nobody is signed in yet.",
        status=_STATUS,
        data=_object("What can be done.", flows=_list_of("AccountFlow")),
        meta=_ref("AccountMeta"),
    ),
    "AccountAddresses": _object(
        "The addresses of the caller.",
        "meta",
        status=_STATUS,
        data=_list_of("AccountAddress"),
        meta=_ref("AccountMeta"),
    ),
    "AccountDone": _object("It is done.", "meta", status=_STATUS, meta=_ref("AccountMeta")),
    "AccountRefusal": _object(
        "Why not. The accounts' routes speak the dialect of django-allauth, not RFC 9457.",
        "data", "errors", "meta",
        status=_STATUS,
        data=_object("What can be done instead.", "flows", flows=_list_of("AccountFlow")),
        errors=_list_of("AccountFault"),
        meta=_ref("AccountMeta"),
    ),
}  # fmt: skip
"""Components by name."""
