"""psycopg as Django's backend uses it (PEP 249), with our connections."""

from typing import Any, Final

import psycopg

from config.database.breaker import Session

connect: Final = Session.connect


def __getattr__(name: str) -> Any:
    return getattr(psycopg, name)
