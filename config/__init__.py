"""Configuration: settings, URLs, Celery, middleware and servers. No rules and no use cases live here."""
