"""The demo of the audit: true claims pass, every false one is caught, and one that is not would be reported."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pytest_django.live_server_helper import LiveServer

from devtools.__main__ import main
from devtools.demos import audit, verifiers
from devtools.demos.falsify import Forger
from devtools.stack.trouble import Trouble
from tests.engine.forgeries import DATA, ROWS
from tests.engine.transcripts import PUBLIC_KEY

pytestmark = pytest.mark.slow

HEAD = f"40:{ROWS[39].chain.hex()}"
KEYS = ["--key", PUBLIC_KEY.hex()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "true.transcript"
    file.write_bytes(DATA)
    return file


def test_every_lie_is_caught_by_both_programs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert audit._holds(path, [*KEYS, "--head", HEAD])
    assert audit._falsify(path, KEYS, HEAD) == 0
    told = capsys.readouterr().out
    assert told.count("python      caught: ") == 13
    assert told.count("javascript  caught: ") + told.count("does not judge moves") == 13
    assert "NOT" not in told


def test_a_lie_that_is_not_caught_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A head noted later proves nothing about a match with an earlier date."""
    earlier = next(fake for fake in Forger(DATA, Ed25519PrivateKey.generate()).all() if fake.head)
    path.write_bytes(earlier.data)
    assert not audit._is_caught(earlier, path, [])
    assert "NOT CAUGHT" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_a_match_is_played_taken_home_and_checked(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "EDITIONS", audit.EDITIONS[2:3])
    monkeypatch.setattr(audit.supervisor, "end_by_signals", lambda: None)
    monkeypatch.setattr("sys.argv", ["devtools", "audit-demo"])
    monkeypatch.setenv("URL", live_server.url)
    assert main() == 0
    told = capsys.readouterr().out
    assert "classic-base.transcript: " in told
    assert told.endswith("All as it should be.\n")


def test_without_node_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifiers.shutil, "which", lambda _: None)
    monkeypatch.setattr(verifiers, "find_spec", lambda _: None)
    with pytest.raises(Trouble, match="install Node 18 or later"):
        verifiers.node()
