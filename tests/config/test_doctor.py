"""`manage.py doctor`: each check fails for the fault it looks for, says what to do, and shows no secret."""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import call_command
from django.db import connection

from config import doctor
from config.doctor import backups, broker, clocks, database, disk, mail, proxy, push, roles, schedule, secrets
from config.doctor.finding import State
from devtools.stack.port import free_port
from games.store import deadlines
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_django import Settings
    from pytest_django.live_server_helper import LiveServer

    from config.doctor.finding import Finding

ROOT = Path(__file__).parents[2]
ROLES = (ROOT / "deploy/postgresql/roles.sql").read_text()


def says(found: Iterable[Finding], state: State = State.FAIL) -> str:
    """Return the sentences of all findings of this state; each one but those that are fine has an advice."""
    every = list(found)
    assert all(bool(one.todo) == (one.state != State.OK) for one in every)
    return "\n".join(f"{one.says} {one.todo}" for one in every if one.state == state)


# -- The command -------------------------------------------------------------------------------------------------------


def manage(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py doctor` in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", "doctor", *words],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


KEYS = [token_hex(32), token_hex(32)]
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "DATABASE_URL": "postgresql://flipside:hidden-one@127.0.0.1:1/flipside",
    "BROKER_URL": "redis://:hidden-two@127.0.0.1:1/0",
    "SECRET_KEY": "hidden-three-0123456789-abcdefghijklmnopqrstuvwxyz",
    "GAME_SECRET_KEYS": f"first:{KEYS[0]}",
    "SIGNING_KEYS": KEYS[1],
    "ALLOWED_HOSTS": "play.example.org",
    "PUBLIC_URL": "https://127.0.0.1:1",
    "NUM_PROXIES": "1",
    "EMAIL_HOST": "127.0.0.1",
    "EMAIL_PORT": "1",
    "EMAIL_HOST_USER": "flipside",
    "EMAIL_HOST_PASSWORD": "hidden-four",
    "DEFAULT_FROM_EMAIL": "flipside@example.org",
    "SANDBOX": "0",
}


def test_an_installation_without_any_server_fails_check_by_check_and_shows_no_secret() -> None:
    done = manage("--json", **PRODUCTION)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    failed = {one["check"] for one in found if one["state"] == "fail"}
    assert failed >= {"database", "roles", "broker", "mail", "proxy", "schedule", "backups"}
    assert all(one["todo"] for one in found if one["state"] != "ok")
    written = done.stdout + done.stderr
    assert [secret for secret in ("hidden", *KEYS) if secret in written] == []


def test_a_missing_setting_is_named() -> None:
    done = manage(**PRODUCTION, SECRET_KEY_FILE="/nowhere")
    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr
    assert "hidden" not in done.stdout + done.stderr


@pytest.mark.django_db
def test_checks_can_be_chosen_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):  # the database of tests writes nothing durably
        call_command("doctor", "database", "disk", "--skip", "disk", "--json")
    assert {one["check"] for one in json.loads(capsys.readouterr().out)} == {"database"}


@pytest.mark.parametrize(
    ("words", "run"),
    [
        ("--skip proxy push", {*doctor.CHECKS} - {"proxy", "push"}),
        ("--skip proxy --skip push", {*doctor.CHECKS} - {"proxy", "push"}),
        ("--skip proxy push --skip mail disk", {*doctor.CHECKS} - {"proxy", "push", "mail", "disk"}),
        ("disk mail --skip mail push", {"disk"}),
        ("--json disk mail", {"disk", "mail"}),
    ],
)
def test_several_checks_can_be_left_out(words: str, run: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran: set[str] = set()
    for name in doctor.CHECKS:
        monkeypatch.setitem(doctor.CHECKS, name, partial(_noted, ran, name))
    call_command("doctor", *words.split())
    assert ran == run


def _noted(ran: set[str], name: str) -> Iterable[Finding]:
    ran.add(name)
    return ()


@pytest.mark.parametrize("words", ["databse disk", "--skip databse", "--skip disk databse", "disk --skip databse"])
def test_unknown_checks_are_refused_and_all_checks_named(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        call_command("doctor", *words.split())
    printed = capsys.readouterr()
    assert "databse" in printed.err
    assert all(name in printed.err for name in doctor.CHECKS)
    assert printed.out == ""


def test_leaving_out_all_that_was_chosen_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        call_command("doctor", "disk", "--skip", "disk", "mail")
    assert "--skip" in capsys.readouterr().err


@pytest.mark.django_db
def test_warnings_do_not_fail_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("doctor", "mail")
    assert "warn" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_database_that_refuses_a_check_fails_it_alone() -> None:
    tables.raw("ALTER TABLE heartbeat RENAME TO gone")
    found = list(doctor.examine(["schedule", "disk"]))
    assert {name for name, one in found if one.state == State.FAIL} == {"schedule"}
    assert any(name == "disk" for name, _ in found)


def test_a_check_that_breaks_off_has_failed_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Iterator[Finding]:
        raise OSError("at https://user:password@example.org")
        yield

    monkeypatch.setitem(doctor.CHECKS, "push", broken)
    found = list(doctor.examine(["push", "disk"]))
    assert [name for name, _ in found][:2] == ["push", "disk"]
    assert "OSError" in says(one for _, one in found)
    assert "password" not in says(one for _, one in found)


# -- Secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_same_secret_under_two_names_fails(settings: Settings) -> None:
    assert not says(secrets.check())
    settings.SIGNING_KEYS = [bytes(range(32))]
    settings.ERASURE_KEYS = {"first": bytes(range(32))}
    assert "SIGNING_KEYS" in says(secrets.check())
    assert bytes(range(32)).hex() not in says(secrets.check())


@pytest.mark.django_db
def test_a_key_that_a_running_match_needs_is_missed() -> None:
    tables.raw("INSERT INTO game_secret (game_id, key_id, sealed) VALUES (%s, 'older', '')", uuid4())
    assert "older" in says(secrets.check())


@pytest.mark.django_db
def test_a_file_of_a_secret_that_others_may_read_is_warned_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    path.write_text("x")
    monkeypatch.setenv("SECRET_KEY_FILE", str(path))
    path.chmod(0o604)
    assert "SECRET_KEY" in says(secrets.check(), State.WARN)
    path.chmod(0o600)
    assert "SECRET_KEY_FILE" not in says(secrets.check(), State.WARN)
    assert "the file of SECRET_KEY" not in says(secrets.check(), State.WARN)


# -- The database and the login ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_database_that_does_not_write_durably_fails() -> None:
    assert "fsync" in says(database.check())


@pytest.mark.django_db
def test_a_database_that_was_not_migrated_fails() -> None:
    tables.raw("DELETE FROM django_migrations WHERE app = 'games'")
    assert "migrate" in says(database.check())


@pytest.mark.django_db
def test_a_database_that_is_read_only_fails() -> None:
    tables.raw("SET LOCAL transaction_read_only = on")
    assert "read only" in says(database.check())


@pytest.fixture
def service(db: None) -> Iterator[None]:  # noqa: ARG001  asks for the database
    """Make the roles, and continue as the login of the service."""
    connection.connection.execute(ROLES, prepare=False)  # many statements at once, as psql would
    tables.raw("SET LOCAL ROLE flipside_app")
    yield
    tables.raw("RESET ROLE")


def as_owner(statement: str) -> None:
    tables.raw("RESET ROLE")
    tables.raw(statement)
    tables.raw("SET LOCAL ROLE flipside_app")


@pytest.mark.usefixtures("service")
def test_the_login_of_roles_sql_is_fine() -> None:
    assert not says(roles.check())
    assert "flipside_app" in says(roles.check(), State.OK)


@pytest.mark.django_db
def test_a_superuser_fails() -> None:
    assert "superuser" in says(roles.check())


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize(
    ("fault", "named"),
    [
        ("GRANT UPDATE ON event TO flipside_app", "event"),
        ("GRANT DELETE ON event_03 TO flipside_app", "event"),
        ("GRANT TRUNCATE ON command TO flipside_app", "command"),
        ("ALTER TABLE game OWNER TO flipside_app", "owns"),
        ("REVOKE SELECT ON outbox FROM flipside_app", "outbox"),
        ("ALTER TABLE command DISABLE TRIGGER USER", "command"),
    ],
)
def test_wrong_rights_fail(fault: str, named: str) -> None:
    as_owner(fault)
    assert named in says(roles.check())


# -- Broker, mail, push ------------------------------------------------------------------------------------------------


def test_broker_and_cache_are_there_and_no_worker_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "PATIENCE", 0.3)
    monkeypatch.setattr(broker.app.control, "ping", lambda **_: [])  # another test may run a worker
    assert not says(broker.check())
    assert "worker" in says(broker.check(), State.WARN)


def test_each_of_several_brokers_is_asked(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(broker, "PATIENCE", 0.3)
    settings.BROKER_URL = f"redis://:hidden@127.0.0.1:1/0;{settings.BROKER_URL}"
    found = list(broker.check())
    assert "127.0.0.1:1 " in says(found)
    assert "hidden" not in says(found)
    assert "worker" in says(found, State.OK) + says(found, State.WARN)  # one that answers is enough to look for workers


def test_a_broker_with_another_password_fails(settings: Settings) -> None:
    parts = urlsplit(settings.BROKER_URL)
    settings.BROKER_URL = f"redis://:another@{parts.hostname}:{parts.port}/0"
    assert "broker" in says(broker.check())
    assert "another" not in says(broker.check())


class MailServer:
    """Takes mails only from some sender, after some password."""

    async def handle_MAIL(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802  aiosmtpd's name
        envelope.mail_from = address
        return "550 not you" if address.startswith("refused") else "250 OK"


@pytest.fixture
def mail_server(settings: Settings) -> Iterator[None]:
    controller = Controller(
        MailServer(), hostname="127.0.0.1", port=free_port(), auth_require_tls=False,
        authenticator=lambda _server, _session, _envelope, _mechanism, data: AuthResult(
            success=data.password == b"right", handled=False
        ),
    )  # fmt: skip
    controller.start()
    settings.EMAIL_TIMEOUT = 5
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", controller.port, False
    yield
    controller.stop()


@pytest.mark.usefixtures("mail_server")
def test_a_mail_server_that_takes_our_mails_is_fine_and_others_fail(settings: Settings) -> None:
    assert not says(mail.check())
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "flipside", "right"
    assert not says(mail.check())
    settings.EMAIL_HOST_PASSWORD = "wrong-one"  # noqa: S105  a test's own
    assert "EMAIL_HOST_PASSWORD" in says(mail.check())
    assert "wrong-one" not in says(mail.check())
    settings.EMAIL_HOST_PASSWORD = "right"  # noqa: S105  as above
    settings.DEFAULT_FROM_EMAIL = "refused@example.org"
    assert "refused@example.org" in says(mail.check())
    settings.EMAIL_USE_TLS = True  # this server has none
    assert "EMAIL_USE_TLS" in says(mail.check())
    settings.EMAIL_PORT = free_port()
    assert "EMAIL_PORT" in says(mail.check())


def test_a_malformed_key_for_pushes_fails(settings: Settings) -> None:
    settings.WEBPUSH_HOSTS = []
    assert not says(one for _, one in doctor.examine(["push"]))
    settings.VAPID_PRIVATE_KEY = "AAAA"
    assert "VAPID_PRIVATE_KEY" in says(one for _, one in doctor.examine(["push"]))


def test_a_push_service_out_of_reach_is_warned_about(settings: Settings) -> None:
    settings.WEBPUSH_HOSTS = ["push.invalid"]
    assert "push.invalid" in says(push.check(), State.WARN)


# -- The proxy ---------------------------------------------------------------------------------------------------------


@contextmanager
def before(service: str, *, appends: bool = True, tells_scheme: bool = True, has_streams: bool = True) -> Iterator[str]:
    """Run a proxy before the service, which may lack what a proxy has to do; yield its address."""
    behind = urlsplit(service)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers = {name: value for name, value in self.headers.items() if "_" not in name}
            if appends:
                known = [headers["X-Forwarded-For"]] if "X-Forwarded-For" in headers else []
                headers["X-Forwarded-For"] = ", ".join([*known, "198.51.100.4"])
            if not tells_scheme and not self.path.startswith(("/livez", "/metrics")):  # as SECURE_SSL_REDIRECT does
                self.send_response(301)
                self.send_header("Location", f"http://127.0.0.1:{self.server.server_address[1]}{self.path}")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            if not has_streams and self.path.endswith("/stream"):
                self.send_error(502)
                return
            line = HTTPConnection(str(behind.hostname), behind.port, timeout=20)
            line.request("GET", self.path, headers=headers)
            answer = line.getresponse()
            body = answer.read()
            line.close()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in {"connection", "transfer-encoding", "content-length"}:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def of_the_proxy(settings: Settings, address: str) -> str:
    settings.PUBLIC_URL = address
    # Tests have no certificate.
    return "\n".join(line for line in says(proxy.check()).splitlines() if "is not https" not in line)


@pytest.mark.django_db(transaction=True)
def test_a_proxy_that_writes_who_calls_is_fine_and_one_that_passes_on_anything_fails(
    live_server: LiveServer, settings: Settings
) -> None:
    settings.NUM_PROXIES = 1
    with before(live_server.url) as good:
        assert of_the_proxy(settings, good) == ""
    with before(live_server.url, appends=False) as passing:
        assert "X-Forwarded-For" in of_the_proxy(settings, passing)
    settings.NUM_PROXIES = 2  # and there is one
    with before(live_server.url) as good:
        assert "NUM_PROXIES" in of_the_proxy(settings, good)


@pytest.mark.django_db(transaction=True)
def test_nothing_is_said_of_forged_addresses_where_no_answer_depends_on_them(
    live_server: LiveServer, settings: Settings
) -> None:
    settings.NUM_PROXIES = 1
    settings.METRICS_NETWORKS = []
    with before(live_server.url, appends=False) as passing:
        settings.PUBLIC_URL = passing
        found = says(proxy.check(), State.OK)
    assert "answers" in found
    assert "forged" not in found


@pytest.mark.django_db(transaction=True)
def test_a_proxy_that_does_not_tell_of_https_fails(live_server: LiveServer, settings: Settings) -> None:
    settings.NUM_PROXIES = 1
    with before(live_server.url, tells_scheme=False) as plain:
        assert "X-Forwarded-Proto" in of_the_proxy(settings, plain)


@pytest.mark.django_db(transaction=True)
def test_a_proxy_that_does_not_reach_the_streams_process_fails(live_server: LiveServer, settings: Settings) -> None:
    settings.NUM_PROXIES = 1
    with before(live_server.url, has_streams=False) as without:
        assert "streams process" in of_the_proxy(settings, without)


@pytest.fixture
def short_lived(tmp_path: Path) -> Iterator[tuple[str, ssl.SSLContext]]:
    """Run a server whose certificate for a year ends tomorrow; yield its address, and a context that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - timedelta(days=364)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    path = tmp_path / "server.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + certificate.public_bytes(Encoding.PEM))

    class Alive(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "5")
            self.end_headers()
            self.wfile.write(b"alive")

        def log_message(self, *_words: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Alive)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"https://127.0.0.1:{server.server_address[1]}", ssl.create_default_context(cafile=path)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_certificate_that_nobody_trusts_fails_and_one_that_ends_soon_is_warned_about(
    short_lived: tuple[str, ssl.SSLContext], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_URL, trusting = short_lived
    assert "certificate" in says(proxy.check())
    monkeypatch.setattr(proxy, "_context", lambda: trusting)
    assert not says(proxy.check())
    assert "1.0 days" in says(proxy.check(), State.WARN)


def test_an_address_that_does_not_answer_or_is_not_allowed_fails(settings: Settings) -> None:
    assert "DNS" in of_the_proxy(settings, f"http://127.0.0.1:{free_port()}")
    settings.ALLOWED_HOSTS = ["play.example.org"]
    assert "ALLOWED_HOSTS" in of_the_proxy(settings, f"http://127.0.0.1:{free_port()}")


# -- Clocks, schedule, disk, backups -----------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "state"), [(0, State.OK), (-4, State.WARN), (20, State.FAIL), (-20, State.FAIL)])
def test_a_clock_that_is_wrong_is_noticed(seconds: int, state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time=lambda: time.time() + seconds))
    found = says(clocks.check(), state)
    assert "the database" in found
    assert "the cache server" in found


@pytest.mark.django_db
def test_periodic_work_that_nobody_does_fails(settings: Settings) -> None:
    settings.AUDIT_SHARE = 0
    tables.raw("DELETE FROM heartbeat")
    assert "No sweep has run" in says(schedule.check())
    deadlines.beat()
    assert not says(schedule.check())
    tables.raw("UPDATE heartbeat SET beat_at = now() - interval '1 hour'")
    assert "was 36" in says(schedule.check())  # seconds; the test itself takes some


@pytest.mark.django_db
def test_overdue_games_and_failing_work_are_named(settings: Settings) -> None:
    settings.AUDIT_SHARE = 0
    deadlines.beat()
    ann, bob = tables.person(), tables.person()
    tables.started(ann, bob, time_limit=60)
    tables.raw("UPDATE game SET deadline_at = now() - interval '100 s' WHERE deadline_at IS NOT NULL")
    assert "overdue" in says(schedule.check())
    tables.raw("UPDATE outbox SET attempts = 6 WHERE kind = 3")
    assert "notify" in says(schedule.check())


@pytest.mark.django_db
def test_an_auditor_that_does_not_run_fails() -> None:
    deadlines.beat()
    tables.raw("DELETE FROM audit_round")
    assert "auditor" in says(schedule.check())


def test_ledgers_without_a_place_and_full_disks_fail(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ERASURE_LEDGER = str(tmp_path / "erasures")
    settings.ANCHOR_LEDGER = ""
    assert not says(disk.check())
    assert "ANCHOR_LEDGER" in says(disk.check(), State.WARN)
    settings.ERASURE_LEDGER = str(tmp_path / "nowhere" / "erasures")
    assert "ERASURE_LEDGER" in says(disk.check())
    monkeypatch.setattr(disk, "TOO_LITTLE", 2**63)
    assert "temporary files" in says(disk.check())
    monkeypatch.setattr(disk, "TOO_FEW", 2**63)
    assert "more files" in says(disk.check())


@pytest.mark.django_db
def test_a_database_without_an_archive_and_old_base_backups_fail(settings: Settings, tmp_path: Path) -> None:
    assert "WAL" in says(backups.check())
    assert "BACKUP_FOLDER" in says(backups.check(), State.WARN)
    settings.BACKUP_FOLDER = str(tmp_path)
    assert str(tmp_path) in says(backups.check())
    made = tmp_path / "base-2026-11-27T030000Z"
    made.mkdir()
    assert "base backup" in says(backups.check(), State.OK)
    long_ago = time.time() - 30 * 3600
    os.utime(made, (long_ago, long_ago))
    assert "30 hours" in says(backups.check())


@pytest.mark.django_db
def test_wal_that_is_not_where_backups_are_fails(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_FOLDER = str(tmp_path)
    (tmp_path / "wal").mkdir()
    (tmp_path / "base-2026-11-27T030000Z").mkdir()
    # mode, timed, count, failing, age, without a command, newest; the server of tests archives nothing
    archiver = "SELECT 'on', true, 3, false, 5.0, {without}, '000000010000000000000003'"
    monkeypatch.setattr(backups, "ARCHIVER", archiver.format(without="false"))
    assert "000000010000000000000003" in says(backups.check())
    (tmp_path / "wal/000000010000000000000003").touch()
    assert not says(backups.check())
    monkeypatch.setattr(backups, "ARCHIVER", archiver.format(without="true"))
    assert "archives no WAL" in says(backups.check())


@pytest.mark.django_db
def test_no_check_changes_the_database_or_leaves_a_failed_transaction() -> None:
    before_it = tables.raw("SELECT count(*) FROM event")
    list(doctor.examine([name for name in doctor.CHECKS if name not in {"proxy", "push"}]))
    assert tables.raw("SELECT count(*) FROM event") == before_it
    assert connection.is_usable()
