"""The machine of the drill: a bare Debian with Docker, in namespaces of its own, and two networks for it.

While images are built, it has the network of this machine. Afterwards it has one of its own, which a cable leads out
of: the other end is a client's.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Callable

HERE: Final = Path(__file__).parent
DEBIAN: Final = "trixie"  # of the Dockerfile, and of the machine itself
NEWER: Final = "forky"  # has PostgreSQL, Valkey and Caddy in the versions of compose.yaml
PACKAGES: Final = "docker.io,docker-cli,docker-compose,docker-buildx,iptables,iproute2,ca-certificates,curl,git,procps"
INSTALLATION: Final = Path("/srv/flipside")
CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
CGROUP: Final = "flipside-drill"
ADDRESS: Final = "192.0.2.1"  # of nobody (RFC 5737)
CLIENT: Final = "192.0.2.2"
FOREIGN: Final = {"postgres:18": "postgres", "valkey/valkey:9": "valkey", "caddy:2.11": "caddy"}
"""The images of others, and the folders that have a replacement for each."""
PATIENCE: Final = 120.0  # seconds, on a machine that has other work


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def run(*words: str | Path, stdin: str | None = None) -> str:
    """Run a program and return its output; the last lines of an error are shown."""
    done = subprocess.run([str(word) for word in words], input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words[-4:]))} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"{what} did not come within {PATIENCE:.0f} s")
        time.sleep(0.5)


class Machine:
    """A bare Debian with a Docker daemon."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "machine"
        self.installation = self.root / INSTALLATION.relative_to("/")
        self._process: subprocess.Popen[bytes] | None = None
        self._daemon = 0

    def make(self) -> None:
        """Make the files of the machine and of the images that it begins with."""
        bare_debian(self.root, DEBIAN, f"--include={PACKAGES}")
        for name in (DEBIAN, NEWER):
            base = self.folder / name
            bare_debian(base, name)
            # The package index is trusted by the certificates of this machine; a mirror of Debian may be old.
            shutil.copy(CERTIFICATES, base / "etc/drill.crt")
            (base / "etc/pip.conf").write_text("[global]\ncert = /etc/drill.crt\n")
            (base / "etc/apt/apt.conf.d/drill").write_text('Acquire::Check-Valid-Until "false";\n')
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")

    def start(self, *, connected: bool) -> None:
        """Start Docker, either with this machine's network or with one of its own."""
        network = ("--bridge=none", "--iptables=false") if connected else ()
        own = () if connected else ("--net",)
        with (self.folder / "docker.log").open("ab") as log:
            self._process = subprocess.Popen(
                ["unshare", "--mount", *own, "--pid", "--uts", "--ipc", "--fork", "--kill-child", HERE / "boot",
                 self.root, "dockerd", "--storage-driver=overlay2", f"--cgroup-parent=/{CGROUP}", *network],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        until(self._answers, f"Docker, see {self.folder}/docker.log,")
        if not connected:
            self._cable()

    def _answers(self) -> bool:
        process = self._process
        if process is None or process.poll() is not None:
            sys.exit(f"Docker cannot run here:\n{(self.folder / 'docker.log').read_text()[-2000:]}")
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        self._daemon = int(children[0]) if children else 0
        return bool(children) and self.succeeds("docker", "version")

    def _cable(self) -> None:
        run("ip", "link", "add", "client", "type", "veth", "peer", "name", "eth0", "netns", str(self._daemon))
        run("ip", "address", "add", f"{CLIENT}/24", "dev", "client")
        for name in ("lo", "client"):
            run("ip", "link", "set", name, "up")
        self.run("ip", "address", "add", f"{ADDRESS}/24", "dev", "eth0")
        for name in ("lo", "eth0"):
            self.run("ip", "link", "set", name, "up")
        self.run("ip", "route", "add", "default", "via", CLIENT)

    def stop(self) -> None:
        """Stop Docker and with it every container."""
        if self._process is None:
            return
        if self._daemon and self._process.poll() is None:
            os.kill(self._daemon, signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        for folder in sorted(Path("/sys/fs/cgroup").glob(f"**/{CGROUP}/**/"), reverse=True):
            folder.rmdir()

    def words(self, *words: str) -> list[str]:
        """Return the words that run a program in the machine, in the folder of the installation."""
        inside = ("--mount", "--net", "--pid", "--uts", "--ipc", "--root", f"--wdns={INSTALLATION}")
        clean = ("env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin")
        return ["nsenter", "--target", str(self._daemon), *inside, *clean, *words]

    def run(self, *words: str, stdin: str | None = None) -> str:
        """Run a program in the machine and return its output."""
        return run(*self.words(*words), stdin=stdin)

    def succeeds(self, *words: str) -> bool:
        """Tell whether a program in the machine succeeds."""
        return subprocess.run(self.words(*words), capture_output=True, check=False).returncode == 0

    def fetch_images(self) -> None:
        """Get the images of others: from their registry, or made of Debian's packages where it cannot be reached."""
        for name in (DEBIAN, NEWER):
            if self.succeeds("docker", "image", "inspect", f"debian:{name}-slim"):
                continue  # of a run before
            with subprocess.Popen(["tar", "-C", self.folder / name, "-c", "."], stdout=subprocess.PIPE) as files:
                subprocess.run(
                    self.words("docker", "import", "-", f"debian:{name}-slim"),
                    stdin=files.stdout, stdout=subprocess.DEVNULL, check=True,
                )  # fmt: skip
        for image, folder in FOREIGN.items():
            if self.succeeds("timeout", "300", "docker", "pull", "--quiet", image):
                say(f"{image} is the one of its registry")
                continue
            say(f"making {image} of Debian's packages ...")
            source = f"{INSTALLATION}/{(HERE / 'images' / folder).relative_to(REPOSITORY)}"
            self.run("docker", "build", "--quiet", "--network=host", f"--tag={image}", source)


def bare_debian(folder: Path, name: str, *options: str) -> None:
    """Make a bare Debian, unless it is there."""
    if (folder / "etc/debian_version").exists():
        return
    say(f"making a bare Debian {name} ...")
    # A debootstrap that is older than this Debian takes the script of sid.
    script = () if Path(f"/usr/share/debootstrap/scripts/{name}").exists() else ("", "sid")
    run("debootstrap", "--variant=minbase", *options, name, folder, *script)
