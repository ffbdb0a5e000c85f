"""Small files that only their owner can read: addresses, passwords and keys of the embedded services."""

import os
from collections.abc import Mapping
from pathlib import Path

FILE = "environment"


def write_secret(path: Path, content: str) -> None:
    """Replace `path` by `content`; others can never read it, nor anybody a half-written file."""
    draft = path.with_name(f"{path.name}.draft")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(content)
    draft.replace(path)


def recall(home: Path) -> dict[str, str]:
    """Return the NAME=value lines remembered in `home`; empty without a file or without permission to read it."""
    try:
        lines = (home / FILE).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, PermissionError):
        return {}
    return dict(line.split("=", 1) for line in lines)


def remember(home: Path, values: Mapping[str, str]) -> None:
    """Replace the values remembered in `home`."""
    write_secret(home / FILE, "".join(f"{name}={value}\n" for name, value in values.items()))
