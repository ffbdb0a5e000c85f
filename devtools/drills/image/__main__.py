"""The drill of the image: build the Dockerfile by Docker, and run compose.yaml as an operator does.

`make drill-image`, as root on Linux; needs debootstrap, which Debian has. Docker comes from Debian's packages and runs
in a machine of its own: a bare Debian in namespaces. The images of PostgreSQL, Valkey and Caddy are pulled, or made of
Debian's packages where no registry can be reached. A client at the other end of a cable plays by https. The commands of
a restore are read from docs/operators/deploy.md. Exit code 1 if anything is not as it should be.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Final

from devtools.drills.image.machine import ADDRESS, CLIENT, INSTALLATION, Machine, run, say, until
from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HOST: Final = "play.example.org"
PAGE: Final = REPOSITORY / "docs/operators/deploy.md"
PROGRAMS: Final = ("debootstrap", "unshare", "nsenter", "ip", "tar", "git")
LARGEST: Final = 450 * 2**20  # bytes; Debian's own image is some 130 MiB smaller than what debootstrap makes
ACCOUNT: Final = "10001"  # of the Dockerfile
OURS: Final = ("web", "streams", "worker", "sweeper", "beat")
OTHERS: Final = ("backup", "broker", "database", "proxy")
WITNESS: Final = 2525  # a port of the client's machine
KILLED: Final = 137  # the exit code after SIGKILL
NOT_IN_THE_IMAGE: Final = ("tests", "devtools", ".git", ".env", "flipside.env", ".venv/bin/pip")


class Stage:
    """An installation in the machine, as an operator sees it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def compose(self, *words: str, stdin: str | None = None) -> str:
        """Run `docker compose` and return its output."""
        return self.machine.run("docker", "compose", *words, stdin=stdin)

    def inside(self, service: str, *words: str) -> str:
        """Run a program in the container of a service and return its output."""
        return self.compose("exec", "-T", service, *words)

    def psql(self, statement: str) -> str:
        """Ask the database as its superuser."""
        return self.inside("database", "psql", "-U", "postgres", "-d", "flipside", "-Atc", statement).strip()

    def state(self, service: str) -> dict[str, object]:
        """Return what Docker says of a service's container."""
        (container,) = self.compose("ps", "--all", "--quiet", service).split()
        (found,) = json.loads(self.machine.run("docker", "inspect", container))
        return dict(found["State"]) | {"Restarts": found["RestartCount"]}

    def serves(self) -> bool:
        """Tell whether the service answers from outside, and Docker finds its health good."""
        health = self.compose("ps", "--format", "{{.Health}}", "web", "streams").split()
        return health == ["healthy", "healthy"] and status(f"https://{HOST}/readyz") == 200  # noqa: PLR2004


def prepare(machine: Machine) -> None:
    """Get the code and the secrets onto the machine, as the page says, and build all images."""
    shutil.rmtree(machine.installation, ignore_errors=True)
    run("git", "clone", "--quiet", REPOSITORY, machine.installation)
    # What was not committed yet is tried, too.
    changed = run("git", "-C", REPOSITORY, "ls-files", "--modified", "--others", "--exclude-standard").splitlines()
    for name in changed:
        if (REPOSITORY / name).is_file():
            (machine.installation / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, machine.installation / name)
    done = subprocess.run(
        ["deploy/first-evening", HOST, "localhost", f"flipside@{HOST}"], cwd=machine.installation, check=False
    )
    if done.returncode:
        sys.exit("deploy/first-evening failed")
    with (machine.installation / "flipside.env").open("a") as settings:
        # The players of the match have one address, and are faster than people; there is no mail server.
        settings.write("RATE_LIMITS=off\nGUESTS_PER_HOUR=0\n")
    shutil.copy(Path(__file__).parent / "compose.override.yaml", machine.installation)
    text = (machine.installation / "deploy/docker/Caddyfile").read_text()
    own = text.replace("\n{\n", "\n{\n\tlocal_certs\n\tskip_install_trust\n", 1)
    (machine.installation / "drill.Caddyfile").write_text(own)
    (machine.installation / "root.crt").touch()
    hosts = machine.root / "etc/hosts"
    hosts.write_text(f"127.0.0.1 localhost\n{ADDRESS} {HOST}\n")
    machine.start(connected=True)
    machine.fetch_images()
    say("building the Dockerfile ...")
    networks = {"services": {name: {"build": {"network": "host"}} for name in (*OURS, "migrate", "doctor")}}
    (machine.installation / "networks.json").write_text(json.dumps(networks))
    machine.run("docker", "compose", "-f", "compose.yaml", "-f", "networks.json", "build", "--quiet")
    machine.stop()


