"""`make audit-demo`: plays and downloads matches, lets two programs check them, then falsifies them."""

import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from devtools.demos import verifiers
from devtools.demos.client import Client, Json
from devtools.demos.falsify import Falsified, Forger
from devtools.demos.match import play, sit_down
from devtools.stack import supervisor
from devtools.stack.home import REPOSITORY, new_test_home
from devtools.stack.installation import stack
from devtools.stack.port import free_port
from devtools.stack.terminal import say
from devtools.stack.trouble import Trouble

SEATS = 3
EDITIONS: tuple[Json, ...] = (
    {"ruleset": "flip", "edition": "base"},
    {"ruleset": "flip", "edition": "marvel"},
    {"ruleset": "classic", "edition": "base"},
    {"ruleset": "attack", "edition": "base"},
    {"ruleset": "spin", "edition": "base"},
)
SHORT: Json = {"scoring": "single_round"}


class Noting(Client):
    """A player whose client stores the head of every answer, as all clients should."""

    def __init__(self, address: str, token: str = "") -> None:
        super().__init__(address, token)
        self.heads: dict[str, str] = {}

    def command(self, game: str, command: Json) -> Json:
        """Send it, and store version and chain of the game right after."""
        answer = super().command(game, command)
        self.heads[game] = f"{answer['game']['version']}:{answer['game']['chain']}"
        return answer


def audit_demo(url: str | None) -> int:
    """Run the demo with the service at `url`, else with its own; return 0 if true files pass and false ones fail."""
    supervisor.end_by_signals()
    verifiers.node()
    with (
        contextlib.nullcontext((url, _no_anchor)) if url else _own_service() as (address, anchor),
        tempfile.TemporaryDirectory(prefix="flipside-audit-") as folder,
    ):
        player, games = _play(address)
        anchor()
        keys = [word for key in player.get("/v1/keys")["keys"] for word in ("--key", key["public_key"])]
        files = _take_home(player, games, Path(folder))
        say(
            f"\nEach file is checked by two programs, with the keys of the service ({len(keys) // 2}) and a noted head:"
        )
        wrong = sum(not _holds(path, [*keys, "--head", player.heads[game]]) for game, path in files.items())
        game, path = next(iter(files.items()))
        say(f"\nNow {path.name} is falsified, by one who has the file and by the service itself:")
        wrong += _falsify(path, keys, player.heads[game])
        say("\nAll as it should be." if not wrong else f"\nNOT as it should be: {wrong} times.")
        return int(wrong > 0)


@contextlib.contextmanager
def _own_service() -> Iterator[tuple[str, Callable[[], None]]]:
    home = new_test_home()
    say("Starting a service for the demo ...")
    try:
        with stack(home, "127.0.0.1", free_port()) as running:
            yield running.address, lambda: _anchor(running.environment)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _anchor(environment: Mapping[str, str]) -> None:
    """Make the anchor of today, which otherwise the worker makes tomorrow."""
    today = datetime.now(UTC).date().isoformat()
    done = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "manage.py", "anchor", "--day", today],
        env={**environment},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Trouble(f"The anchor could not be made: {done.stderr.strip().splitlines()[-1:]}")
    say(f"Anchored: {done.stdout.strip()}")


def _no_anchor() -> None:
    say("Another's service makes its anchors itself; the matches of today will be in that of today.")


def _play(address: str) -> tuple[Noting, list[str]]:
    """Play a match of each edition; return the player who sat in all of them, and the games."""
    players: list[Client] = [Noting.guest(address) for _ in range(SEATS)]
    games = []
    for edition in EDITIONS:
        say(f"Playing {edition['ruleset']} ({edition['edition']}) ...")
        games.append(sit_down(players, {**edition, **SHORT}))
        play(players, games[-1])
    first = players[0]
    assert isinstance(first, Noting)  # noqa: S101  made so above
    return first, games


def _take_home(player: Client, games: list[str], folder: Path) -> dict[str, Path]:
    files = {}
    for game, edition in zip(games, EDITIONS, strict=True):
        path = folder / f"{edition['ruleset']}-{edition['edition']}.transcript"
        path.write_bytes(player.download(f"/v1/games/{game}/transcript"))
        files[game] = path
    return files


def _holds(path: Path, words: list[str]) -> bool:
    lines = path.read_bytes().count(b"\n")
    say(f"\n{path.name}: {lines:,} lines, {path.stat().st_size / 1024:,.0f} KiB")
    verdicts = verifiers.first(path, *words), verifiers.second(path, *words)
    for name, verdict in zip(("python", "javascript"), verdicts, strict=True):
        say(f"    {name:11} {'holds' if verdict.holds else 'DOES NOT HOLD'}: {verdict.sentence}")
    return all(verdict.holds for verdict in verdicts)


def _falsify(path: Path, keys: list[str], head: str) -> int:
    """Falsify the file in every known way; return how many falsifications were not detected."""
    own = Ed25519PrivateKey.generate()
    missed = 0
    for number, fake in enumerate(Forger(path.read_bytes(), own).all(), 1):
        say(f"\n{number:3} {fake.what}.")
        bad = path.with_name(f"falsified-{number}.transcript")
        bad.write_bytes(fake.data)
        # A dishonest service signs with the key that everybody trusts; our own key replaces it here.
        words = [*keys, "--key", own.public_key().public_bytes_raw().hex()] if fake.forged else keys
        if fake.head and not _passes(bad, words):
            missed += 1
        missed += not _is_caught(fake, bad, [*words, "--head", head] if fake.head else words)
    return missed


def _passes(path: Path, words: list[str]) -> bool:
    """Tell whether the file passes for a checker without a stored head."""
    holds = verifiers.first(path, *words).holds and verifiers.second(path, *words).holds
    say("    Everything in the file holds. But a player has noted a head during the match:")
    return holds


def _is_caught(fake: Falsified, path: Path, words: list[str]) -> bool:
    first, second = verifiers.first(path, *words), verifiers.second(path, *words)
    say(f"    python      {_caught(first)}")
    say(f"    javascript  {'does not judge moves' if fake.moves and second.holds else _caught(second)}")
    return not first.holds and (fake.moves or not second.holds)


def _caught(verdict: verifiers.Verdict) -> str:
    return f"{'NOT CAUGHT' if verdict.holds else 'caught'}: {verdict.sentence}"
