"""Retention of the rows about players: how long they are kept, and their deletion. docs/operators/privacy.md agrees.

Rows are deleted in batches, each in a transaction of its own; concurrent workers take different rows.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

logger = logging.getLogger(__name__)

BATCH: Final = 1_000


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: rows of `table` that match `where` are deleted `days` after `column`.

    `first`: statements about rows that refer to them, given their keys in the column `key`.
    """

    name: str
    table: str
    column: str
    days: Callable[[], int]
    where: str = "true"
    key: str = "ctid"
    first: tuple[str, ...] = ()

    def over(self) -> str:
        """Return the expired rows as a FROM clause with its condition; takes the days."""
        return f"{self.table} r WHERE r.{self.column} < service_now() - make_interval(days => %s) AND {self.where}"

    def oldest(self) -> str:
        """Return how many seconds longer than allowed the oldest row was kept, as SQL; takes the days twice."""
        age = f"extract(epoch FROM service_now() - make_interval(days => %s) - min(r.{self.column}))"
        return f"coalesce({age}, 0)::float8 FROM {self.over()}"


def _days(count: int) -> Callable[[], int]:
    return lambda: count


RULES: Final = (
    Rule(
        "notifications",
        "players_notification",
        "created_at",
        lambda: settings.NOTIFICATION_DAYS,
        key="id",
        first=(
            "DELETE FROM players_delivery WHERE notification_id = ANY(%s::uuid[])",
            """UPDATE players_inbox SET revision = revision + 1 WHERE player_id IN
                (SELECT player_id FROM players_notification WHERE id = ANY(%s::uuid[]))""",
        ),
    ),
    Rule("deliveries", "players_delivery", "created_at", _days(30), where="r.state <> 'pending'"),
    Rule(
        "webhook_calls",
        "players_webhookdelivery",
        "created",
        _days(30),
        key="id",
        first=("UPDATE players_webhookcursor SET delivery_id = NULL WHERE delivery_id = ANY(%s::uuid[])",),
    ),
    Rule("reminders", "players_reminder", "deadline_at", _days(30)),
    Rule("invitations", "players_invitation", "created_at", _days(30)),
    Rule("allowances", "players_allowance", "hour", _days(1)),
    Rule("networks", "players_guestallowance", "hour", _days(1)),
    Rule("app_tokens", "players_token", "expires", _days(1), where="r.kind = 'app'"),
    Rule("tokens", "players_token", "expires", _days(30)),
    Rule(
        "authorizations",
        "players_authorization",
        "expires",
        _days(1),
        key="id",
        first=("DELETE FROM players_token WHERE authorization_id = ANY(%s::uuid[])",),
    ),
    Rule("vacations", "players_vacation", "ends_at", _days(400), where="r.ended_at IS NOT NULL"),
    Rule("sessions", "django_session", "expire_date", _days(0)),
    Rule("email_codes", "players_emailcode", "expires_at", _days(0)),
    Rule("admin_log", "django_admin_log", "action_time", _days(365)),
)


def run(rules: Iterable[Rule] = RULES, seconds: float = 20.0) -> int:
    """Delete expired rows until none is left or time is up; return how many. A failing rule does not stop others."""
    end = time.monotonic() + seconds
    count = 0
    for rule in rules:
        try:
            for deleted in _batches(rule):
                count += deleted
                if time.monotonic() > end:
                    return count
        except Exception:
            logger.exception("what is over cannot be deleted: %s", rule.name)
    return count


def overdue(rules: Iterable[Rule] = RULES) -> dict[str, float]:
    """Return by kind how many seconds the oldest row is past its time. One statement."""
    asked = [(rule.name, rule.oldest(), rule.days()) for rule in rules]
    days = [parameter for *_, parameter in asked for _ in range(2)]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}', {oldest}" for name, oldest, _ in asked), days)
        return dict(cursor.fetchall())


def _batches(rule: Rule) -> Iterator[int]:
    while deleted := _batch(rule):
        yield deleted


def _batch(rule: Rule) -> int:
    chosen = f"SELECT r.{rule.key} FROM {rule.over()} LIMIT {BATCH} FOR UPDATE OF r SKIP LOCKED"  # noqa: S608
    days = rule.days()
    with transaction.atomic(), connection.cursor() as cursor:
        if rule.key == "ctid":
            cursor.execute(f"DELETE FROM {rule.table} WHERE ctid IN ({chosen})", (days,))  # noqa: S608 - constants
            count: int = cursor.rowcount
            return count
        cursor.execute(chosen, (days,))
        keys = [key for (key,) in cursor.fetchall()]
        for statement in rule.first if keys else ():
            cursor.execute(statement, (keys,))
        if keys:
            cursor.execute(f"DELETE FROM {rule.table} WHERE {rule.key} = ANY(%s::uuid[])", (keys,))  # noqa: S608
    return len(keys)
