"""Servers for drills, each with several nodes of the real program. All of them are contexts."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

import psycopg
import redis

from devtools.stack import wait
from devtools.stack.account import give, servers_account
from devtools.stack.binaries import REDIS_PROGRAMS, postgres_programs, valkey_program
from devtools.stack.child import Child
from devtools.stack.environment_file import write_secret
from devtools.stack.home import new_home, state_home
from devtools.stack.port import free_port
from devtools.stack.postgres import Postgres
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

START_LIMIT: Final = 60.0
PRIMARY: Final = "flipside"
"""The name by which Sentinels know the primary."""
DOWN_MS: Final = 1000
"""Silence after which a node counts as lost: less than one would choose, so that the drill is short."""


class Node(NamedTuple):
    """One process of a server, and its port."""

    child: Child
    port: int

    def kill(self) -> None:
        """End it at once."""
        self.child.kill()

    def start_again(self) -> None:
        """Start it with its data."""
        self.child.start_again()


def is_here(program: Callable[[], str]) -> bool:
    """Tell whether the program of a server is on this machine; print a line if it is not."""
    try:
        program()
    except Trouble as trouble:
        print(f"{trouble} The drill leaves it out.", flush=True)
        return False
    return True


# -- Valkey ------------------------------------------------------------------------------------------------------------


class Valkeys(NamedTuple):
    """Some nodes of Valkey with one password, and the processes that watch them."""

    nodes: list[Node]
    sentinels: list[Node]
    password: str
    certificate: Path | None = None

    @property
    def address(self) -> str:
        """Return the address for the settings, without the number of a database."""
        scheme = "sentinel" if self.sentinels else "cluster"
        query = ""
        if self.certificate is not None:
            scheme, query = f"rediss+{scheme}", f"?ssl_ca_certs={self.certificate}"
        first, *rest = self.sentinels or self.nodes
        address = f"{scheme}://:{self.password}@127.0.0.1:{first.port}{query}"
        return ";".join([address, *(f"{scheme}://127.0.0.1:{other.port}" for other in rest)])

    def client(self, node: Node) -> Any:
        """Return a connection to a node."""
        return redis.Redis(port=node.port, password=self.password, socket_timeout=2, **tls(self.certificate))

    def is_whole(self, node: Node) -> bool:
        """Tell whether the cluster has all its nodes, as this one sees it."""
        return _is_whole(self.client(node), len(self.nodes))

    def follows(self, node: Node) -> bool:
        """Tell whether a node that was started again is a replica, and has what the primary has."""
        with contextlib.suppress(redis.RedisError):
            return bool(self.client(node).info("replication").get("master_link_status") == "up")
        return False

    def holder(self) -> Node:
        """Return the primary that the Sentinels name."""
        sentinel: Any = redis.Redis(port=self.sentinels[0].port, **tls(self.certificate))
        port = int(sentinel.sentinel_get_master_addr_by_name(PRIMARY)[1])
        return next(node for node in self.nodes if node.port == port)


@contextlib.contextmanager
def cluster(home: Path, size: int = 3, certificate: Path | None = None) -> Iterator[Valkeys]:
    """Run a cluster of `size` primaries with a replica each; with a certificate, by TLS."""
    with contextlib.ExitStack() as running:
        password = secrets.token_urlsafe(16)
        lines = ("cluster-enabled yes", f"cluster-node-timeout {DOWN_MS}", "cluster-replica-validity-factor 0")
        buses = [free_port() for _ in range(2 * size)]
        nodes = [
            _valkey(
                running, home, f"cluster-{number}", password, *lines, f"cluster-port {bus}", certificate=certificate
            )
            for number, bus in enumerate(buses)
        ]
        found = Valkeys(nodes, [], password, certificate)
        clients = [found.client(node) for node in nodes]
        for number, (node, bus) in enumerate(zip(nodes, buses, strict=True)):
            clients[number].execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
            clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", node.port, bus)
        for number in range(size):
            first, last = (16384 * place // size for place in (number, number + 1))
            clients[number].execute_command("CLUSTER", "ADDSLOTSRANGE", first, last - 1)
        ids = [client.execute_command("CLUSTER", "MYID") for client in clients]
        for number in range(size):
            replica = clients[size + number]
            until(lambda replica=replica, number=number: _replicates(replica, ids[number]), "a replica of the cluster")
        for client in clients:
            until(lambda client=client: _is_whole(client, 2 * size), "a cluster that is whole")
        yield found


def _replicates(replica: Any, primary: Any) -> bool:
    with contextlib.suppress(redis.ResponseError):  # it has not heard of the primary yet
        replica.execute_command("CLUSTER", "REPLICATE", primary)
        return True
    return False


def _is_whole(client: Any, size: int) -> bool:
    try:
        known = client.execute_command("CLUSTER", "INFO").decode()
        link = client.info("replication").get("master_link_status", "up")
    except redis.RedisError:
        return False
    return link == "up" and "cluster_state:ok" in known and f"cluster_known_nodes:{size}" in known


@contextlib.contextmanager
def sentinels(home: Path, certificate: Path | None = None) -> Iterator[Valkeys]:
    """Run a primary, a replica, and three Sentinels that watch them; with a certificate, by TLS."""
    with contextlib.ExitStack() as running:
        password = secrets.token_urlsafe(16)
        node = partial(_valkey, running, home, certificate=certificate)
        primary = node("primary", password)
        replica = node("replica", password, f"replicaof 127.0.0.1 {primary.port}")
        watch = (
            f"sentinel monitor {PRIMARY} 127.0.0.1 {primary.port} 2",
            f"sentinel auth-pass {PRIMARY} {password}",
            f"sentinel down-after-milliseconds {PRIMARY} {DOWN_MS}",
            f"sentinel failover-timeout {PRIMARY} 5000",
        )
        watchers = [node(f"sentinel-{number}", None, *watch) for number in range(3)]
        found = Valkeys([primary, replica], watchers, password, certificate)
        until(lambda: found.client(replica).info("replication")["master_link_status"] == "up", "a replica that follows")
        for watcher in watchers:
            client: Any = redis.Redis(port=watcher.port, **tls(certificate))
            until(lambda client=client: _sees_all(client), "Sentinels that know each other")
        yield found


def _sees_all(sentinel: Any) -> bool:
    state = sentinel.sentinel_masters()[PRIMARY]
    return bool(state["num-slaves"] == 1 and state["num-other-sentinels"] == 2)  # noqa: PLR2004  of three


def _valkey(
    running: contextlib.ExitStack,
    home: Path,
    name: str,
    password: str | None,
    *lines: str,
    certificate: Path | None = None,
) -> Node:
    account, port, folder = servers_account(), free_port(), home / name
    folder.mkdir(mode=0o700)
    secured = () if password is None else (f"requirepass {password}", f"masterauth {password}")
    listening = (f"port {port}",) if certificate is None else (f"tls-port {port}", *_tls_lines(certificate))
    base = ("bind 127.0.0.1", *listening, f'dir "{folder}"', 'save ""', "repl-diskless-sync-delay 0", *secured)
    write_secret(folder / "server.conf", "\n".join((*base, *lines, "")))
    for path in (folder, folder / "server.conf"):
        give(account, path)
    program = valkey_program(account, state_home()) if certificate is None else tls_program()
    words = [program, folder / "server.conf"]
    child = Child(
        name,
        [*words, "--sentinel"] if name.startswith("sentinel") else words,
        log=home / "logs" / f"{name}.log",
        environment={"PATH": os.defpath},
        account=account,
        folder=folder,
    )
    running.callback(child.stop)
    client: Any = redis.Redis(port=port, password=password, **tls(certificate))
    wait.until(lambda: _answers(client), child, START_LIMIT)
    return Node(child, port)


def tls(certificate: Path | None) -> dict[str, Any]:
    """Return arguments for a client of servers with this certificate."""
    return {} if certificate is None else {"ssl": True, "ssl_ca_certs": certificate, "host": "127.0.0.1"}


def new_certificate(home: Path) -> Path:
    """Return the file of a new certificate of this machine, with its key beside it, which the servers may read."""
    words = (
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
        *("-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
    )
    found = home / "certificate.pem"
    subprocess.run([*words, "-out", found, "-keyout", found.with_suffix(".key")], capture_output=True, check=True)
    for file in (found, found.with_suffix(".key")):
        give(servers_account(), file)
    return found


def _tls_lines(certificate: Path) -> tuple[str, ...]:
    return (
        "port 0",
        f'tls-cert-file "{certificate}"',
        f'tls-key-file "{certificate.with_suffix(".key")}"',
        f'tls-ca-cert-file "{certificate}"',
        "tls-auth-clients no",
        "tls-replication yes",
        "tls-cluster yes",
    )


def tls_program() -> str:
    """Return TLS_VALKEY_PROGRAM, or the server of this system: that of the wheels has no TLS. Raises Trouble."""
    program = os.environ.get("TLS_VALKEY_PROGRAM") or next(filter(None, map(shutil.which, REDIS_PROGRAMS)), None)
    if program is None:
        raise Trouble("No Valkey or Redis with TLS here: `apt install redis-server`.")
    return program


def answers(url: str) -> bool:
    """Tell whether a Valkey answers."""
    with contextlib.closing(redis.Redis.from_url(url)) as client:
        return _answers(client)


def _answers(client: Any) -> bool:
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False


# -- RabbitMQ ----------------------------------------------------------------------------------------------------------

RABBITMQ: Final = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
"""Debian's program without the script around it, which changes the account."""
RABBITMQ_LINES: Final = """\
listeners.tcp.1 = 127.0.0.1:{port}
cluster_formation.peer_discovery_backend = classic_config
cluster_formation.classic_config.nodes.1 = flipside1@localhost
cluster_formation.classic_config.nodes.2 = flipside2@localhost
cluster_formation.classic_config.nodes.3 = flipside3@localhost
cluster_formation.randomized_startup_delay_range.min = 0
cluster_formation.randomized_startup_delay_range.max = 1
"""


