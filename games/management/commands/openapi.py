"""Writes openapi.yaml, the description of the API, from the code."""

from __future__ import annotations

import difflib
import json
from io import StringIO
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from common.openapi.yaml_text import to_yaml

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from pathlib import Path


class Command(BaseCommand):
    """Any warning of the generator is an error."""

    help = "Write openapi.yaml anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="fail if the file differs, and do not write it")

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        path: Path = settings.DATA_DIR / "openapi.yaml"
        told = StringIO()
        call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=told)
        text = to_yaml(json.loads(told.getvalue()))
        if not check:
            path.write_text(text)
        elif path.read_text() != text:
            lines = difflib.unified_diff(path.read_text().splitlines(), text.splitlines(), lineterm="")
            self.stdout.write("\n".join(list(lines)[:200]))
            raise CommandError("openapi.yaml is stale: run `make schema` and commit it.")
