"""Starts a whole service for the client programs.

`python -m tests.clients.live PROGRAM ...` starts a service and runs a program with its address as the last argument.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from devtools.stack import supervisor
from devtools.stack.home import new_test_home
from devtools.stack.installation import stack
from devtools.stack.port import free_port
from tests.clients import tools

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def live(name: str = "clients") -> Iterator[str]:
    """Start a service with a database of its own; yield its address. Services of one run have different names."""
    home = new_test_home()
    home = home.with_name(f"{home.name}-{name}")
    try:
        with stack(home, "127.0.0.1", free_port()) as running:
            yield running.address
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main(words: list[str]) -> int:
    """Run a program beside a service of its own; return its exit code."""
    supervisor.end_by_signals()
    with live() as address:
        return subprocess.run([*words, address], env=tools.environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
