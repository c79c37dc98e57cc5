"""Players that choose from options: one for either side of the campaign, and whole campaigns between two of them."""
