"""Settings that all environments share. Differences are read from the environment; a missing value is an error.

No secret has a default here, nothing is imported from a fragment, and every unusual value has a comment.
"""

from email.utils import parseaddr
from pathlib import Path
from typing import Any

import django_stubs_ext

import config.checks  # noqa: F401  registers what is asked of a database before it is migrated
from common import cache_server
from config import brokers, env, openapi, topology
from config.database.breaker import Session
from config.database.replica.driver import ReplicaSession
from config.observability import traces
from config.observability.logging import logging_config
from config.settings.secrets import erasure_key
from config.startup import say_in_one_line

say_in_one_line()
django_stubs_ext.monkeypatch()  # lets classes name their model, as in ModelAdmin[Player], at run time too

CENTURY = 36_500  # days; longer periods exceed the calendar

BASE_DIR = Path(__file__).resolve().parent.parent.parent
_installed = BASE_DIR / "config" / "data"
# The folder of what is served besides the packages: in the wheel (pyproject.toml), or in the repository.
DATA_DIR = _installed if _installed.is_dir() else BASE_DIR

SECRET_KEY = env.text("SECRET_KEY")
DEBUG = False
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS")
NUM_PROXIES = env.whole("NUM_PROXIES", 0)  # the number of proxies in front of us, each adding to X-Forwarded-For
# Keys that seal the seeds of running matches: `id:64 hex digits`, separated by commas; the first seals, all open.
GAME_SECRET_KEYS = env.keys("GAME_SECRET_KEYS")
# Keys that sign transcripts and anchors: seeds of 64 hex digits, separated by commas; the first one signs.
SIGNING_KEYS = env.seeds("SIGNING_KEYS", "")

# /metrics answers callers with this token, and callers from these networks.
METRICS_TOKEN = env.text("METRICS_TOKEN", "")
METRICS_NETWORKS = env.networks("METRICS_NETWORKS", "127.0.0.0/8,::1/128")

# The networks from which the admin can be reached. Callers from elsewhere get 404.
ADMIN_NETWORKS = env.networks("ADMIN_NETWORKS", "127.0.0.0/8,::1/128")

# An installation for authors of clients, whose clock can be moved (sandbox.md). Production refuses to be one.
SANDBOX = env.flag("SANDBOX", default=False)

# -- Applications ------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "rest_framework",
    "drf_spectacular",
    "players",
    "games",
    "config",  # for the commands of config/management
]

# Every command pays for every layer, and the API knows tokens only: sessions and the like are for the admin alone.
MIDDLEWARE = [
    "config.middleware.edge.edge",
    "config.middleware.compression.PublicGzip",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.admin.AdminGate",
    "config.middleware.admin.AdminSession",
    "config.middleware.admin.AdminCsrf",
    "config.middleware.admin.AdminAuthentication",
    "config.middleware.admin.AdminMessages",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = False  # a command must not be answered by a redirect

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [
            BASE_DIR / "config" / "templates",
            *(BASE_DIR / "games" / folder / "templates" for folder in ("notifications/rendering", "pages", "rulebook")),
        ],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"texts": "games.notifications.rendering.template_filters"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes; commands have a narrower limit of their own
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# -- Database ----------------------------------------------------------------------------------------------------------

STATEMENT_TIMEOUT_MS = env.whole("DATABASE_STATEMENT_TIMEOUT_MS", 5000)  # 0 = none
# Those of `manage.py migrate`: the first keeps players from waiting behind it; 0 = none.
MIGRATE_LOCK_TIMEOUT_MS = env.whole("MIGRATE_LOCK_TIMEOUT_MS", 2000)
MIGRATE_STATEMENT_TIMEOUT_MS = env.whole("MIGRATE_STATEMENT_TIMEOUT_MS", 0)
POOL_SIZE = env.whole("DATABASE_POOL_SIZE", 0)  # 0 = one persistent connection per thread, right for WSGI
# A server that leaves a trivial query unanswered for this long counts as away (config.database.breaker); 0 = never.
SILENCE_MS = env.whole("DATABASE_SILENCE_MS", 500)
ROLE_TIMEOUTS = {
    "lock_timeout": 2000,
    "statement_timeout": STATEMENT_TIMEOUT_MS,
    "idle_in_transaction_session_timeout": 5000,
}
ROLE_OPTIONS = " ".join(f"-c {name}={value}" for name, value in ROLE_TIMEOUTS.items())

# The database is a Citus cluster that keeps each game on one of its nodes (docs/operators/citus.md).
DATABASE_SHARDED = env.flag("DATABASE_SHARDED", default=False)

# A pooler between us and PostgreSQL that gives every transaction another session, as pgbouncer with `pool_mode =
# transaction`: sessions keep no settings, and no prepared statements unless the pooler keeps track of them.
DATABASE_POOLER = env.choice("DATABASE_POOLER", ("none", "transaction", "prepared"), "none")

POOL = {"min_size": 1, "max_size": POOL_SIZE, "timeout": 2, "connection_class": Session}  # seconds for a free one

DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "config.database",
        **env.database("DATABASE_URL"),
        # Persistent connections with prepared statements: half the worker's and PostgreSQL's CPU per command.
        "CONN_MAX_AGE": 0 if POOL_SIZE else None,
        "DISABLE_SERVER_SIDE_CURSORS": DATABASE_POOLER != "none",
        "OPTIONS": {
            "prepare_threshold": None if DATABASE_POOLER == "transaction" else 0,
            "server_side_binding": True,
            "application_name": "flipside",
            # Through a pooler these are settings of the role (deploy/postgresql/roles.sql).
            **({"options": ROLE_OPTIONS} if DATABASE_POOLER == "none" else {}),
            "connect_timeout": 3,  # seconds, like the next two
            # A working server ends a statement by itself, before our patience does.
            "patience": STATEMENT_TIMEOUT_MS / 1000 + 2 if STATEMENT_TIMEOUT_MS else None,
            "silence": SILENCE_MS / 1000,
            **({"pool": POOL} if POOL_SIZE else {}),
        },
    },
}

