"""`manage.py new_signing_key`: make a key that signs transcripts and anchors."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.core.management.base import BaseCommand

SEED_BYTES: Final = 32


class Command(BaseCommand):
    """Prints a fresh private key and stores nothing."""

    help = "Print a fresh key for SIGNING_KEYS. Put it first there; operations.md, Keys, says when the others may go."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(secrets.token_hex(SEED_BYTES))
