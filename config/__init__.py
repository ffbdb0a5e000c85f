"""Wiring: settings, URLs, Celery and the embedded runtime. No rules and no use cases live here."""
