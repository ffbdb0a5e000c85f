"""Rate limits: the count of requests per key, kept in the cache server."""
