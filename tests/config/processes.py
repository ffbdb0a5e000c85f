"""The words after `python` that start each kind of process."""

from typing import Final

PROCESSES: Final = (
    ("manage.py", "sweeper"),
    ("-m", "config.servers.web"),
    ("-m", "config.servers.streams"),
    ("-m", "celery", "-A", "config.celery", "worker"),
)
