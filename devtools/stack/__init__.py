"""The embedded stack: PostgreSQL, Valkey, web, worker and beat on one machine, for development and tests.

Standard library and psycopg only, and no Django in this process: it must be able to say in one line what is missing.
Production starts its own services and uses none of this.
"""
