"""The one error of devtools: a fault that the user must repair, said in one line."""


class Trouble(Exception):
    """A fault and its remedy. Printed without a traceback; the command then exits with 1."""
