"""`manage.py doctor`: check the whole installation, and say what to do."""

import json
import logging
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config.doctor import CHECKS, examine
from config.doctor.finding import State


class Command(BaseCommand):
    """Changes nothing. Exit code 1 if a check failed; what is a warning may be meant."""

    help = "Check the whole installation, and say what to do. Prints no secret. Exit code 1 if a check failed."
    requires_system_checks = ()  # they stop at the first fault, and this command names all

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("checks", nargs="*", metavar="CHECK", help=f"all, or some of {', '.join(CHECKS)}")
        parser.add_argument("--skip", action="extend", nargs="+", default=[], metavar="CHECK", help="leave out these")
        parser.add_argument("--json", action="store_true", help="print a list of objects, for programs")

    def handle(self, *_args: Any, checks: list[str], skip: list[str], **options: Any) -> None:
        if unknown := sorted({*checks, *skip} - set(CHECKS)):
            self.stderr.write(f"There is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}.")
            raise SystemExit(2)
        if not (chosen := [name for name in checks or CHECKS if name not in skip]):
            self.stderr.write("No check is left: --skip leaves out all that were chosen.")
            raise SystemExit(2)
        logging.getLogger("httpx").setLevel(logging.WARNING)  # its requests are not what was asked for
        found = []
        for name, finding in examine(chosen):
            found.append({"check": name, "state": finding.state.value, "says": finding.says, "todo": finding.todo})
            if not options["json"]:
                self.stdout.write(f"{finding.state:4}  {name:9} {finding.says}")
                if finding.todo:
                    self.stdout.write(f"{'':16}{finding.todo}")
        if options["json"]:
            self.stdout.write(json.dumps(found, indent=1))
        if any(one["state"] == State.FAIL for one in found):
            raise SystemExit(1)
