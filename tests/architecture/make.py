"""What make says of itself."""

import os
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def said(*words: str) -> str:
    """What make prints, whatever other make these tests run under: that one would tell its child to name folders."""
    return subprocess.run(
        ["make", *words], cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True
    ).stdout
