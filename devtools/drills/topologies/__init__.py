"""The drill of the servers behind the service: several brokers, a cluster, Sentinels, and a pooler, killed in play."""
