"""The server processes, web and streams, and their helpers."""
