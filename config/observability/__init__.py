"""What operators see of the service: logs, metrics and health."""
