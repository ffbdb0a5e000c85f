"""Measurements; figures and method are in docs/contributors/performance.md."""
