"""Typed readers of the environment. A missing or malformed value stops the start with the variable's name.

`X_FILE` may hold the path of a file with the value of `X`, as for container secrets; setting both is an error.
"""

import os
import re
from email.utils import parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})
KEY = re.compile(r"[0-9a-fA-F]{64}")
RATE = re.compile(r"([0-9]{1,9})/([0-9]{1,5})", re.ASCII)
MAIL = re.compile(r"[^@\s\"<>,:;/]+@[^@\s\"<>,:;/?]+")
HOST = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?")
UNPRINTED = re.compile(r"[\x00-\x20\x7f]")
MOST = 2**31 - 1  # PostgreSQL's largest integer, and 68 years in seconds
SHOWN = 40  # characters of a wrong value
MICROSECONDS = 1_000_000
REDIS_SCHEMES = frozenset({"redis", "rediss", "sentinel", "cluster", "rediss+sentinel", "rediss+cluster"})
POSTGRES_SCHEMES = frozenset({"postgres", "postgresql"})
WEB_SCHEMES = ("https", "http")


def text(name: str, default: str | None = None) -> str:
    """Return the value of `name`, or of the file that `name`_FILE names, else `default`.

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


def _shown(word: str) -> str:
    return repr(word if len(word) <= SHOWN else f"{word[:SHOWN]}...")


def flag(name: str, *, default: bool | None = None) -> bool:
    """Return a boolean. Raises ImproperlyConfigured for any other word."""
    word = text(name, None if default is None else str(default)).lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be one of {sorted(TRUE | FALSE)}, not {_shown(word)}.")


def whole(name: str, default: int | None = None, *, least: int = 0, most: int = MOST) -> int:
    """Return a whole number from `least` to `most`. Raises ImproperlyConfigured for anything else."""
    word = text(name, None if default is None else str(default))
    digits = word.isascii() and word.isdigit() and len(word) <= len(str(most))
    if not digits or not least <= int(word) <= most:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not {_shown(word)}.")
    return int(word)


def rate(name: str, default: str | None = None) -> tuple[int, int] | None:
    """Return a budget `requests/seconds`, None for 0. Raises ImproperlyConfigured for anything else."""
    word = text(name, default)
    if word == "0":
        return None
    found = RATE.fullmatch(word)
    if found is None or not 0 < int(found[1]) <= int(found[2]) * MICROSECONDS or not int(found[2]):
        raise ImproperlyConfigured(f"{name} must look like 600/60, requests and seconds, or be 0, not {_shown(word)}.")
    return int(found[1]), int(found[2])


def words(name: str, default: str | None = None) -> list[str]:
    """Return a list separated by commas, without blanks around the words."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def networks(name: str, default: str | None = None) -> list[IPv4Network | IPv6Network]:
    """Return networks like 10.0.0.0/8, separated by commas. Raises ImproperlyConfigured for anything else."""
    try:
        return [ip_network(word) for word in words(name, default)]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be networks such as 10.0.0.0/8: {str(error)[: SHOWN * 3]}.") from None


def hosts(name: str, default: str | None = None) -> list[str]:
    """Return hosts as in the header `Host`, without a port, separated by commas.

    `*`, `.example` and `*.example` are patterns. Raises ImproperlyConfigured for anything else, such as an address
    with https:// or a port, which no host would match.
    """
    found = words(name, default)
    for word in found:
        if word != "*" and not _is_host(word.removeprefix("*").removeprefix(".")):
            raise ImproperlyConfigured(
                f"{name} must be host names without scheme and port, separated by commas; {_shown(word)} is none."
            )
    return found


def host(name: str, default: str | None = None) -> str:
    """Return the name or address of a machine. Raises ImproperlyConfigured for anything else."""
    word = text(name, default)
    if not _is_host(word):
        raise ImproperlyConfigured(f"{name} must be a host name or an address, not {_shown(word)}.")
    return word


def _is_host(word: str) -> bool:
    try:
        return HOST.fullmatch(word) is not None or bool(ip_address(word.strip("[]")))
    except ValueError:
        return False


def addresses(name: str, default: str | None = None) -> list[str]:
    """Return mail addresses, separated by commas. Raises ImproperlyConfigured for a malformed one."""
    found = words(name, default)
    for word in found:
        if not MAIL.fullmatch(word):
            raise ImproperlyConfigured(f"{name} must be mail addresses, separated by commas; {_shown(word)} is none.")
    return found


