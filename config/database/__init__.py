"""Django's PostgreSQL backend with deadlines on our side.

A frozen server keeps its connections open and never answers, and its own `statement_timeout` cannot fire. `connection`
bounds every wait, and `breaker` detects a server that is silent altogether, so that other requests fail at once.
"""