def start(stage: Stage) -> Iterator[str]:
    """Start all services."""
    stage.compose("up", "-d", "--quiet-pull")
    authority = "/data/caddy/pki/authorities/local/root.crt"
    until(lambda: stage.machine.succeeds("docker", "compose", "exec", "-T", "proxy", "cat", authority), "the proxy")
    root = stage.machine.installation / "root.crt"
    root.write_text(stage.inside("proxy", "cat", authority))
    os.environ["SSL_CERT_FILE"] = str(root)
    until(stage.serves, "the service")
    if not redirected():
        yield "http is not redirected to https"


def image(stage: Stage) -> Iterator[str]:
    """The image is small, and has nothing that production does not need."""
    size = int(stage.machine.run("docker", "image", "inspect", "--format", "{{.Size}}", "flipside"))
    say(f"  the image has {size / 2**20:.0f} MiB")
    if size > LARGEST:
        yield f"the image has more than {LARGEST / 2**20:.0f} MiB"
    script = "ls -d " + " ".join(NOT_IN_THE_IMAGE) + " /usr/bin/gcc /usr/bin/make /usr/bin/pip 2>/dev/null; true"
    for name in stage.inside("web", "sh", "-c", script).split():
        yield f"{name} is in the image"


def rights(stage: Stage) -> Iterator[str]:
    """No process of ours can write to its image or gain rights, and the service's login cannot change the log."""
    for service in OURS:
        told = stage.inside(service, "cat", "/proc/1/status")
        if f"Uid:\t{ACCOUNT}\t{ACCOUNT}" not in told or "NoNewPrivs:\t1" not in told:
            yield f"{service} runs with other rights"
        if not re.search(r"^CapBnd:\t0+$", told, re.MULTILINE):
            yield f"{service} has capabilities"
        for place in ("/opt/flipside/x", "/x", "/etc/x"):
            if stage.machine.succeeds("docker", "compose", "exec", "-T", service, "touch", place):
                yield f"{service} can write to {place}"
    for statement, may in {
        "SELECT FROM event LIMIT 1": True,
        "DELETE FROM event": False,
        "UPDATE command SET actor = actor": False,
        "DROP TABLE event": False,
    }.items():
        if stage.machine.succeeds(
            "docker", "compose", "exec", "-T", "database", "psql", "-U", "postgres", "-d", "flipside",
            "-v", "ON_ERROR_STOP=1", "-c", "SET SESSION AUTHORIZATION flipside", "-c", statement,
        ) != may:  # fmt: skip
            yield f"the service {'may not' if may else 'may'} {statement}"


def networks(stage: Stage) -> Iterator[str]:
    """Only the proxy can be reached, and database and broker have no way out."""
    for port in (2019, 5432, 6379, 8000, 8001, 8443):
        if connects(port):
            yield f"port {port} is open to everybody"
    way_out = f"exec 3<>/dev/tcp/{CLIENT}/{WITNESS}"
    with socket.create_server((CLIENT, WITNESS)):
        for service, may in {
            "worker": True,
            "sweeper": True,
            "database": False,
            "backup": False,
            "beat": False,
        }.items():
            words = ("timeout", "3", "bash", "-c", way_out)
            if stage.machine.succeeds("docker", "compose", "exec", "-T", service, *words) != may:
                yield f"{service} {'cannot' if may else 'can'} reach other machines"
    if stage.machine.succeeds("docker", "compose", "exec", "-T", "proxy", "getent", "hosts", "database"):
        yield "the proxy can see the database"


