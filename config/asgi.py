"""The ASGI entry point, for servers that speak ASGI only; the API is faster under WSGI.

Under ASGI each request has a thread of its own: set DATABASE_POOL_SIZE, or each of them opens a connection.
"""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

application = get_asgi_application()
