"""The views, one noun a module."""
