"""Asking the database in SQL, in one line."""

from __future__ import annotations

from typing import Any

from django.db import connection


def rows(sql: str, *parameters: Any, **named: Any) -> list[tuple[Any, ...]]:
    """What a statement finds, if it is one that finds anything; its parameters all by position, or all by name."""
    with connection.cursor() as cursor:
        cursor.execute(sql, named or parameters)
        return cursor.fetchall() if cursor.description else []
