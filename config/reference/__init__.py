"""The reference of the API that people read at /docs, rendered from openapi.yaml and the recorded examples."""
