"""Each check of the service is needed: without it at least one answer differs from the matrix.

`make matrix` plants all mutants, which takes a minute; the ordinary run plants one of each kind (test_mutants.py).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

import pytest
from django.urls import resolve

from tests.authorisation import matrix_file
from tests.authorisation.clients import NONE, PLACE
from tests.authorisation.mutation import Guard, Mutant, Statement, permissions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.authorisation.matrix_file import Ask
    from tests.authorisation.runner import MatrixRunner

PARTS: Final = 4
"""The number of tests among which the mutants are divided, so that processes can share them."""
GUARDS: Final = {
    # place: the operations that notice the mutant
    "games.reads.one_game:find_game": "read_game create_branch",
    "games.reads.one_game:transcript": "read_transcript",
    "games.reads.one_game:_known": "list_events",
    "games.store.spectators:are_admitted": "read_game list_events",
    "games.reads.one_game:_may_see_with_eyes_of": "list_events",
    "games.services.commands:seated": "send_command",
    "games.services.commands:_knows": "send_command",
    "games.services.commands:_loaded": "send_command",
    "games.services.lobby:_sitting": "take_seat create_game",
    "games.types:Game.is_known_to": "read_game take_seat",
    "games.services.lobby:_host": "add_bot",
    "games.services.lobby:remove": "leave_seat",
    "games.reads.lists:_source": "list_games",
    "games.services.nudges:scene_of": "nudge offer_rematch",
    "games.services.series:_known": "read_series stop_series",
    "games.services.series:stop": "stop_series",
    "games.services.standing_orders:_seated": "read_orders cancel_orders",
    "games.services.invitations:end": "end_invitation",
    "games.services.invitations:decline": "join",
    "games.reads.invitations:look": "read_invitation",
    "games.services.branches:create_branch": "create_branch",
    "games.services.vacations:known": "put_vacation",
    "games.api.present:game": "read_game leave_seat",
    "games.wire.log:entries": "list_events",
    "games.api.views.webhooks:WebhooksView.post": "create_webhook",
    "games.api.views.webhooks:WebhookView.patch": "change_webhook",
    "games.api.views.webhooks:_may_read": "create_webhook",
    "games.api.views.games:GamesView.get": "list_games",
    "players.services:revoke_token": "revoke_token",
    "players.services:rename_token": "rename_token",
    "players.notifications.devices:forget": "forget_device",
    "players.notifications.devices:devices_of": "list_devices",
    "players.selectors:tokens_of": "list_tokens",
    "players.selectors:public_profile": "read_player",
    "players.selectors:_named": "read_player",
    "players.blocks:blocks_of": "list_blocks",
    "players.blocks:block": "block_player",
    "players.blocks:unblock": "unblock_player",
    "games.matchmaking.seeks:of_player": "list_my_seeks",
    "games.matchmaking.seeks:_own": "read_seek cancel_seek confirm_seek",
    "players.presets:presets_of": "list_my_presets",
    "players.presets:lock": "replace_preset",
    "players.presets:delete": "delete_preset",
    "players.webhooks.selectors:webhooks_of": "list_webhooks",
    "players.webhooks.selectors:webhook_of": "read_webhook",
    "players.webhooks.selectors:delivery_of": "redeliver_webhook",
    "players.webhooks.selectors:deliveries_of": "list_webhook_deliveries",
    "players.webhooks.services:_locked": "change_webhook",
    "players.webhooks.services:remove": "delete_webhook",
    "players.notifications.inbox:page": "list_notifications",
    "players.notifications.inbox:mark_read": "mark_notifications_read",
    "players.privacy.leaving:ask": "delete_account",
    "players.api.authentication:TokenAuthentication.authenticate": "read_me",
    "players.api.views:TokensView.post": "create_token",
    "players.accounts.email_codes:lock": "confirm_email_change confirm_sign_in",
    "players.accounts.email_codes:check": "confirm_email_change confirm_sign_in",
    "games.pages.link:visit": "link",
    "games.pages.keep_account:keep_account": "stay_link",
    "common.http.client_address:is_within": "metrics admin_login",
    "players.admin.read_only:ReadOnly.has_add_permission": "admin_games_game",
    "players.admin.read_only:ReadOnly.has_delete_permission": "admin_games_game",
}
"""Functions that decide who may do or see something."""
STATEMENTS: Final = {
    Statement(
        "games.reads.one_game:FINISHED", "s.player_id = %s::uuid", "%s::uuid IS NOT NULL AND s.seat_no = 0"
    ): "read_transcript",
    Statement(
        "games.store.reader:PAGE",
        "own.player_id = %(player)s::uuid",
        "%(player)s::uuid IS NOT NULL AND own.seat_no = 0",
    ): "list_events",
    Statement(
        "games.store.reader:HEAD",
        "own.player_id = %(player)s::uuid",
        "%(player)s::uuid IS NOT NULL AND own.seat_no = 0",
    ): "read_state",
    Statement(
        "games.reads.lists:MINE",
        "player_id = %(player)s::uuid AND over_at IS NULL",
        "%(player)s::uuid IS NOT NULL AND over_at IS NULL",
    ): "list_my_games",
    Statement("games.matchmaking.seeks:_OF_PLAYER", "player_id = %s::uuid", "%s::uuid IS NOT NULL"): "list_my_seeks",
    Statement("games.reads.lists:OWN", "mine.player_id = %(viewer)s::uuid", "true"): "list_games",
    Statement("games.reads.lists:PUBLIC", "NOT theirs.private", "true"): "list_games",
    Statement("games.reads.lists:NOT_PRIVATE", "NOT k.private", "true"): "list_games",
    Statement("players.selectors:_BEARER", "t.expires IS NULL OR t.expires > service_now()", "true"): "read_me",
    Statement("games.reads.lists:SITTINGS", "mine.player_id = %s::uuid", "%s::uuid IS NOT NULL"): "export_me",
}
"""SQL that decides it."""
ELSEWHERE: Final = {
    "ExportView.get: Requires": "tests/games/privacy/test_export.py asks with tokens that lack one scope each",
    "games.services.commands:_loaded, stranger and request.actor != WORKER: without request": "test_quarantine.py",
    "games.services.invitations:end, Invitation": "tests/games/api/test_invitations.py; other invitations stay open",
    "games.services.invitations:decline, Invitation": "tests/games/pages/test_join.py; as above",
    "games.reads.invitations:look, found": "the statement has found all of it; for a match that starts meanwhile",
    "games.services.branches:create_branch, if wish.bots": "tests/games/api/test_branches.py; nobody's right",
    "games.services.branches:create_branch, wish.bots": "as above",
    "games.api.views.webhooks:WebhookView.patch, before.events": "tests/games/webhooks/test_owners.py, by each scope",
    "games.api.views.games:GamesView.get, None if query.status": "tests/games/api/test_lists.py; a filter",
    "players.notifications.devices:devices_of, found if": "tests/players/test_push.py; the worker asks by kind",
    "players.selectors:_named, active.none()": "tests/players/test_names.py; text that is no name",
    "games.services.lobby:remove, None if seat": "tests/games/test_removals.py; whom the host removed",
    "games.services.lobby:_sitting, if removals.is_removed(game.id, player):: never": "as above",
    "games.reads.lists:_source, if settings.DATABASE_SHARDED or not where.is_about_kinds:: always": (
        "the same games; test_long_lists.py"
    ),
    "players.notifications.inbox:page, Inbox": "tests/games/api/test_notifications.py; the head, sealed in a cursor",
    "players.notifications.inbox:mark_read, Inbox": "what others do not see: their next question is answered anew",
    "games.services.series:_known, row is None": "either says it; games are never deleted",
    "players.privacy.leaving:ask, if player is None": "no request can come from nobody",
    "players.privacy.leaving:ask, player is None": "as above",
    "players.privacy.leaving:ask, player.is_staff": "tests/games/privacy/test_requests.py; the operators here are both",
    "players.privacy.leaving:ask, if player.email": "tests/games/privacy/test_requests.py; nobody here has an address",
    "players.privacy.leaving:ask, player.email": "as above",
    "players.privacy.leaving:ask, now if player.email": "as above",
    "players.privacy.leaving:ask, Token": "the token is that of the request",
    "games.pages.link:visit, if": "tests/games/pages/test_closed_links.py tries each closed link",
    "games.pages.link:visit, addressee": "as above",
    "games.pages.keep_account:keep_account, if": "tests/games/privacy/test_requests.py",
    "games.pages.keep_account:keep_account, asked": "as above",
    "games.pages.keep_account:keep_account, request": "as above",
    "players.api.authentication:TokenAuthentication.authenticate, if selectors.is_of_merged_guest": (
        "tests/games/merges reads the code; both are a 401"
    ),
    "common.http.client_address:is_within, _read": "tests/config/test_metrics.py, test_admin_gate.py, behind proxies",
    "common.http.client_address:is_within, address": "as above",
}
"""Mutants that change no answer here, by prefix of their name: the test that notices them, or why none can."""


def mutants() -> Iterator[tuple[Mutant, str]]:
    """Yield every mutant that can be noticed, with the operations that should notice it."""
    return ((mutant, operations) for mutant, operations in every() if not _is_elsewhere(mutant))


def every() -> Iterator[tuple[Mutant, str]]:
    for mutant in permissions():
        yield mutant, " ".join({ask.operation: None for ask in matrix_file.read().asks if _is_for(ask, mutant)})
    for place, operations in GUARDS.items():
        for mutant in Guard(place).mutants():
            yield mutant, operations
    for statement, operations in STATEMENTS.items():
        yield statement.mutant(), operations


def _is_for(ask: Ask, mutant: Mutant) -> bool:
    """Return whether the mutant's view handles this ask."""
    path = ask.path.partition("?")[0]
    if ask.method != mutant.method.upper() or not path.startswith("/") or ".malformed" in ask.name:
        return False
    found = resolve(PLACE.sub(str(NONE), path))
    return getattr(found.func, "view_class", None) is mutant.view


def _is_elsewhere(mutant: Mutant) -> bool:
    return any(mutant.name.startswith(said) for said in ELSEWHERE)


def survives(runner: MatrixRunner, mutant: Mutant, operations: str) -> bool:
    """Return whether these operations still answer as the matrix says although the check is missing."""
    hints = operations.split()
    asks = sorted(
        (ask for ask in matrix_file.read().asks if ask.operation in hints), key=lambda ask: hints.index(ask.operation)
    )
    with mutant.planted():
        return not any(_notices(runner, ask) for ask in asks)


def _notices(runner: MatrixRunner, ask: Ask) -> bool:
    try:
        return any(True for _ in runner.play(ask))
    except Exception:  # noqa: BLE001 - code that breaks is noticed, however it breaks
        return True


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_check_can_be_left_out_unnoticed(runner: MatrixRunner, part: int) -> None:
    planted = islice(mutants(), part, None, PARTS)
    survivors = [mutant.name for mutant, operations in planted if survives(runner, mutant, operations)]
    assert not survivors, "\n".join(survivors)
