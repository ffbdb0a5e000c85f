"""The drill of a Citus cluster: people play while a node of the database is killed."""
