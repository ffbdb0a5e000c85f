"""Positions and commands as text (SPEC 0.1): parse and print."""

from engine.notation.commands import parse_command, print_command
from engine.notation.positions import parse_position, print_position
from engine.notation.seats import SEATS

__all__ = ["SEATS", "parse_command", "parse_position", "print_command", "print_position"]
