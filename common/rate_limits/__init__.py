"""Rate limits: counts of requests per key, kept in the cache server."""
