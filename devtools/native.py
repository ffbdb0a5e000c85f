"""Compile the engine: build/native/engine is the same package with C extensions beside the modules that run most.

`make native` runs this. Purpose and use: docs/operators/operations.md, "The compiled engine".
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import Distribution

ROOT: Final = Path(__file__).parent.parent
MADE: Final = ROOT / "build" / "native"
COMPILED: Final = (
    "cards.py",
    "chance.py",
    "decide.py",
    "evolve",
    "house_rules",
    "redaction.py",
    "testing/fast_random_match.py",
    "rules",
    "ruleset.py",
    "spec.py",
    "state.py",
    "view.py",
)
"""The files and folders of the engine that run in every command. All the others would take five minutes more."""
FLAGS: Final = ("-fno-semantic-interposition", "-fvisibility=hidden", "-g0")
"""Calls within the extension need no look-up: 4 % of a playout."""


def main() -> None:
    """Build in a temporary folder and move it into place when done; `--check` only generates the C code."""
    only_check = "--check" in sys.argv
    if not only_check and (missing := what_is_missing()):
        sys.exit(f"flipside: {missing}")
    new = MADE.with_suffix(".check" if only_check else ".new")
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(ROOT / "engine", new / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    os.chdir(new)
    extensions = mypycify(["--config-file=", "--strict", *modules()], opt_level="3", group_name="engine")
    if not only_check:
        for extension in extensions:
            extension.extra_compile_args.extend(FLAGS)
        Distribution({"ext_modules": extensions, "options": {"build_ext": {"inplace": True}}}).run_command("build_ext")
        shutil.rmtree("build")
        Path("made").touch()
        shutil.rmtree(MADE, ignore_errors=True)
        new.rename(MADE)


def modules() -> list[str]:
    """Return the files to compile, relative to the folder of the engine."""
    parts = [Path("engine", name) for name in COMPILED]
    return [str(file) for part in parts for file in (sorted(part.rglob("*.py")) if part.is_dir() else [part])]


def what_is_missing() -> str:
    """Return the missing tools for compiling, in a sentence; empty if there are none."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not shutil.which(compiler.split()[0]):
        return "needs a C compiler: run 'apt install gcc' and try again."
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "needs the C headers of this Python: run 'apt install python3-dev' and try again."
    return ""


if __name__ == "__main__":
    main()
