"""Fixtures of the client tests: one whole service for all, the packages, and clients generated from openapi.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.clients import guide, kotlin, live, tools
from tests.clients.later_service import later_service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.clients.kotlin import Command
    from tests.clients.later_service import Later


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; skip those that need npm, with the reason, where there is no npm."""
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker("clients")
        item.add_marker(pytest.mark.timeout(tools.MINUTES))
    without = [item for item in here if any(_needs_npm(name) for name in getattr(item, "fixturenames", ()))]
    if without and tools.npm() is None:
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        reporter.write_line("There is no npm here: the clients in TypeScript and Kotlin are left out.")


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """Return the address of a whole service: database, broker, web, streams, worker, sweeper and beat."""
    with live.live() as address:
        yield address


@pytest.fixture
def later(service: str) -> Iterator[Later]:
    """Return the service as a later release, over a network that breaks."""
    with later_service(service) as proxy:
        yield proxy


@pytest.fixture(scope="session")
def generated_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package `generated_client`."""
    folder = tmp_path_factory.mktemp("python")
    generate = [tools.program("openapi-python-client"), "generate", "--path", tools.OPENAPI, "--meta", "none"]
    config = tools.GENERATED / "python" / "generator.yaml"
    said = tools.run(*generate, "--config", config, "--output-path", folder / "generated_client")
    assert "WARNING" not in said, said
    return folder


@pytest.fixture(scope="session")
def generated_typescript() -> Path:
    """Return the folder of the match in generated TypeScript, strictly compiled."""
    folder = tools.GENERATED / "typescript"
    _npm(folder, "ci")
    _npm(folder, "run", "generate")
    _npm(folder, "run", "build")
    return folder / "build"


@pytest.fixture(scope="session")
def generated_kotlin(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """Return the command that runs the match in generated Kotlin, compiled."""
    _npm(kotlin.FOLDER, "ci")
    return kotlin.compile_match(tmp_path_factory.mktemp("kotlin"))


@pytest.fixture(scope="session")
def typescript_package() -> Path:
    """Return the folder of the package, built."""
    _npm(tools.TYPESCRIPT_PACKAGE, "ci")
    _npm(tools.TYPESCRIPT_PACKAGE, "run", "build")
    return tools.TYPESCRIPT_PACKAGE


@pytest.fixture(scope="session")
def typescript(service: str, typescript_package: Path) -> Iterator[Path]:
    """Return the folder of the TypeScript programs, the guide's and the package's page, all strictly compiled."""
    folder = tools.EXAMPLES / "typescript"
    guided, page = folder / "guide.ts", folder / "readme.ts"
    guided.write_text(guide.program(guide.PAGE, "ts", service))
    page.write_text(guide.program((typescript_package / "README.md").read_text(), "ts", service))
    try:
        _npm(folder, "ci")
        _npm(folder, "run", "build")
        yield folder / "build"
    finally:
        guided.unlink()
        page.unlink()


def _needs_npm(fixture: str) -> bool:
    return "typescript" in fixture or "kotlin" in fixture


def _npm(folder: Path, *words: str) -> None:
    tools.run(str(tools.npm()), *words, "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
