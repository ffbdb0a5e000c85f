"""The page about each error code, which the `type` of a problem opens, and the list of them.

Generated from the classes that raise the codes, docs/clients/errors.md and the description of the API.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import yaml
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

import engine
from common.api.problem import STATUS, title
from common.api.throttle import rated
from common.http.errors import HttpError
from common.openapi.codes import explanations
from games.errors import GameError
from games.problem_texts import TEXTS
from players.errors import PlayersError
from players.limits import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BASES: Final = (engine.EngineError, GameError, PlayersError, HttpError)
_CODE: Final = re.compile(r"`([^`]+)`")
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_STYLE: Final = SafeString("""
:root { color-scheme: light dark; --ink: #1c1b22; --faint: #5d5b66; --paper: #fdfcf9; --line: #dedad0;
  --mark: #5a2fc2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ebe9e4; --faint: #a5a29a; --paper: #17161b; --line: #3a3842; --mark: #b79cff; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; overflow-wrap: break-word; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .25rem 0; }
h2 { font-size: 1.0625rem; margin: 1.75rem 0 .4rem; }
p, ul { margin: 0 0 .6rem; } ul { padding-left: 1.2rem; }
a { color: var(--mark); } .faint { color: var(--faint); }
code { font: .92em/1.4 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
""")
_STYLE_SOURCE: Final = f"'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
_HEADERS: Final = {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": f"default-src 'none'; style-src {_STYLE_SOURCE}; frame-ancestors 'none'",
}


class Cause(NamedTuple):
    """An occasion for a refusal: its sentence with placeholders, and the section and paragraph of the rules."""

    sentence: SafeString
    rule: str
    paragraph: str


class Operation(NamedTuple):
    """An operation that may refuse with a code."""

    name: str
    method: str
    path: str


@rated(PUBLIC)
@require_safe
def index(_request: HttpRequest) -> HttpResponse:
    """Return the list of all codes."""
    rows = [
        {"code": code, "status": STATUS[code], "title": title(code), "meaning": prose(said.meaning)}
        for code, said in explanations().items()
    ]
    return _page("docs/errors.html", {"rows": rows})


@rated(PUBLIC)
@require_safe
def page(_request: HttpRequest, code: str) -> HttpResponse:
    """Return the page about one code."""
    if code not in STATUS:
        raise Http404
    said = explanations()[code]
    shown = {
        "code": code,
        "status": STATUS[code],
        "title": title(code),
        "meaning": prose(said.meaning),
        "advice": prose(said.advice),
        "causes": causes(code),
        "languages": [
            (language, texts.codes[code]["title"], sentence(texts.codes[code]["detail"]))
            for language, texts in TEXTS.items()
        ],
        "operations": operations().get(code, ()),
    }
    return _page("docs/error.html", shown)


def prose(markdown: str) -> SafeString:
    """Return a line of Markdown, of which only code is marked up, as HTML."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", str(escape(markdown))))  # noqa: S308 - escaped before


def sentence(template: str) -> SafeString:
    """Return a sentence as HTML, with its placeholders marked up as code."""
    return mark_safe(_PLACEHOLDER.sub(r"<code>\1</code>", prose(template)))  # noqa: S308 - as above


def causes(code: str) -> list[Cause]:
    """Return the occasions for a refusal, each once, as its classes say."""
    found = dict.fromkeys(
        Cause(
            sentence(kind.template),
            getattr(kind, "rule", ""),
            getattr(kind, "paragraph", ""),
        )
        for base in BASES
        for kind in _kinds(base)
        if kind.code == code
    )
    return list(found)


def _kinds(base: Any) -> Iterator[Any]:
    for kind in base.__subclasses__():
        if "template" in vars(kind):
            yield kind
        yield from _kinds(kind)


@cache
def operations() -> Mapping[str, list[Operation]]:
    """Return the operations that may refuse with each code; those of all operations have none."""
    document = yaml.load((settings.DATA_DIR / "openapi.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    found: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            for codes in described.get("x-problem-codes", {}).values():
                for code in codes:
                    operation = Operation(described["operationId"], method.upper(), path)
                    found.setdefault(code, []).append(operation)
    return found


def _page(template: str, shown: Mapping[str, object]) -> HttpResponse:
    return HttpResponse(render_to_string(template, {**shown, "style": _STYLE}), headers=_HEADERS)
