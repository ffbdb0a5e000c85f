import os
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def said(*words: str) -> str:
    """Return the output of make. Nested under another make, it would also print the names of folders."""
    return subprocess.run(
        ["make", *words], cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True
    ).stdout
