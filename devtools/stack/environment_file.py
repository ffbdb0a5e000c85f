"""Small files that only their owner can read: addresses, passwords and keys of the embedded services."""

import os
from collections.abc import Mapping
from pathlib import Path

FILE = "environment"


def write_secret(path: Path, content: str) -> None:
    """Replace `path` by `content`, at no moment readable by others or half written."""
    draft = path.with_name(f"{path.name}.draft")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(content)
    draft.replace(path)


def recall(home: Path) -> dict[str, str]:
    """The NAME=value lines remembered in `home`; nothing when there is no file or it is not ours to read."""
    try:
        lines = (home / FILE).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, PermissionError):
        return {}
    return dict(line.split("=", 1) for line in lines)


def remember(home: Path, values: Mapping[str, str]) -> None:
    """Replace what is remembered in `home` by `values`."""
    write_secret(home / FILE, "".join(f"{name}={value}\n" for name, value in values.items()))
