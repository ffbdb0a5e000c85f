"""One process that we started: its own process group, its own log, and it ends with us."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from devtools.stack.account import Account

PR_SET_PDEATHSIG = 1
LAST_LINES = 3


class Child:
    """A running program called `name`, writing to `log`, to be stopped with the signal `farewell`."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        log: Path,
        environment: Mapping[str, str] | None = None,
        account: Account | None = None,
        farewell: signal.Signals = signal.SIGTERM,
        folder: Path | None = None,
    ) -> None:
        """Start `command`. Raises OSError when the program cannot be run at all."""
        self.name = name
        self.log = log
        self.farewell = farewell
        self.asked = False
        self._command = [str(word) for word in command]
        self._environment = None if environment is None else {**environment}
        self._account = account
        self._folder = folder
        with log.open("wb") as output:
            self.process = self._start(output)

    def start_again(self) -> None:
        """Start the same command again after it has ended, with the same log. Raises OSError."""
        with self.log.open("ab") as output:
            self.process = self._start(output)

    def _start(self, output: IO[bytes]) -> subprocess.Popen[bytes]:
        account = self._account
        return subprocess.Popen(  # noqa: S603  our own commands, no shell
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=self._environment,
            cwd=self._folder,
            start_new_session=True,  # Ctrl-C reaches us alone, and we stop our children in order
            preexec_fn=die_with_parent(self.farewell),  # noqa: PLW1509  by the main thread, and there is no other
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self.process.pid

    @property
    def ended(self) -> bool:
        """Return whether the process has ended."""
        return self.process.poll() is not None

    def ending(self) -> str:
        """Return how it ended, in words."""
        code = self.process.returncode
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def last_words(self) -> str:
        """Return the last lines of its log on one line, or ""."""
        lines = [line.strip() for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        return " | ".join(lines[-LAST_LINES:])

    def ask(self) -> None:
        """Send its stop signal and do not wait."""
        self.asked = True
        if not self.ended:
            self.process.send_signal(self.farewell)

    def stop(self, grace: float = 10.0) -> None:
        """Ask it to end, wait up to `grace` seconds, then end its whole group."""
        if not self.asked:
            self.ask()
        if not self.ended:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(grace)
        self.kill()

    def kill(self) -> None:
        """Kill its whole group at once, and wait until it has ended."""
        self.end_group()
        self.process.wait()

    def end_group(self) -> None:
        """Kill what is left of the group of the process, which may itself have ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


def die_with_parent(farewell: signal.Signals) -> Callable[[], None] | None:
    """On Linux, let the kernel send a child its stop signal when we die, even by kill -9."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(PR_SET_PDEATHSIG, int(farewell))
