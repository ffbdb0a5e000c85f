"""`python -m devtools`: what the Makefile calls, and the way to start where there is no make."""

import argparse
import os
import shutil
import sys

from devtools.stack.home import run_home, state_home
from devtools.stack.trouble import Trouble


def main() -> int:
    """Run the command named on the command line; return 0 on success, 1 after an error line on standard error."""
    parser = argparse.ArgumentParser(prog="python -m devtools", description=__doc__)
    parser.add_argument("command", choices=sorted(COMMANDS))
    chosen = parser.parse_args().command
    try:
        return COMMANDS[chosen]()
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)  # noqa: T201  a command line talks
        return 1
    except KeyboardInterrupt:
        return 130


def _run() -> int:
    from devtools.run import run  # noqa: PLC0415  the other commands need none of it

    return run(os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000"))


def _demo() -> int:
    from devtools.demos.match import demo  # noqa: PLC0415  as in _run

    return demo(os.environ.get("URL"))


def _audit_demo() -> int:
    from devtools.demos.audit import audit_demo  # noqa: PLC0415  as in _run

    return audit_demo(os.environ.get("URL"))


def _forget() -> int:
    from devtools.stack.installation import alone  # noqa: PLC0415  as in _run

    with alone(run_home()):
        shutil.rmtree(state_home())
    return 0


COMMANDS = {"run": _run, "demo": _demo, "audit-demo": _audit_demo, "forget": _forget}

if __name__ == "__main__":
    sys.exit(main())
