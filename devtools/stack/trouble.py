"""The one error of devtools: something a person must do, said in one line."""


class Trouble(Exception):
    """What is wrong and what to do about it. Printed without a traceback; the command then exits with 1."""
