"""The second part of the drill of the image: the services of compose.yaml, in namespaces of their own.

Runs in fresh namespaces for mounts, network and processes, so whatever is left ends with it.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

from devtools.drills.image import run, say
from devtools.stack.account import Account, servers_account
from devtools.stack.binaries import postgres_programs, valkey_program
from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HOST: Final = "play.example.org"
ACCOUNT: Final = 10_001  # of the Dockerfile
PATIENCE: Final = 90.0  # seconds, on a machine that has other work
NEW_CADDY: Final = (2, 6, 4)  # from this one on `request_buffers` has its name
PR_SET_NO_NEW_PRIVS: Final = 38
SIOCSIFFLAGS: Final = 0x8914
UP: Final = 0x1
PROCESSES: Final = ("web", "streams", "worker", "sweeper", "beat")


def play(root: Path, folder: Path) -> int:
    """Start every service, play a match through the proxy, and check what an operator relies on."""
    _loopback_up()
    stage = Stage(root, folder)
    with contextlib.ExitStack() as stack:
        stack.callback(stage.end)
        faults: list[str] = []
        for act in ACTS:
            say(f"- {act.__name__.replace('_', ' ')}")
            faults += act(stage)
            if faults and act in NEEDED:
                break
    for fault in faults:
        say(f"WRONG: {fault}")
    say("the drill has found faults" if faults else "the image is sound")
    return 1 if faults else 0


class Stage:
    """The services, with the secrets that `deploy/first-evening` has made."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.servers = servers_account() or Account("root", 0, 0)
        (folder / "programs").mkdir()
        shutil.copytree(REPOSITORY / "deploy", folder / "deploy")
        self.backup = _folder(folder / "backup", self.servers.uid)
        _folder(self.backup / "wal", self.servers.uid)
        self.ledgers = _folder(folder / "ledgers", ACCOUNT, 0o750)
        os.chdir(folder)
        run("deploy/first-evening", HOST, "localhost", f"flipside@{HOST}")
        with (folder / "flipside.env").open("a") as settings:
            # The players of the match have one address, and are faster than people; there is no mail server with TLS.
            settings.write("RATE_LIMITS=off\nGUESTS_PER_HOUR=0\nEMAIL_USE_TLS=off\n")
        self.variables = _variables(folder / ".env")
        self.services: dict[str, Any] = yaml.safe_load((REPOSITORY / "compose.yaml").read_text())["services"]
        self._enter_image()
        self._names()

    def _names(self) -> None:
        hosts = self.folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost {HOST} {' '.join(self.services)}\n")
        _mount(hosts, "/etc/hosts")
        _mount(hosts, self.root / "etc/hosts")

    def _enter_image(self) -> None:
        """Make the image's files read only, as compose.yaml does, with /tmp and the ledgers to write to."""
        _mount(self.root, self.root)
        run("mount", "-o", "remount,bind,ro", self.root)
        run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", self.root / "tmp")
        run("mount", "-t", "proc", "proc", self.root / "proc")
        run("mount", "-t", "tmpfs", "tmpfs", self.root / "dev")
        for name in ("null", "zero", "urandom", "random"):
            (self.root / "dev" / name).touch()
            _mount(f"/dev/{name}", self.root / "dev" / name)
        (self.root / "dev/shm").mkdir(mode=0o1777)
        run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", self.root / "dev/shm")
        _mount(self.ledgers, self.root / "var/lib/flipside")

    def words(self, service: str) -> list[str]:
        """Return the command of a service, with the variables of .env and the paths of this machine."""
        here = {"/deploy/": f"{self.folder}/deploy/", "/roles.sql": f"{self.folder}/deploy/postgresql/roles.sql"}
        found = [self._filled(str(word)) for word in self.services[service]["command"]]
        for there, path in here.items():
            found = [word.replace(there, path) for word in found]
        return found

    def environment(self, service: str) -> dict[str, str]:
        """Return the variables of a service, as compose.yaml gives them."""
        given = self.services.get(service, {})
        found = _variables(self.folder / "flipside.env") if "env_file" in given else {}
        return found | {name: self._filled(str(value)) for name, value in given.get("environment", {}).items()}

    def _filled(self, text: str) -> str:
        def value(found: re.Match[str]) -> str:
            return self.variables.get(found[1]) or (found[3] if found[2] == "-" else "") or ""

        return re.sub(r"\$\{(\w+)(?::([-?])([^}]*))?\}", value, text)

    def start_image(self, service: str, *words: str, **more: str) -> subprocess.Popen[bytes]:
        """Start a process in the image, as its account and without a way to other rights."""
        environment = {"PATH": "/opt/flipside/.venv/bin:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}

        def become() -> None:
            os.chroot(self.root)
            os.chdir("/opt/flipside")
            os.setgroups([])
            os.setgid(ACCOUNT)
            os.setuid(ACCOUNT)
            ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)

        with (self.folder / f"{service}.log").open("ab") as log:
            return subprocess.Popen(
                list(words) or self.words(service),
                env=environment | self.environment(service) | more,
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=become,  # noqa: PLW1509  there is no other thread
            )  # fmt: skip

    def start_server(self, service: str, words: Sequence[str | Path], **more: str) -> subprocess.Popen[bytes]:
        """Start a program of this machine in place of another image, as an unprivileged account."""
        with (self.folder / f"{service}.log").open("ab") as log:
            return subprocess.Popen(
                [str(word) for word in words],
                env={"PATH": os.environ["PATH"], "BACKUP_FOLDER": str(self.backup)} | self.environment(service) | more,
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True, cwd="/",
                user=self.servers.uid, group=self.servers.gid, extra_groups=[],
            )  # fmt: skip

    def finish(self, service: str, process: subprocess.Popen[bytes]) -> int:
        """Wait for a service that ends by itself, and return its exit code."""
        code = process.wait(PATIENCE)
        if code:
            say(self.log(service))
        return code

    def log(self, service: str) -> str:
        """Return the end of a service's log."""
        return (self.folder / f"{service}.log").read_text(errors="replace")[-3000:]

    def end(self) -> None:
        """End what still runs."""
        for process in self.running.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def database(stage: Stage) -> Iterator[str]:
    """Make the database and start it, as PostgreSQL's image does, with the command of compose.yaml."""
    programs = postgres_programs(stage.servers, stage.folder)
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
    data = _folder(stage.folder / "data", stage.servers.uid, 0o700)
    made = stage.start_server("database", ["initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"])
    if stage.finish("database", made):
        yield "initdb failed"
    (data / "pg_hba.conf").write_text("local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n")
    options = ("-D", str(data), "-c", f"unix_socket_directories={data}", "-c", "listen_addresses=*")
    stage.running["database"] = stage.start_server("database", [*stage.words("database"), *options])
    _until(lambda: run_quietly("pg_isready", "-q", "-h", "127.0.0.1"), "the database")
    first = stage.start_server(
        "first-start", [stage.folder / "deploy/docker/first-start.sh"],
        PGHOST=str(data), PGDATA=str(data), DEPLOY=str(stage.folder / "deploy"),
        **{name: value for name, value in stage.variables.items() if name.endswith("_PASSWORD")},
    )  # fmt: skip
    if stage.finish("first-start", first):
        yield "first-start.sh failed"
    os.kill(stage.running["database"].pid, signal.SIGHUP)  # the image starts the server anew after its scripts


