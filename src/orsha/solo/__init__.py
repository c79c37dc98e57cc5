"""The two solo missions of seed 001. Not in yet."""