def match(_stage: Stage) -> Iterator[str]:
    """Play a whole match from outside."""
    done = subprocess.run(
        [sys.executable, "-m", "devtools", "demo"],
        cwd=REPOSITORY, env=os.environ | {"URL": f"https://{HOST}"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    say(f"  {(done.stdout + done.stderr).strip().splitlines()[-1]}")
    if done.returncode:
        yield "no match could be played"


def addresses(stage: Stage) -> Iterator[str]:
    """The proxy sees the addresses of players."""
    last = stage.compose("logs", "--no-log-prefix", "--no-color", "--tail=1", "proxy")
    if f'"remote_ip":"{CLIENT}"' not in last:
        yield f"the proxy does not see the client's address: {last[:300]}"


def admin(stage: Stage) -> Iterator[str]:
    """Only the port for operators, on the machine itself, leads to the admin."""
    if (public := status(f"https://{HOST}/admin/login/")) != 404:  # noqa: PLR2004
        yield f"/admin answers everybody: {public}"
    there = (
        "--cacert",
        f"{INSTALLATION}/root.crt",
        "--resolve",
        f"{HOST}:8443:127.0.0.1",
        f"https://{HOST}:8443/admin/login/",
    )
    if not stage.machine.succeeds("curl", "--fail", "--silent", *there):
        yield "/admin does not answer operators"
    superuser = ("createsuperuser", "--noinput", "--name=First")
    variable = ("--env", "DJANGO_SUPERUSER_PASSWORD=Drill-1234-of-the-image")
    if not stage.machine.succeeds(
        "docker", "compose", "exec", "-T", *variable, "web", "python3", "manage.py", *superuser
    ):
        yield "no first operator can be made"


def kills(stage: Stage) -> Iterator[str]:
    """Whatever is killed comes back by itself."""
    for service in (*OURS, *OTHERS):
        before = stage.state(service)
        stage.machine.run("kill", "-9", str(before["Pid"]))
        began = time.monotonic()
        until(lambda: stage.state(service)["Running"] is True and stage.state(service)["Pid"] != before["Pid"], service)  # noqa: B023  called at once
        until(stage.serves, f"the service, after {service} was killed,")
        say(f"  {service} was killed; all is well after {time.monotonic() - began:.0f} s")
    yield from match(stage)


def backups(stage: Stage) -> Iterator[str]:
    """WAL is archived, and there is a base backup."""
    until(lambda: "base-" in stage.inside("database", "ls", "/backup"), "a base backup")
    stage.psql("SELECT pg_switch_wal()")
    until(lambda: re.search(r"^[0-9A-F]{24}$", stage.inside("database", "ls", "/backup/wal"), re.MULTILINE) is not None,
          "a file of WAL")  # fmt: skip
    yield from ()


def doctor(stage: Stage) -> Iterator[str]:
    """The doctor finds nothing but what is left out here: a mail server."""
    until(lambda: not faults(stage, "schedule"), "all periodic work")
    found = faults(stage)
    for one in found:
        if one["check"] != "mail":
            yield f"doctor: {one['says']}"
    if not any(one["check"] == "mail" for one in found):
        yield "doctor has not missed the mail server"


def faults(stage: Stage, *checks: str) -> list[dict[str, str]]:
    """Return what the doctor finds wrong."""
    words = ("docker", "compose", "run", "--rm", "-T", "doctor", "python3", "manage.py", "doctor", "--json", *checks)
    done = subprocess.run(stage.machine.words(*words), capture_output=True, text=True, check=False)
    if "[" not in done.stdout:
        sys.exit(f"the doctor gave no answer:\n{(done.stdout + done.stderr)[-3000:]}")
    found: list[dict[str, str]] = json.loads(done.stdout[done.stdout.index("[") :])
    if not checks:
        for one in found:
            say(f"  {one['state']:4}  {one['check']:9} {one['says']}")
    return [one for one in found if one["state"] == "fail"]


def restore(stage: Stage) -> Iterator[str]:
    """By the commands of the page: what came after the moment is gone, what came before is there, and play goes on."""
    first, shell, recovery, after = commands_of_a_restore()
    stage.inside("web", "touch", "/var/lib/flipside/erasures")  # nobody was erased yet, so it did not exist
    kept = int(stage.psql("SELECT count(*) FROM command"))
    moment = stage.psql("SELECT clock_timestamp()")  # later than all commits so far, and before those that follow
    yield from match(stage)
    stage.psql("SELECT pg_switch_wal()")
    base = max(re.findall(r"base-\S+", stage.inside("database", "ls", "/backup")))
    in_shell = shell.replace("base-2026-11-22T030000Z", base).replace("2026-11-22 16:53:18+00", moment)
    stop, enter = first.splitlines()
    stage.machine.run("sh", "-c", stop)
    stage.machine.run("sh", "-c", enter.replace("run ", "run -T "), stdin=f"set -e\n{in_shell}")
    up, ask, tidy = (line.replace("exec ", "exec -T ") for line in recovery.splitlines())
    stage.machine.run("sh", "-c", up)
    until(lambda: stage.machine.succeeds("sh", "-c", f'[ "$({ask})" = f ]'), "the end of the restore")
    stage.machine.run("sh", "-c", tidy)
    if (found := int(stage.psql("SELECT count(*) FROM command"))) != kept:
        yield f"{kept} commands had been accepted before the moment, and {found} were restored"
    for line in after.splitlines():
        if not stage.machine.succeeds("sh", "-c", line.replace("run ", "run -T ")):
            yield f"failed: {line}"
    until(stage.serves, "the service")
    until(
        lambda: "00000002.history" in stage.inside("database", "ls", "/backup/wal"), "the archive of the new timeline"
    )
    yield from match(stage)
    for one in faults(stage, "backups", "database", "schedule"):
        yield f"after the restore the doctor says: {one['says']}"


def commands_of_a_restore() -> list[str]:
    """Return the blocks of commands of the page."""
    section = PAGE.read_text().partition("### Backups of this installation")[2].partition("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```", section, re.MULTILINE | re.DOTALL)


def down(stage: Stage) -> Iterator[str]:
    """Every process ends by itself when it is told to; the data are kept, until they are not wanted."""
    kept = stage.psql("SELECT count(*) FROM command")
    stage.compose("stop")
    for service in (*OURS, *OTHERS):
        if stage.state(service)["ExitCode"] == KILLED:
            yield f"{service} did not end by itself within its time"
    stage.compose("down")
    stage.compose("up", "-d")
    until(stage.serves, "the service")
    if stage.psql("SELECT count(*) FROM command") != kept:
        yield "docker compose down has lost data"
    stage.compose("down", "--volumes")
    if left := stage.machine.run("docker", "volume", "ls", "--quiet", "--filter", "name=flipside").split():
        yield f"docker compose down --volumes leaves {left}"


ACTS: Final[tuple[Callable[[Stage], Iterator[str]], ...]] = (
    start, image, rights, networks, match, addresses, admin, backups, doctor, kills, restore, down,
)  # fmt: skip


def status(url: str) -> int:
    """Return the status of an answer, 0 without one."""
    try:
        with urllib.request.urlopen(url, timeout=10, context=ssl.create_default_context()) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def connects(port: int) -> bool:
    """Tell whether a port of the machine is open to the client."""
    with contextlib.suppress(OSError), socket.create_connection((ADDRESS, port), 3):
        return True
    return False


def redirected() -> bool:
    """Tell whether the proxy sends a client from http to https."""
    with socket.create_connection((HOST, 80), 10) as connection:
        connection.sendall(f"GET /play HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
        head = connection.makefile("rb").read().decode()
    return f"Location: https://{HOST}/play\r\n" in head


def play(machine: Machine) -> int:
    """Play all acts, in namespaces for mounts and networks of their own."""
    hosts = machine.folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost\n{ADDRESS} {HOST}\n")
    run("mount", "--bind", hosts, "/etc/hosts")
    machine.start(connected=False)
    found = []
    try:
        for act in ACTS:
            say(f"- {act.__name__}")
            for fault in act(Stage(machine)):
                say(f"  WRONG: {fault}")
                found.append(fault)
    finally:
        machine.stop()
    say("the drill has found faults" if found else "the image is sound")
    return 1 if found else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill, and return 0 if all is as it should be."""
    parser = argparse.ArgumentParser(prog="drill-image", description=__doc__)
    parser.add_argument("--folder", type=Path, help="keep all files here: another run makes only what has changed")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)  # the folder of the second part
    asked = parser.parse_args(arguments)
    if asked.inside:
        return play(Machine(asked.inside))
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        sys.exit(f"install {', '.join(missing)}")
    if os.geteuid() != 0:
        sys.exit("run it as root: it makes namespaces and changes into the files of a machine")
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="flipside-image-"))
    folder.mkdir(exist_ok=True)
    machine = Machine(folder.resolve())
    try:
        machine.make()
        prepare(machine)
        words = ("unshare", "--mount", "--net", sys.executable, "-m", "devtools.drills.image", "--inside")
        return subprocess.run([*words, machine.folder], cwd=REPOSITORY, check=False).returncode
    finally:
        machine.stop()
        if not asked.folder:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
