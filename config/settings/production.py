"""Settings for serving real players. The start refuses unsafe settings and names every fault at once."""

from config import env
from config.checks import refuse
from config.settings.base import *  # noqa: F403  settings modules are read as one namespace
from config.settings.base import (
    ADMIN_NETWORKS,
    ALLOWED_HOSTS,
    CACHES,
    CELERY_ACCEPT_CONTENT,
    DEBUG,
    GAME_SECRET_KEYS,
    METRICS_TOKEN,
    NUM_PROXIES,
    SANDBOX,
    SECRET_KEY,
)

# The number of our proxies decides whose address a rate limit counts, so it must be set.
env.whole("NUM_PROXIES")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if NUM_PROXIES else None
SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz(/reads)?$", r"^metrics$"]
SECURE_HSTS_SECONDS = env.whole("SECURE_HSTS_SECONDS", 31_536_000)

SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # framing is forbidden by the Content-Security-Policy of config.middleware.edge
    "security.W003",  # forms exist in the admin only, which config.middleware.admin protects
    "security.W005",  # the operator decides at their proxy whether all subdomains use HTTPS
    "security.W021",  # as W005
]

DURABLE_DATABASE = True

SIGNING_KEYS = env.seeds("SIGNING_KEYS")

# The links of all messages begin with it, and published checkpoints carry its host for ever.
PUBLIC_URL = env.url("PUBLIC_URL", base=True).rstrip("/")

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = env.host("EMAIL_HOST")
EMAIL_PORT = env.whole("EMAIL_PORT", 587, least=1, most=65_535)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 10
EMAIL_CONNECTIONS = env.whole("EMAIL_CONNECTIONS", 8, least=1, most=64)
ACCOUNT_MAIL_THREADS = 2
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.sender("DEFAULT_FROM_EMAIL")

refuse(
    secret_key=SECRET_KEY,
    game_keys=GAME_SECRET_KEYS.values(),
    signing_keys=SIGNING_KEYS,
    debug=DEBUG,
    hosts=ALLOWED_HOSTS,
    cache=CACHES["default"]["BACKEND"],
    content=CELERY_ACCEPT_CONTENT,
    metrics_token=METRICS_TOKEN,
    admin_networks=ADMIN_NETWORKS,
    sandbox=SANDBOX,
)
