"""Refused commands: the problem, and what the asking seat may do instead.

The rules say why; the game as it is now says what else. It is read again for that, so the
third statement of a command is spent only when the command was refused.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import engine
from common.api.problem import problem_response
from common.http.errors import PreconditionFailed
from games import errors
from games.api import present
from games.reads import one_game
from games.reads.handles import first_handle
from games.wire import log

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse

OF_COMMANDS: Final[list[type[Exception]]] = [
    errors.GameNotFound,
    errors.CommandIdReused,
    errors.GameFinished,
    errors.GameQuarantined,
    errors.StoreBusy,
    errors.StaleVersion,
    PreconditionFailed,
]
"""The refusals of every command to a table."""
BEFORE_THE_MATCH: Final[list[type[Exception]]] = [
    *OF_COMMANDS,
    *(
        violation
        for violation in engine.RuleViolation.__subclasses__()
        if violation.code
        in {"round_over", "seat_not_open", "seat_not_taken", "seats_open", "wrong_phase", "bad_entropy"}
    ),
]
"""The refusals of every command before the match begins."""
OF_SITTING_DOWN: Final[list[type[Exception]]] = [
    errors.AlreadySeated,
    errors.BlockedPlayerThere,
    errors.NotWelcome,
    errors.TooUnreliable,
    errors.NoSuchSeat,
    errors.NoSpectators,
]
"""The refusals of a player who wants a seat, before the match or in it."""


def by_the_rules(refusal: engine.RuleViolation, game_id: UUID, player: UUID | None) -> HttpResponse:
    """Return the problem of `refusal` with the current head and the asker's legal commands."""
    try:
        state = one_game.load_game(game_id, player)
    except (errors.GameNotFound, errors.NoSpectators):
        # They know a private table by an invitation, or nothing would have been refused; but they have no seat there.
        return problem_response(refusal)
    except errors.GameQuarantined as held:
        return problem_response(held)
    return problem_response(
        refusal,
        current_version=state.game.version,
        current_chain=state.game.chain.hex(),
        legal_commands=present.legal_commands(state),
    )


def stale(refusal: errors.StaleVersion, *, by_header: bool) -> HttpResponse:
    """Return the problem of `refusal` with what was missed, as the asker may see it, and what they may send now.

    `by_header`: it was If-Match that named the version, whose failing has a status of its own (RFC 9110, 13.1.1).
    """
    state = refusal.state
    return problem_response(
        PreconditionFailed() if by_header else refusal,
        current_version=state.game.version,
        current_chain=state.game.chain.hex(),
        legal_commands=present.legal_commands(state),
        missed_events=log.entries(
            refusal.missed,
            state.game.status,
            state.seat,
            state.table.hands_shown_to(state.seat),
            since=state.game.since(state.seat),
            backs_open=state.table.backs_open,
            first_handle=partial(first_handle, state.game.id, refusal.missed),
        ),
    )
