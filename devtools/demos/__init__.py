"""Demos that show the service to a person: a first table, a whole match, an audit."""
