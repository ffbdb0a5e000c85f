"""The codes of invitations: eight characters that can be dictated, and the links with them.

The alphabet is Crockford's base32 without A and E: no letter looks like a digit, and without vowels no code is a word.
That makes 30 characters, so there are 30^8 codes: 39 bits.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Final

from django.conf import settings

from common.keys import derived_key

ALPHABET: Final = "0123456789BCDFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 8
PATH: Final = "/join/"

_LONGEST: Final = 32
"""Most characters of a code with its separators."""
_READ_AS: Final = str.maketrans(
    # Letters that are read as digits, Russian letters that look like ours, and separators.
    "OILОВСНКМТХУ",
    "0110BCHKMTXY",
    "- \u2010\u2011\u2013\u00a0",
)


def new() -> str:
    """Return a random code, as it is stored."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read(text: str) -> str | None:
    """Return the code that a person has typed, as it is stored: in any case, with or without separators.

    None if it cannot be a code.
    """
    code = text.upper().translate(_READ_AS) if len(text) <= _LONGEST else ""
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def written(code: str) -> str:
    """Return the code as people read it: `BCDF-2345`."""
    return f"{code[:4]}-{code[4:]}"


def link(code: str) -> str:
    """Return the absolute address of the page of the invitation."""
    return settings.PUBLIC_URL + PATH + written(code)


def recipient(kind: str, text: str) -> bytes:
    """Return the digest by which a name or an address is known after it is deleted; keyed, since names are few."""
    return hmac.digest(derived_key("invited"), f"{kind} {text.strip().lower()}".encode(), "sha256")
