"""House rules (SPEC 8.2, 8.3), one file each."""
