"""Many games at once, and their statistics. Not in yet."""