# A replica of that database, which spares the primary reads of the log (topologies.md); none: all goes to the primary.
REPLICA_PATIENCE_MS = env.whole("REPLICA_PATIENCE_MS", 500, least=100)  # for connecting, and for each of its answers
if env.text("REPLICA_URL", ""):
    read_only = f"-c default_transaction_read_only=on -c statement_timeout={REPLICA_PATIENCE_MS}"
    DATABASES["replica"] = {
        **DATABASES["default"],
        **env.database("REPLICA_URL"),
        "ENGINE": "config.database.replica",
        "OPTIONS": {
            **{name: value for name, value in DATABASES["default"]["OPTIONS"].items() if name != "silence"},
            "patience": REPLICA_PATIENCE_MS / 1000,
            **({"options": read_only} if DATABASE_POOLER == "none" else {}),
            **({"pool": {**POOL, "connection_class": ReplicaSession}} if POOL_SIZE else {}),
        },
    }

DURABLE_DATABASE = False  # production refuses a server that may lose acknowledged commits

# -- Broker and cache --------------------------------------------------------------------------------------------------

# Several addresses are separated by `;`: nodes of one RabbitMQ cluster, or Sentinels of one Redis.
BROKER_URL = env.urls("BROKER_URL", brokers.SCHEMES)
BROKER_IS_REDIS = brokers.is_redis(BROKER_URL)
# A Redis broker also serves as the shared cache (rate limits), in its next database; RabbitMQ needs CACHE_URL.
CACHE_URL = env.urls(
    "CACHE_URL",
    tuple(topology.MODES),
    brokers.next_database(BROKER_URL) if BROKER_IS_REDIS else None,
)
# The name of the primary that the Sentinels of broker and cache watch, and their own password.
SENTINEL_MASTER = env.text("SENTINEL_MASTER", "mymaster")
SENTINEL_PASSWORD = env.text("SENTINEL_PASSWORD", "")
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "config.cache.Cache"
        if cache_server.is_sentinel(CACHE_URL) or cache_server.is_cluster(CACHE_URL)
        else "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "flipside",
        "OPTIONS": {"socket_connect_timeout": 0.3, "socket_timeout": 0.3},  # seconds
    },
}

