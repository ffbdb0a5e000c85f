"""The folder of the stack's state: an ignored folder of the repository, if the servers can reach it."""

import contextlib
import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from devtools.stack.account import reaches, servers_account
from devtools.stack.trouble import Trouble

REPOSITORY = Path(__file__).resolve().parent.parent.parent
OUTBOX = "outbox"
"""The folder of the mails of `make run`, whose links are secrets."""
LOGS = "logs"
OUTSIDE = Path("/var/tmp")  # noqa: S108  survives a restart; `prepare` checks whose it is


def state_home() -> Path:
    """Return `.state` in the repository, or the folder that FLIPSIDE_STATE names.

    Return one under /var/tmp instead if the servers' account cannot reach it, as with a repository in a 0700 home.
    """
    inside = Path(os.environ.get("FLIPSIDE_STATE") or REPOSITORY / ".state").resolve()
    if reaches(servers_account(), inside):
        return inside
    tag = hashlib.sha256(os.fsencode(inside)).hexdigest()[:12]
    return OUTSIDE / f"flipside-{tag}"


def run_home() -> Path:
    """Return the folder that `make run` keeps from one start to the next; a sandbox has its own."""
    return state_home() / ("sandbox" if is_sandbox() else "run")


def is_sandbox() -> bool:
    """Tell whether SANDBOX asks for an installation whose clock can be moved."""
    return os.environ.get("SANDBOX", "").lower() in {"1", "true", "yes", "on"}


def new_test_home() -> Path:
    """Return a folder for this process's test services, and remove those of dead test runs."""
    for left in state_home().glob("test-*"):
        if not _lives(left.name.split("-")[1]):  # test-PID or test-PID-SOMETHING
            shutil.rmtree(left, ignore_errors=True)
    return state_home() / f"test-{os.getpid()}"


@contextlib.contextmanager
def new_home() -> Iterator[Path]:
    """Make a folder for services beside those of this process's tests; nothing of it is left."""
    tests = new_test_home()
    home = prepare(tests.with_name(f"{tests.name}-{secrets.token_hex(4)}"))
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _lives(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        return True
    return True


def prepare(folder: Path) -> Path:
    """Create `folder` for us alone, except that the servers' account may pass through without listing it."""
    home = state_home()
    mode = 0o700 if servers_account() is None else 0o711
    _make(home, mode)
    _make(folder, mode)
    _make(folder / OUTBOX, 0o700)
    _make(folder / LOGS, 0o700)
    return folder


def _make(folder: Path, mode: int) -> None:
    folder.mkdir(exist_ok=True)
    if folder.stat().st_uid != os.geteuid():
        raise Trouble(f"{folder} belongs to another user: remove it, or set FLIPSIDE_STATE to a folder of your own.")
    folder.chmod(mode)  # an existing folder may be older than this rule
