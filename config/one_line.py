"""A wrong setting ends the process with one line that names it: at the end of a traceback nobody looks for it."""

import sys
from types import TracebackType

from django.core.exceptions import ImproperlyConfigured


def say_in_one_line() -> None:
    """Print nothing but the message of an ImproperlyConfigured that ends the process, to standard error.

    One that another error has led to keeps its traceback, as does every other error.
    """
    usual = sys.excepthook

    def say(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, ImproperlyConfigured) and error.__cause__ is None:
            sys.stderr.write(f"flipside: {error}\n")
        else:
            usual(kind, error, trace)

    sys.excepthook = say
