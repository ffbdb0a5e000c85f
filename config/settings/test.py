"""Settings of the test run. `tests/conftest.py` starts the services and sets their addresses before this is read.

The placeholders serve tools that import settings and never connect: mypy, the schema generator.
"""

import os

os.environ.setdefault("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/flipside")
os.environ.setdefault("BROKER_URL", "redis://127.0.0.1:1/0")
os.environ.setdefault("SECRET_KEY", "insecure-test-key")
os.environ.setdefault("GAME_SECRET_KEYS", "insecure:" + "00" * 32)
os.environ.setdefault("ALLOWED_HOSTS", "testserver,localhost,127.0.0.1")
os.environ.setdefault("SANDBOX", "1")  # its routes are described, and tested
os.environ.setdefault("DATABASE_SILENCE_MS", "0")  # a busy machine may be silent for a while
os.environ.setdefault("LOG_FORMAT", "plain")
os.environ.setdefault("LOG_LEVEL", "WARNING")

from config import brokers
from config.settings.base import *  # noqa: F403  the placeholders must stand before the shared settings read them
from config.settings.base import BROKER_QUEUES, CACHES, CELERY_BROKER_TRANSPORT_OPTIONS, DATABASES, SECRET_KEY
from config.settings.secrets import signing_seed, vapid_key

# Processes of a parallel run share one broker and one cache: a prefix each keeps their tasks and counters apart.
_PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "main")
CACHES["default"]["KEY_PREFIX"] = _PROCESS
CACHES["default"]["OPTIONS"] = {"socket_connect_timeout": 10, "socket_timeout": 10}  # for a busy machine
CELERY_TASK_DEFAULT_QUEUE = f"test-{_PROCESS}"
LONG_TASKS_QUEUE = brokers.long_queue(CELERY_TASK_DEFAULT_QUEUE)
CELERY_TASK_QUEUES = brokers.queues(CELERY_TASK_DEFAULT_QUEUE, BROKER_QUEUES)
if CELERY_BROKER_TRANSPORT_OPTIONS:
    CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"] = f"{_PROCESS}-"

# A test holds its transaction open while it computes, and on a busy machine that takes long, as do statements.
DATABASES["default"]["OPTIONS"]["options"] += " -c idle_in_transaction_session_timeout=90000 -c statement_timeout=30000"
DATABASES["default"]["OPTIONS"]["patience"] = 60

SIGNING_KEYS = [signing_seed(SECRET_KEY)]
VAPID_PRIVATE_KEY = vapid_key(SECRET_KEY)
GUESTS_PER_HOUR = 0  # tests make more guests than any network does
RATE_LIMITS = {}  # and more requests than any player; tests of the limits set their own
MESSAGE_GRACE_SECONDS = 0
EMAIL_BACKEND = SANDBOX_MAILS_ELSE = "django.core.mail.backends.locmem.EmailBackend"
WHITENOISE_AUTOREFRESH = True  # do not index every static file for each test process
