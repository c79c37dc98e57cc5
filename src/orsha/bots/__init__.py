"""Players that choose from options. In so far: a player of either side of the campaign (`orsha.bots.campaign`)."""
