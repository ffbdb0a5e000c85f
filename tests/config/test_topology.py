"""Several servers behind one setting: what is taken, what is refused at the start, and with which line."""

from __future__ import annotations

import subprocess
import sys
from ssl import CERT_REQUIRED
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import brokers, topology
from config.celery import app
from devtools.drills import servers
from devtools.stack.home import new_home
from tests.config.processes import PROCESSES
from tests.faults.stack import ROOT, service_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings

SOUND: dict[str, Any] = {
    "broker": "redis://a/0",
    "cache": "redis://a/1",
    "queues": "classic",
    "pooler": "none",
    "sandbox": False,
}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"broker": "amqp://a//;amqp://b//", "queues": "quorum"},
        {"broker": "sentinel://:p@a/0;sentinel://b", "cache": "sentinel://:p@a/1;sentinel://b"},
        {"broker": "sentinel://:p@a/0;sentinel://:p@b/0"},
        {"cache": "cluster://:p@a;cluster://b"},
        {"cache": "cluster://a/0"},
        {"cache": "rediss+cluster://:p@a?ssl_ca_certs=/ca;rediss+cluster://b"},
        {"broker": "rediss+sentinel://:p@a/0;rediss+sentinel://b"},
        {"pooler": "prepared"},
        {"sandbox": True},
    ],
)
def test_these_topologies_are_taken(changes: dict[str, Any]) -> None:
    topology.refuse(**(SOUND | changes))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"broker": "amqp://a//;redis://b/0"}, "BROKER_URL names servers of different kinds"),
        ({"broker": "redis://a/0;redis://b/0"}, "BROKER_URL names several Redis servers"),
        ({"cache": "redis://a/0;redis://b/0"}, "CACHE_URL names several Redis servers"),
        ({"cache": "sentinel://a;cluster://b"}, "CACHE_URL names servers of different kinds"),
        ({"cache": "cluster://a/1"}, "database 0 only"),
        ({"cache": "rediss+cluster://a/1"}, "database 0 only"),
        ({"broker": "sentinel://a;rediss+sentinel://b"}, "BROKER_URL names servers of different kinds"),
        ({"broker": "rediss+sentinel://a/0;rediss+sentinel://b/1"}, "in the first address"),
        ({"cache": "cluster://:p@a;cluster://:q@b"}, "in the first address"),
        ({"broker": "sentinel://a/0;sentinel://b/1"}, "in the first address"),
        ({"queues": "quorum"}, "BROKER_QUEUES=quorum needs a RabbitMQ"),
        ({"pooler": "transaction", "sandbox": True}, "unset DATABASE_POOLER"),
    ],
)
def test_what_cannot_work_is_refused_by_the_settings_alone(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=reason):
        topology.refuse(**(SOUND | changes))


def test_the_cache_beside_sentinels_is_another_database_of_the_same_primary() -> None:
    assert brokers.next_database("sentinel://:p@a/0;sentinel://b") == "sentinel://:p@a/1;sentinel://b"
    assert brokers.next_database("redis://a") == "redis://a/1"


def test_celery_logs_in_by_every_sentinel() -> None:
    assert brokers.for_celery("sentinel://:p@a/2;sentinel://b:1") == "sentinel://:p@a/2;sentinel://:p@b:1/2"
    assert brokers.for_celery("amqp://u:p@a//;amqp://v:q@b//") == "amqp://u:p@a//;amqp://v:q@b//"


def test_workers_log_in_by_every_sentinel_although_their_command_line_takes_the_address_as_it_stands(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", "redis://as.it.stands:1/0")  # set by `celery` from BROKER_URL
    assert app.conf.broker_read_url == app.conf.broker_write_url == settings.CELERY_BROKER_URL


def test_celery_checks_the_certificates_of_sentinels_and_of_their_primary() -> None:
    address = "rediss+sentinel://:p@a/2?ssl_ca_certs=/ca;rediss+sentinel://b"
    assert brokers.for_celery(address) == "sentinel://:p@a/2;sentinel://:p@b/2"
    assert brokers.tls(address) == {"ssl_cert_reqs": CERT_REQUIRED, "ssl_ca_certs": "/ca"}
    watched = brokers.transport_options(address, sentinel_master="m", sentinel_password="")["sentinel_kwargs"]
    assert (watched["ssl"], watched["ssl_ca_certs"]) == (True, "/ca")
    assert brokers.tls("sentinel://a") is False
    assert brokers.next_database(address) == "rediss+sentinel://:p@a/1?ssl_ca_certs=/ca;rediss+sentinel://b"


def test_quorum_queues_are_other_queues_than_classic_ones() -> None:
    names = [{queue.name for queue in brokers.queues(name, kind)} for kind, name in brokers.QUEUES.items()]
    assert not set.intersection(*names)


# -- Real servers ------------------------------------------------------------------------------------------------------


@pytest.fixture
def cluster() -> Iterator[servers.Valkeys]:
    with new_home() as home, servers.cluster(home) as nodes:
        yield nodes


@pytest.fixture
def sentinels() -> Iterator[servers.Valkeys]:
    with new_home() as home, servers.sentinels(home) as nodes:
        yield nodes


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the line with which the process would end; empty if it would start."""
    try:
        topology.demand()
    except SystemExit as end:
        return str(end.code)
    finally:
        capsys.readouterr()
    return ""


@pytest.mark.django_db
def test_a_cluster_must_be_named_as_one_and_cannot_be_the_broker(
    cluster: servers.Valkeys, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    node = f":{cluster.password}@127.0.0.1:{cluster.nodes[0].port}"
    settings.CACHE_URL = f"redis://{node}/0"
    assert "CACHE_URL leads to a node of a cluster" in refusal(capsys)
    settings.CACHE_URL = f"cluster://{node}"
    assert not refusal(capsys)
    settings.BROKER_URL = f"redis://{node}/0"
    assert "a cluster cannot be the broker" in refusal(capsys)


@pytest.mark.django_db
def test_a_single_server_is_no_cluster(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.CACHE_URL = settings.CACHE_URL.replace("redis://", "cluster://").removesuffix("/1")
    assert "CACHE_URL leads to a single server" in refusal(capsys)


@pytest.mark.django_db
def test_sentinels_must_be_named_as_such_and_know_the_primary(
    sentinels: servers.Valkeys, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    port = sentinels.sentinels[0].port
    settings.BROKER_URL = f"redis://127.0.0.1:{port}/0"
    assert "BROKER_URL leads to a Sentinel" in refusal(capsys)
    settings.BROKER_URL = f"sentinel://:{sentinels.password}@127.0.0.1:1/0;sentinel://127.0.0.1:{port}"
    assert "know no primary called mymaster: set SENTINEL_MASTER" in refusal(capsys)
    settings.SENTINEL_MASTER = servers.PRIMARY
    assert not refusal(capsys)


@pytest.mark.django_db
def test_servers_that_are_away_do_not_keep_a_process_from_starting(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.BROKER_URL = settings.CACHE_URL = "redis://127.0.0.1:1/0"
    assert not refusal(capsys)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("words", PROCESSES, ids=" ".join)
def test_every_process_refuses_a_server_of_another_kind_with_a_line(words: tuple[str, ...], settings: Settings) -> None:
    cache = settings.CACHE_URL.replace("redis://", "cluster://").removesuffix("/1")
    process = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=service_environment() | {"CACHE_URL": cache},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert process.returncode == 1
    assert "Refusing to start: CACHE_URL leads to a single server" in process.stderr
