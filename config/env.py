"""Typed readers of the environment. A missing or malformed value stops the start with the variable's name.

`X_FILE` may hold the path of a file with the value of `X`, as container secrets are handed over; both is an error.
"""

import os
import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})
KEY = re.compile(r"[0-9a-fA-F]{64}")
RATE = re.compile(r"([0-9]{1,9})/([0-9]{1,5})", re.ASCII)
MICROSECONDS = 1_000_000
POSTGRES_SCHEMES = frozenset({"postgres", "postgresql"})


def text(name: str, default: str | None = None) -> str:
    """The value of `name`, or of the file `name`_FILE points to, else `default`.

    Raises ImproperlyConfigured when there is none of them, when both are set, or when the file cannot be read.
    """
    value = os.environ.get(name)
    file = os.environ.get(f"{name}_FILE")
    if value is not None and file is not None:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set; keep one of them.")
    if file is not None:
        value = _content(name, file)
    if value is None:
        value = default
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set. Set {name}, or {name}_FILE to a file that holds it.")
    return value


def _content(name: str, file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE: cannot read {file}: {error}") from None


def flag(name: str, *, default: bool | None = None) -> bool:
    """A yes or a no. Raises ImproperlyConfigured for any other word."""
    word = text(name, None if default is None else str(default)).lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be one of {sorted(TRUE | FALSE)}, not {word!r}.")


def whole(name: str, default: int | None = None, *, least: int = 0, most: int | None = None) -> int:
    """A whole number of at least `least`, at most `most`. Raises ImproperlyConfigured for anything else."""
    word = text(name, None if default is None else str(default))
    if not (word.isascii() and word.isdigit()) or int(word) < least:
        raise ImproperlyConfigured(f"{name} must be a whole number of at least {least}, not {word!r}.")
    if most is not None and int(word) > most:
        raise ImproperlyConfigured(f"{name} must be at most {most}, not {word!r}.")
    return int(word)


def rate(name: str, default: str | None = None) -> tuple[int, int] | None:
    """A budget `requests/seconds`, None for 0. Raises ImproperlyConfigured for anything else."""
    word = text(name, default)
    if word == "0":
        return None
    found = RATE.fullmatch(word)
    if found is None or not 0 < int(found[1]) <= int(found[2]) * MICROSECONDS or not int(found[2]):
        raise ImproperlyConfigured(f"{name} must look like 600/60, requests and seconds, or be 0, not {word!r}.")
    return int(found[1]), int(found[2])


def words(name: str, default: str | None = None) -> list[str]:
    """A list separated by commas; blanks around the words do not count."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def networks(name: str, default: str | None = None) -> list[IPv4Network | IPv6Network]:
    """Networks like 10.0.0.0/8, separated by commas. Raises ImproperlyConfigured for anything else."""
    try:
        return [ip_network(word) for word in words(name, default)]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be networks such as 10.0.0.0/8: {error}.") from None


def choice(name: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    """One word out of `allowed`. Raises ImproperlyConfigured for any other."""
    word = text(name, default)
    if word not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {word!r}.")
    return word


def keys(name: str, default: str | None = None) -> dict[str, bytes]:
    """Named 32-byte keys, `id:64 hex digits` separated by commas, in order.

    Raises ImproperlyConfigured for anything else; the message shows no key.
    """
    found: dict[str, bytes] = {}
    for word in words(name, default):
        label, _, digits = word.partition(":")
        if not label or label in found or not KEY.fullmatch(digits):
            raise ImproperlyConfigured(f"{name} must be different `id:64 hex digits`, separated by commas.")
        found[label] = bytes.fromhex(digits)
    if not found:
        raise ImproperlyConfigured(f"{name} holds no key.")
    return found


def seeds(name: str, default: str | None = None) -> list[bytes]:
    """Different seeds of 32 bytes, 64 hex digits each, separated by commas, in order; none for an empty default.

    Raises ImproperlyConfigured for anything else; the message shows no seed.
    """
    found = words(name, default)
    if len({word.lower() for word in found}) != len(found) or not all(KEY.fullmatch(word) for word in found):
        raise ImproperlyConfigured(f"{name} must be different seeds of 64 hex digits, separated by commas.")
    return [bytes.fromhex(word) for word in found]


def database(name: str, default: str | None = None) -> dict[str, str | int]:
    """The address postgresql://user:password@host:port/name as Django's NAME, USER, PASSWORD, HOST, PORT.

    Raises ImproperlyConfigured for another scheme or a missing name; the message never repeats the password.
    """
    url = urlsplit(text(name, default))
    if url.scheme not in POSTGRES_SCHEMES or not url.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like postgresql://user:password@host:5432/name.")
    try:
        port = url.port or 5432
    except ValueError:
        raise ImproperlyConfigured(f"{name} has a port that is not a number.") from None
    return {
        "NAME": unquote(url.path.strip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": url.hostname or "",
        "PORT": port,
    }
