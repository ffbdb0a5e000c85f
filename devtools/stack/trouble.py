"""The one error of devtools: something a person must do, said in one line."""


class Trouble(Exception):
    """A fault and its remedy. Printed without a traceback; the command then exits with 1."""
