"""Linked campaigns and leagues of battles. Not in yet."""
