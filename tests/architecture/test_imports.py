import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_every_import_contract_is_kept() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
