"""A compiled engine must be made of the sources beside which it runs: one of another version decides by other rules."""

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

OURS = Path(__file__).resolve().parent.parent / "engine"


def demand_own_engine() -> None:
    """Raise ImproperlyConfigured if `engine` comes from another folder whose sources are not ours."""
    spec = find_spec("engine")
    if spec is None or spec.origin is None:
        raise ImproperlyConfigured("There is no engine where Python imports from.")
    used = Path(spec.origin).resolve().parent
    if used != OURS and _fingerprint(used) != _fingerprint(OURS):
        raise ImproperlyConfigured(
            f"The engine in {used} is not made of the sources in {OURS}: "
            "run `make native` again, or leave its folder out of PYTHONPATH."
        )


def _fingerprint(package: Path) -> bytes:
    """SHA-256 over the sources and their names. A compiled engine keeps them beside what was made of them."""
    found = sha256()
    for file in sorted(package.rglob("*.py")):
        found.update(f"{file.relative_to(package)}\0".encode() + sha256(file.read_bytes()).digest())
    return found.digest()
