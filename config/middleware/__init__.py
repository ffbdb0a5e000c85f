"""The middleware around every request."""
