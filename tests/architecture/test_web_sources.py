"""The web client imports few packages, writes no markup as text, and names no other host."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

WEB: Final = Path(__file__).parents[2] / "web"
SOURCES: Final = sorted(path for path in (WEB / "src").rglob("*") if path.suffix in {".ts", ".tsx"})
PACKAGES: Final = {"@preact/signals", "idb-keyval", "preact", "wouter-preact"}
CLIENT: Final = "flipside-client"
"""The client in clients/typescript, which is bundled from its sources."""
IMPORT: Final = re.compile(r"""(?:\bfrom|^import|\bimport\()\s*["']([^"']+)["']""", re.MULTILINE)
FORBIDDEN: Final = {
    "an inline style, which the policy forbids": r"\bstyle=|\.style\.cssText|setAttribute\(\"style\"",
    "text that becomes markup": (
        r"dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|DOMParser"
    ),
    "text that becomes script": r"\beval\(|new Function\(|javascript:",
    "a private route": r"[\"'`]/(admin|m|oauth)/",
    "the address of another host": r"https?://(?!www\.w3\.org/)",
}


def test_there_are_sources() -> None:
    assert WEB / "src" / "main.tsx" in SOURCES


def test_the_client_depends_on_four_packages() -> None:
    assert set(json.loads((WEB / "package.json").read_text())["dependencies"]) == PACKAGES


def test_only_these_are_imported() -> None:
    found = {
        f"{path.relative_to(WEB)}: {name}"
        for path in SOURCES
        for name in IMPORT.findall(path.read_text(encoding="utf-8"))
        if not name.startswith(".")
        and not any(name == one or name.startswith(f"{one}/") for one in {*PACKAGES, CLIENT})
    }
    assert found == set()


def test_imports_of_own_files_are_seen() -> None:
    assert "./app.tsx" in IMPORT.findall((WEB / "src" / "main.tsx").read_text(encoding="utf-8"))


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_source_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(WEB)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []
