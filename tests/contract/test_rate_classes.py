"""Every route of the service belongs to a rate class, so that none is unlimited."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from common.rate_limits.classes import class_of
from config.settings import base
from players.limits import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterator

METHODS = ("get", "head", "post", "put", "patch", "delete")
UNCOUNTED = ("livez", "readyz", "metrics", "admin/")
"""For supervisors and operators."""
GAME = "/v1/games/00000000-0000-0000-0000-000000000000"


def test_every_routed_view_names_a_class_for_each_of_its_methods() -> None:
    routes = {path: view for path, view in _routes(get_resolver(), "") if not path.startswith(UNCOUNTED)}
    assert len(routes) > 40
    named = {path: {class_of(view, method) for method in _methods(view)} for path, view in routes.items()}
    assert [path for path, classes in named.items() if not classes or not classes <= set(CLASSES)] == []


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("GET", GAME, "read"), ("HEAD", GAME, "read"), ("POST", f"{GAME}/commands", "play"),
        ("GET", "/v1/games", "read"), ("POST", "/v1/games", "write"), ("GET", f"{GAME}/record", "write"),
        ("POST", "/v1/rulesets/check", "write"), ("DELETE", f"{GAME}/seats/1", "write"),
        ("GET", "/v1/me/games", "read"), ("PATCH", "/v1/me", "account"), ("POST", "/v1/me/tokens", "account"),
        ("POST", "/v1/me/webhooks", "account"), ("POST", "/v1/guests", "sign_up"),
        ("POST", "/v1/sign-in", "sign_up"), ("POST", "/v1/me/email", "account"), ("GET", "/v1/keys", "public"),
        ("GET", "/v1/catalogue", "public"), ("GET", "/v1/catalogue/faces.svg", "public"),
        ("GET", "/v1/invitations/BCDF-2345", "read"), ("GET", "/join/BCDF-2345", "public"),
        ("GET", "/openapi.yaml", "public"), ("GET", "/openapi.json", "public"),
        ("GET", "/docs", "public"), ("GET", "/docs/errors", "public"), ("GET", "/docs/errors/rate_limited", "public"),
        ("GET", "/m/token", "public"), ("POST", "/m/stay/token", "public"), ("POST", "/m/unsubscribe/token", "public"),
        ("GET", "/verify", "public"), ("GET", "/verify/page.js", "public"),
    ],
)  # fmt: skip
def test_what_is_counted_together(method: str, path: str, name: str) -> None:
    assert class_of(_view(resolve(path).func), method) == name


def test_only_commands_are_counted_as_moves() -> None:
    found = [
        path
        for path, view in _routes(get_resolver(), "")
        if hasattr(view, "rate_class") and any(class_of(view, method) == "play" for method in _methods(view))
    ]
    assert found == ["v1/games/<id:game_id>/commands"]


def _routes(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, Any]]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield path, _view(entry.callback)
        else:
            yield from _routes(entry, path)


def _view(found: Any) -> Any:
    return getattr(found, "cls", found)


def _methods(view: Any) -> list[str]:
    if not isinstance(view, type):
        return ["GET", "POST"]
    return [method.upper() for method in METHODS if hasattr(view, method)]


def test_the_published_budgets_are_those_in_force_by_default() -> None:
    text = (Path(__file__).parents[2] / "docs" / "clients" / "api.md").read_text()
    told = {
        name: (int(requests), int(seconds))
        for name, requests, seconds in re.findall(r"^\| `(\w+)` \| (\d+)/(\d+) \|", text, flags=re.MULTILINE)
    }
    assert told == base.RATE_LIMITS
    assert told.keys() == CLASSES.keys()


def test_counting_is_in_force_without_a_word_of_the_operator() -> None:
    assert base.RATE_LIMITS
    assert None not in base.RATE_LIMITS.values()
