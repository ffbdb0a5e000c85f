"""What webhooks are told about games: who follows which game, batches of events cut to size, and the calls themselves.

`followers` decides who is told, `batches` what next, `payloads` in which words and whether he may still know, `runner`
makes the calls. Webhooks themselves belong to `players`.
"""
