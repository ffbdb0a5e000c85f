"""Tuples whose type counts: `Draw()` is not `Pass()`, and neither is false."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


def count_types(kinds: Iterable[type[tuple[Any, ...]]]) -> None:
    """Make values of these types equal only to values of the same type, and always true.

    Commands and events are named tuples, since a frozen dataclass takes twice as long to make, and a random match makes
    little else. But two tuples are equal if their items are.
    """
    for kind in kinds:
        for name, method in _METHODS.items():
            setattr(kind, name, method)


def _is_equal(self: tuple[Any, ...], other: object) -> bool:
    return type(self) is type(other) and tuple.__eq__(self, other)


def _is_not_equal(self: tuple[Any, ...], other: object) -> bool:
    return type(self) is not type(other) or tuple.__ne__(self, other)


def _is_true(_self: tuple[Any, ...]) -> bool:
    return True


_METHODS: Final = {"__eq__": _is_equal, "__ne__": _is_not_equal, "__bool__": _is_true}
