"""The rules by noun: commands and their consequences. Rulesets put them together."""