def sender(name: str, default: str | None = None) -> str:
    """Return a mail address, alone or as `Name <address>`. Raises ImproperlyConfigured for anything else."""
    word = text(name, default)
    if not MAIL.fullmatch(parseaddr(word)[1]) or not word.isprintable():
        raise ImproperlyConfigured(f"{name} must be a mail address, or `Name <address>`, not {_shown(word)}.")
    return word


def contact(name: str, default: str | None = None) -> str:
    """Return a contact: `mailto:` and a mail address, or an https address. Else raises ImproperlyConfigured."""
    word = text(name, default)
    parts = _parts(word)
    mail = word.startswith("mailto:") and MAIL.fullmatch(word.removeprefix("mailto:"))
    if not mail and (parts is None or parts.scheme != "https" or not parts.hostname):
        raise ImproperlyConfigured(f"{name} must begin with mailto: or https://, not {_shown(word)}.")
    return word


def url(name: str, schemes: tuple[str, ...] = WEB_SCHEMES, default: str | None = None, *, base: bool = False) -> str:
    """Return an address with a host under one of these schemes; an empty one where the default is empty.

    `base`: other addresses are made by appending to it, so it ends with its path. Raises ImproperlyConfigured for
    anything else; the message never repeats the address, which may hold a password.
    """
    word = text(name, default)
    if not word and default == "":
        return word
    parts = _address(name, word, schemes)
    if base and (parts.query or parts.fragment or "@" in parts.netloc):
        raise ImproperlyConfigured(f"{name} must be an address without user, `?` and `#`: links begin with it.")
    return word


def urls(name: str, schemes: tuple[str, ...], default: str | None = None) -> str:
    """Return addresses as `url` takes them, separated by `;` as Celery reads them. Raises ImproperlyConfigured."""
    found = [word.strip() for word in text(name, default).split(";")]
    for word in found:
        _address(name, word, schemes)
    return ";".join(found)


def _address(name: str, word: str, schemes: tuple[str, ...]) -> SplitResult:
    parts = _parts(word)
    if parts is None or parts.scheme not in schemes or not parts.hostname:
        allowed = ", ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} must be an address that begins with {allowed} and a host.")
    if parts.scheme in REDIS_SCHEMES and not re.fullmatch(r"/?|/[0-9]{1,4}", parts.path):
        raise ImproperlyConfigured(f"{name} must end with the number of a database, as in redis://host:6379/0.")
    return parts


def _parts(word: str) -> SplitResult | None:
    try:
        parts = urlsplit(word)
        readable = parts.port != 0 and UNPRINTED.search(word) is None
    except ValueError:
        return None
    return parts if readable else None


def choice(name: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    """Return one word of `allowed`. Raises ImproperlyConfigured for any other."""
    word = text(name, default)
    if word not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {_shown(word)}.")
    return word


def keys(name: str, default: str | None = None) -> dict[str, bytes]:
    """Return named 32-byte keys, `id:64 hex digits` separated by commas, in order.

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
    """Return distinct seeds of 32 bytes, 64 hex digits each, separated by commas, in order; [] for an empty default.

    Raises ImproperlyConfigured for anything else; the message shows no seed.
    """
    found = words(name, default)
    if len({word.lower() for word in found}) != len(found) or not all(KEY.fullmatch(word) for word in found):
        raise ImproperlyConfigured(f"{name} must be different seeds of 64 hex digits, separated by commas.")
    return [bytes.fromhex(word) for word in found]


def database(name: str, default: str | None = None) -> dict[str, str | int]:
    """Return the address postgresql://user:password@host:port/name as Django's NAME, USER, PASSWORD, HOST, PORT.

    Raises ImproperlyConfigured for another scheme or a missing name; the message never repeats the password.
    """
    url = _parts(text(name, default))
    if url is None or url.scheme not in POSTGRES_SCHEMES or not url.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like postgresql://user:password@host:5432/name.")
    if url.query or url.fragment:
        raise ImproperlyConfigured(f"{name} must end with the database's name: options are libpq's, such as PGSSLMODE.")
    return {
        "NAME": unquote(url.path.strip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": url.hostname or "",
        "PORT": url.port or 5432,
    }
