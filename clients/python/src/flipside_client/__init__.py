"""Client of Flipside, asynchronous card games."""

from flipside_client import operations, types
from flipside_client.async_client import AsyncClient
from flipside_client.client import Client
from flipside_client.flows import BackOff
from flipside_client.operation import Operation
from flipside_client.outbox import (
    Accepted,
    AsyncOutbox,
    FileStorage,
    MemoryStorage,
    Outbox,
    Outcome,
    Overtaken,
    Rejected,
    Storage,
    Waiting,
)
from flipside_client.refusals import NotAuthenticated, Refused, StaleVersion

__all__ = [
    "Accepted",
    "AsyncClient",
    "AsyncOutbox",
    "BackOff",
    "Client",
    "FileStorage",
    "MemoryStorage",
    "NotAuthenticated",
    "Operation",
    "Outbox",
    "Outcome",
    "Overtaken",
    "Refused",
    "Rejected",
    "StaleVersion",
    "Storage",
    "Waiting",
    "operations",
    "types",
]
