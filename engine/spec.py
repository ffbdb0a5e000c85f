"""The spec of a match: by which options its rules are found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Spec:
    """The options a match is played by. Equal options are the same object, so that rules are found by identity."""

    __slots__ = ("options",)
    _known: Final[dict[tuple[tuple[str, object], ...], Spec]] = {}

    def __init__(self, options: tuple[tuple[str, object], ...]) -> None:
        self.options = options

    @classmethod
    def of(cls, options: Mapping[str, object] | tuple[tuple[str, object], ...]) -> Spec:
        """The spec of these options (values are JSON scalars or nested tuples of them)."""
        spec = cls.passing(options)
        # True == 1 in Python; as options they differ, so the type takes part in the key.
        key = tuple((name, (type(value).__name__, value)) for name, value in spec.options)
        return cls._known.setdefault(key, spec)

    @classmethod
    def passing(cls, options: Mapping[str, object] | tuple[tuple[str, object], ...]) -> Spec:
        """The spec of these options as an object of its own, which nothing keeps."""
        pairs = options if isinstance(options, tuple) else tuple(options.items())
        return cls(tuple(sorted((name, _frozen(value)) for name, value in pairs)))


def _frozen(value: object) -> object:
    if isinstance(value, dict):
        return tuple(sorted((key, _frozen(item)) for key, item in value.items()))
    if isinstance(value, (list, tuple, set, frozenset)):
        return tuple(_frozen(item) for item in value)
    return value
