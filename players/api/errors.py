"""HTTP statuses of the codes of `players.errors`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.api import problem

if TYPE_CHECKING:
    from collections.abc import Mapping

CODES_BY_STATUS: Mapping[int, tuple[str, ...]] = {
    400: (
        "invalid_name", "invalid_token_request", "invalid_app", "invalid_webhook", "invalid_device",
        "invalid_preference", "invalid_vacation", "invalid_email",
    ),
    401: ("guest_merged",),
    403: (
        "insufficient_scope", "device_token_required", "own_token_required", "email_required",
        "recent_sign_in_required", "account_deactivated",
    ),
    404: (
        "player_not_found", "token_not_found", "notification_not_found", "webhook_not_found", "delivery_not_found",
        "device_not_found", "push_unavailable", "app_not_found", "authorization_not_found", "preset_not_found",
        "block_not_found",
    ),
    409: (
        "operator_account", "not_a_guest", "guest_on_vacation", "about_to_leave", "name_taken", "too_many_tokens",
        "too_many_webhooks", "too_many_apps", "webhook_disabled", "vacation_spent", "code_expired", "too_many_codes",
        "email_taken", "too_many_presets", "too_many_blocks",
    ),
    422: ("invalid_guest_token", "wrong_code", "cannot_block_yourself"),
    429: ("too_many_guests", "sent_too_often", "too_many_exports", "code_sent_recently"),
}  # fmt: skip
"""Statuses by code."""

MEMBERS: Mapping[str, tuple[problem.Path, ...]] = {
    "invalid_name": (("name",),),
    "name_taken": (("name",),),
    "invalid_email": (("email",),),
    "wrong_code": (("code",),),
}
"""The members of a request that are wrong, by code."""

problem.register(CODES_BY_STATUS, MEMBERS)
