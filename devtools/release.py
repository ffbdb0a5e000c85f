"""Releases of the service: records of what each one speaks, and the checks that the next one can run beside it.

`python -m devtools.release check` says what the working tree breaks of the releases in releases.json, and
`python -m devtools.release record 1.0.0` adds the commit that is checked out (docs/contributors/releasing.md).
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import engine
from devtools.stack.home import REPOSITORY
from games.clock.fold import FORMAT as CLOCK_FORMAT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FILE: Final = "devtools/releases.json"
MIGRATIONS: Final = ("games/migrations", "players/migrations")
VERSION: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")


class CannotRelease(Exception):
    """What stands in the way, in a sentence."""


class Release(NamedTuple):
    """A release: its commit, and what its processes write and read.

    `engine_version` and `state_format` stamp its cached states, clocks of `clock_format` among them. `events` are the
    versions of the events that it knows, by the number of the type; `options` are the names of its options. `api` is
    the file in openapi/released that describes its HTTP interface.
    """

    version: str
    commit: str
    engine_version: int
    state_format: int
    clock_format: int
    api: str
    events: dict[int, int]
    options: list[str]

    @classmethod
    def read(cls, record: dict[str, Any]) -> Self:
        """Return the release of a record in the file."""
        return cls(**record | {"events": {int(number): version for number, version in record["events"].items()}})

    def unlike(self, other: Release) -> list[str]:
        """Return what the events of the `other` code break of this release."""
        gone = [
            f"events of type {number} have version {version} in {self.version}, and {other.events.get(number)} now"
            for number, version in self.events.items()
            if other.events.get(number, 0) < version
        ]
        if other.events != self.events and other.engine_version <= self.engine_version:
            gone.append(f"there are other events than in {self.version}: raise ENGINE_VERSION")
        if other.state_format < self.state_format or other.engine_version < self.engine_version:
            gone.append(f"STATE_FORMAT or ENGINE_VERSION is lower than in {self.version}")
        if other.clock_format != self.clock_format and other.state_format <= self.state_format:
            gone.append(f"clocks have another format than in {self.version}: raise STATE_FORMAT")
        return gone


class Checkout:
    """A checkout of the repository with its history."""

    def __init__(self, folder: Path = REPOSITORY) -> None:
        self.folder = folder

    def releases(self) -> list[Release]:
        """Return all releases, oldest first."""
        return [Release.read(record) for record in json.loads((self.folder / FILE).read_text("utf-8"))]

    def newest(self) -> Release | None:
        """Return the last release; None before the first."""
        return next(reversed(self.releases()), None)

    def has_history(self) -> bool:
        """Tell whether the commits of all releases are here; they are not in a shallow clone."""
        try:
            for release in self.releases():
                self._git("cat-file", "-e", f"{release.commit}^{{commit}}")
        except CannotRelease:
            return False
        return True

    def tree(self, commit: str, folder: Path) -> Path:
        """Write the files of a commit into a folder, and return it. Raises `CannotRelease`."""
        with zipfile.ZipFile(io.BytesIO(self._git("archive", "--format=zip", commit))) as packed:
            packed.extractall(folder)
        return folder

    def faults(self, now: Release) -> list[str]:
        """Return what this code, which is `now`, breaks of the releases. Raises `CannotRelease`."""
        return [fault for release in self.releases() for fault in (*self._changed(release), *release.unlike(now))]

    def _changed(self, release: Release) -> list[str]:
        """Return the migrations of a release that are not what they were. New ones are welcome."""
        listed = self._git("diff", "--name-only", "--no-renames", "--diff-filter=a", release.commit, "--", *MIGRATIONS)
        return [f"{name} is not what {release.version} has: add a migration" for name in listed.decode().splitlines()]

    def here(self, version: str) -> Release:
        """Return the commit that is checked out as a release. Raises `CannotRelease` if it is not ready for that."""
        self._demand(version)
        api = max((self.folder / "openapi/released").glob("v1-*.yaml"))
        if api.read_bytes() != (self.folder / "openapi.yaml").read_bytes():
            raise CannotRelease(f"openapi.yaml differs from {api.name}: run `make release-api` and commit its file.")
        commit = self._git("rev-parse", "HEAD").decode().strip()
        return speaking(version, commit, api.name)

    def _demand(self, version: str) -> None:
        last = self.newest()
        if VERSION.fullmatch(version) is None:
            raise CannotRelease(f"{version} is no version: it is written as 1.2.3.")
        if last is not None and _ordered(version) <= _ordered(last.version):
            raise CannotRelease(f"{version} does not come after {last.version}.")
        project = tomllib.loads((self.folder / "pyproject.toml").read_text("utf-8"))["project"]
        if project["version"] != version:
            raise CannotRelease(f"pyproject.toml says {project['version']}: write {version} there.")
        if f"\n## [{version}]" not in (self.folder / "CHANGELOG.md").read_text("utf-8"):
            raise CannotRelease(f"CHANGELOG.md has no heading `## [{version}]`.")
        if self._git("status", "--porcelain"):
            raise CannotRelease("The checkout has changes: commit them first.")

    def record(self, release: Release) -> None:
        """Add a release to the file."""
        records = [one._asdict() for one in (*self.releases(), release)]
        (self.folder / FILE).write_text(json.dumps(records, indent=2) + "\n", "utf-8")

    def _git(self, *words: str) -> bytes:
        command = ["git", *words]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=False)  # noqa: S603  no shell
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()[:1]
            raise CannotRelease(f"`git {words[0]}` says: {''.join(said)}. This needs the whole history of the project.")
        return done.stdout


def speaking(version: str, commit: str, api: str) -> Release:
    """Return this code as a release."""
    events = {number: engine.VERSIONS[number] for number in sorted(engine.EVENT_TYPES)}
    options = sorted(option.name for option in engine.describe())
    return Release(version, commit, engine.ENGINE_VERSION, engine.STATE_FORMAT, CLOCK_FORMAT, api, events, options)


def _ordered(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the releases, or record one. Return 1 if something stands in the way."""
    parser = argparse.ArgumentParser(prog="python -m devtools.release", description=__doc__.split("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="say what the working tree breaks of the releases so far")
    commands.add_parser("record", help="add the commit that is checked out to the releases").add_argument("version")
    asked = parser.parse_args(arguments)
    checkout = Checkout()
    try:
        faults = checkout.faults(speaking("", "", ""))
        if not faults and asked.command == "record":
            checkout.record(checkout.here(asked.version))
    except CannotRelease as why:
        faults = [str(why)]
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
