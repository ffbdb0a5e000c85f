"""The ASGI entry point, for servers that support ASGI only; the API is faster under WSGI.

Under ASGI each request has a thread of its own: set DATABASE_POOL_SIZE, or each thread opens a connection.
"""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

django_application = get_asgi_application()
from django.conf import settings  # noqa: E402  as below

from config.middleware.entrance import Entrance  # noqa: E402  it needs the settings

application = Entrance(django_application, longest_body=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
