"""Run the tests of this folder on a Citus cluster of their own: `python -m tests.games.citus` (ARGS for pytest)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from devtools.drills.citus.servers import citus
from devtools.stack import supervisor
from devtools.stack.home import REPOSITORY, new_test_home, prepare
from devtools.stack.trouble import Trouble

SHARDS = "4"
"""Few: the tests play few games, and emptying a table takes a while for each of them."""


def main() -> int:
    """Start the cluster, distribute a database, and return pytest's exit code."""
    supervisor.end_by_signals()
    home = prepare(new_test_home())
    try:
        with citus(home, durable=False) as cluster:
            prepared = cluster.make("test_flipside")
            environment = {
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "config.settings.test",
                "DATABASE_SHARDED": "1",
                "SANDBOX": "0",
            }
            for words in (["migrate", "-v0"], ["distribute", "--shards", SHARDS]):
                asked = [sys.executable, "manage.py", *words]
                subprocess.run(asked, env={**environment, "DATABASE_URL": prepared}, cwd=REPOSITORY, check=True)
            asked = [
                sys.executable,
                "-m",
                "pytest",
                "-m",
                "citus",
                "--reuse-db",
                *(sys.argv[1:] or ["tests/games/citus"]),
            ]
            return subprocess.run(
                asked, env={**environment, "DATABASE_URL": cluster.url}, cwd=REPOSITORY, check=False
            ).returncode
    except Trouble as trouble:
        sys.stderr.write(f"flipside: {trouble}\n")
        return 1
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
