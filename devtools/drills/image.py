"""The drill of the image: build the Dockerfile without a container engine, and play a match through compose.yaml.

`make drill-image`, as root on Linux; needs buildah, debootstrap and caddy, which Debian has. buildah runs the steps of
the Dockerfile in a bare Debian; then every process of compose.yaml runs in the image's files, as its account, in
namespaces of its own without any network but the loopback. The images of others (PostgreSQL, Valkey, Caddy) are
replaced by programs of this machine with the same commands. Exit code 1 if anything is not as it should be.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAMS: Final = ("buildah", "debootstrap", "caddy", "unshare")
CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
LARGEST: Final = 450 * 2**20  # bytes; Debian's own image is some 130 MiB smaller than what debootstrap makes


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def run(*words: str | Path) -> str:
    """Run a program and return its output; the last lines of an error are shown."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{words[0]} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def build(folder: Path) -> Path:
    """Build the image as the Dockerfile says, and return the folder with its files."""
    (base,) = set(re.findall(r"^FROM debian:(\w+)-slim", (REPOSITORY / "Dockerfile").read_text(), re.MULTILINE))
    store = ("buildah", "--root", folder / "store", "--runroot", folder / "run", "--storage-driver", "vfs")
    say(f"making a bare Debian {base} ...")
    run("debootstrap", "--variant=minbase", base, folder / "debian")
    empty = run(*store, "from", "scratch").strip()
    run(*store, "add", empty, folder / "debian")
    run(*store, "commit", empty, f"debian:{base}-slim")
    shutil.rmtree(folder / "debian")
    say("running the steps of the Dockerfile ...")
    # The package index is trusted by the certificates of this machine.
    pip = folder / "pip.conf"
    pip.write_text("[global]\ncert = /etc/ssl/drill.crt\n")
    volumes = [word for pair in ((CERTIFICATES, "/etc/ssl/drill.crt"), (pip, "/etc/pip.conf"))
               for word in ("--volume", f"{pair[0]}:{pair[1]}:ro")]  # fmt: skip
    run(*store, "bud", "--isolation", "chroot", "--pull-never", "--tag", "flipside", *volumes, REPOSITORY)
    container = run(*store, "from", "localhost/flipside").strip()
    return Path(run(*store, "mount", container).strip())


def look_at(root: Path) -> list[str]:
    """Return what is wrong with the files of the image."""
    wrong = []
    size = int(run("du", "-sb", root).split()[0])
    say(f"the image has {size / 2**20:.0f} MiB")
    if size > LARGEST:
        wrong.append(f"the image has more than {LARGEST / 2**20:.0f} MiB")
    service = root / "opt/flipside"
    wrong += [f"{name} is in the image" for name in ("tests", "devtools", ".git", ".env") if (service / name).exists()]
    wrong += [f"{name} is in the image" for name in ("gcc", "make", "pip") if (root / "usr/bin" / name).exists()]
    if (service / ".venv/bin/pip").exists():
        wrong.append("pip is in the image")
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill, and return 0 if all is as it should be."""
    parser = argparse.ArgumentParser(prog="drill-image", description=__doc__)
    parser.add_argument("--root", type=Path, help="the files of an image that was built before")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)  # the folder of the second part
    asked = parser.parse_args(arguments)
    if asked.inside:
        from devtools.drills.containers import play  # noqa: PLC0415  needs packages that the first part does not

        return play(asked.root, asked.inside)
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        sys.exit(f"install {', '.join(missing)}")
    if os.geteuid() != 0:
        sys.exit("run it as root: it makes namespaces and changes into the image's files")
    folder = Path(tempfile.mkdtemp(prefix="flipside-image-"))
    folder.chmod(0o755)
    try:
        root = asked.root or build(folder)
        wrong = look_at(root)
        for fault in wrong:
            say(f"WRONG: {fault}")
        words = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable)
        done = subprocess.run(
            [*words, "-m", "devtools.drills.image", "--root", root, "--inside", folder], cwd=REPOSITORY, check=False
        )
        return 1 if wrong or done.returncode else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
