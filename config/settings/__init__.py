"""Settings, one module per purpose: `base` is shared; `development`, `test` and `production` say what differs.

The Celery app is imported here, so that it exists wherever settings do and `shared_task` binds to it.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
