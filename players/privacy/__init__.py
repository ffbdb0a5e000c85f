"""Personal data: deleting accounts, exports, and how long rows are kept."""
