"""Fixtures of the client tests: one whole service for all, and the clients generated from openapi.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.clients import guide, live, tools

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; skip those that need npm, with the reason, where there is no npm."""
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker("clients")
        item.add_marker(pytest.mark.timeout(tools.MINUTES))
    without = [item for item in here if "typescript" in getattr(item, "fixturenames", ())]
    if without and tools.npm() is None:
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if item not in without]
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        reporter.write_line("There is no npm here: the clients in TypeScript are left out.")


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """Return the address of a whole service: database, broker, web, streams, worker, sweeper and beat."""
    with live.live() as address:
        yield address


@pytest.fixture(scope="session")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package `flipside_client`."""
    folder = tmp_path_factory.mktemp("python")
    generate = [tools.program("openapi-python-client"), "generate", "--path", tools.OPENAPI, "--meta", "none"]
    config = tools.EXAMPLES / "python" / "generator.yaml"
    said = tools.run(*generate, "--config", config, "--output-path", folder / "flipside_client")
    assert "WARNING" not in said, said
    return folder


@pytest.fixture(scope="session")
def typescript(service: str) -> Iterator[Path]:
    """Return the folder of the TypeScript programs and the guide's, with types generated and all strictly compiled."""
    folder = tools.EXAMPLES / "typescript"
    npm = str(tools.npm())
    guided = folder / "guide.ts"
    guided.write_text(guide.program("ts", service))
    try:
        tools.run(npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
        tools.run(npm, "run", "--silent", "generate", folder=folder)
        tools.run(npm, "run", "--silent", "build", folder=folder)
        yield folder / "build"
    finally:
        guided.unlink()
