"""Settings for working on the project: `make run`, and `manage.py` beside it.

The embedded stack (devtools/stack) writes the addresses and secrets of its services into a file that only its owner can
read. The environment takes precedence over that file.
"""

import os

from devtools.stack.environment_file import recall
from devtools.stack.home import OUTBOX, run_home

for _name, _value in recall(run_home()).items():
    os.environ.setdefault(_name, _value)
# Without embedded services or variables: the conventional local servers, which report themselves if they are missing.
os.environ.setdefault("DATABASE_URL", "postgresql://flipside@127.0.0.1:5432/flipside")
os.environ.setdefault("BROKER_URL", "redis://127.0.0.1:6379/0")
os.environ.setdefault("SECRET_KEY", "insecure-development-key")
os.environ.setdefault("GAME_SECRET_KEYS", "insecure:" + "00" * 32)
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
os.environ.setdefault("GUESTS_PER_HOUR", "0")  # one network, and demos make many guests
os.environ.setdefault("RATE_LIMIT_SIGN_UP", "0")  # likewise
os.environ.setdefault("OUTBOUND_ALLOW", "127.0.0.0/8,::1/128")  # receivers under development live on this machine
os.environ.setdefault("LOG_FORMAT", "plain")

from config.settings.base import *  # noqa: E402, F403  the defaults above must stand before the shared settings read them
from config.settings.base import SANDBOX, SECRET_KEY, SIGNING_KEYS, VAPID_PRIVATE_KEY  # noqa: E402  as above
from config.settings.secrets import signing_seed, vapid_key  # noqa: E402  as above

EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
SANDBOX_MAILS_ELSE = EMAIL_BACKEND
if SANDBOX:
    EMAIL_BACKEND = "games.sandbox.mails.Backend"
EMAIL_FILE_PATH = run_home() / OUTBOX
PUSH_OUTBOX = EMAIL_FILE_PATH / "pushes"  # of all kinds of devices, also those without keys
SIGNING_KEYS = SIGNING_KEYS or [signing_seed(SECRET_KEY)]  # GET /v1/keys shows the public one
VAPID_PRIVATE_KEY = VAPID_PRIVATE_KEY or vapid_key(SECRET_KEY)  # GET /v1/push/key shows the public one
