"""The packages in clients/ play whole matches, also with a later release over a network that breaks."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from typing import TYPE_CHECKING, Final

from tests.clients import guide, tools

if TYPE_CHECKING:
    from pathlib import Path

    from tests.clients.later_service import Later

MATCH: Final = re.compile(r"Moves: \d+, rounds: \d+, events: \d+")
BROKEN: Final = ["command", "stream"]


def test_the_package_for_typescript_plays_a_match(service: str, typescript: Path) -> None:
    assert MATCH.search(tools.run("node", typescript / "match.js", service))


def test_the_package_for_typescript_plays_with_a_later_release(later: Later, typescript: Path) -> None:
    said = tools.run("node", typescript / "match.js", later.address)
    assert MATCH.search(said)
    assert "unknown: added_later" in said
    assert sorted(later.cut) == BROKEN
    assert later.streams > 1


def test_the_package_for_typescript_passes_its_own_tests(typescript_package: Path) -> None:
    said = tools.run(str(tools.npm()), "test", folder=typescript_package)
    assert re.search(r"^. fail 0$", said, re.MULTILINE)


def test_the_package_for_python_plays_a_match(service: str) -> None:
    assert MATCH.search(tools.run(sys.executable, tools.EXAMPLES / "python" / "match.py", service))


def test_the_package_for_python_plays_with_a_later_release(later: Later) -> None:
    assert MATCH.search(tools.run(sys.executable, tools.EXAMPLES / "python" / "match.py", later.address))
    assert sorted(later.cut) == BROKEN
    assert later.streams > 1


def test_the_blocking_client_plays_with_a_later_release(later: Later) -> None:
    assert tools.run(sys.executable, tools.EXAMPLES / "bot.py", later.address) in {"I won.\n", "I lost.\n"}
    assert sorted(later.cut) == BROKEN


def test_the_page_of_the_package_for_typescript_works(typescript: Path) -> None:
    assert "seat_resigned" in tools.run("node", typescript / "readme.js")


def test_the_page_of_the_package_for_python_works(service: str, tmp_path: Path) -> None:
    script = tmp_path / "readme.py"
    script.write_text(guide.program((tools.PYTHON_PACKAGE / "README.md").read_text(), "python", service))
    said = tools.run(sys.executable, script)
    assert "seat_resigned" in said
    assert "match_ended" in said


def test_what_is_published_for_typescript(typescript_package: Path) -> None:
    said = tools.run(str(tools.npm()), "pack", "--dry-run", "--json", "--ignore-scripts", folder=typescript_package)
    (packed,) = json.loads(said)
    names = {file["path"] for file in packed["files"]}
    compiled = {path.stem for path in (typescript_package / "src").glob("*.ts")}
    wanted = {f"dist/{name}{end}" for name in compiled for end in (".js", ".d.ts")}
    assert names == wanted | {"LICENSE", "README.md", "package.json"}
    assert "dependencies" not in json.loads((typescript_package / "package.json").read_text())


def test_what_is_published_for_python(tmp_path: Path) -> None:
    tools.run(tools.program("uv"), "build", "--wheel", "--out-dir", tmp_path, tools.PYTHON_PACKAGE)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    folder = tools.PYTHON_PACKAGE / "src" / "flipside_client"
    sources = {f"flipside_client/{path.name}" for path in folder.iterdir() if path.is_file()}
    assert {name for name in names if re.fullmatch(r"flipside_client/.+", name)} == sources
    assert "flipside_client/py.typed" in names
    assert any(name.endswith("/LICENSE") for name in names)
