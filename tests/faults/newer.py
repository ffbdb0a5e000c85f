"""A copy of the code as a later version might be.

It has an event more, which the engine records after every draw, a value more of an option, and a migration more, with a
table and a column.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS: Final = (
    "clients", "common", "config", "deploy", "devtools", "docs", "engine", "examples", "games", "openapi", "players",
    "verifier", "web",
)  # fmt: skip
LEFT_OUT: Final = shutil.ignore_patterns("node_modules", "__pycache__", "pictures")

OPTIONS: Final = {"uno_penalty": 11}
MIGRATION: Final = '''"""A table and a column more."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "LATEST")]

    operations = [
        migrations.CreateModel("Applause", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("game", "mood", models.TextField(db_default="")),
    ]
'''

CHANGES: Final = {
    "engine/options/turn.py": [("takes=Integer(0, 10),", "takes=Integer(0, 11),")],
    "engine/__init__.py": [("ENGINE_VERSION = 1\n", "ENGINE_VERSION = 2\n")],
    "engine/events/control.py": [
        (
            "class OffsetNoted(",
            'class Applauded(NamedTuple):\n    """Somebody claps."""\n\n    seat: Seat\n\n\nclass OffsetNoted(',
        )
    ],
    "engine/events/__init__.py": [
        ("from engine.events.control import (\n", "from engine.events.control import (\n    Applauded,\n"),
        (
            "    | SeatTakenOver | SeatLent | SeatReturned\n)",
            "    | SeatTakenOver | SeatLent | SeatReturned | Applauded\n)",
        ),
        ("    70: OffsetNoted,\n", "    70: OffsetNoted,\n    250: Applauded,\n"),
        ('    "OffsetNoted",\n', '    "Applauded",\n    "OffsetNoted",\n'),
    ],
    "engine/evolve/control.py": [
        ("    e.OffsetNoted: no_change,\n", "    e.OffsetNoted: no_change,\n    e.Applauded: no_change,\n")
    ],
    "engine/decide.py": [
        ("from engine.events import MatchCreated\n", "from engine.events import Applauded, MatchCreated\n"),
        ("import COMMAND_WORDS, Discard, Give,", "import COMMAND_WORDS, Discard, Draw, Give,"),
        (
            "    table.version += len(",
            "    if type(command) is Draw:\n        resolution.emit(Applauded(seat))\n    table.version += len(",
        ),
    ],
}


def copy(folder: Path) -> Path:
    """Write the newer code into `folder`, and return it."""
    for name in FOLDERS:
        if (REPOSITORY / name).exists():
            shutil.copytree(REPOSITORY / name, folder / name, ignore=LEFT_OUT)
    for file in REPOSITORY.iterdir():
        if file.is_file():
            shutil.copy(file, folder / file.name)
    for name, changes in CHANGES.items():
        text = (folder / name).read_text()
        for before, after in changes:
            assert text.count(before) == 1, f"{name} has {text.count(before)} times {before!r}"
            text = text.replace(before, after)
        (folder / name).write_text(text)
    there = folder / "games/migrations"
    latest = max(one.stem for one in there.glob("[0-9]*.py"))
    (there / "9999_applause.py").write_text(MIGRATION.replace("LATEST", latest))
    return folder
