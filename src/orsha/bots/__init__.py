"""Players that choose from options. Not in yet."""
