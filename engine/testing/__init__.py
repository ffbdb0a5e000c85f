"""Checking the rules by playing: scenarios, random matches, and the laws that hold in each of them."""
