"""The table of settings in operations.md has the variables and defaults of the code."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
ELSEWHERE: Final = {
    "SECURE_HSTS_SECONDS": "one year",
    "DATABASE_POOL_SIZE": "0 =",
    "NUM_PROXIES": "proxies before us",  # production has no default
}
"""The words of the table where a default is not a plain number."""


@cache
def read_in_the_code() -> dict[str, object]:
    """Return every variable that the settings read, with its default if that is a constant."""
    found: dict[str, object] = {}
    for module in ("base", "production"):
        for node in ast.walk(ast.parse((ROOT / f"config/settings/{module}.py").read_text())):
            if isinstance(node, ast.Call) and re.fullmatch(r"env\.\w+", ast.unparse(node.func)):
                name, default = node.args[0], node.args[1] if len(node.args) > 1 else None
                if isinstance(name, ast.Constant):
                    value = default.value if isinstance(default, ast.Constant) else None
                    found[str(name.value)] = found.get(str(name.value)) or value
    return found


@cache
def rows() -> dict[str, str]:
    """Return the meaning of each variable in the table."""
    page = (ROOT / "docs/operators/operations.md").read_text().partition("\n## Settings\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| (`.+?) \| (.+) \|$", page, re.MULTILINE)
    return {name: meaning for names, meaning in lines for name in re.findall(r"`([A-Z_]+)`", names)}


def test_every_variable_is_in_the_table_and_nothing_else() -> None:
    budgets = {name for name in rows() if name.startswith("RATE_LIMIT_")}
    assert set(rows()) - budgets == set(read_in_the_code())


@pytest.mark.parametrize("name", sorted(read_in_the_code()))
def test_the_table_tells_the_default(name: str) -> None:
    default, meaning = read_in_the_code()[name], rows()[name].replace(",", "")
    if isinstance(default, int):
        wanted = ELSEWHERE.get(name) or rf"(?<![0-9]){default}(?![0-9])"
        assert re.search(wanted, meaning), f"{name} is {default} by default, and the table says: {meaning}"
