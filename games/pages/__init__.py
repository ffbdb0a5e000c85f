"""Pages for people: what the links of messages open. No scripts, no cookies, nothing from elsewhere."""
