"""Messages to players: what is worth telling, to whom, in which words, and links that act from there."""
