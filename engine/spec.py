"""The spec of a match: the options that determine its rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

KEPT: Final = 1000
"""Number of specs kept with their rules: each takes 15 kB, and players may choose among thousands of millions."""


class Spec:
    """The options a match is played by. Specs of equal options are equal; recently used ones are one object.

    `rules`: what `catalogue.rules_of` has made of them.
    """

    __slots__ = ("_hash", "_typed", "options", "rules")

    def __init__(self, options: tuple[tuple[str, object], ...]) -> None:
        self.options = options
        self.rules: Any = None
        # True == 1 in Python; as options they differ, so the type takes part.
        self._typed = tuple((name, type(value).__name__, value) for name, value in options)
        self._hash = hash(self._typed)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Spec) and self._typed == other._typed)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Spec({self.options})"

    @classmethod
    def of(cls, options: Mapping[str, object] | tuple[tuple[str, object], ...]) -> Spec:
        """Return the spec of these options (values are JSON scalars or nested tuples of them)."""
        return _met(cls.uncached(options))

    @classmethod
    def uncached(cls, options: Mapping[str, object] | tuple[tuple[str, object], ...]) -> Spec:
        """Return the spec of these options as an object of its own, which is not cached."""
        pairs = options if isinstance(options, tuple) else tuple(options.items())
        return cls(tuple(sorted((name, _frozen(value)) for name, value in pairs)))


@lru_cache(maxsize=KEPT)
def _met(spec: Spec) -> Spec:
    """Return the first spec seen of those equal to this one."""
    return spec


def _frozen(value: object) -> object:
    if isinstance(value, dict):
        return tuple(sorted((key, _frozen(item)) for key, item in value.items()))
    if isinstance(value, (list, tuple, set, frozenset)):
        return tuple(_frozen(item) for item in value)
    return value
