"""HTTP statuses of the codes of the engine and the games, and failures that pass by themselves.

The settings name `exception_handler`, config.urls names `handler500`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from common.api import problem
from common.http.errors import InternalError
from games import transient
from games.errors import StoreBusy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

CODES_BY_STATUS: Mapping[int, tuple[str, ...]] = {
    400: ("bad_cursor", "bad_entropy", "bad_notation"),
    403: (
        "not_seated", "not_host", "no_spectators", "removed_from_table", "not_welcome", "blocked_player_there",
        "former_player", "not_your_seat", "another_hand_known", "lender_only",
        "too_unreliable",
    ),
    404: (
        "game_not_found", "no_such_version", "no_such_seat", "ruleset_not_found", "anchor_not_found",
        "not_your_player", "invitation_not_found", "seek_not_found", "loan_not_found",
        "not_your_player", "invitation_not_found", "series_not_found",
    ),
    409: (
        "stale_version", "game_finished", "game_not_finished", "game_quarantined", "too_late", "seat_resigned",
        "already_seated", "no_open_seat", "seat_not_vacant", "not_branchable", "table_closed", "nobody_to_nudge",
        "no_record", "not_a_sandbox", "clock_busy", "clock_too_far", "too_many_sandbox_players", "within_command",
        "seated_together", "no_standing_orders", "plan_not_in_hand", "plan_without_target", "round_over",
        "not_your_turn", "wrong_phase", "card_not_in_hand", "only_drawn_card",
        "seated_together", "rematch_declined", "rematch_differs", "rematch_begun", "players_gone", "series_running",
        "match_never_began",
        "round_over", "not_your_turn", "wrong_phase", "card_not_in_hand", "only_drawn_card",
        "card_not_playable", "must_play", "bad_color", "bad_target", "wrong_count", "bad_choice",
        "cannot_go_out_with_this", "nothing_to_catch", "uno_not_applicable", "option_off", "seat_not_open",
        "seat_not_taken", "seats_open", "no_clock", "not_a_player", "already_resigned", "already_on_autopilot",
        "not_on_autopilot", "unknown_motion", "already_voted", "no_motion", "already_paused", "nothing_to_resume",
        "too_many_seeks", "seek_not_called", "match_not_running", "seat_is_lent",
    ),
    422: (
        "command_id_reused", "unknown_bot", "unknown_option", "bad_option_value", "conflicting_options",
        "option_not_applicable", "bad_seat_count", "bad_clock", "bad_position", "spectators_at_private_table",
        "bad_seek",
    ),
    429: ("too_soon_to_nudge", "too_many_invitations", "too_many_streams"),
    503: ("store_busy",),
}  # fmt: skip
"""Statuses by code. 400: cannot be read. 403: the caller may not. 409: not as things stand. 422: wrong in itself."""

MEMBERS: Mapping[str, tuple[problem.Path, ...]] = {
    "unknown_option": (("options", "{option}"),),
    "bad_option_value": (("options", "{option}"),),
    "option_not_applicable": (("options", "{option}"),),
    "conflicting_options": (("options", "{first}"), ("options", "{second}")),
    "bad_seat_count": (("seats",),),
    "spectators_at_private_table": (("spectators",),),
    "bad_entropy": (("entropy",),),
    "bad_position": (("position",),),
    "not_branchable": (("version",),),
    "plan_not_in_hand": (("plan",),),
    "plan_without_target": (("plan",),),
    "bad_notation": (("position",),),
}
"""The members of a request that are wrong, by code."""

problem.register(CODES_BY_STATUS, MEMBERS)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's hook. Unknown exceptions give None: Django logs them and answers `handler500`."""
    answer = problem.exception_handler(error, context)
    if answer is None and transient.what_is_away(error) is not None:
        return _away(error)
    return answer


def handler500(_request: HttpRequest) -> HttpResponse:
    """An exception nobody foresaw, which is in the log and not in the answer; or one that passes by."""
    error = sys.exception()
    if error is None or transient.what_is_away(error) is None:
        transient.count()
        return problem.problem_response(InternalError())
    return _away(error)


def _away(error: BaseException) -> HttpResponse:
    """Return the answer for a failure that passes by, which the log names once."""
    transient.note(error)
    answer = problem.refused(StoreBusy())
    answer._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  how Django is told
    return answer
