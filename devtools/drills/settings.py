"""Settings of the processes of a drill: mail goes to a real server, and receivers are on this machine."""

import os
from ipaddress import ip_network

from config.settings.test import *  # noqa: F403  settings modules are read as one namespace

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = "127.0.0.1"
EMAIL_PORT = int(os.environ.get("DRILL_SMTP_PORT", "25"))
EMAIL_USE_TLS = False
EMAIL_TIMEOUT = 10
EMAIL_CONNECTIONS = 8
OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
