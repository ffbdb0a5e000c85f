"""The mark that ties a test of the engine to the rules document."""

import pytest

MARK = "rule(*sections): the sections and decisions of docs/players/rules.md that a test is about"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK)
