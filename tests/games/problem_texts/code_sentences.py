"""Finds the sentences and clauses that refusals are made of, in the code itself."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from common.http import validation_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[3]
MAKERS: Final = frozenset({
    "Sentence", "Reason", "MalformedBody", "BadParameter", "NotAcceptable", "NotStrict", "BadUrl", "BadClock",
    "BadSeek", "describe_error", "_of_size", "_listed", "_index", "_one_of", "NotDealable",
})  # fmt: skip
"""Calls that take a sentence as one of their arguments."""
NO_SENTENCES: Final = re.compile(r"[a-z_]*_[a-z_]*|turn|bank|cap|answer|increment|late|")
"""Other texts in these calls: names of members."""
PLACES: Final = ("common", "players", "games", "engine")
REASONS: Final = (
    "engine/requirements.py", "engine/options", "engine/house_rules", "engine/editions", "players/oauth/redirects.py",
)  # fmt: skip
"""Files whose functions return a reason or None."""
NOTATION: Final = (
    "engine/notation/commands.py", "engine/notation/record_", "engine/notation/infer_commands.py",
    "engine/terminal", "engine/verify", "engine/transcript", "engine/testing",
)  # fmt: skip
"""Texts for authors and operators, who read English."""


def sentences() -> set[str]:
    """Return all sentences and clauses, as templates."""
    found = {*validation_errors.PATTERNS.values(), *validation_errors._PLAIN.values(), validation_errors._OF_ANY_TYPE}
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*.py")):
            where = str(path.relative_to(ROOT))
            if not where.startswith(NOTATION):
                found |= set(_of(ast.parse(path.read_text(encoding="utf-8")), clauses=where.startswith(REASONS)))
    return {one for one in found if not NO_SENTENCES.fullmatch(one)}


def _of(module: ast.Module, *, clauses: bool) -> Iterator[str]:
    named: dict[str, set[str]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    named.setdefault(target.id, set()).update(_texts(node.value))
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            yield from _said(node, named)
        elif clauses and isinstance(node, ast.FunctionDef):
            yield from _reasons(node)


def _reasons(function: ast.FunctionDef) -> Iterator[str]:
    if function.returns is not None and ast.unparse(function.returns) == "str | None":
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from _texts(node.value)


def _said(call: ast.Call, named: dict[str, set[str]]) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    keywords = {"describe_error": {"thing", "part"}}.get(name, {"reason"} if name[:1].isupper() else set())
    arguments = [keyword.value for keyword in call.keywords if keyword.arg in keywords]
    if name in MAKERS:
        arguments += call.args
    for argument in arguments:
        if isinstance(argument, ast.Name):
            yield from named.get(argument.id, ())
        else:
            yield from _texts(argument)


def _texts(value: ast.expr) -> Iterator[str]:
    parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    for part in parts:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
