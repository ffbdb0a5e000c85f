"""The form of log lines: one JSON object each in production, aligned text in development.

Nothing here or elsewhere logs a token, a password, a request body or a hand of cards; addresses and names of people
are masked where texts of libraries repeat them (`masking`).
"""

import logging.config
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog

from common.http import request_ids
from config.observability.masking import masked


def with_request_id(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor: add the id of the request that the line is about."""
    request_id = request_ids.current.get()
    if request_id is not None:
        line["request_id"] = request_id
    return line


# Processors for structlog's own loggers and for the standard library's records.
SHARED: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    with_request_id,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_config(form: str, level: str) -> dict[str, Any]:
    """Return the dictConfig for `form` ("json" or "plain") from `level` upwards, everything to standard error."""
    # Plain tracebacks: the pretty ones print local variables, and those may be secrets.
    console = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    line = structlog.processors.JSONRenderer() if form == "json" else console
    # A traceback is made text before it is masked.
    whole = [structlog.processors.format_exc_info, masked]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *whole, line],
                "foreign_pre_chain": SHARED,
            },
        },
        "filters": {"brief": {"()": lambda: brief}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Not Django's mail to ADMINS for each failed request: the player would wait, and it holds their data.
            "django": {"handlers": []},
            "celery.beat": {"filters": ["brief"]},
            # A client's mistake is answered, not logged; only errors of the service are logged.
            "django.request": {"level": "ERROR"},
            # Below this level it logs raw requests, secrets among them.
            "oauthlib": {"level": "WARNING"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }


def brief(record: logging.LogRecord) -> bool:
    """Cut the traceback of a task that the broker did not take: beat logs 150 lines for each task again."""
    failure = record.exc_info[1] if record.exc_info else None
    if type(failure).__name__ == "SchedulingError":
        record.msg, record.args, record.exc_info = str(failure), (), None
    return True


def configure(config: Mapping[str, Any]) -> None:
    """Install `config` for the standard library and let structlog hand its records to it."""
    logging.config.dictConfig(dict(config))
    logging.captureWarnings(capture=True)  # Python's warnings, in our form
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
