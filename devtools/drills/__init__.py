"""Drills: they cause faults on purpose and count the effects."""
