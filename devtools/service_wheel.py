"""Builds the wheel of the service: `pip wheel --no-deps .`, as pyproject.toml says (PEP 517).

A backend of our own, with the standard library only, so that the wheel can be built wherever pip is, without a network.
The same files always give the same bytes.
"""

import base64
import hashlib
import os
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("common", "config", "engine", "games", "players")
DATA: Final = (
    "openapi.yaml", "openapi/examples", "docs/clients/errors.md", "verifier", "web/dist", "deploy/postgresql",
)  # fmt: skip
"""What the service serves, and what operators run, besides its packages. It stands in `DATA_FOLDER`."""
DATA_FOLDER: Final = PurePosixPath("config/data")
LEFT_OUT: Final = {
    "config/settings/development.py", "config/settings/test.py",  # both are for devtools
    "engine/pyproject.toml",
}  # fmt: skip
COMMANDS: Final = {"flipside": "config.__main__:main"}
MADE_AT: Final = (1980, 1, 1, 0, 0, 0)
"""The time of all files, the earliest that a zip file can tell."""


def build_wheel(
    wheel_directory: str, _config_settings: Mapping[str, object] | None = None, _metadata_directory: str | None = None
) -> str:
    """Write the wheel into a folder, and return its name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = f"{project['name']}-{project['version']}"
    content = {str(place): path.read_bytes() for place, path in files(ROOT)} | {
        f"{base}.dist-info/{name}": text.encode() for name, text in _information(project).items()
    }
    record = f"{base}.dist-info/RECORD"
    rows = [f"{place},{_digest(body)},{len(body)}" for place, body in content.items()]
    content[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    name = f"{base}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w") as wheel:
        for place, body in content.items():
            member = zipfile.ZipInfo(place, MADE_AT)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o100644 << 16
            wheel.writestr(member, body)
    return name


def files(root: Path) -> Iterator[tuple[PurePosixPath, Path]]:
    """Yield the files of the wheel: the place that each is installed at, and where it is now."""
    for package in PACKAGES:
        for path in _below(root / package):
            place = PurePosixPath(path.relative_to(root))
            if str(place) not in LEFT_OUT:
                yield place, path
    for name in DATA:
        for path in _below(root / name):
            yield DATA_FOLDER / path.relative_to(root), path


def _below(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and not name.endswith(".pyc"):
                yield Path(folder, name)


def _information(project: Mapping[str, str]) -> dict[str, str]:
    needs = [f"Requires-Dist: {line}" for line in _lines("run")]
    traces = [f'Requires-Dist: {line}; extra == "traces"' for line in _lines("traces")]
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
        *needs,
        "Provides-Extra: traces",
        *traces,
        "",
    ]
    commands = [f"{name} = {function}" for name, function in COMMANDS.items()]
    return {
        "METADATA": "\n".join(metadata),
        "WHEEL": "Wheel-Version: 1.0\nGenerator: devtools.service_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": "\n".join(["[console_scripts]", *commands, ""]),
        "licenses/LICENSE": (ROOT / "LICENSE").read_text("utf-8"),
    }


def _lines(name: str) -> list[str]:
    """Return the requirements of requirements/NAME.in, without those that it includes."""
    lines = (ROOT / "requirements" / f"{name}.in").read_text("utf-8").splitlines()
    found = [line.partition("#")[0].strip() for line in lines]
    return [line for line in found if line and not line.startswith("-")]


def _digest(body: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
