"""Accounts by e-mail: codes, the accounts that they open, and merges of guests.

allauth keeps the addresses, makes the codes and counts the requests for them; its adapter sends the mails.
"""
