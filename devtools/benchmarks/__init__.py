"""Measurements; figures and method are in docs/performance.md."""
