"""Options of the base rules (SPEC 8.1), one file each."""