# Quorum queues stay when a node of RabbitMQ is lost; they are other queues than the classic ones.
BROKER_QUEUES = env.choice("BROKER_QUEUES", tuple(brokers.QUEUES), "classic")
CELERY_TASK_DEFAULT_QUEUE = brokers.QUEUES[BROKER_QUEUES]
LONG_TASKS_QUEUE = brokers.long_queue(CELERY_TASK_DEFAULT_QUEUE)
CELERY_TASK_QUEUES = brokers.queues(CELERY_TASK_DEFAULT_QUEUE, BROKER_QUEUES)
CELERY_TASK_ROUTES = ("games.schedule.route",)
topology.refuse(
    broker=BROKER_URL,
    cache=CACHE_URL,
    queues=BROKER_QUEUES,
    pooler=DATABASE_POOLER,
    sandbox=SANDBOX,
    sharded=DATABASE_SHARDED,
    replica="replica" in DATABASES,
)
# Celery's command line replaces the first by BROKER_URL as it stands; the other two come before it.
CELERY_BROKER_URL = CELERY_BROKER_READ_URL = CELERY_BROKER_WRITE_URL = brokers.for_celery(BROKER_URL)
CELERY_BROKER_USE_SSL = brokers.tls(BROKER_URL)
# A broker that refuses (disk full, read only, another password) counts as away, for however long.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_BROKER_HEARTBEAT = 10  # seconds; a worker leaves a node of RabbitMQ that hangs after two of them
CELERY_BROKER_TRANSPORT_OPTIONS = brokers.transport_options(
    BROKER_URL, sentinel_master=SENTINEL_MASTER, sentinel_password=SENTINEL_PASSWORD
)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONSUMER = "config.celery_consumer:Consumer"  # no message can end it
CELERY_BEAT_SCHEDULER = "config.celery_beat:Scheduler"  # no broker can end it
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TIMEZONE = "UTC"
# Tasks share their process's connection, as requests do; by default Celery opens a new one for each.
CELERY_DB_REUSE_MAX = None if POOL_SIZE else 100_000
# The periodic work is in games/schedule.py.

# -- Continuous audit --------------------------------------------------------------------------------------------------

# Percent of a core for the continuous audit of all logs; 0: no audit.
AUDIT_SHARE = env.whole("AUDIT_SHARE", 10, most=100)
# Within this time every log must be checked again, or operators are alerted.
AUDIT_CYCLE_DAYS = env.whole("AUDIT_CYCLE_DAYS", 7, least=1, most=CENTURY)
# The most games that the audit quarantines in an hour: beyond that the installation itself is at fault.
AUDIT_QUARANTINES = env.whole("AUDIT_QUARANTINES", 20)
ADMINS = [(address, address) for address in env.addresses("ADMINS", "")]  # they get a mail when the audit finds a fault

# -- Clocks ------------------------------------------------------------------------------------------------------------

# A sweep that was away for longer than this has been an outage: that time counts against no player.
OUTAGE_GRACE_SECONDS = env.whole("OUTAGE_GRACE_SECONDS", 300)

# -- The archive -------------------------------------------------------------------------------------------------------

# After the end of a match; 0: its log stays where it is.
ARCHIVE_AFTER_DAYS = env.whole("ARCHIVE_AFTER_DAYS", 7, most=CENTURY)

# -- Players -----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]  # operators; players have no passwords
PASSWORD_HASHERS = ["config.password_hasher.OneAtATime"]
# The public address of this installation: the absolute base of every link in a message.
PUBLIC_URL = env.url("PUBLIC_URL", default="http://localhost:8000", base=True).rstrip("/")
# How long a notification about a turn waits for its player to open the game by themselves; less if time is short.
MESSAGE_GRACE_SECONDS = env.whole("MESSAGE_GRACE_SECONDS", 20)
GUESTS_PER_HOUR = env.whole("GUESTS_PER_HOUR", 60)  # per network; 0 lifts the limit
# Budgets of the rate classes, requests/seconds, as api.md publishes them; 0 lifts one, RATE_LIMITS=off all.
RATE_LIMITS = {
    name: env.rate(f"RATE_LIMIT_{name.upper()}", budget)
    for name, budget in {
        "play": "600/60",
        "read": "1200/60",
        "write": "120/60",
        "account": "120/60",
        "sign_up": "120/60",
        "stream": "60/60",
        "public": "1200/60",
        "invitation": "120/600",
    }.items()
    if env.flag("RATE_LIMITS", default=True)
}
RATE_CLASSES_BY_NETWORK = frozenset({"sign_up", "public"})  # also for authenticated players

LEAVING_DAYS = env.whole("LEAVING_DAYS", 7, most=14)  # between the request to delete an account and its erasure
NOTIFICATION_DAYS = env.whole("NOTIFICATION_DAYS", 90, least=1, most=CENTURY)  # how long notifications are kept
# A file on another disk than the database's: erased players, to erase again from restored backups. "" = only the log.
ERASURE_LEDGER = env.text("ERASURE_LEDGER", "")
# Keys of its lines, `id:64 hex digits`: the first writes, all are recognized.
ERASURE_KEYS = env.keys("ERASURE_KEYS", erasure_key(SECRET_KEY))
# A file beside that one: the anchors made, so that a restored backup makes no others. "" = no such check.
ANCHOR_LEDGER = env.text("ANCHOR_LEDGER", "")
# The folder of deploy/backup/base-backup, for `manage.py doctor` alone, which looks for a backup of last night.
BACKUP_FOLDER = env.text("BACKUP_FOLDER", "")

