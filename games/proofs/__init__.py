"""What can be proved of a match: signatures, transcripts, anchors, and the monthly export."""
