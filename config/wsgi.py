"""The WSGI entry point: the API, served by threads. Production settings unless told otherwise."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

application = get_wsgi_application()
# Load every view now: a preloading server shares them between its processes, and no first request waits for them.
get_resolver().url_patterns  # noqa: B018  reading it loads it
