"""Wire types: every message in and out, defined once, as msgspec types.

Parsing, printing and `openapi.yaml` all come from here. Commands and events are made from
the engine's own vocabularies.
"""
