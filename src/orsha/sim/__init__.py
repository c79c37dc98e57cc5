"""Many games at once, and their statistics. In so far: whole campaigns between two bots (`orsha.sim.campaign`)."""
