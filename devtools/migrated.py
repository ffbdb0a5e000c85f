"""Django in this process, on a migrated database of its own: for drills and benchmarks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from devtools.stack.services import own_services

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devtools.stack.services import Services


@contextmanager
def migrated(settings: str) -> Iterator[Services]:
    """Start durable services as `own_services` does, migrate the database and set up Django. Raises Trouble."""
    with own_services(durable=True, settings=settings) as found:
        import django  # noqa: PLC0415  it reads the environment

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415  as above

        call_command("migrate", verbosity=0)
        yield found
