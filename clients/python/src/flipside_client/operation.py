"""One operation of the service, with the types of its body and of its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Never, TypeAlias, TypeVar

Body = TypeVar("Body")
Body_contra = TypeVar("Body_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)

Given: TypeAlias = Body | Callable[[Body], Never]
"""A body. Nobody gives a callable: with one in the type, mypy reads a literal as the TypedDict of the operation."""


@dataclass(frozen=True, slots=True)
class Operation(Generic[Body_contra, Answer_co]):
    """A method and a path with `{places}`. A body that may be left out is one that may be None."""

    method: str
    path: str
