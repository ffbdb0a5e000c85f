"""Demos that show the service: a first table, a whole match, an audit."""
