"""The pages that links in messages open. No scripts, no cookies, no external resources."""