# After its last event a table whose match has not started is closed.
PUBLIC_TABLE_DAYS = env.whole("PUBLIC_TABLE_DAYS", 7, least=1, most=CENTURY)
PRIVATE_TABLE_DAYS = env.whole("PRIVATE_TABLE_DAYS", 30, least=1, most=CENTURY)
EMPTY_TABLE_HOURS = env.whole("EMPTY_TABLE_HOURS", 24, least=1, most=24 * CENTURY)  # without any person

VACATION_DAYS = env.whole("VACATION_DAYS", 30, most=366)  # of a player in a calendar year; 0: there are no vacations

ACCOUNT_ADAPTER = "players.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
# Codes for one address: those that one network may request (players.accounts.code_limits), and all networks
# together; and codes that one network may request for all addresses.
ACCOUNT_RATE_LIMITS = {"code_by_network": "3/m/key", "code": "20/m/ip,12/m/key"}
EMAIL_CONNECTIONS = 0  # of a process, for mails without codes; 0: one after the other, because files do not hang
ACCOUNT_MAIL_THREADS = 0  # of a web process, for mails with codes; 0: the request sends, because files do not hang
ACCOUNT_CHANGE_EMAIL = True  # a new address replaces the old one
ACCOUNT_EMAIL_NOTIFICATIONS = True  # the old address gets a mail, see the adapter
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Flipside] "
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", "flipside@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# -- Calls to addresses that players give us ---------------------------------------------------------------------------

# Networks beside the public internet that webhooks and pushes may reach, by any port and by http too. For development.
OUTBOUND_ALLOW = env.networks("OUTBOUND_ALLOW", "")

# The address that the checkpoint of every day is sent to, so that another party keeps it; none: it is not sent.
ANCHOR_PUBLISH_URL = env.url("ANCHOR_PUBLISH_URL", default="")

# Web Push is on if there is a key: 32 bytes in base64url, a private key of P-256 (`manage.py new_vapid_key`).
VAPID_PRIVATE_KEY = env.text("VAPID_PRIVATE_KEY", "")
# How a push service can reach the operator.
VAPID_SUBJECT = env.contact("VAPID_SUBJECT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
# Hosts of push services that browsers may name, `*.` for all under a domain; `*` takes any.
WEBPUSH_HOSTS = env.hosts(
    "WEBPUSH_HOSTS",
    "fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.notify.windows.com,"
    "*.push.apple.com",
)
# The folder for pushes as files, beside their sending; for development. None: pushes are only sent.
PUSH_OUTBOX: Path | None = None
# FCM is on if there is a service account, in Google's JSON.
FCM_CREDENTIALS = env.text("FCM_CREDENTIALS", "")
FCM_URL = env.url("FCM_URL", default="https://fcm.googleapis.com", base=True)
# APNs is on if there is a signing key, in Apple's PEM; the topic is the bundle id of the app.
APNS_KEY = env.text("APNS_KEY", "")
APNS_KEY_ID = env.text("APNS_KEY_ID", "")
APNS_TEAM_ID = env.text("APNS_TEAM_ID", "")
APNS_TOPIC = env.text("APNS_TOPIC", "")
APNS_URL = env.url("APNS_URL", default="https://api.push.apple.com", base=True)

# -- API ---------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["players.api.permissions.Nobody"],
    "DEFAULT_THROTTLE_CLASSES": ["common.api.throttle.RateClassThrottle"],
    "DEFAULT_PARSER_CLASSES": ["common.http.body.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["common.http.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "common.http.negotiation.ByWeight",
    "DEFAULT_METADATA_CLASS": None,  # OPTIONS is no method of any route: openapi.yaml describes them
    "DEFAULT_SCHEMA_CLASS": "games.api.schema_operation.Described",
    "EXCEPTION_HANDLER": "games.api.errors.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS: dict[str, Any] = openapi.SPECTACULAR_SETTINGS

# -- Static files (only the pages of /docs) and logs -------------------------------------------------------------------

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # files are served from where they are: nothing is collected before the first start
LOGGING = logging_config(
    env.choice("LOG_FORMAT", ("json", "plain"), "json"),
    env.choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
)
LOGGING_CONFIG = "config.observability.logging.configure"

# The collector of traces, by OTLP over HTTP; none: nothing is traced, and OpenTelemetry is not imported.
OTEL_EXPORTER_OTLP_ENDPOINT = env.url("OTEL_EXPORTER_OTLP_ENDPOINT", default="", base=True)
if OTEL_EXPORTER_OTLP_ENDPOINT:
    traces.switch_on(OTEL_EXPORTER_OTLP_ENDPOINT)
    MIDDLEWARE.insert(0, traces.MIDDLEWARE)