def everything_else(stage: Stage) -> Iterator[str]:
    """Start the other services in the order of compose.yaml."""
    broker = stage.words("broker")
    program = valkey_program(stage.servers, stage.folder)
    stage.running["broker"] = stage.start_server("broker", [program, *broker[1:], "--dir", "/tmp"])
    if stage.finish("migrate", stage.start_image("migrate")):
        yield "migrate failed"
        return
    if stage.finish("grants", stage.start_server("grants", stage.words("grants"))):
        yield "grants failed"
        return
    for service in PROCESSES:
        stage.running[service] = stage.start_image(service)
    stage.running["backup"] = stage.start_server("backup", stage.words("backup"))
    for service in ("web", "streams"):
        test = stage.services[service]["healthcheck"]["test"][1:]
        _until(lambda: stage.start_image("probe", *test, **stage.environment("web")).wait(30) == 0, service)  # noqa: B023  called at once
    say("all processes are healthy")


def proxy(stage: Stage) -> Iterator[str]:
    """Start Caddy with the file of compose.yaml, which makes certificates of its own here."""
    text = (REPOSITORY / "deploy/docker/Caddyfile").read_text()
    text = text.replace("\n{\n", "\n{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n", 1)
    version = tuple(int(part) for part in re.findall(r"\d+", run("caddy", "version").split()[0])[:3])
    if version < NEW_CADDY:
        text = text.replace("request_buffers 64KiB", "buffer_requests")
    path = stage.folder / "Caddyfile"
    path.write_text(text)
    home = _folder(stage.folder / "caddy", 0)
    with (stage.folder / "proxy.log").open("ab") as log:
        stage.running["proxy"] = subprocess.Popen(
            [str(shutil.which("caddy")), "run", "--adapter", "caddyfile", "--config", str(path)],
            env=stage.environment("proxy") | {"HOME": str(home), "XDG_DATA_HOME": str(home)},
            stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    root = home / "caddy/pki/authorities/local/root.crt"
    _until(root.exists, "the proxy")
    os.environ["SSL_CERT_FILE"] = str(root)
    _until(lambda: status(f"https://{HOST}/livez") == 200, "the proxy")  # noqa: PLR2004
    yield from _redirect()


def _redirect() -> Iterator[str]:
    connection = socket.create_connection((HOST, 80), 10)
    with connection:
        connection.sendall(f"GET /play HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
        head = connection.makefile("rb").read().decode()
    if f"Location: https://{HOST}/play\r\n" not in head:
        yield f"http is not redirected to https: {head[:200]}"


def match(_stage: Stage) -> Iterator[str]:
    """Play a whole match from outside."""
    done = subprocess.run(
        [sys.executable, "-m", "devtools", "demo"],
        cwd=REPOSITORY, env=os.environ | {"URL": f"https://{HOST}"}, check=False,
    )  # fmt: skip
    if done.returncode:
        yield "no match could be played"


def admin(_stage: Stage) -> Iterator[str]:
    """Only the port for operators leads to the admin."""
    if (public := status(f"https://{HOST}/admin/login/")) != 404:  # noqa: PLR2004
        yield f"/admin answers everybody: {public}"
    if (operators := status(f"https://{HOST}:8443/admin/login/")) != 200:  # noqa: PLR2004
        yield f"/admin does not answer operators: {operators}"


def rights(stage: Stage) -> Iterator[str]:
    """The processes cannot write to the image, and their login cannot change the log."""
    write = stage.start_image("probe", "python3", "-c", "open('/opt/flipside/x', 'w')", **stage.environment("web"))
    if write.wait(30) == 0:
        yield "a process can write to the image"
    for service in PROCESSES:
        lines = Path(f"/proc/{stage.running[service].pid}/status").read_text()
        if f"Uid:\t{ACCOUNT}\t{ACCOUNT}" not in lines or "NoNewPrivs:\t1" not in lines:
            yield f"{service} runs with other rights"
    url = stage.environment("web")["DATABASE_URL"].replace("@database", "@127.0.0.1")
    for statement in ("DELETE FROM event", "UPDATE command SET actor = actor", "DROP TABLE event"):
        if run_quietly("psql", url, "-c", statement):
            yield f"the service may {statement}"


def backups(stage: Stage) -> Iterator[str]:
    """WAL is archived, and the first base backup is whole."""
    _until(lambda: any(stage.backup.glob("base-*")), "a base backup")
    url = f"postgresql://postgres@%2F{str(stage.folder)[1:].replace('/', '%2F')}%2Fdata/postgres"
    run("psql", url, "-c", "SELECT pg_switch_wal()")
    _until(lambda: any(len(path.name) == 24 for path in (stage.backup / "wal").iterdir()), "a file of WAL")  # noqa: PLR2004
    yield from ()


def doctor(stage: Stage) -> Iterator[str]:
    """The doctor finds nothing but what is left out here: a mail server."""
    _until(lambda: not _faults(stage, "schedule"), "all periodic work")
    found = _faults(stage)
    for one in found:
        if one["check"] != "mail":
            yield f"doctor: {one['says']}"
    if not any(one["check"] == "mail" for one in found):
        yield "doctor has not missed the mail server"


def _faults(stage: Stage, *checks: str) -> list[dict[str, str]]:
    log = stage.folder / "doctor.log"
    log.write_text("")
    certificates = stage.ledgers / "root.crt"
    shutil.copy(os.environ["SSL_CERT_FILE"], certificates)
    certificates.chmod(0o644)
    copies = stage.root / "tmp/backup"
    if not copies.exists():
        copies.mkdir()
        _mount(stage.backup, copies)
    stage.start_image(
        "doctor", *stage.words("doctor"), "--json", *checks,
        SSL_CERT_FILE="/var/lib/flipside/root.crt", BACKUP_FOLDER="/tmp/backup",
    ).wait(PATIENCE)  # fmt: skip
    text = log.read_text()
    found: list[dict[str, str]] = json.loads(text[text.index("[") :])
    if not checks:
        for one in found:
            say(f"  {one['state']:4}  {one['check']:9} {one['says']}")
    return [one for one in found if one["state"] == "fail"]


def farewell(stage: Stage) -> Iterator[str]:
    """Every process ends by itself when it is told to, within its time."""
    for service in (*PROCESSES, "backup", "broker", "database"):
        process = stage.running[service]
        limit = float(str(stage.services[service].get("stop_grace_period", "10s")).removesuffix("s"))
        if process.poll() is not None:
            yield f"{service} had ended before: {stage.log(service)}"
            continue
        os.kill(process.pid, signal.SIGINT if service == "database" else signal.SIGTERM)
        if service == "backup":  # a shell that sleeps; `init: true` passes the signal to it
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            yield f"{service} did not end within {limit:.0f} s"


ACTS: Final[tuple[Callable[[Stage], Iterator[str]], ...]] = (
    database, everything_else, proxy, match, admin, rights, backups, doctor, farewell,
)  # fmt: skip


NEEDED: Final = (database, everything_else, proxy)
"""Without these there is nothing to look at."""


def status(url: str) -> int:
    """Return the status of an answer, 0 without one."""
    try:
        with urllib.request.urlopen(url, timeout=10, context=ssl.create_default_context()) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def run_quietly(*words: str) -> bool:
    """Tell whether a program succeeds."""
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            msg = f"{what} did not come within {PATIENCE:.0f} s"
            raise TimeoutError(msg)
        time.sleep(0.5)


def _variables(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def _folder(path: Path, owner: int, mode: int = 0o755) -> Path:
    path.mkdir()
    path.chmod(mode)
    os.chown(path, owner, -1)
    return path


def _mount(what: Path | str, where: Path | str) -> None:
    run("mount", "--bind", what, where)


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", UP))
