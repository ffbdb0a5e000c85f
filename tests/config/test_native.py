"""A process uses a compiled engine if its folder comes first in the path and its sources are ours."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WHICH = """
import config.celery, engine.state
from django.conf import settings
settings.DEBUG
print(engine.state.__file__)
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return an engine of the same sources in another folder."""
    return shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))


def start(engine: Path) -> subprocess.CompletedProcess[str]:
    """Run a process that reads its settings and prints which engine it uses."""
    return subprocess.run(
        [sys.executable, "-c", WHICH],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "PYTHONSAFEPATH": "1",
            "PYTHONPATH": f"{engine.parent}:.",
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_engine_of_the_folder_named_first_is_used(elsewhere: Path) -> None:
    assert start(elsewhere).stdout.strip() == str(elsewhere / "state.py")


def test_an_engine_of_other_sources_stops_the_start_in_one_line(elsewhere: Path) -> None:
    with (elsewhere / "cards.py").open("a") as file:
        file.write("# of another version\n")
    done = start(elsewhere)
    assert done.returncode == 1
    assert done.stderr.startswith(
        f"flipside: The engine in {elsewhere} is not made of the sources in {ROOT / 'engine'}: "
    )
    assert done.stderr.endswith("run `make native` again, or leave its folder out of PYTHONPATH.\n")
    assert done.stderr.count("\n") == 1
