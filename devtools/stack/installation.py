"""The whole service on this machine, from the database to the worker, started and stopped in order."""

import contextlib
import fcntl
import os
import secrets
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.environment_file import recall, remember
from devtools.stack.home import REPOSITORY, is_sandbox, prepare
from devtools.stack.port import demand, free_port
from devtools.stack.services import services
from devtools.stack.trouble import Trouble

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  compared with, not listened on
START_LIMIT = 60.0  # seconds, for a loaded machine
WEB = ("config.servers.web", "--workers", "2", "--threads", "4")
STREAMS = ("config.servers.streams", "--pass-on")
CELERY = ("celery", "-A", "config.celery")
WORKER = (*CELERY, "worker", "--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "INFO")
SWEEPER = ("manage", "sweeper")
BEAT = (*CELERY, "beat", "--pidfile", "", "--loglevel", "INFO")


@dataclass
class Stack:
    """A running service: its address, that of its web process, and its processes in the order they were started.

    `environment`: that of the processes.
    """

    address: str
    web: str
    children: list[Child]
    environment: dict[str, str]


@contextlib.contextmanager
def stack(home: Path, host: str, port: int) -> Iterator[Stack]:
    """Start everything with its state in `home`; stop it in reverse order at the end. Raises Trouble."""
    with contextlib.ExitStack() as running:
        running.enter_context(alone(home))
        demand(host, port)
        found = running.enter_context(services(home, durable=True))
        given = {**_secrets(home), **found.environment}
        remember(home, given)
        address = f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{port}"
        environment = {
            "PUBLIC_URL": address,
            "ALLOWED_HOSTS": f"localhost,127.0.0.1,[::1],{host}",
            **os.environ,
            **given,
            "DJANGO_SETTINGS_MODULE": "config.settings.development",
        }
        _manage(home, environment, "migrate", "--no-input")
        if is_sandbox():
            _manage(home, environment, "sandbox", "on")

        def start(name: str, *words: str | Path, **besides: str) -> Child:
            child = Child(
                name,
                [sys.executable, "-m", *words],
                log=home / "logs" / f"{name}.log",
                environment={**environment, **besides},
                folder=REPOSITORY,
            )
            started.append(child)
            return child

        started: list[Child] = []
        running.callback(_stop, started)
        # One address for all: the streams process is the front, so the web process behind it has one proxy more.
        behind = f"127.0.0.1:{free_port()}"
        proxies = str(int(environment.get("NUM_PROXIES", "0")) + 1)
        web = start("web", *WEB, "--bind", behind, NUM_PROXIES=proxies)
        streams = start("streams", *STREAMS, f"http://{behind}", "--bind", f"{host}:{port}")
        start("worker", *WORKER)
        wait.until(lambda: _ready(f"http://{behind}"), web, START_LIMIT)
        wait.until(lambda: _ready(address), streams, START_LIMIT)
        start("sweeper", *SWEEPER)
        start("beat", *BEAT, "--schedule", home / "beat-schedule")
        yield Stack(address, behind, [*found.children, *started], environment)


@contextlib.contextmanager
def alone(home: Path) -> Iterator[None]:
    """Hold the lock of `home`, which ends with the process however it ends. Raises Trouble if another holds it."""
    prepare(home)
    with (home / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise Trouble(
                f"Flipside already runs from this folder (process {lock.read().strip()}): stop it there with Ctrl-C.",
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _secrets(home: Path) -> dict[str, str]:
    """Return keys that must be the same at the next start: given ones, those of the last start, else new ones."""
    known = {**recall(home), **os.environ}
    return {
        "SECRET_KEY": known.get("SECRET_KEY") or secrets.token_urlsafe(48),
        "GAME_SECRET_KEYS": known.get("GAME_SECRET_KEYS") or f"embedded:{secrets.token_hex(32)}",
    }


def _stop(children: list[Child]) -> None:
    """Send all of them the stop signal, then wait; no child needs another to end."""
    for child in reversed(children):
        child.ask()
    for child in reversed(children):
        child.stop()


def _manage(home: Path, environment: dict[str, str], command: str, *words: str) -> None:
    log = home / "logs" / f"{command}.log"
    with log.open("wb") as output:
        done = subprocess.run(  # noqa: S603  commands of ours
            [sys.executable, "manage.py", command, *words],
            env={**environment, "DATABASE_STATEMENT_TIMEOUT_MS": "0"},
            cwd=REPOSITORY,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        last = log.read_text(errors="replace").strip().splitlines()[-1:]
        raise Trouble(f"The database could not be prepared: {' '.join(last)} (log: {log})")


def _ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=5) as answer:  # noqa: S310  http, our own
            return bool(answer.status == 200)  # noqa: PLR2004  the status that means ready
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False
