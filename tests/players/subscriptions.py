"""Browsers that subscribed to pushes: they keep the private key, and can decrypt messages."""

from __future__ import annotations

import base64
import json
import secrets
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A subscription with its keys."""

    def __init__(self) -> None:
        self.private = generate_private_key(SECP256R1())
        self.secret = secrets.token_bytes(16)
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": text(point), "auth": text(self.secret)}

    def open(self, body: bytes) -> bytes:
        """Return the decrypted body (RFC 8291), with its padding."""
        found: bytes = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        return found

    def read(self, body: bytes) -> Any:
        """Return the message in it."""
        return json.loads(self.open(body))
