"""The table of codes sent by mail. No behaviour here; see `accounts.email_codes`."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class EmailCode(models.Model):
    """A code sent to an address: to sign in with it, or to make it the address of a player."""

    # Digest of the secret with which its client names it.
    sha256 = models.BinaryField(max_length=32, primary_key=True)
    # Whose address it is to become. NULL: somebody signs in.
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True)
    address = models.EmailField()
    # Keyed digest of the latest code.
    code = models.BinaryField(max_length=32)
    # How many codes were wrong, and how many were sent.
    wrong = models.SmallIntegerField(default=0)
    sent = models.SmallIntegerField(default=1)
    sent_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # When the right code was given. The rest says what a repeated confirmation of a sign-in is answered.
    confirmed_at = models.DateTimeField(null=True)
    token_id = models.UUIDField(null=True)
    guest_id = models.UUIDField(null=True)
    is_new = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"a code that ends {self.expires_at:%Y-%m-%d %H:%M}"
