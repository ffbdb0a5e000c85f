"""`manage.py new_vapid_key`: make a key for Web Push."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from django.core.management.base import BaseCommand

from common import base64url


class Command(BaseCommand):
    """Prints a fresh private key and stores nothing."""

    help = "Print a fresh value for VAPID_PRIVATE_KEY. Browsers subscribe to a key: another one ends what they have."

    def handle(self, *_args: Any, **_options: Any) -> None:
        scalar = generate_private_key(SECP256R1()).private_numbers().private_value
        self.stdout.write(base64url.write(scalar.to_bytes(32)))
