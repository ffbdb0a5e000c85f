"""Policies: one file per decision of the rules that can vary. Rulesets are made of these functions."""
