"""Observability for operators: logs, metrics and health."""
