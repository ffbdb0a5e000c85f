"""Clients generated from openapi.yaml without settings: some play whole matches, all are searched for known faults."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.clients import tools

if TYPE_CHECKING:
    from pathlib import Path

    from tests.clients.kotlin import Command
    from tests.clients.later_service import Later

MATCH: Final = re.compile(r"Moves: \d+, rounds: \d+, events: \d+")

UNAVOIDABLE: Final = re.compile(
    r"OpenAPI 3.1 support is still in beta"  # the generator's own state
    r"|Failed to get the schema name: null"  # its resolver meets a schema that has no name and needs none
    r"|reserved word\) cannot be used as|contains (a )?reserved word|\(reserved word\)"  # it renames the member
)

TEXT: Final = {
    "csharp": r"public string Status \{",
    "dart-dio": r"String get status;",
    "kotlin": r"val status: kotlin\.String",
    "swift6": r"var status: String",
}
"""The status of a game, an enumeration that may grow: a text."""

ANY_KIND: Final = {
    "csharp": ("ZUnknownEvent", r"public string Type \{"),
    "dart-dio": ("Event", r"FullType\(ZUnknownEvent\), \]\)"),
    "kotlin": ("Event", r"val type: kotlin\.String"),
    "swift6": ("Event", r"case typeZUnknownEvent\(ZUnknownEvent\)"),
}
"""Where an event of an unknown kind ends: an alternative for it, or the one class that a generator makes of all."""

OPTIONS: Final = {
    "csharp": r"Dictionary<string, Object> Options \{",
    "dart-dio": r"BuiltMap<String, JsonObject\?> get options",
    "kotlin": r"val options: kotlin\.collections\.Map<kotlin\.String, kotlin\.Any",
    "swift6": r"var options: \[String: JSONValue\]",
}
"""The options of a game: text, number, list and so on, and never an empty class."""

OPTIONAL: Final = {
    "csharp": r"Option<int\?> seats = default",
    "dart-dio": r"int\? get seats;",
    "kotlin": r"val seats: kotlin\.Int\? = null",
    "swift6": r"var seats: Int\?",
}
"""The number of seats of a new table, which has a default."""

LEFT_OUT: Final = {
    "csharp": r"if \(gameRequest\.SpectatorsOption\.IsSet\)",
    "dart-dio": r"if \(object\.spectators != null\) \{\s*yield r'spectators';",
    "kotlin": r"val spectators: KnownSpectatorAccess\? = null",
    "swift6": r"encodeIfPresent\(spectators, forKey: \.spectators\)",
}
"""Where a request leaves out who sees the match, an enumeration that may be null; C# throws if it has no name."""

EMPTY_CLASS: Final = {
    "csharp": r"\[JsonConstructor\]\s+public \w+\(\)",
    "dart-dio": r"implements Built<(\w+), \w+> \{\s*\1\._\(\);",
    "kotlin": r"^class (\w+) \(",
    "swift6": r"enum CodingKeys: CodingKey, CaseIterable \{\s*\}",
}


def test_a_client_generated_for_python_plays_a_whole_match(service: str, generated_python: Path) -> None:
    match = tools.GENERATED / "python" / "match.py"
    assert MATCH.search(tools.run(sys.executable, match, service, PYTHONPATH=str(generated_python)))


def test_a_client_generated_for_python_plays_with_a_later_release(later: Later, generated_python: Path) -> None:
    match = tools.GENERATED / "python" / "match.py"
    later.whole = True  # no outbox, no stream: it could not go on
    said = tools.run(sys.executable, match, later.address, "later", PYTHONPATH=str(generated_python))
    assert MATCH.search(said)


def test_a_client_generated_for_typescript_plays_a_whole_match(service: str, generated_typescript: Path) -> None:
    assert MATCH.search(tools.run("node", generated_typescript / "match.js", service))


def test_a_client_generated_for_typescript_plays_with_a_later_release(later: Later, generated_typescript: Path) -> None:
    later.whole = True
    assert MATCH.search(tools.run("node", generated_typescript / "match.js", later.address))


def test_a_client_generated_for_kotlin_plays_a_whole_match(service: str, generated_kotlin: Command) -> None:
    assert MATCH.search(tools.run(*generated_kotlin, service))


def test_a_client_generated_for_kotlin_plays_with_a_later_release(later: Later, generated_kotlin: Command) -> None:
    later.whole = True
    assert MATCH.search(tools.run(*generated_kotlin, later.address, "later"))


@pytest.mark.parametrize("language", TEXT)
def test_a_generated_client_has_no_known_fault(language: str, tmp_path: Path) -> None:
    generate = [tools.program("openapi-generator-cli"), "generate", "-i", tools.OPENAPI, "-g", language]
    said = tools.run(*generate, "-o", tmp_path)
    warnings = [line for line in said.splitlines() if re.search(r"\b(WARN|ERROR)\b", line)]
    assert [line for line in warnings if not UNAVOIDABLE.search(line)] == []
    assert re.search(TEXT[language], model(tmp_path, "Game"))
    assert re.search(OPTIONS[language], model(tmp_path, "Game"))
    assert re.search(OPTIONAL[language], model(tmp_path, "GameRequest"))
    assert re.search(LEFT_OUT[language], model(tmp_path, "GameRequest"))
    name, pattern = ANY_KIND[language]
    assert re.search(pattern, model(tmp_path, name))
    assert not re.search("unknown discriminator", model(tmp_path, "Event"), re.IGNORECASE)
    empty = re.compile(EMPTY_CLASS[language], re.MULTILINE)
    assert [path.name for path in sources(tmp_path) if empty.search(path.read_text())] == []


def model(folder: Path, name: str) -> str:
    """Return the source of a generated type."""
    wanted = {name.lower(), re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()}
    return next(path for path in sources(folder) if path.stem.lower() in wanted).read_text()


def sources(folder: Path) -> list[Path]:
    """Return the files of the generated types."""
    kinds = {".kt", ".swift", ".cs", ".dart"}
    return sorted(p for p in folder.rglob("*.*") if p.suffix in kinds and p.parent.name.lower() in {"model", "models"})
