"""The rules by noun: what may be sent, and what it leads to. Rulesets put them together."""
