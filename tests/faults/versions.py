"""Versions of the service that tests run beside each other: a wheel, installed as on an operator's machine."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from typing import TYPE_CHECKING

from devtools.stack.home import REPOSITORY
from tests.faults.installation import Code

if TYPE_CHECKING:
    from pathlib import Path


def build(source: Path, into: Path) -> Path:
    """Build the wheel of the code in a folder, and return its path."""
    into.mkdir()
    _pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(into), str(source))
    (wheel,) = into.glob("*.whl")
    return wheel


def install(wheel: Path, home: Path) -> Code:
    """Install a wheel into an environment of its own, which finds the locked packages in that of the tests."""
    environment = home / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin" / "python"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    locked = environment / "lib" / version / "site-packages" / "locked.pth"
    locked.write_text(sysconfig.get_path("purelib") + "\n")
    _pip("--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    folder = home / "empty"
    folder.mkdir()
    return Code(str(python), folder)


def production(home: Path) -> dict[str, str]:
    """Return the settings of an operator's first evening, for a service that tests reach without a proxy."""
    words = [REPOSITORY / "deploy/first-evening", "play.example.org", "localhost", "flipside@example.org"]
    subprocess.run(words, cwd=home, check=True, capture_output=True)
    lines = (home / "flipside.env").read_text().splitlines()
    found = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return found | {
        "ALLOWED_HOSTS": "127.0.0.1",
        "NUM_PROXIES": "0",
        "SECURE_SSL_REDIRECT": "off",
        "RATE_LIMITS": "off",
        "GUESTS_PER_HOUR": "0",
        "ERASURE_LEDGER": str(home / "erasures"),
        "ANCHOR_LEDGER": str(home / "anchors"),
    }


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(command, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
