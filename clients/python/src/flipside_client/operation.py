"""One operation of the service, with the types of its body and of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Body = TypeVar("Body")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Operation(Generic[Body, Answer]):
    """A method and a path with `{places}`."""

    method: str
    path: str