def rabbitmq_program() -> str:
    """Return RabbitMQ's server. Raises Trouble where there is none."""
    program = str(RABBITMQ) if RABBITMQ.exists() else shutil.which("rabbitmq-server")
    if program is None:
        raise Trouble("No RabbitMQ here: `apt install rabbitmq-server`.")
    return program


@contextlib.contextmanager
def rabbitmqs(home: Path) -> Iterator[list[Node]]:
    """Run a RabbitMQ cluster of three nodes, which user and password `guest` may use."""
    program = rabbitmq_program()
    with contextlib.ExitStack() as running:
        names = {"ERL_EPMD_PORT": str(free_port()), "ERL_EPMD_ADDRESS": "127.0.0.1", "HOME": str(home)}
        names |= {"PATH": f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"}
        running.callback(_end_epmd, names)
        nodes = []
        for number in (1, 2, 3):  # one after the other: the first makes the cluster, the others join it
            nodes.append(_rabbitmq(running, home, program, number, names))
            until(lambda: accepts(nodes[-1].port), "a node of RabbitMQ")
        until(lambda: _members(program, names) == len(nodes), "a RabbitMQ of three nodes")
        yield nodes


def _rabbitmq(running: contextlib.ExitStack, home: Path, program: str, number: int, names: dict[str, str]) -> Node:
    port, folder = free_port(), home / f"rabbitmq-{number}"
    folder.mkdir(mode=0o700)
    (folder / "rabbitmq.conf").write_text(RABBITMQ_LINES.format(port=port))
    (folder / "plugins").write_text("[].\n")
    child = Child(
        f"rabbitmq-{number}",
        [program],
        log=home / "logs" / f"rabbitmq-{number}.log",
        environment={
            **names,
            "RABBITMQ_NODENAME": f"flipside{number}@localhost",
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
            "RABBITMQ_MNESIA_BASE": str(folder),
            "RABBITMQ_LOG_BASE": str(folder),
            "RABBITMQ_PID_FILE": str(folder / "pid"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none",
        },
        folder=folder,
    )
    running.callback(child.stop)
    return Node(child, port)


def accepts(port: int) -> bool:
    """Tell whether a node of RabbitMQ takes connections."""
    from amqp import Connection  # noqa: PLC0415  only where there is a RabbitMQ

    try:
        with Connection(f"127.0.0.1:{port}", connect_timeout=2):
            return True
    except OSError:
        return False


def _members(program: str, names: dict[str, str]) -> int:
    tool = Path(program).with_name("rabbitmqctl")
    words = [str(tool), "-q", "-n", "flipside1@localhost", "eval", "length(rabbit_nodes:all_running())."]
    asked = subprocess.run(words, env=names, capture_output=True, text=True, check=False)
    return int(asked.stdout.strip() or 0)


def _end_epmd(names: dict[str, str]) -> None:
    """End Erlang's name server, which the first node started."""
    subprocess.run(["epmd", "-kill"], env=names, capture_output=True, check=False)


# -- PostgreSQL --------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def replica(primary: str) -> Iterator[Postgres]:
    """Run a streaming replica of the server at `primary`, an address with a password."""
    account, at = servers_account(), urlsplit(primary)
    programs = postgres_programs(account, state_home())
    with new_home() as home:
        copy = home / "postgres"
        copy.mkdir(mode=0o700)
        give(account, copy)
        subprocess.run(
            [
                *(programs / "pg_basebackup", "-D", copy, "-R", "-X", "stream", "-c", "fast", "--no-sync"),
                *("-h", str(at.hostname), "-p", str(at.port), "-U", str(at.username)),
            ],
            check=True,
            capture_output=True,
            cwd="/",
            env={"PGPASSWORD": str(at.password)},
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )
        write_secret(home / "postgres-password", str(at.password))
        found = Postgres(home, programs, account, durable=False)
        found.child.name = "replica"
        try:
            yield found
        finally:
            found.stop()


# -- pgbouncer ---------------------------------------------------------------------------------------------------------

TIMEOUTS: Final = {"statement_timeout": "5s", "lock_timeout": "2s", "idle_in_transaction_session_timeout": "5s"}
"""What the role must have before a pooler in transaction mode, as in deploy/postgresql/roles.sql."""
PGBOUNCER_LINES: Final = """\
[databases]
* = host={host} port={port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {users}
pool_mode = transaction
default_pool_size = {size}
server_login_retry = 1
{prepared}
server_tls_sslmode = disable
log_connections = 0
log_disconnections = 0
"""


def pgbouncer_program() -> str:
    """Return PGBOUNCER_PROGRAM, or the pgbouncer of this system. Raises Trouble where there is none."""
    program = os.environ.get("PGBOUNCER_PROGRAM") or shutil.which("pgbouncer", path=f"{os.defpath}:/usr/sbin")
    if program is None:
        raise Trouble("No pgbouncer here: `apt install pgbouncer`.")
    return program


def pgbouncer_version() -> tuple[int, ...]:
    """Return the version of pgbouncer, as (1, 18, 0)."""
    said = subprocess.run([pgbouncer_program(), "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, said.split()[1].split(".")))


class Pooler(NamedTuple):
    """The process of a pooler, and the address of the database through it."""

    child: Child
    url: str


@contextlib.contextmanager
def pgbouncer(home: Path, database: str, size: int = 4, *, prepared: bool = False) -> Iterator[Pooler]:
    """Run pgbouncer in transaction mode before the database, whose role gets its time-outs."""
    account, own, folder, parts = servers_account(), free_port(), home / "pgbouncer", urlsplit(database)
    with psycopg.connect(database, autocommit=True) as session:
        for name, value in TIMEOUTS.items():
            session.execute(f"ALTER ROLE {parts.username} SET {name} = '{value}'")
    folder.mkdir(mode=0o700)
    write_secret(folder / "users", f'"{parts.username}" "{parts.password}"\n')
    tracked = "max_prepared_statements = 200" if prepared else ""
    lines = PGBOUNCER_LINES.format(
        host=parts.hostname, port=parts.port, own=own, users=folder / "users", size=size, prepared=tracked
    )
    write_secret(folder / "pgbouncer.ini", lines)
    for path in (folder, folder / "users", folder / "pgbouncer.ini"):
        give(account, path)
    child = Child(
        "pgbouncer",
        [pgbouncer_program(), folder / "pgbouncer.ini"],
        log=home / "logs" / "pgbouncer.log",
        environment={"PATH": os.defpath},
        account=account,
        folder=folder,
    )
    try:
        url = parts._replace(netloc=f"{parts.username}:{parts.password}@127.0.0.1:{own}").geturl()
        wait.until(lambda: connects(url), child, START_LIMIT)
        yield Pooler(child, url)
    finally:
        child.stop()
        shutil.rmtree(folder, ignore_errors=True)


def connects(url: str) -> bool:
    """Tell whether a database takes connections."""
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


def until(holds: Any, what: str, limit: float = START_LIMIT) -> float:
    """Wait until `holds()`; return the seconds it took. Raises Trouble after `limit` seconds."""
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > limit:
            raise Trouble(f"There is no {what} within {limit:.0f} s.")
        time.sleep(0.05)
    return time.monotonic() - begun
