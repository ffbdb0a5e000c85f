"""The output of make."""

import os
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def said(*words: str) -> str:
    """Return the output of make; under another make, which runs these tests, it would name folders."""
    return subprocess.run(
        ["make", *words], cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True
    ).stdout
