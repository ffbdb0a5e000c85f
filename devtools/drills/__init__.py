"""Drills: faults are made on purpose, and what they did is counted."""
