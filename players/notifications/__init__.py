"""What players are told: the inbox, deliveries, devices, and the channels that carry messages."""
