"""The drill of backups: play, back up, lose the database, restore it to a moment, and go on.

`make drill-restore`. Players note each command and when its answer came. The drill then asks what a restored database
has of them, and takes every step of docs/operators/backups.md. Exit code 1 unless everything is as that page says.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import secrets
import shutil
import sys
from datetime import timedelta
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psycopg

from devtools.drills import journal
from devtools.drills.journal import NOT_FOUND, OK, Sent
from devtools.drills.report import Report
from devtools.drills.restore.servers import Backups, Database, restored
from devtools.drills.service import Service
from devtools.stack.account import servers_account
from devtools.stack.binaries import valkey_program
from devtools.stack.home import new_home, state_home
from devtools.stack.trouble import Trouble
from devtools.stack.valkey import Valkey

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from devtools.drills.journal import Journal

NOT_AUTHENTICATED: Final = 401
CONFLICT: Final = 409
REPEATS: Final = 3
"""Commands that are sent again after the restore."""
ERASE: Final = "from uuid import UUID; from games.services import erasure; erasure.erase(UUID('{player}'))"


class Drill:
    """The folder of everything, and the settings that outlive the database."""

    def __init__(self, home: Path, report: Report, broker: str) -> None:
        self.home = home
        self.report = report
        self.backups = Backups.make(home)
        self.settings = {
            "BROKER_URL": broker,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "GAME_SECRET_KEYS": f"one:{secrets.token_hex(32)}",
            "ERASURE_LEDGER": str(home / "erasures"),
            "ANCHOR_LEDGER": str(home / "anchors"),
        }

    def service(self, database: Database) -> Service:
        """Return the service on a database, not started."""
        return Service(self.home, DATABASE_URL=database.url, **self.settings)

    def erase(self, service: Service, token: str) -> None:
        """Erase an account at once."""
        player = service.ask("GET", "/v1/me", token).json["id"]
        service.must("shell", "-c", ERASE.format(player=player))

    def verify(self, database: Database) -> None:
        """Demand that the log is sound."""
        checked = self.service(database).manage("verify_log")
        self.report.demand(checked.returncode == 0, f"the log is unsound: {checked.stderr}")

    def compare(self, database: Database, kept: list[Sent], lost: list[Sent], what: str) -> None:
        """Demand that the log has the commands that were answered in time, and none that was sent too late."""
        stored = journal.found(database.url)
        self.report.say(f"{what}: {len(kept) - len(stored.lacks(kept))} of {len(kept)} answered commands are there")
        self.report.demand(not stored.lacks(kept), f"{len(stored.lacks(kept))} answered commands are lost ({what})")
        self.report.demand(not stored.has(lost), f"{len(stored.has(lost))} later commands are there ({what})")
        self.report.demand(not stored.incomplete, f"{stored.incomplete} commands lack events ({what})")


class Played:
    """What came of the first part: the database is stopped, and its files are still there."""

    def __init__(self, drill: Drill, players: int, moves: int) -> None:
        self.database = Database(drill.home, drill.backups)
        self.heads = drill.home / "heads"
        with contextlib.ExitStack() as running:
            running.callback(self.database.stop)
            service = drill.service(self.database)
            service.must("migrate", "--no-input", "--verbosity", "0")
            with service:
                self._play(drill, service, players, moves)
            service.must("verify_log", "--note-heads", str(self.heads))
            with psycopg.connect(self.database.url) as session:
                found = session.execute("SELECT id FROM game WHERE status = 2 AND updated_at > %s", [self.moment])
                self.ended = [str(row[0]) for row in found]
        # PostgreSQL refuses a moment after the last commit: it would wait for more WAL.
        self.end = max(one.sent_at for one in self.people.answered())

    def _play(self, drill: Drill, service: Service, players: int, moves: int) -> None:
        self.people = journal.Journal(service, players)
        early, late, loser = service.guest(), service.guest(), service.guest()
        self.shown = Sent(service.table(loser), str(uuid4()), {"type": "resign"}, loser, journal.now())
        with self.people:
            self.people.wait_for(moves)
            self.base = drill.backups.base_backup(self.database.url)
            self.begin = journal.now()
            self.people.wait_for(moves)
            drill.erase(service, early)
            today = journal.now().date()
            service.must("anchor", "--day", str(today - timedelta(days=2)))
            self.people.wait_for(moves)
            self.moment = journal.now()
            self.people.wait_for(moves)
            drill.erase(service, late)
            service.must("anchor", "--day", str(today - timedelta(days=1)))
            new = service.guest()
            self.people.repeat(self.shown)
            self.people.wait_for(moves)
        self.gone = {"erased before the moment": early, "erased after the moment": late, "made after the moment": new}


def run(report: Report, home: Path, broker: str, *, players: int, moves: int, moments: int) -> None:
    """Play around a base backup, restore to some moments, follow the page for one of them, and lose the machine."""
    drill = Drill(home, report, broker)
    first = Played(drill, players, moves)
    people, base = first.people, first.base
    report.say(f"{len(people.answered())} commands of {players} players were answered, with a base backup among them")
    report.say(f"{drill.backups.complete(first.database.data)} files of WAL were not archived yet")
    for number in range(moments):
        to = first.begin + (first.end - first.begin) * random.random()
        with restored(drill.backups, base, home, home / f"restored-{number}", to) as database:
            what = f"{(first.end - to).total_seconds():.1f} s before the end"
            drill.compare(database, people.answered(before=to), people.answered(since=to), what)
            drill.verify(database)

    lost = people.rewind(first.moment)
    report.demand(lost, "nothing was played after the moment")
    with restored(drill.backups, base, home, home / "restored", first.moment, archives=True) as second:
        drill.compare(second, people.answered(), lost, "at the moment")
        service = drill.service(second)
        settle(report, service, first)
        service.sweeps = True
        with service:
            people.service = service
            for who, token in first.gone.items():
                status = service.ask("GET", "/v1/me", token).status
                report.demand(status == NOT_AUTHENTICATED, f"an account {who} gets {status}")
            refused = people.repeat(first.shown)
            report.demand(refused.status == CONFLICT, f"a match whose seed was shown goes on: {refused.status}")
            tell(report, people, lost, first.ended)
            with people:
                people.wait_for(moves)
            second.archive_now()
            safe = journal.now()
            before = people.answered(before=safe)
            with people:
                people.wait_for(moves)
        drill.verify(second)
        second.kill()
        shutil.rmtree(second.data)
    with restored(drill.backups, base, home, home / "again", None) as third:
        drill.compare(third, before, lost, "machine lost, up to the last file of WAL in the archive")
        gone = journal.found(third.url).lacks(people.answered())
        report.say(f"machine lost: {len(gone)} commands after that file are gone")
        drill.verify(third)


def settle(report: Report, service: Service, first: Played) -> None:
    """Take the steps of the page that come before the service is started."""
    service.must("migrate", "--no-input", "--verbosity", "0")
    erased = service.must("replay_erasures").strip()
    report.say(f"replay_erasures: {erased}")
    report.demand(erased.endswith(" 1 done anew"), "the erasure after the moment was not the one to be done anew")
    service.must("verify_log")
    compared = service.manage("verify_log", "--heads", str(first.heads))
    report.say(f"verify_log --heads: {compared.stderr.strip().splitlines()[-1]}")
    report.demand(compared.returncode, "the heads of lost moves are not missed")
    checked = service.manage("anchor", "--check")
    report.say(f"anchor --check: {checked.stderr.strip()}")
    report.demand(checked.stdout.count("lost: ") == 1, "the anchor after the moment is not missed")
    report.demand(service.manage("anchor").returncode, "an anchor is made in place of a lost one")
    report.say(f"anchor --anew: {service.must('anchor', '--anew').strip()}")
    report.demand(first.shown.game in first.ended, "the match that ended after the moment is not listed")
    for game in first.ended:
        service.manage("quarantine", "add", game, "its seed was shown")  # a match that began after the moment is gone


def tell(report: Report, people: Journal, lost: list[Sent], ended: list[str]) -> None:
    """Demand that clients are told that moves are lost, and that commands can be repeated."""
    service = people.service
    newest = {one.game: one for one in lost}
    told = {"reset": 0, "gone": 0}
    for game, one in newest.items():
        seen = service.ask("GET", f"/v1/games/{game}", one.token)
        if seen.status == NOT_FOUND:
            told["gone"] += 1
            continue
        report.demand(seen.json["version"] < one.version, f"game {game} has lost nothing")
        item = first_item(service, game, one.token, one.version)
        report.demand(item == "reset", f"a stream after a lost version begins with {item}")
        told["reset"] += item == "reset"
        page = service.ask("GET", f"/v1/games/{game}/events?after={one.version}", one.token).json
        report.demand(not page["events"] and page["version"] < one.version, f"events after a lost version: {page}")
    report.say(f"clients of {len(newest)} games with lost moves: {told['reset']} told by reset, {told['gone']} by 404")
    report.demand(told["reset"], "no client was told by reset")
    kept = [one for one in people.answered() if one.game not in ended][-REPEATS:]
    for one in kept:
        again = people.repeat(one)
        report.demand(again.status == OK and again.json["game"]["version"] >= one.version, "a repeat was refused")
    report.demand(not journal.found(service.environment["DATABASE_URL"]).incomplete, "a repeat was half done")


def first_item(service: Service, game: str, token: str, after: int) -> Any:
    """Return the type of the first item of a stream."""
    line = HTTPConnection("127.0.0.1", service.streams_port, timeout=30)
    with contextlib.closing(line):
        line.request("GET", f"/v1/games/{game}/stream?after={after}", headers={"Authorization": f"Bearer {token}"})
        answer = line.getresponse()
        while text := answer.readline().decode():
            if text.startswith("event: "):
                return text.removeprefix("event: ").strip()
        return answer.status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill, and return 0 if all is as it should be."""
    parser = argparse.ArgumentParser(prog="drill-restore", description=__doc__)
    parser.add_argument("--players", type=int, default=4, help="who play at once (4)")
    parser.add_argument("--moves", type=int, default=200, help="commands in each part of the history (200)")
    parser.add_argument("--moments", type=int, default=5, help="random moments to restore to, besides (5)")
    asked = parser.parse_args(arguments)
    report = Report()
    try:
        with new_home() as home:
            valkey = Valkey(home, valkey_program(servers_account(), state_home()), servers_account(), durable=False)
            try:
                run(report, home, valkey.url, players=asked.players, moves=asked.moves, moments=asked.moments)
            finally:
                valkey.stop()
    except Trouble as trouble:
        report.demand(False, str(trouble))  # noqa: FBT003  it is one
    print("clean" if not report.faults else "\n".join(report.faults))
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
