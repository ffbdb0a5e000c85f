"""Notifications to players: the inbox, deliveries, devices, and the channels that carry messages."""
