"""Removes one check from the running code: a permission of a view, or a condition in a guarding function.

The source of a function is parsed, changed and compiled. Its code object is replaced in place, so that every module
that imported the function uses the changed one.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import textwrap
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unittest.mock import patch

from django.urls import get_resolver
from rest_framework.permissions import BasePermission

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

OWNERS: Final = {"player_id", "player", "webhook", "id"}
"""Arguments of a query that restrict it to the caller's own objects."""
QUERIES: Final = {"filter", "get"}
ALWAYS: Final = ast.Constant(value=True)
NEVER: Final = ast.Constant(value=False)


class Mutant(NamedTuple):
    """A missing check. `planted`: a context without the check; `view`, `method`: where the permission belongs."""

    name: str
    kind: str
    planted: Callable[[], AbstractContextManager[None]]
    view: Any = None
    method: str = ""


class Anyone(BasePermission):
    """Allows everything."""


# -- permissions -------------------------------------------------------------------------------------------------------


def permissions() -> Iterator[Mutant]:
    """Yield a mutant for each permission of each view method left out, and one for each negated."""
    for view in _views():
        for method in ("get", "post", "put", "patch", "delete"):
            if hasattr(view, method):
                for number, permission in enumerate(_demanded(view, method)):
                    name = f"{view.__name__}.{method}: {type(permission).__name__}"
                    if type(permission).__name__ != "Anyone":
                        left_out = _permission(view, method, number, None)
                        yield Mutant(f"{name} left out", "left out", left_out, view, method)
                    turned = _permission(view, method, number, permission)
                    yield Mutant(f"{name} turned round", "turned round", turned, view, method)


def _views() -> list[Any]:
    found: dict[str, Any] = {}
    for resolver in get_resolver().url_patterns:
        for pattern in getattr(resolver, "url_patterns", []):
            view = getattr(pattern.callback, "view_class", None) if hasattr(pattern, "callback") else None
            if view is not None and str(resolver.pattern) == "v1/":
                found[view.__name__] = view
    return list(found.values())


def _demanded(view: Any, method: str) -> list[Any]:
    made = view()
    made.request = type("Request", (), {"method": method.upper()})()
    return list(made.get_permissions())


def _permission(view: Any, method: str, number: int, inverted: Any) -> Callable[[], AbstractContextManager[None]]:
    honest = view.get_permissions

    class Inverted(BasePermission):
        def has_permission(self, request: Any, of: Any) -> bool:
            try:
                return not inverted.has_permission(request, of)
            except Exception:  # noqa: BLE001 - a refusal, whatever its kind
                return True

    def get_permissions(self: Any) -> list[Any]:
        found = list(honest(self))
        if self.request.method.lower() == method:
            found[number] = Anyone() if inverted is None else Inverted()
        return found

    @contextmanager
    def planted() -> Iterator[None]:
        with patch.object(view, "get_permissions", get_permissions):
            yield

    return planted


# -- conditions --------------------------------------------------------------------------------------------------------


class Guard(NamedTuple):
    """A function that decides who may do something, by module and qualified name."""

    place: str

    @property
    def function(self) -> Any:
        module, _, name = self.place.partition(":")
        found: Any = import_module(module)
        for part in name.split("."):
            found = inspect.getattr_static(found, part)
        return inspect.unwrap(found)

    def mutants(self) -> Iterator[Mutant]:
        """Yield mutants: each refusal made always or never, each condition part removed, each query without owner."""
        source = textwrap.dedent(inspect.getsource(self.function))
        tree: Any = ast.parse(source).body[0]
        tree.decorator_list = []
        deciding = {id(part) for node in ast.walk(tree) if _decides(node) for part in ast.walk(_condition(node))}
        for number, node in enumerate(ast.walk(tree)):
            for what, change in _changes(node):
                if not isinstance(node, ast.BoolOp) or id(node) in deciding:
                    name = f"{self.place}, {ast.unparse(node).splitlines()[0][:90]}: {what}"
                    yield Mutant(name, what.partition(" ")[0], self._planted(tree, number, change))

    def _planted(
        self, tree: Any, number: int, change: Callable[[Any], None]
    ) -> Callable[[], AbstractContextManager[None]]:
        @contextmanager
        def planted() -> Iterator[None]:
            changed = deepcopy(tree)
            change(list(ast.walk(changed))[number])
            function = self.function
            honest = function.__code__
            function.__code__ = _compiled(changed, function)
            try:
                yield
            finally:
                function.__code__ = honest

        return planted


def _compiled(tree: Any, function: Any) -> Any:
    module = ast.fix_missing_locations(ast.Module([tree], []))
    flags = __future__.annotations.compiler_flag
    names: dict[str, Any] = {}
    exec(compile(module, "<mutant>", "exec", flags), dict(function.__globals__), names)  # noqa: S102 - our own source
    return names[tree.name].__code__


def _decides(node: Any) -> bool:
    """Return whether the node refuses the caller or returns a negative answer."""
    match node:
        case ast.If(body=[ast.Raise() | ast.Return() | ast.Break(), *_]) | ast.IfExp():
            return True
        case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp()):
            return True
    return False


def _condition(node: Any) -> Any:
    return node.value if isinstance(node, ast.Return) else node.test


def _changes(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    match node:
        case ast.If() | ast.IfExp() if _decides(node):
            yield "always", lambda found: setattr(found, "test", ALWAYS)
            yield "never", lambda found: setattr(found, "test", NEVER)
        case ast.BoolOp(values=values):
            for place in range(len(values)):
                yield f"without {ast.unparse(values[place])}", partial(_ignore, place)
        case ast.Return() if _decides(node):
            yield "yes", lambda found: setattr(found, "value", ALWAYS)
            yield "no", lambda found: setattr(found, "value", NEVER)
        case ast.Call(func=ast.Attribute(attr=attr), keywords=keywords) if attr in QUERIES:
            for place, keyword in enumerate(keywords):
                if keyword.arg in OWNERS:
                    yield f"without {keyword.arg}", partial(_drop, place)


def _ignore(place: int, found: Any) -> None:
    """Neutralize one part of a condition."""
    found.values[place] = ALWAYS if isinstance(found.op, ast.And) else NEVER


def _drop(place: int, found: Any) -> None:
    found.keywords.pop(place)


# -- statements --------------------------------------------------------------------------------------------------------


class Statement(NamedTuple):
    """SQL of which a part decides who sees what: module, constant, that part and its replacement."""

    place: str
    old: str
    new: str

    def mutant(self) -> Mutant:
        """Return the mutant. Fails if the statement no longer contains the part."""
        assert self.old in self._text(), f"{self.place} does not say {self.old}"
        return Mutant(f"{self.place}, {self.old!r}: {self.new!r}", "SQL", self._planted)

    @contextmanager
    def _planted(self) -> Iterator[None]:
        holder, name = self._where()
        changed = self._text().replace(self.old, self.new)
        if isinstance(getattr(holder, name), str):
            with patch.object(holder, name, changed):
                yield
            return
        # Inside a transaction a prepared statement is sent as text.
        with patch.object(getattr(holder, name), "sql", changed):
            yield

    def _text(self) -> str:
        holder, name = self._where()
        found = getattr(holder, name)
        return found if isinstance(found, str) else str(found.sql)

    def _where(self) -> tuple[Any, str]:
        module, _, name = self.place.partition(":")
        return import_module(module), name
