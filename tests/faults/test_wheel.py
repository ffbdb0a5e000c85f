"""The wheel of the service has everything that the service needs, and a match can be played over it."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from devtools.stack.home import REPOSITORY
from tests.faults import versions
from tests.faults.installation import Code, Installation
from tests.faults.people import Crowd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devtools.stack.child import Child


WHEEL = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
PACKAGES: list[str] = WHEEL["packages"]
DATA: dict[str, str] = WHEEL["force-include"]
LEFT_OUT = {name.removeprefix("/") for name in WHEEL["exclude"]}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return versions.build(REPOSITORY, tmp_path_factory.mktemp("wheel") / "built")


@pytest.fixture(scope="module")
def code(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Code:
    return versions.install(wheel, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def ours(code: Code, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    settings = versions.production(tmp_path_factory.mktemp("settings"))
    with Installation(code=code, durable=True, **settings) as ours:
        yield ours


def tracked(*names: str) -> set[str]:
    done = subprocess.run(["git", "ls-files", *names], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return {name for name in done.stdout.splitlines() if (REPOSITORY / name).exists()}


def test_the_wheel_has_every_file_of_the_packages_and_all_that_is_served_besides(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        inside = {name for name in opened.namelist() if ".dist-info/" not in name}
    data = {name for name in inside if name.startswith("config/data/")}
    assert tracked(*PACKAGES) - LEFT_OUT <= inside - data
    assert {f"config/data/{name}" for name in tracked(*DATA)} <= data
    folders = {Path(name).parts[0] for name in inside}
    assert folders == set(PACKAGES)


def test_the_same_files_make_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    assert versions.build(REPOSITORY, tmp_path / "again").read_bytes() == wheel.read_bytes()


def test_the_image_takes_in_what_the_wheel_is_made_of() -> None:
    """Docker sends nothing else to the build."""
    lines = (REPOSITORY / ".dockerignore").read_text().splitlines()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert {*PACKAGES, *DATA, "pyproject.toml", "LICENSE", "README.md"} <= sent


SERVED = (
    "/", "/docs", "/docs/errors", "/openapi.yaml", "/openapi-examples.json", "/verify/", "/v1/catalogue", "/v1/presets",
)  # fmt: skip
"""Pages whose files are no Python."""


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_match_is_played_over_the_installed_wheel(ours: Installation, code: Code) -> None:
    site = ours.web("--workers", "1", code=code)
    ours.streams(code=code)
    ours.start("worker", "config", "worker", "--concurrency", "1", code=code)
    ours.start("beat", "config", "beat", "--pidfile=", "--schedule", str(ours.home / "beat"), code=code)
    crowd = Crowd(site)
    game, people = crowd.match()
    crowd.play(game, people)

    assert site.ask("GET", f"/v1/games/{game}/transcript").status == 200
    assert {path for path in SERVED if site.ask("GET", path).status != 200} == set()
    assert ours.manage("makemigrations", "--check", "--dry-run", code=code) == 0
    assert {child.last_words() for children in ours.children.values() for child in children if failed(child)} == set()


def failed(child: Child) -> bool:
    return child.ended or "Traceback" in child.log.read_text()


@pytest.mark.slow
def test_the_command_of_the_wheel_says_what_it_runs(code: Code) -> None:
    flipside = Path(code.python).with_name("flipside")
    shown = subprocess.run([flipside], cwd=code.folder, capture_output=True, text=True, check=True).stdout
    assert {"web", "streams", "worker", "beat", "sweeper"} <= set(shown.split())
