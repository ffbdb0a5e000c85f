"""Clients generated from openapi.yaml: those that can run here play a whole match, the others are only generated."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.clients import tools

if TYPE_CHECKING:
    from pathlib import Path

MATCH: Final = re.compile(r"Moves: \d+, rounds: \d+, events: \d+")

UNAVOIDABLE: Final = {
    "OpenAPI 3.1 support is still in beta",  # the generator's own state
    "Failed to get the schema name: null",  # its resolver meets a schema that has no name and needs none
}

CODE_ONLY: Final = (
    "--global-property=apis,models,supportingFiles,modelTests=false,apiTests=false,modelDocs=false,apiDocs=false"
)

GENERATORS: Final = {
    # A schema with exact alternatives becomes a wrapper that knows all of them; other settings merge them into one
    # class.
    "kotlin": "--additional-properties=library=jvm-retrofit2,serializationLibrary=gson,generateOneOfAnyOfWrappers=true",
    # `Type` is a keyword, which the generator would otherwise rename 200 times with a warning.
    "swift6": "--model-name-mappings=type=Kind,string=Text,error=Failure",
}


def test_a_client_generated_for_python_plays_a_whole_match(service: str, python_client: Path) -> None:
    match = tools.EXAMPLES / "python" / "match.py"
    assert MATCH.search(tools.run(sys.executable, match, service, PYTHONPATH=str(python_client)))


def test_a_client_generated_for_typescript_plays_a_whole_match(service: str, typescript: Path) -> None:
    assert MATCH.search(tools.run("node", typescript / "match.js", service))


@pytest.mark.parametrize("language", GENERATORS)
def test_a_client_is_generated_without_warnings(language: str, tmp_path: Path) -> None:
    generate = [tools.program("openapi-generator-cli"), "generate", "-i", tools.OPENAPI, "-g", language]
    said = tools.run(*generate, GENERATORS[language], CODE_ONLY, "-o", tmp_path)
    warnings = [line for line in said.splitlines() if re.search("WARN|ERROR|Exception", line)]
    assert [line for line in warnings if not any(known in line for known in UNAVOIDABLE)] == []
    command = next(path for path in tmp_path.rglob("Command.*") if path.suffix in {".kt", ".swift"}).read_text()
    assert "PlayCommand" in command
    assert "JumpCommand" in command
