"""The terminal of the person who started this."""

import sys


def say(text: str) -> None:
    """Print a line without buffering, also into a pipe."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
