"""Proofs about matches: signatures, transcripts, anchors, and the monthly export."""
